// A verified change at the terminal: what was compared, what reading found and what settled it, and what is proven.
import type { VerifiedChange } from '../../../contract/view/verified-change.ts'
import { plural } from '../../../domain/text/plural.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import {
  type Conclusion,
  type DoubtView,
  type FoundView,
  type RangeView,
  viewDoubts,
  viewExtra,
  viewNote,
  viewSuspicion,
} from '../../../domain/view/change/change.ts'
import type { Paper } from './paper.ts'
import { wrapText, wrapWhole } from './wrap.ts'

export function showRange({ title, counted, compared }: RangeView, paper: Paper): string[] {
  const line = `${title}: ${counted}`
  // The title in bold is its own line where both do not fit.
  const head =
    paper.widthOf(line) <= paper.columns
      ? [`${paper.style.bold(title)}: ${counted}`]
      : [...wrapText(title, paper.columns).map(paper.style.bold), ...wrapText(counted, paper.columns)]
  return [...head, ...(compared === undefined ? [] : wrapText(compared, paper.columns).map(paper.style.dim))]
}

/** What reading found, and what extra runs said about it. */
export function showFound(change: VerifiedChange, paper: Paper): string[] {
  const { suspicions, notes, checks } = change
  const extra = viewExtra(change)
  return [
    ...listed('suspicion', [...suspicions.map(viewSuspicion).map(placed), ...viewDoubts(checks).map(checked)], paper),
    ...listed('note', notes.map(viewNote).map(placed), paper),
    ...(extra.length === 0 ? [] : ['', ...extra.flatMap((run) => behind('', run, paper))]),
  ]
}

export function showConclusion({ tone, text, next }: Conclusion, paper: Paper): string[] {
  return [
    ...wrapText(text, paper.columns).map(paper.style[tone]),
    ...next.flatMap((line) =>
      wrapWhole(line, paper.columns - NEXT.length).map((part, at) => `${at === 0 ? NEXT : INDENT}${part}`),
    ),
  ]
}

const NEXT = '  next: '
const INDENT = ' '.repeat(NEXT.length)

interface Row extends Pick<FoundView, 'what' | 'tone' | 'settled'> {
  readonly head: string
}

function placed({ file, line, ...found }: FoundView): Row {
  return { ...found, head: `${oneLine(file, 200)}:${line}` }
}

function checked({ check, ...doubt }: DoubtView): Row {
  return { ...doubt, head: check }
}

function listed(noun: string, rows: readonly Row[], paper: Paper): string[] {
  if (rows.length === 0) return []
  const { style } = paper
  return [
    '',
    style.bold(plural(rows.length, noun)),
    ...rows.flatMap(({ head, what, tone, settled }) => [
      `  ${style[tone ?? 'dim'](head)}`,
      ...behind('    ', what, paper),
      ...(settled === undefined ? [] : behind('    ', settled, paper).map(style[tone ?? 'dim'])),
    ]),
  ]
}

function behind(lead: string, text: string, { columns }: Paper): string[] {
  return wrapText(text, Math.max(20, columns - lead.length)).map((line) => `${lead}${line}`)
}
