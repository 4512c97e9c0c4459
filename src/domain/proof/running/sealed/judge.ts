// What a sealed run says: the check with the yardstick of the task's start over the code of now.
import type { WhatRan } from '../../../../contract/evidence.ts'
import { failureLines } from '../../../checks/output/failure-lines.ts'
import { withGroups } from '../../../checks/output/nested-tests.ts'
import { namesTest } from '../../../checks/output/normal-line.ts'
import { toLines } from '../../../checks/output/output-lines.ts'
import { isNoTestRun } from '../../../checks/ran/commands.ts'
import { cannotTell, type CopyOutcome, type ExtraAnswer, whyNoVerdict } from '../copy-outcome.ts'

export interface SealedRuns {
  /** The command of the check, as a line. */
  readonly command: string
  readonly sealed: CopyOutcome
  /** The same check in the same kind of copy with the yardstick of now; needed only where the sealed run is red. */
  readonly control?: CopyOutcome | undefined
  /** The sealed run once more, where the first one was red and there was time. */
  readonly again?: CopyOutcome | undefined
  /** What ran before the task began; undefined where nothing is known of it. */
  readonly before?: WhatRan | undefined
  readonly plan: {
    /** Tests in the test files that were put back. */
    readonly cases: number
    /** Tests in test files that stay deleted: their deletion is a suspicion of its own. */
    readonly deletedCases: number
    /** Titles and paths of tests that were not there at the start. */
    readonly newTests: readonly string[]
  }
  /** Where the check ran: paths below it become relative. */
  readonly root?: string | undefined
}

const MOST_TESTS = 20

/** Never throws. */
export function judgeSealed(runs: SealedRuns): ExtraAnswer {
  const { sealed } = runs
  const none = whyNoVerdict(sealed)
  if (none !== undefined) return cannotTell(`the sealed run came to no result: ${none}`)
  if (sealed.kind !== 'ran') return cannotTell('the sealed run came to no result')
  return sealed.end.result === 'passed' ? judgePassed(runs, sealed.ran) : judgeFailed(runs, sealed)
}

function judgePassed({ command, before, plan }: SealedRuns, ran: WhatRan | undefined): ExtraAnswer {
  const green = (how: string): ExtraAnswer => ({
    answer: 'green',
    why: `passes with the tests and settings from the start of the task${how}`,
  })
  if (isNoTestRun(command)) return green('')
  const unknown = whyUncounted(ran)
  if (unknown !== undefined || ran?.tests === undefined)
    return cannotTell(`the sealed run passed, but ${unknown ?? 'how many tests ran is not known'}`)
  const least = leastTests(before, plan)
  // A test that is skipped as it was at the start is there, and none of those that a start counts.
  const counted = before?.tests === undefined ? ran.tests + ran.skipped : ran.tests
  if (counted < least)
    return cannotTell(`the sealed run passed, but only ${tests(counted)} ran, and at the start there were ${least}`)
  return green(` (${tests(ran.tests)})`)
}

function whyUncounted(ran: WhatRan | undefined): string | undefined {
  if (!ran) return 'its output does not tell what ran'
  if (!ran.finished) return 'its runner printed no summary'
  if (ran.partial) return 'the command chooses its tests by what changed'
  if (ran.tests === undefined) return 'its output does not tell how many tests ran'
  return ran.tests === 0 ? 'no test ran' : undefined
}

/** Without a result from before the task, the tests that were put back must have run at least. */
function leastTests(before: WhatRan | undefined, { cases, deletedCases }: SealedRuns['plan']): number {
  const isKnown = before?.tests !== undefined && before.finished && !before.partial
  return Math.max(1, isKnown ? (before.tests ?? 0) - deletedCases : cases)
}

function judgeFailed(runs: SealedRuns, sealed: CopyOutcome & { kind: 'ran' }): ExtraAnswer {
  const { command, control, plan, root } = runs
  if (!control) return cannotTell('the sealed run failed, and no run with the tests of now was made to compare with')
  const none = whyNoVerdict(control)
  if (none !== undefined || control.kind !== 'ran')
    return cannotTell(`the sealed run failed, and so does a copy without it: ${none ?? ''}`)
  if (control.end.result !== 'passed')
    return cannotTell(`the check fails in a copy with the tests of now, too (${control.end.why})`)
  if (!isNoTestRun(command) && (sealed.ran?.tests ?? 0) === 0)
    return cannotTell('the sealed run failed without running a test that is known')
  if (isGreen(runs.again)) return cannotTell('the sealed run failed once and passed once: the check is flaky')
  const twice = failedTwice(failingIn(sealed.output, root), runs.again, root)
  if (!twice) return cannotTell('the sealed run failed twice, each time by other tests: the check is flaky')
  const failing = twice
  const old = failing.filter((line) => !plan.newTests.some((name) => line.includes(name)))
  if (failing.length > 0 && old.length === 0)
    return cannotTell('only new tests fail with the settings and helpers of the start')
  // Some runners print the messages of a test before its title.
  const shown = [...new Set([...old.filter(namesTest), ...old])].slice(0, MOST_TESTS)
  const again = runs.again?.kind === 'ran' ? runs.again.ran?.failed : undefined
  const count = Math.min(sealed.ran?.failed ?? 0, again ?? Number.POSITIVE_INFINITY)
  return {
    answer: 'red',
    why: `${count > 0 ? tests(count) : 'the check'} from the start of the task ${count > 1 ? 'fail' : 'fails'} on the new code`,
    tests: shown,
  }
}

function isGreen(outcome: CopyOutcome | undefined): boolean {
  return outcome?.kind === 'ran' && outcome.end.result === 'passed'
}

/** Lines that a second run repeats, where there was one; undefined: it failed by others alone. */
function failedTwice(
  lines: readonly string[],
  again: CopyOutcome | undefined,
  root: string | undefined,
): readonly string[] | undefined {
  if (again?.kind !== 'ran' || again.end.result !== 'failed') return lines
  const second = failingIn(again.output, root)
  const both = lines.filter((line) => second.includes(line))
  return both.length > 0 || lines.length === 0 ? both : undefined
}

const tests = (count: number): string => (count === 1 ? '1 test' : `${count} tests`)

function failingIn(output: string, root: string | undefined): string[] {
  return failureLines(withGroups(toLines(output)).join('\n'), root)
}
