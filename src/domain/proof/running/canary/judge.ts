// What a canary run says: the check with one more test, which must fail. A check that stays green with it proves nothing.
import { cannotTell, type CopyOutcome, type ExtraAnswer, whyNoVerdict } from '../copy-outcome.ts'

/** Words that only the canary prints; see `planCanary`. */
export interface CanaryWords {
  /** Printed when its file is loaded, before the code under test. */
  readonly witness: string
  /** Printed by the test itself, just before it fails. */
  readonly reached: string
}

export interface CanaryRuns {
  readonly canary: CopyOutcome
  readonly plan: CanaryWords & {
    /** Why a green run may have an honest reason: only the same canary at the start can tell then. */
    readonly excuse?: string | undefined
    /** The file is a program: nothing but its own code can keep its last line from running. */
    readonly isProgram?: true | undefined
  }
  /** The same canary over the task's start, where it was tried. */
  readonly atStart?: CopyOutcome | undefined
}

/** Green: the check is rigged. Red: it can still fail. Never throws. */
export function judgeCanary({ canary, plan, atStart }: CanaryRuns): ExtraAnswer {
  const now = judgeOne(canary, plan)
  if (now.answer !== 'green') return now
  const start = atStart === undefined ? undefined : judgeOne(atStart, plan)
  if (start?.answer === 'red')
    return { answer: 'green', why: 'a test that must fail made the check fail at the start, and does not any more' }
  if (start?.answer === 'green')
    return cannotTell('a test that must fail does not make the check fail, and did not at the start either')
  if (plan.excuse !== undefined)
    return cannotTell(`a test that must fail did not make the check fail, but ${plan.excuse}`)
  const missing = unseen(canary, plan)
  if (missing !== undefined) return cannotTell(`a test that must fail did not make the check fail, but ${missing}`)
  return now
}

/** Is the same canary over the task's start worth a run? */
export function needsStart(runs: Pick<CanaryRuns, 'canary' | 'plan'>): boolean {
  return judgeOne(runs.canary, runs.plan).answer === 'green'
}

function judgeOne(outcome: CopyOutcome, { reached }: CanaryWords): ExtraAnswer {
  const none = whyNoVerdict(outcome)
  if (none !== undefined) return cannotTell(`the canary run came to no result: ${none}`)
  if (outcome.kind !== 'ran') return cannotTell('the canary run came to no result')
  if (outcome.end.result === 'passed')
    return { answer: 'green', why: 'the check passes although one of its tests must fail' }
  if (!outcome.output.includes(reached))
    return cannotTell(`the check failed with the canary, but not by it (${outcome.end.why})`)
  const { finished, tests, failed } = outcome.ran ?? {}
  if (finished && tests !== undefined && failed === 0)
    return cannotTell(`the check failed although the canary passed (${outcome.end.why})`)
  return { answer: 'red', why: 'a test that must fail makes the check fail' }
}

/** A test that was left out by a selection, or skipped by a hook, leaves a runner that comes to its end. */
function unseen(canary: CopyOutcome, { witness, reached, isProgram }: CanaryRuns['plan']): string | undefined {
  if (canary.kind !== 'ran' || !canary.output.includes(witness)) return 'nothing shows that the check loads its file'
  if (canary.output.includes(reached) || canary.ran?.finished === false || isProgram) return undefined
  return 'it did not run, and something may have left it out'
}
