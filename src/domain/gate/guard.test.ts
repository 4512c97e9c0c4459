// Rule 12: every loop has an end with a name, and good work is not ended early.
import { describe, expect, test } from 'bun:test'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Refusal } from '../../contract/state.ts'
import { decide } from './decide.ts'
import { claim, done, facts, failed, policy, refusals } from './facts.fixture.ts'
import { refusalLimit } from './guard.ts'

const HOUR = 3_600_000
const REMINDER = '11:no-claim=nothing says that the task is done'

const reminders = (count: number): Refusal[] =>
  Array.from({ length: count }, () => ({ fingerprint: REMINDER, progress: 0 }))

interface Ended {
  readonly code: string
  readonly text: string
  readonly outcome: string
}
type Row = readonly [name: string, facts: Partial<Facts>, policy: Partial<Policy>, expected: 'goes on' | Ended]

const capped = (text: string): Ended => ({ code: 'cap-reached', text, outcome: 'capped' })
const stuck = (code: string, text: string): Ended => ({ code, text, outcome: 'stuck' })
const over = (text: string): Ended => ({ code: 'over-budget', text, outcome: 'over-budget' })
const SAME = stuck('same-refusal', 'the same refusal was given 3 times with no progress in between')
const IDLE = stuck('no-progress', '3 refusals brought no progress')

const rows: readonly Row[] = [
  // Caps (F9)
  ['F9: the fifth refusal is given', { continuations: 4 }, {}, 'goes on'],
  ['F9: the sixth is not', { continuations: 5 }, {}, capped('5 of 5 refusals used up')],
  ['F9: a cap of 2 gives the second', { continuations: 1 }, { maxContinuations: 2 }, 'goes on'],
  [
    'F9: a cap of 2 ends after the second',
    { continuations: 2 },
    { maxContinuations: 2 },
    capped('2 of 2 refusals used up'),
  ],
  [
    "F9: never more than the host's block cap less one",
    { continuations: 3, blockCap: 4 },
    {},
    capped('3 of 3 refusals used up'),
  ],
  ['F9: one below that goes on', { continuations: 2, blockCap: 4 }, {}, 'goes on'],
  ['F9: a host without a cap', { continuations: 19, blockCap: 0, progress: 3 }, { maxContinuations: 20 }, 'goes on'],
  ['F9: a large block cap changes nothing', { continuations: 5, blockCap: 50 }, {}, capped('5 of 5 refusals used up')],
  // Explicit 0
  ['0: the hundredth refusal is given', { continuations: 99 }, { maxContinuations: 0 }, 'goes on'],
  [
    '0: the hard end at 100',
    { continuations: 100 },
    { maxContinuations: 0 },
    capped('the hard end of 100 refusals is reached'),
  ],
  ['0: just before 8 hours', { elapsedMs: 8 * HOUR - 1 }, { maxContinuations: 0 }, 'goes on'],
  [
    '0: the hard end at 8 hours',
    { elapsedMs: 8 * HOUR },
    { maxContinuations: 0 },
    capped('the hard end of 8 hours is reached'),
  ],
  ['0: no stuck guards', { continuations: 50, refusals: reminders(20) }, { maxContinuations: 0 }, 'goes on'],
  [
    '0: a budget still ends it',
    { elapsedMs: HOUR },
    { maxContinuations: 0, budget: { timeMs: HOUR } },
    over('the time budget is used up'),
  ],
  // The hard end, whatever number was asked for
  ['R1: a cap: just before 8 hours', { elapsedMs: 8 * HOUR - 1 }, {}, 'goes on'],
  ['R1: a cap: the hard end at 8 hours', { elapsedMs: 8 * HOUR }, {}, capped('the hard end of 8 hours is reached')],
  [
    'R1: a cap above it: the hundredth refusal is given',
    { continuations: 99 },
    { maxContinuations: 100_000 },
    'goes on',
  ],
  [
    'R1: a cap above it: the hard end at 100',
    { continuations: 100, progress: 3 },
    { maxContinuations: 100_000 },
    capped('the hard end of 100 refusals is reached'),
  ],
  [
    'R1: TASKMASTER_MAX above it: the hard end at 100',
    { continuations: 100, refusals: reminders(20) },
    { maxContinuations: 999_999, repeatsReminder: true },
    capped('the hard end of 100 refusals is reached'),
  ],
  [
    'R1: in a run the time at work counts, over all that was spent',
    { supervised: true, elapsedMs: 20 * HOUR, spentMs: 8 * HOUR },
    {},
    capped('the hard end of 8 hours is reached'),
  ],
  ['R1: a run that slept was not at work', { supervised: true, elapsedMs: 20 * HOUR, spentMs: HOUR }, {}, 'goes on'],
  [
    'R1: a run that was resumed by a person begins anew',
    { supervised: true, elapsedMs: HOUR, spentMs: 20 * HOUR },
    {},
    'goes on',
  ],
  [
    'R1: waiting for a usage limit is not work',
    { supervised: true, elapsedMs: 12 * HOUR, spentMs: 12 * HOUR, waitedMs: 5 * HOUR },
    {},
    'goes on',
  ],
  // Budgets
  ['time: just before', { elapsedMs: HOUR - 1 }, { budget: { timeMs: HOUR } }, 'goes on'],
  ['time: used up', { elapsedMs: HOUR }, { budget: { timeMs: HOUR } }, over('the time budget is used up')],
  ['tokens: just before', { tokens: 999 }, { budget: { tokens: 1000 } }, 'goes on'],
  ['tokens: used up', { tokens: 1000 }, { budget: { tokens: 1000 } }, over('the token budget is used up')],
  ['tokens: unknown is not used up', {}, { budget: { tokens: 1 } }, 'goes on'],
  ['cost: just before', { cost: 1.99 }, { budget: { cost: 2 } }, 'goes on'],
  ['cost: used up', { cost: 2 }, { budget: { cost: 2 } }, over('the cost budget is used up')],
  // The same refusal
  [
    'the same refusal: given a third time',
    { continuations: 2, refusals: refusals([REMINDER, 0], [REMINDER, 0]) },
    {},
    'goes on',
  ],
  [
    'the same refusal: stuck on the fourth',
    { continuations: 3, refusals: refusals([REMINDER, 0], [REMINDER, 0], [REMINDER, 0]) },
    {},
    SAME,
  ],
  [
    'F18: progress between is not stuck',
    { continuations: 3, refusals: refusals([REMINDER, 0], [REMINDER, 0], [REMINDER, 0]), progress: 1 },
    {},
    'goes on',
  ],
  [
    'F18: healthy repetition, progress before each stop',
    { continuations: 4, refusals: refusals([REMINDER, 1], [REMINDER, 2], [REMINDER, 3], [REMINDER, 4]), progress: 5 },
    {},
    'goes on',
  ],
  [
    'progress resets the count: two since then',
    { continuations: 4, refusals: refusals([REMINDER, 0], [REMINDER, 0], [REMINDER, 1], [REMINDER, 1]), progress: 1 },
    {},
    'goes on',
  ],
  [
    'progress resets the count: three since then',
    { continuations: 4, refusals: refusals([REMINDER, 0], [REMINDER, 1], [REMINDER, 1], [REMINDER, 1]), progress: 1 },
    {},
    SAME,
  ],
  // Three continuations without progress
  [
    'different refusals: the third is given',
    { continuations: 2, refusals: refusals(['a', 0], ['b', 0]) },
    {},
    'goes on',
  ],
  [
    'different refusals: stuck on the fourth',
    { continuations: 3, refusals: refusals(['a', 0], ['b', 0], [REMINDER, 0]) },
    {},
    IDLE,
  ],
  [
    'different refusals: progress resets',
    { continuations: 3, refusals: refusals(['a', 0], ['b', 0], ['c', 1]), progress: 1 },
    {},
    'goes on',
  ],
  // TASKMASTER_MAX
  [
    'TASKMASTER_MAX repeats the reminder as often as it says',
    { continuations: 9, refusals: reminders(9) },
    { maxContinuations: 10, repeatsReminder: true },
    'goes on',
  ],
  [
    'TASKMASTER_MAX ends at its cap',
    { continuations: 10, refusals: reminders(10) },
    { maxContinuations: 10, repeatsReminder: true },
    capped('10 of 10 refusals used up'),
  ],
]

