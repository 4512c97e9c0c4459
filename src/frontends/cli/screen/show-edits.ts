// What would change in files, as a diff for people.
import { type EditLine, unifiedDiff } from '../../../domain/edits/diff.ts'
import { maskSecrets } from '../../../domain/text/mask-secrets.ts'
import { inLine, printable } from '../../../domain/text/printable.ts'
import type { Style } from './style.ts'

export interface Shown {
  readonly path: string
  readonly what: string
  /** Where the file really lies, if that is elsewhere. */
  readonly real?: string | undefined
  readonly before: string | undefined
  /** Undefined: the file goes. */
  readonly after: string | undefined
  /** No more than so many lines of it. */
  readonly most?: number | undefined
}

export function showEdit({ path, what, real, before, after, most }: Shown, style: Style): string[] {
  const lines = unifiedDiff(before, after)
  const shown = lines.slice(0, most ?? lines.length)
  const note = before === undefined ? ' (new)' : after === undefined ? ' (removed)' : ''
  const link = real === undefined ? '' : style.dim(` → ${inLine(real)}`)
  return [
    `${style.bold(inLine(path))}${link}${note}  ${style.dim(what)}`,
    ...shown.map((line) => `  ${paint(line, style)}`),
    ...(shown.length < lines.length
      ? [style.dim(`  … and ${lines.length - shown.length} more lines; --dry-run shows them all`)]
      : []),
    '',
  ]
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
