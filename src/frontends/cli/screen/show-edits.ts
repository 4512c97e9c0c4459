// What would change in files, as a diff for people.
import { type EditLine, unifiedDiff } from '../../../domain/edits/diff.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'
import { plural } from '../../../domain/text/plural.ts'
import { inLine, printable } from '../../../domain/text/printable.ts'
import { type Paper, pathOn } from './paper.ts'
import type { Style } from './style.ts'
import { drawTable } from './table.ts'
import { hangBehind } from './wrap.ts'

export interface Shown {
  readonly path: string
  readonly what: string
  /** Where the file really lies, if that is elsewhere. */
  readonly real?: string | undefined
  readonly before: string | undefined
  /** Undefined: the file goes. */
  readonly after: string | undefined
}

/** A line that is wider than the window continues below its first letter. */
export function showEdit({ path, what, real, before, after }: Shown, paper: Paper): string[] {
  const { style, columns } = paper
  const lines = unifiedDiff(before, after)
  const note = before === undefined ? ' (new)' : after === undefined ? ' (removed)' : ''
  const link = real === undefined ? '' : style.dim(` → ${pathOn(paper, inLine(real))}`)
  const head = `${style.bold(pathOn(paper, inLine(path)))}${link}${note}`
  return [
    ...(paper.widthOf(`${head}  ${what}`) <= columns
      ? [`${head}  ${style.dim(what)}`]
      : [head, `  ${style.dim(what)}`]),
    ...lines.flatMap((line) => hangBehind('  ', paint(line, style), { indent: 3, columns })),
    '',
  ]
}

/** One row for each file: what happens to it, and to how many lines. */
export function listEdits(edits: readonly (Shown & { readonly fate?: string })[], paper: Paper): string[] {
  return drawTable(
    {
      indent: 2,
      columns: [{ keepsEnd: true, least: 24 }, {}, { wraps: true, least: 16 }],
      rows: edits.map((edit) => [pathOn(paper, inLine(edit.path)), edit.fate ?? fateOf(edit), whatOf(edit, paper)]),
    },
    paper,
  )
}

function whatOf({ what, real }: Shown, paper: Paper): string {
  return real === undefined ? what : `${what}, in ${pathOn(paper, inLine(real))}`
}

function fateOf({ before, after }: Shown): string {
  const lines = unifiedDiff(before, after)
  const count = (kind: EditLine['kind']): number => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  if (before === undefined) return `new, ${plural(added, 'line')}`
  if (after === undefined) return `removed, ${plural(removed, 'line')}`
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`-${removed}`] : []), 'lines'].join(' ')
}

function paint({ kind, text }: EditLine, style: Style): string {
  // Lines around ours may hold keys of the user, and this may be printed into a log.
  const shown = printable(maskSecrets(text))
  switch (kind) {
    case 'added':
      return style.good(`+${shown}`)
    case 'removed':
      return style.bad(`-${shown}`)
    case 'hunk':
      return style.dim(shown)
    case 'same':
      return ` ${shown}`
  }
}
