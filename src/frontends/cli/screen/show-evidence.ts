// Evidence for people at a terminal: each check with its result, time and last output, then what else it rests on.
import type { CheckRun, EvidenceCheck } from '../../../contract/evidence.ts'
import { type ChangedView, type EvidenceView, viewCheck } from '../../../domain/view/evidence.ts'
import { type Paper, pathOn, pathsOn } from './paper.ts'
import { timeOfDay } from './style.ts'
import { fitLines, hangBehind, wrapWhole } from './wrap.ts'

export type EvidencePaper = Pick<Paper, 'style' | 'columns' | 'home'>

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const

/** Output as wide as the window; the path of the log in one piece. */
export function showCheck(check: CheckRun & Partial<EvidenceCheck>, paper: EvidencePaper): string[] {
  const { style, columns } = paper
  const { name, result, tone, took, why, ranAt, output, log } = viewCheck(check)
  const word = style[tone](result.padEnd('could-not-run'.length))
  const reused = ranAt === undefined ? '' : style.dim(` (reused: ran at ${timeOfDay(ranAt)} on this same tree)`)
  const lead = `${word}  `
  // What never began took no time; what was cut off did.
  const neverBegan = check.durationMs === 0 && check.result === 'could-not-run'
  const about = pathsOn(paper, neverBegan ? why : `${took}, ${why}`)
  return [
    ...hangBehind(lead, `${style.bold(name)}  ${about}${reused}`, {
      indent: 'could-not-run'.length + 2,
      columns,
    }),
    ...output.flatMap((line) =>
      fitLines([line], Math.max(20, columns - 6)).map((part) => `    ${style.dim('│')} ${part}`),
    ),
    ...(log === undefined ? [] : showLog(pathOn(paper, log), columns).map((line) => style.dim(line))),
  ]
}

/** On a line of its own where it does not fit behind the word. */
function showLog(path: string, columns: number): string[] {
  return wrapWhole(`log: ${path}`, columns - 4).map((line) => `    ${line}`)
}

/** The lines below the checks. */
export function showRest(
  { skipped, tree, changed, yardstickNotes, notes, warnings, ...proof }: EvidenceView,
  { style, columns }: EvidencePaper,
): string[] {
  const lines = [
    ...yardstickNotes.map((note) => `${style.warn('look')}     ${note}`),
    ...skipped.map(({ name, why }) => `${style.dim('skipped      ')}  ${name}  ${why}`),
    `tree     ${tree ?? 'none'}`,
    ...(changed === undefined ? [] : showChanged(changed)),
    ...notes.map((note) => `note     ${note}`),
    ...warnings.map((warning) => `${style.warn('warning')}  ${warning}`),
    ...proof.tampering.map((found) => `${style.warn('tamper')}   ${found}`),
    ...proof.cleared.map((found) => `${style.good('cleared')}  ${found}`),
    ...proof.extra.flatMap(({ head, tests }) => [
      `proof    ${head}`,
      ...tests.map((title) => `         ${style.bad('✗')} ${title}`),
    ]),
  ]
  return fitLines(lines, columns)
}

function showChanged({ summary, files, more }: ChangedView): string[] {
  return [
    `changed  ${summary}`,
    ...files.map(({ path, how }) => `         ${LETTERS[how]} ${path}`),
    ...(more > 0 ? [`         and ${more} more`] : []),
  ]
}
