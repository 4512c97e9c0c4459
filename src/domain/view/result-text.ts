// How a check ended, in a few words, with the line of its output that says most.
import type { CheckResult, CheckRun, EvidenceCheck } from '../../contract/evidence.ts'
import { failingLine } from '../checks/output/failing-line.ts'
import { ageText } from '../text/age.ts'
import { plural } from '../text/plural.ts'
import { oneLine } from '../text/printable.ts'
import { tookText } from './amount.ts'

const WORDS: Readonly<Record<CheckResult, string>> = {
  passed: 'passed',
  failed: 'failed',
  'timed-out': 'timed out',
  'could-not-run': 'could not run',
}

/** When it is told, and since when a result is not an old one: ISO 8601. */
export interface Telling {
  readonly at: string
  readonly since?: string | undefined
}

/** `passed in 50 ms`, `passed 3 minutes ago on the same files`, `failed: expected 1, got 2`, `could not run: …`. */
export function resultText(check: CheckRun & Partial<EvidenceCheck>, telling?: Telling): string {
  const { result, why, tail, durationMs } = check
  const age = telling && ageOf(check, telling)
  if (result === 'passed') return age === undefined ? `passed in ${tookText(durationMs)}` : `passed ${age}`
  const said = result === 'failed' ? (failingLine(tail) ?? why) : why
  return `${WORDS[result]}${age === undefined ? '' : ` ${age}`}: ${oneLine(said, 200)}`
}

/** Of a result from before this turn of the agent; one that was reused within it is as good as new. */
function ageOf({ reused, startedAt }: Partial<EvidenceCheck>, { at, since }: Telling): string | undefined {
  if (reused !== true || startedAt === undefined) return undefined
  if (since !== undefined && Date.parse(startedAt) >= Date.parse(since)) return undefined
  return `${ageText(startedAt, new Date(at))} on the same files`
}

/** Each reason once, with the checks that it kept from running. */
export function couldNotRunTexts(checks: readonly EvidenceCheck[]): string[] {
  const barred = checks.filter(({ result }) => result === 'could-not-run')
  const whys = [...new Set(barred.map(({ why }) => why))]
  return whys.map((why) => {
    const names = barred.filter((check) => check.why === why).map(({ name }) => oneLine(name, 40))
    // The next step says how to trust them.
    return `${listed(names)} could not run: ${oneLine(why.replace(/; run `fullstop trust` in .+$/, ''), 200)}`
  })
}

function listed(names: readonly string[]): string {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}

export function isRed({ result }: Pick<CheckRun, 'result'>): boolean {
  return result === 'failed' || result === 'timed-out'
}

/** `2 of 2 refusals used up` as a sentence. */
export function limitText(text: string): string {
  const [, used, limit] = /^(\d+) of (\d+) refusals used up$/.exec(text) ?? []
  if (used === undefined) return text
  return `gave up after ${plural(Number(used), 'refusal')}, ${used === limit ? 'the limit' : `the limit is ${limit}`}`
}