describe('guard', () => {
  for (const [name, changes, settings, expected] of rows) {
    test(name, () => {
      const decision = decide(facts(changes), policy(settings))
      if (expected === 'goes on') expect(decision).toMatchObject({ kind: 'continue', rule: 11, counts: ['refusal'] })
      else {
        expect(decision).toEqual({
          kind: 'allow',
          rule: 12,
          because: [
            { code: expected.code as never, text: expected.text },
            { code: 'no-claim', text: 'nothing says that the task is done' },
          ],
          outcome: expected.outcome as never,
        })
      }
    })
  }

  const failing = done(failed('test', 'x'))
  test('TASKMASTER_MAX leaves the guard on for a claim refused again and again', () => {
    const rules = policy({ maxContinuations: 10, repeatsReminder: true })
    const known = facts({ claim: claim('success'), verification: failing })
    const given = decide(known, rules)
    if (given.kind !== 'continue') throw new Error(`no refusal but ${given.kind}`)
    const three = refusals([given.fingerprint, 0], [given.fingerprint, 0], [given.fingerprint, 0])
    expect(decide({ ...known, continuations: 3, refusals: three }, rules)).toEqual({
      kind: 'allow',
      rule: 12,
      because: [
        { code: 'same-refusal', text: 'the same refusal was given 3 times with no progress in between' },
        { code: 'check-failed', text: 'check "test" failed\nx' },
      ],
      outcome: 'stuck',
    })
  })

  const outcomes: ReadonlyArray<readonly [name: string, facts: Partial<Facts>, outcome: string]> = [
    ['partial, if the newest claim was partial', { newestClaim: { status: 'partial', progress: 0 } }, 'partial'],
    [
      'partial, if this claim is partial',
      { claim: claim('partial', { remainingWork: 'x' }), newestClaim: { status: 'success', progress: 0 } },
      'partial',
    ],
    ['F5: capped, if a refused success was newest', { newestClaim: { status: 'success', progress: 0 } }, 'capped'],
    [
      'F5: capped, if a success came after a partial',
      { claim: claim('success'), verification: failing, newestClaim: { status: 'partial', progress: 0 } },
      'capped',
    ],
    ['F5: capped, without any claim', {}, 'capped'],
    ['F5: capped, if blocked was newest', { claim: claim('blocked', { remainingWork: 'x' }) }, 'capped'],
  ]
  for (const [name, changes, outcome] of outcomes) {
    test(`an end by the cap is ${name}`, () => {
      const decision = decide(facts({ ...changes, continuations: 5 }), policy())
      expect(decision).toMatchObject({ kind: 'allow', rule: 12, outcome: outcome as never })
    })
  }
})

