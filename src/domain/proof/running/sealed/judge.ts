// What a sealed run says: the check with the yardstick of the task's start over the current code.
import type { WhatRan } from '../../../../contract/evidence.ts'
import { given } from '../../../../contract/given.ts'
import { failureLines } from '../../../checks/output/failure-lines.ts'
import { withGroups } from '../../../checks/output/nested-tests.ts'
import { namesTest } from '../../../checks/output/normal-line.ts'
import { toLines } from '../../../checks/output/output-lines.ts'
import { isNoTestRun } from '../../../checks/ran/commands.ts'
import { isTestFile } from '../../yardstick/yardstick.ts'
import { cannotTell, type CopyOutcome, type ExtraAnswer, whyNoVerdict } from '../copy-outcome.ts'
import type { SealedPlan } from '../plans.ts'
import { missingIn } from './missing-names.ts'
import { unloadedIn } from './unloaded.ts'

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
  readonly plan: Pick<SealedPlan, 'put' | 'cases' | 'deletedCases' | 'newTests' | 'goneNames'>
  /** Where the check ran: paths below it become relative. */
  readonly root?: string | undefined
}

const MOST_TESTS = 20
const ONLY_NEW = 'only new tests fail with the settings and helpers of the start'

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
  if (ran.failed > 0) return `${tests(ran.failed)} failed behind its success`
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
  const { command, control, plan } = runs
  if (!control) return cannotTell('the sealed run failed, and no run with the tests of now was made to compare with')
  const none = whyNoVerdict(control)
  if (none !== undefined || control.kind !== 'ran')
    return cannotTell(`the sealed run failed, and so does a copy without it: ${none ?? ''}`)
  if (control.end.result !== 'passed')
    return cannotTell(`the check fails in a copy with the tests of now, too (${control.end.why})`)
  const first = readFailures(runs, sealed)
  if (!isNoTestRun(command) && (sealed.ran?.tests ?? 0) <= first.unloaded.countedAsRun)
    return cannotTell(first.why ?? 'the sealed run failed before any of the known tests ran')
  if (isGreen(runs.again)) return cannotTell('the sealed run failed once and passed once: the check is flaky')
  const failing = failedTwice(first.lines, runs)
  if (!failing) return cannotTell('the sealed run failed twice, each time by other tests: the check is flaky')
  const old = failing.filter((line) => !plan.newTests.some((name) => line.includes(name)))
  if (failing.length > 0 && old.length === 0) return cannotTell(ONLY_NEW)
  if (first.isNothingElse && first.why !== undefined) return cannotTell(first.why)
  // Some runners print the messages of a test before its title.
  const shown = [...new Set([...old.filter(namesTest), ...old])].slice(0, MOST_TESTS)
  const again = runs.again?.kind === 'ran' ? readFailures(runs, runs.again).failed : undefined
  const count = Math.min(first.failed, again ?? Number.POSITIVE_INFINITY)
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
function failedTwice(lines: readonly string[], runs: SealedRuns): readonly string[] | undefined {
  const { again } = runs
  if (again?.kind !== 'ran' || again.end.result !== 'failed') return lines
  const second = readFailures(runs, again).lines
  const both = lines.filter((line) => second.includes(line))
  return both.length > 0 || lines.length === 0 ? both : undefined
}

const tests = (count: number): string => (count === 1 ? '1 test' : `${count} tests`)

interface Failures {
  /** Without those of test files that did not load. */
  readonly lines: readonly string[]
  /** How many tests ran and failed. */
  readonly failed: number
  readonly unloaded: { readonly counted: number; readonly countedAsRun: number }
  /** What of the start does not fit the new code, as a line for people. */
  readonly why?: string
  /** That explains all of it: no test of the start came to say something about the new code. */
  readonly isNothingElse: boolean
}

function readFailures({ command, plan, root }: SealedRuns, { output, ran }: CopyOutcome & { kind: 'ran' }): Failures {
  const unloaded = unloadedIn(toLines(output))
  const lines = failureLines(withGroups(unloaded.rest).join('\n'), root)
  const failed = Math.max(0, (ran?.failed ?? 0) - unloaded.counted)
  const put = plan.put.map(({ path }) => path).filter((path) => isTestFile(path))
  if (isNoTestRun(command)) {
    // A compiler or a linter: the tests of the start are among the files that it reads.
    const named = put.filter((path) => lines.some((line) => line.includes(path)))
    const isNothingElse = lines.length > 0 && lines.every((line) => named.some((path) => line.includes(path)))
    return { lines, failed, unloaded, isNothingElse, ...given({ why: toWhy('fit', shortened(named, root)) }) }
  }
  const missing = missingIn(unloaded.rest, plan.goneNames)
  const isExplained = failed <= missing.count && (missing.count > 0 || lines.length === 0)
  const isNew = (name: string): boolean => plan.newTests.some((one) => name.includes(one))
  const load = toWhy(
    'load',
    shortened(unloaded.names, root).filter((name) => !isNew(name)),
  )
  const why = load ?? toWhy('need', missing.names) ?? (unloaded.names.length > 0 ? ONLY_NEW : undefined)
  return { lines, failed, unloaded, isNothingElse: isExplained && why !== undefined, ...given({ why }) }
}

const MOST_NAMES = 3

function toWhy(what: 'load' | 'fit' | 'need', names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  const listed = `${names.slice(0, MOST_NAMES).join(', ')}${more}`
  return what === 'need'
    ? `tests from the start of the task need what the new code no longer has: ${listed}`
    : `tests from the start of the task do not ${what} ${what === 'fit' ? 'the' : 'with the'} new code: ${listed}`
}

function shortened(names: readonly string[], root: string | undefined): string[] {
  return names.map((name) => (root !== undefined && name.startsWith(`${root}/`) ? name.slice(root.length + 1) : name))
}
