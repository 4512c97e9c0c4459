// Options of `resume` over the policy that was frozen when the task opened.
import { describe, expect, test } from 'bun:test'
import type { Config } from '../../contract/config/config.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { policy } from '../gate/facts.fixture.ts'
import { withFlags } from './flags.ts'

const SUPERVISION: NonNullable<Policy['supervision']> = {
  continue: 'same',
  idleTimeoutMs: 111,
  settleMs: 222,
  longestWaitMs: 333,
}
const FROZEN: Policy = policy({
  maxContinuations: 7,
  budget: { timeMs: 1000, tokens: 500 },
  supervision: SUPERVISION,
})
const supervised = (changes: Partial<typeof SUPERVISION>): Partial<Policy> => ({
  supervision: { ...SUPERVISION, ...changes },
})
const { longestWaitMs: _wait, ...WITHOUT_LIMIT } = SUPERVISION

const rows: ReadonlyArray<readonly [name: string, flags: Config, expected: Partial<Policy>]> = [
  ['no option', {}, {}],
  ['continuations', { maxContinuations: 0 }, { maxContinuations: 0 }],
  ['one budget: the others stay', { budget: { time: '2s' } }, { budget: { timeMs: 2000, tokens: 500 } }],
  ['a budget that had no limit', { budget: { cost: 5 } }, { budget: { timeMs: 1000, tokens: 500, cost: 5 } }],
  ['how to continue', { continue: 'fresh' }, supervised({ continue: 'fresh' })],
  ['when an agent counts as hung', { idleTimeout: '9s' }, supervised({ idleTimeoutMs: 9000 })],
  ['when a screen counts as quiet', { settle: '4s' }, supervised({ settleMs: 4000 })],
  ['the longest wait', { limits: { wait: '8s' } }, supervised({ longestWaitMs: 8000 })],
  ['a wait without a limit', { limits: { wait: true } }, { supervision: WITHOUT_LIMIT }],
]

describe('withFlags', () => {
  for (const [name, flags, expected] of rows) {
    test(name, () => expect(withFlags(FROZEN, flags)).toEqual({ ...FROZEN, ...expected }))
  }

  test('a task without a supervisor keeps its policy', () => {
    const { supervision: _supervision, ...unsupervised } = FROZEN
    expect(withFlags(unsupervised, { maxContinuations: 1 })).toEqual(unsupervised)
  })
})