describe('R1: sending the agent to wait is counted by the hard end and the time budget alone', () => {
  const waiting: Partial<Facts> = {
    attended: false,
    claim: claim('success'),
    verification: { kind: 'running', checks: ['test'] },
    blockCap: 0,
  }
  const cases: ReadonlyArray<readonly [name: string, facts: Partial<Facts>, policy: Partial<Policy>, code: string]> = [
    ['many waits', { waits: 99 }, {}, 'continue'],
    ['more than the cap', { waits: 50, continuations: 5 }, {}, 'continue'],
    ['the hard end', { waits: 95, continuations: 5 }, {}, 'cap-reached'],
    ['the hard end by time', { elapsedMs: 8 * HOUR }, {}, 'cap-reached'],
    ['the time budget', { elapsedMs: HOUR }, { budget: { timeMs: HOUR } }, 'over-budget'],
    ['no token budget', { tokens: 10 }, { budget: { tokens: 1 } }, 'continue'],
  ]
  for (const [name, changes, settings, code] of cases) {
    test(name, () => {
      const decision = decide(facts({ ...waiting, ...changes }), policy(settings))
      expect(decision.kind === 'allow' ? decision.because[0]?.code : decision.kind).toBe(code as never)
    })
  }
})

describe('F14: going on after subtasks is ended by the hard end and the budgets alone', () => {
  const cases: ReadonlyArray<readonly [name: string, facts: Partial<Facts>, policy: Partial<Policy>, code: string]> = [
    ['the cap', { continuations: 5 }, {}, 'continue'],
    ['many waits', { waits: 200 }, {}, 'continue'],
    ['three without progress', { refusals: reminders(3) }, {}, 'continue'],
    ['the hard end', { continuations: 100 }, {}, 'cap-reached'],
    ['the hard end by time', { elapsedMs: 8 * HOUR }, {}, 'cap-reached'],
    ['the time budget', { elapsedMs: HOUR }, { budget: { timeMs: HOUR } }, 'over-budget'],
    ['tokens that subtasks used', { tokens: 10 }, { budget: { tokens: 10 } }, 'over-budget'],
    ['tokens that are left', { tokens: 9 }, { budget: { tokens: 10 } }, 'continue'],
    ['cost that subtasks used', { cost: 2 }, { budget: { cost: 2 } }, 'over-budget'],
  ]
  for (const [name, changes, settings, code] of cases) {
    test(name, () => {
      const known = facts({ supervised: true, attended: false, areSubtasksOver: true, ...changes })
      const decision = decide(known, policy(settings))
      expect(decision.kind === 'allow' ? decision.because[0]?.code : decision.kind).toBe(code as never)
    })
  }
})

describe('refusalLimit', () => {
  const limits: ReadonlyArray<readonly [maxContinuations: number, blockCap: number, expected: number | undefined]> = [
    [5, 0, 5],
    [5, 8, 5],
    [20, 8, 7],
    [5, 6, 5],
    [5, 5, 4],
    [5, 2, 1],
    [5, 1, 0],
    [1, 50, 1],
    [100, 0, 100],
    [101, 0, 100],
    [100_000, 0, 100],
    [100_000, 8, 7],
    [100_000, 500, 100],
    [0, 0, undefined],
    [0, 8, undefined],
  ]
  for (const [maxContinuations, blockCap, expected] of limits) {
    test(`maxContinuations ${maxContinuations}, block cap ${blockCap}`, () => {
      expect(refusalLimit({ blockCap }, policy({ maxContinuations }))).toBe(expected as never)
    })
  }
})
