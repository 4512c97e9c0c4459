// Evidence for people at a terminal: each check with its result, time and last output, then what else it rests on.
import type { CheckRun, EvidenceCheck } from '../../../contract/evidence.ts'
import { type ChangedView, type EvidenceView, viewCheck } from '../../../domain/view/evidence.ts'
import { type Style, timeOfDay } from './style.ts'

const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const

export function showCheck(check: CheckRun & Partial<EvidenceCheck>, style: Style): string[] {
  const { name, result, tone, took, why, ranAt, output, log } = viewCheck(check)
  const word = style[tone](result.padEnd('could-not-run'.length))
  const reused = ranAt === undefined ? '' : style.dim(` (reused: ran at ${timeOfDay(ranAt)} on this same tree)`)
  return [
    `${word}  ${style.bold(name)}  ${took}, ${why}${reused}`,
    ...output.map((line) => `    ${style.dim('│')} ${line}`),
    ...(log === undefined ? [] : [style.dim(`    log: ${log}`)]),
  ]
}

/** The lines below the checks. */
export function showRest(
  { skipped, tree, changed, yardstickNotes, notes, warnings, tampering }: EvidenceView,
  style: Style,
): string[] {
  return [
    ...yardstickNotes.map((note) => `${style.warn('look')}     ${note}`),
    ...skipped.map(({ name, why }) => `${style.dim('skipped      ')}  ${name}  ${why}`),
    `tree     ${tree ?? 'none'}`,
    ...(changed === undefined ? [] : showChanged(changed)),
    ...notes.map((note) => `note     ${note}`),
    ...warnings.map((warning) => `${style.warn('warning')}  ${warning}`),
    ...tampering.map((found) => `${style.warn('tamper')}   ${found}`),
  ]
}

function showChanged({ summary, files, more }: ChangedView): string[] {
  return [
    `changed  ${summary}`,
    ...files.map(({ path, how }) => `         ${LETTERS[how]} ${path}`),
    ...(more > 0 ? [`         and ${more} more`] : []),
  ]
}
