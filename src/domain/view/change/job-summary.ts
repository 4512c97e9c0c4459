// A verified change as the Markdown of a job summary. Every character of the repository that could mean something in Markdown
// or HTML is written as a reference, which means nothing but itself.
import type { Tampering } from '../../../contract/change.ts'
import type { EvidenceCheck } from '../../../contract/evidence.ts'
import type { VerifiedChange } from '../../../contract/view/verified-change.ts'
import { isUnsettled } from '../../gate/judge-change.ts'
import { plural } from '../../text/plural.ts'
import { inLine, oneLine } from '../../text/printable.ts'
import { tookText } from '../amount.ts'
import {
  type FoundView,
  type RangeNames,
  viewConclusion,
  viewExtra,
  viewNote,
  viewRange,
  viewSuspicion,
} from './change.ts'
import { whyText } from '../evidence.ts'

/** With the longest texts, all of it stays below the limit of GitHub, 1 MiB. */
const MOST_ROWS = 50

const SIGNS = { proven: '✅', red: '❌', unverified: '⚠️', look: '👀' } as const

export function toJobSummary(change: VerifiedChange, names: RangeNames, again: readonly string[]): string {
  const { title, counted, compared } = viewRange(change, names)
  const { text, next } = viewConclusion(change, again)
  const isOnlyRead = change.barred?.kind === 'asked'
  return [
    `## ${isOnlyRead ? 'Fullstop: read' : `${SIGNS[change.result]} Fullstop: ${change.result}`}`,
    '',
    toMarkdown(text),
    ...next.map((line) => `- ${toMarkdown(line)}`),
    '',
    `${toMarkdown(title)}: ${toMarkdown(counted)}${compared === undefined ? '' : ` (${toMarkdown(compared)})`}`,
    ...table(['check', 'result', 'took', ''], change.checks.map(checkRow)),
    ...found('suspicion', byUrgency(change.suspicions).map(viewSuspicion)),
    ...found('note', change.notes.map(viewNote)),
    ...viewExtra(change)
      .slice(0, MOST_ROWS)
      .flatMap((run) => ['', `- ${toMarkdown(run)}`]),
    '',
  ].join('\n')
}

/** What a person must look at comes first. */
function byUrgency(suspicions: readonly Tampering[]): readonly Tampering[] {
  return [...suspicions.filter(isUnsettled), ...suspicions.filter((one) => !isUnsettled(one))]
}

function checkRow(check: EvidenceCheck): readonly string[] {
  return [oneLine(check.name, 60), check.result, tookText(check.durationMs), whyText(check)]
}

function found(noun: string, rows: readonly FoundView[]): string[] {
  const cells = rows.map(({ file, line, what, settled }) => [`${inLine(file)}:${line}`, what, settled ?? ''])
  return table([plural(rows.length, noun), 'what', 'settled'], cells)
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const row = (cells: readonly string[]): string => `| ${cells.map(toMarkdown).join(' | ')} |`
  const more = rows.length - MOST_ROWS
  return [
    '',
    row(heads),
    `|${' --- |'.repeat(heads.length)}`,
    ...rows.slice(0, MOST_ROWS).map(row),
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ]
}

const LONGEST = 300

/** Letters, digits and spaces stay, and what is not ASCII. */
export function toMarkdown(text: string): string {
  return oneLine(text, LONGEST)
    .toWellFormed()
    .replaceAll(/[^A-Za-z0-9 \u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`)
}
