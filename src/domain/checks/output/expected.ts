// A pass that must show more than its exit code: tests that ran, and what the check expects of its output.
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { WhatRan } from '../../../contract/evidence.ts'
import { namesFileAsTest } from '../ran/ends.ts'
import { toLinePattern } from './line-pattern.ts'
import type { CheckEnd } from './outcome.ts'
import { toLines } from './output-lines.ts'

export interface ShownByCheck {
  readonly expect: CheckConfig['expect']
  readonly ran: WhatRan | undefined
  readonly output: string
  /** The middle of the output was left out. */
  readonly isCut: boolean
}

const NO_TESTS =
  'correct the command so that it finds the tests, or allow it with "expect": {"tests": 0} if there are none yet'

/** It counts each of them as a test that passed, and would do so if they had ended early. */
const WITHOUT_TESTS = 'in which no test ran: call test() in them, or allow it with "expect": {"tests": 0}'

export function whatPassed(end: CheckEnd, { expect, ran, output, isCut }: ShownByCheck): CheckEnd {
  if (end.result !== 'passed') return end
  const missing = missingOutput(end, expect?.output, output, isCut)
  if (missing) return missing
  if (expect?.tests !== undefined && expect.tests > 0) return enough(end, expect.tests, ran)
  if (ran?.finished !== true || ran.tests !== 0 || expect?.tests === 0) return end
  const skipped = ran.skipped > 0 ? ` (${ran.skipped} skipped)` : ''
  const files = toLines(output).filter((line) => namesFileAsTest(line)).length
  const why = files === 0 ? NO_TESTS : `node:test lists ${files === 1 ? '1 file' : `${files} files`} ${WITHOUT_TESTS}`
  return { ...end, result: 'could-not-run', why: `0 tests ran${skipped}: ${why}` }
}

function missingOutput(
  end: CheckEnd,
  source: string | undefined,
  output: string,
  isCut: boolean,
): CheckEnd | undefined {
  if (source === undefined) return undefined
  const pattern = toLinePattern(source)
  if (!pattern.ok) return { ...end, result: 'could-not-run', why: `"expect.output" cannot be used: ${pattern.why}` }
  if (toLines(output).some((line) => pattern.matches(line))) return undefined
  const why = `no line of its output matches "${source}"`
  return isCut
    ? { ...end, result: 'could-not-run', why: `passed, but ${why}, and the middle of the output is not kept` }
    : { ...end, result: 'failed', why: `passed, but ${why}` }
}

function enough(end: CheckEnd, least: number, ran: WhatRan | undefined): CheckEnd {
  const expected = `at least ${least} ${least === 1 ? 'is' : 'are'} expected`
  if (ran?.tests === undefined || !ran.finished) {
    const why = `passed, but its output does not tell how many tests ran, and ${expected}: let the runner print its summary`
    return { ...end, result: 'could-not-run', why }
  }
  if (ran.tests >= least) return end
  const counted = ran.tests === 1 ? 'only 1 test' : ran.tests === 0 ? 'no test' : `only ${ran.tests} tests`
  return { ...end, result: 'failed', why: `passed, but ${counted} ran, and ${expected}` }
}
