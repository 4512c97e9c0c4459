// What the number of tests says against a pass: some that failed, fewer than before the task, or a runner that never came to
// its end.
// Whether tests went for a good reason is left to those who read the change.
import type { CheckRun } from '../../contract/evidence.ts'

/** Undefined where nothing speaks against it. `before`: results of the same check from before the task, newest first. */
export function suspicionOf({ result, ran }: CheckRun, before: readonly CheckRun[]): string | undefined {
  if (result !== 'passed') return undefined
  if (ran?.finished === false) {
    // A reporter that prints no summary printed none before either.
    const isUsual = ran.tests === undefined && before.find((one) => one.ran)?.ran?.finished === false
    return isUsual ? undefined : 'a test runner began and printed no summary, so that it may have ended early'
  }
  if (ran !== undefined && ran.failed > 0) {
    // Some commands are made to go on, and some runners retry.
    const isUsual = before.find((one) => one.result === 'passed' && one.ran)?.ran?.failed ?? 0
    return isUsual > 0 ? undefined : `${counted(ran.failed)} failed, and yet the check ended with success`
  }
  const newest = before.find((one) => one.ran?.finished === true && one.ran.tests !== undefined)?.ran
  const then = newest?.partial ? undefined : newest?.tests
  if (then === undefined || then === 0 || ran?.partial) return undefined
  if (!ran) return `nothing in its output tells that tests ran, and ${counted(then)} ran before the task`
  if (ran.tests === undefined || ran.tests >= then) return undefined
  return `${counted(ran.tests)} ran, and ${counted(then)} ran before the task`
}

const counted = (tests: number): string => (tests === 1 ? '1 test' : `${tests} tests`)

interface OpenedTask {
  readonly openedAt: string
  readonly baseline?: readonly CheckRun[]
}

/** What is known of a check from before the task, and holds for a tree; `results`: newest first. */
export function ranBefore(
  key: string,
  { openedAt, baseline = [] }: OpenedTask,
  results: readonly CheckRun[],
): readonly CheckRun[] {
  const opened = Date.parse(openedAt)
  const earlier = results.filter((one) => Date.parse(one.startedAt) + one.durationMs <= opened)
  return [...baseline, ...earlier].filter((one) => one.key === key && one.tree !== undefined)
}
