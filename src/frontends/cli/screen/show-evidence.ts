// Evidence for people: each check with its result, time and last words, then what it all rests on.
import type { CheckRun, Evidence, EvidenceCheck } from '../../../contract/evidence.ts'
import { inLine, oneLine, printable } from '../../../domain/text/printable.ts'
import { duration, type Style, timeOfDay } from './style.ts'

const MOST_FILES = 20

export function showCheck(check: CheckRun & { readonly reused?: boolean }, style: Style): string[] {
  const name = oneLine(check.name, 60)
  const how = `${paint(check.result, style)}  ${style.bold(name)}  ${duration(check.durationMs)}, ${oneLine(check.why, 300)}`
  const reused = check.reused ? style.dim(` (reused: ran at ${timeOfDay(check.startedAt)} on this same tree)`) : ''
  const tail = check.result === 'passed' || check.tail === '' ? [] : indented(check.tail, style)
  const log = check.log === undefined ? [] : [style.dim(`    log: ${inLine(check.log)}`)]
  return [`${how}${reused}`, ...tail, ...log]
}

function paint(result: CheckRun['result'], style: Style): string {
  const word = result.padEnd('could-not-run'.length)
  if (result === 'passed') return style.good(word)
  return result === 'could-not-run' ? style.warn(word) : style.bad(word)
}

function indented(text: string, style: Style): string[] {
  return printable(text)
    .split('\n')
    .map((line) => `    ${style.dim('│')} ${line}`)
}

/** What is said below the checks. */
export function showRest(evidence: Evidence, style: Style): string[] {
  const { tree, changed, changedCount = 0, skipped, notes, warnings, tampering } = evidence
  return [
    ...skipped.map(({ name, why }) => `${style.dim('skipped      ')}  ${oneLine(name, 60)}  ${oneLine(why, 200)}`),
    `tree     ${tree ?? 'none'}`,
    ...(changed === undefined ? [] : showChanged(changed, changedCount)),
    ...notes.map((note) => `note     ${oneLine(note, 300)}`),
    ...warnings.map((warning) => `${style.warn('warning')}  ${oneLine(warning, 300)}`),
    ...tampering.map(({ file, line, what }) => `${style.warn('tamper')}   ${oneLine(`${file}:${line} ${what}`, 300)}`),
  ]
}

function showChanged(changed: NonNullable<Evidence['changed']>, count: number): string[] {
  if (count === 0) return ['changed  nothing']
  const letters = { added: 'A', modified: 'M', deleted: 'D' }
  const shown = changed.slice(0, MOST_FILES).map(({ path, how }) => `         ${letters[how]} ${inLine(path)}`)
  const more = count > shown.length ? [`         and ${count - shown.length} more`] : []
  return [`changed  ${count === 1 ? '1 file' : `${count} files`}`, ...shown, ...more]
}

export function isGood(checks: readonly Pick<EvidenceCheck, 'result'>[]): boolean {
  return checks.length > 0 && checks.every((check) => check.result === 'passed')
}
