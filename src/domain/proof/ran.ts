// What the number of tests says against a pass: fewer than before the task, or a runner that never came to its end.
// Whether tests went for a good reason is left to those who read the change.
import type { CheckRun } from '../../contract/evidence.ts'

/** Undefined where nothing speaks against it. `before`: the same check, before the task. */
export function suspicionOf({ result, ran }: CheckRun, before: CheckRun | undefined): string | undefined {
  if (result !== 'passed') return undefined
  if (ran?.finished === false) return 'a test runner began and printed no summary, so that it may have ended early'
  const then = before?.ran?.partial ? undefined : before?.ran?.tests
  if (then === undefined || then === 0 || ran?.partial) return undefined
  if (!ran) return `nothing in its output tells that tests ran, and ${counted(then)} ran before the task`
  if (ran.tests === undefined || ran.tests >= then) return undefined
  return `${counted(ran.tests)} ran, and ${counted(then)} ran before the task`
}

const counted = (tests: number): string => (tests === 1 ? '1 test' : `${tests} tests`)

interface Opened {
  readonly openedAt: string
  readonly baseline?: readonly CheckRun[]
}

/** The newest result from before the task that tells how many tests ran; `results`: newest first. */
export function ranBefore(
  key: string,
  { openedAt, baseline = [] }: Opened,
  results: readonly CheckRun[],
): CheckRun | undefined {
  const tells = (one: CheckRun): boolean =>
    one.key === key && one.tree !== undefined && one.ran?.finished === true && one.ran.tests !== undefined
  const opened = Date.parse(openedAt)
  return (
    baseline.find(tells) ?? results.find((one) => tells(one) && Date.parse(one.startedAt) + one.durationMs <= opened)
  )
}
