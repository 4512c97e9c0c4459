// A refused claim in one line for a person: of a red check what its output says, wherever it says something.
import { describe, expect, test } from 'bun:test'
import type { Decision, ReasonCode } from '../../contract/decision.ts'
import { briefReason, refusedLine, tellClaim } from './refused-claim.ts'

const rows: ReadonlyArray<readonly [name: string, code: ReasonCode, text: string, expected: string]> = [
  [
    'the failing line',
    'check-failed',
    'check "t" failed (exit 1)\nok 1\nError: 2 is not 3',
    'check "t" failed: 2 is not 3',
  ],
  ['nothing was printed', 'check-failed', 'check "t" failed (exit 1)', 'check "t" failed (exit 1)'],
  ['nothing but white space', 'check-failed', 'check "t" failed (exit 1)\n \n', 'check "t" failed (exit 1)'],
  [
    'what else is known of it stays',
    'check-failed',
    'check "t" failed (exit 1), it passed when the task began\nError: 2 is not 3',
    'check "t" failed, it passed when the task began: 2 is not 3',
  ],
  [
    'an end that is no exit code stays',
    'check-failed',
    'check "t" timed-out (after 10m)\nError: 2 is not 3',
    'check "t" timed-out (after 10m): 2 is not 3',
  ],
  [
    'a long line is cut',
    'check-failed',
    `check "t" failed (exit 1)\nError: ${'x'.repeat(900)}`,
    `check "t" failed: ${'x'.repeat(199)}…`,
  ],
  ['any other reason', 'todo-open', 'open todo: docs\nmore', 'open todo: docs'],
]

for (const [name, code, text, expected] of rows) test(name, () => expect(briefReason({ code, text })).toBe(expected))

const refusal = (rule: number, say: string, ...texts: readonly string[]): Decision => ({
  kind: 'continue',
  rule,
  because: texts.map((text) => ({ code: 'check-failed', text })),
  say,
  fingerprint: 'f',
  counts: ['refusal'],
})

describe('tellClaim', () => {
  test('a refused claim, in one line whatever the check printed', () => {
    const decision = refusal(
      5,
      'FULLSTOP (2/5) Not done',
      'check "unit" failed (exit 1)\nE: boom',
      'check "lint" failed',
    )
    expect(tellClaim({ status: 'success' }, decision)).toBe(
      'Fullstop: claim refused (2 of 5), the first of 2 reasons: check "unit" failed: E: boom',
    )
  })
  test('without a cap', () => {
    expect(tellClaim({ status: 'success' }, refusal(5, 'FULLSTOP (2) Not done', 'open todo: docs'))).toBe(
      'Fullstop: claim refused (2): open todo: docs',
    )
  })
  test('checks that still run are no refusal', () => {
    expect(tellClaim({ status: 'success' }, refusal(6, 'FULLSTOP (1/5)', 'still running: unit'))).toBeUndefined()
  })
  test('an accepted claim is told at the stop', () => {
    expect(
      tellClaim({ status: 'success' }, { kind: 'allow', rule: 4, because: [], outcome: 'completed' }),
    ).toBeUndefined()
    expect(tellClaim({ status: 'success' }, undefined)).toBeUndefined()
  })
})

test("at the end of the answer to a call every reason stands, and of a person's own refusal none", () => {
  const because = [
    { code: 'check-failed' as const, text: 'check "unit" failed (exit 1)\nE: boom' },
    { code: 'todo-open' as const, text: 'open todo: docs' },
  ]
  expect(refusedLine({ because, say: 'FULLSTOP (2/5) Not done' })).toBe(
    'Claim refused (2 of 5): check "unit" failed: E: boom; open todo: docs',
  )
  expect(refusedLine({ because, say: 'Please address this feedback: more tests' })).toBeUndefined()
})
