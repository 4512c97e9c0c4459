// What a pass must show beside its exit code.
import { expect, test } from 'bun:test'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { WhatRan } from '../../../contract/evidence.ts'
import { whatPassed } from './expected.ts'

const PASSED = { result: 'passed', why: 'exit 0', exitCode: 0 } as const
const ran = (tests: number, skipped = 0): WhatRan => ({ tests, failed: 0, skipped, finished: true })

interface Row {
  readonly name: string
  readonly expect?: CheckConfig['expect']
  readonly ran?: WhatRan
  readonly output?: string
  readonly isCut?: boolean
  readonly result: string
  readonly why: string
}

const rows: readonly Row[] = [
  { name: 'a pass with tests', ran: ran(3), result: 'passed', why: 'exit 0' },
  { name: 'a pass of something else', result: 'passed', why: 'exit 0' },
  {
    name: 'no test ran',
    ran: ran(0),
    result: 'could-not-run',
    why: '0 tests ran: correct the command so that it finds the tests, or allow it with "expect": {"tests": 0} if there are none yet',
  },
  {
    name: 'all were skipped',
    ran: ran(0, 2),
    result: 'could-not-run',
    why: '0 tests ran (2 skipped): correct the command so that it finds the tests, or allow it with "expect": {"tests": 0} if there are none yet',
  },
  {
    name: 'files without tests, which node:test counts',
    ran: ran(0),
    output: '✔ /home/ada/greet/a.test.mjs (97.1ms)\n✔ /home/ada/greet/b.test.mjs (98.2ms)\nℹ tests 2\n',
    result: 'could-not-run',
    why: '0 tests ran: node:test lists 2 files in which no test ran: call test() in them, or allow it with "expect": {"tests": 0}',
  },
  { name: 'no test is expected', expect: { tests: 0 }, ran: ran(0), result: 'passed', why: 'exit 0' },
  { name: 'an unfinished run is a suspicion', ran: { ...ran(0), finished: false }, result: 'passed', why: 'exit 0' },
  { name: 'enough tests', expect: { tests: 10 }, ran: ran(10), result: 'passed', why: 'exit 0' },
  {
    name: 'too few tests',
    expect: { tests: 10 },
    ran: ran(9),
    result: 'failed',
    why: 'passed, but only 9 tests ran, and at least 10 are expected',
  },
  {
    name: 'no test at all where some are expected',
    expect: { tests: 1 },
    ran: ran(0),
    result: 'failed',
    why: 'passed, but no test ran, and at least 1 is expected',
  },
  {
    name: 'a number that cannot be known',
    expect: { tests: 10 },
    result: 'could-not-run',
    why: 'passed, but its output does not tell how many tests ran, and at least 10 are expected: let the runner print its summary',
  },
  {
    name: 'a line matches',
    expect: { output: '^\\d+ files? ok$' },
    output: 'x\n\u001b[32m12 files ok\u001b[0m\ny',
    result: 'passed',
    why: 'exit 0',
  },
  {
    name: 'no line matches',
    expect: { output: '^all good$' },
    output: 'not all good\n',
    result: 'failed',
    why: 'passed, but no line of its output matches "^all good$"',
  },
  {
    name: 'the line may be in the part that is not kept',
    expect: { output: 'good' },
    output: 'bad\n',
    isCut: true,
    result: 'could-not-run',
    why: 'passed, but no line of its output matches "good", and the middle of the output is not kept',
  },
  {
    name: 'a pattern without a bound',
    expect: { output: '(a)\\1' },
    output: 'aa',
    result: 'could-not-run',
    why: '"expect.output" cannot be used: "\\1" is not known here',
  },
]

for (const { name, result, why, output = '', isCut = false, ...row } of rows)
  test(`P6: ${name}`, () => {
    expect(whatPassed(PASSED, { expect: row.expect, ran: row.ran, output, isCut })).toEqual({
      exitCode: 0,
      result,
      why,
    } as never)
  })

test('P6: a failure stays a failure', () => {
  const failed = { result: 'failed', why: 'exit 1', exitCode: 1 } as const
  expect(whatPassed(failed, { expect: { tests: 10 }, ran: ran(0), output: '', isCut: false })).toEqual(failed)
})
