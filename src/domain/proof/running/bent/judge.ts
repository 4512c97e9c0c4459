// What a check says with bent assertions. One that passes although its expected value is another proves that the code makes
// itself equal to whatever it is compared with.
import { cannotTell, type CopyOutcome, type ExtraAnswer, whyNoVerdict } from '../copy-outcome.ts'
import type { BentPlan } from '../plans.ts'

const CHANGED_STILL_PASSES = 'an assertion whose expected value was changed still passes'

export interface BentRuns {
  readonly bent: CopyOutcome
  readonly plan: Pick<BentPlan, 'file' | 'assertions' | 'tried' | 'passed' | 'hasNegatives' | 'isSame'>
  /** The same file as it was, bent too, with the code of the start. */
  readonly atStart?: CopyOutcome | undefined
}

/** Green: an assertion passes that must fail. Red: all of them fail. Never throws. */
export function judgeBent({ bent, plan, atStart }: BentRuns): ExtraAnswer {
  const none = whyNoVerdict(bent)
  if (none !== undefined) return cannotTell(`the run with other expected values came to no result: ${none}`)
  const passed = passedIn(bent, plan)
  if (passed.length === 0) return judgeNonePassed({ bent, plan, atStart })
  const isTriedThen = atStart !== undefined && whyNoVerdict(atStart) === undefined
  if (isTriedThen && passedIn(atStart, plan).length > 0)
    return cannotTell(`${CHANGED_STILL_PASSES}, and did at the start`)
  // Values that are meant to equal many others have tests which say what they do not equal.
  const riggeds = passed.flatMap((index) => {
    const one = plan.assertions[index]
    return one && (!plan.hasNegatives || (isTriedThen && one.isOld)) ? [one] : []
  })
  const rigged = riggeds.find(({ isBuilt }) => !isBuilt) ?? riggeds[0]
  if (!rigged) return cannotTell(`${CHANGED_STILL_PASSES}, which may be meant in this test file`)
  const at = `${plan.file}:${rigged.line}`
  const why = `${CHANGED_STILL_PASSES} (${at})`
  // A class may hide what it holds from a comparison for good reasons.
  return rigged.isBuilt ? { ...cannotTell(why), asks: true, at } : { answer: 'green', why }
}

function judgeNonePassed(runs: BentRuns): ExtraAnswer {
  const lost = lostIn(runs)
  if (lost) return lost
  return markedIn(runs.bent, runs.plan.tried).size === 0
    ? cannotTell('no assertion with another expected value was reached')
    : { answer: 'red', why: 'assertions fail when their expected values are changed' }
}

/** The program may end before its tests do, with success: it waits for nothing any more. */
function lostIn({ bent, plan, atStart }: BentRuns): ExtraAnswer | undefined {
  if (atStart === undefined || !hasPassed(bent)) return undefined
  const missed = missedIn(bent, plan)
  const then = markedIn(atStart, plan.tried)
  const isNone = missed.length === plan.assertions.length
  // The numbers mean the same only in the same file.
  const lost = plan.isSame ? missed.find((index) => then.has(index)) : isNone && then.size > 0 ? missed[0] : undefined
  const one = lost === undefined ? undefined : plan.assertions[lost]
  if (!one) return undefined
  const at = `${plan.file}:${one.line}`
  const what = isNone ? `no assertion in ${plan.file} is` : `the assertion at ${at} is not`
  // A command that takes other files now would explain it as well.
  return { ...cannotTell(`the check passes although ${what} reached any more`), asks: true, at }
}

function missedIn(bent: CopyOutcome, { tried, assertions }: BentRuns['plan']): number[] {
  const reached = markedIn(bent, tried)
  return assertions.flatMap((_, index) => (reached.has(index) ? [] : [index]))
}

/** Is the same file over the task's start worth a run? */
export function needsBentStart({ bent, plan }: Pick<BentRuns, 'bent' | 'plan'>): boolean {
  if (whyNoVerdict(bent) !== undefined) return false
  return passedIn(bent, plan).length > 0 || (hasPassed(bent) && missedIn(bent, plan).length > 0)
}

function hasPassed(outcome: CopyOutcome): boolean {
  return outcome.kind === 'ran' && outcome.end.result === 'passed'
}

/** Those that passed while the same comparison told the two values apart. */
function passedIn(outcome: CopyOutcome, { tried, passed }: BentRuns['plan']): number[] {
  const reached = markedIn(outcome, tried)
  return [...markedIn(outcome, passed)].filter((index) => reached.has(index)).toSorted((a, b) => a - b)
}

function markedIn(outcome: CopyOutcome, word: string): Set<number> {
  if (outcome.kind !== 'ran') return new Set()
  return new Set(Array.from(outcome.output.matchAll(new RegExp(`${word}(\\d+)\\.`, 'g')), ([, index]) => Number(index)))
}
