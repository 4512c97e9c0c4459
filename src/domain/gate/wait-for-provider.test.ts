// How long a limit or a fault is waited for, and that every row of them ends.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Faults } from '../../contract/state.ts'
import { policy } from './facts.fixture.ts'
import { FIRST_PAUSE_MS, patience, type Patience, type Patient } from './wait-for-provider.ts'

const NOW = new Date('2026-11-15T10:00:00.000Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const after = (ms: number): string => new Date(NOW.getTime() + ms).toISOString()
const faults = (given: Partial<Faults> = {}): Faults => ({ limits: 0, errors: 0, crashes: 0, ...given })

const ask = (changes: Partial<Patience>): Patient =>
  patience({
    end: { kind: 'usage-limit' },
    faults: faults({ limits: 1, errors: 1, crashes: 1 }),
    policy: policy(),
    now: NOW,
    spentMs: 0,
    jitter: 0.5,
    firstMs: FIRST_PAUSE_MS,
    ...changes,
  })

const waiting = (longestWaitMs?: number, timeMs?: number): Policy =>
  policy({
    supervision: {
      continue: 'auto',
      idleTimeoutMs: 600_000,
      settleMs: 3000,
      ...(longestWaitMs === undefined ? {} : { longestWaitMs }),
    },
    budget: timeMs === undefined ? {} : { timeMs },
  })
const wait = (ms: number, why: string): Patient => ({ kind: 'wait', until: after(ms), why })
const end = (outcome: 'usage-limited' | 'agent-failed', text: string): Patient => ({
  kind: 'end',
  outcome,
  because: [{ code: 'not-the-agents-choice', text }],
})
const limit = (retryAt?: string, detail?: string): AgentEnd => ({
  kind: 'usage-limit',
  ...(retryAt === undefined ? {} : { retryAt }),
  ...(detail === undefined ? {} : { detail }),
})
const LIMIT = 'usage limit'
const ERROR = 'the model cannot be reached'
const CRASH = 'the agent crashed'
const AGAIN = ERROR
const AFTER_CRASH = 'crashed'

const rows: ReadonlyArray<readonly [name: string, asked: Partial<Patience>, expected: Patient]> = [
  // A limit that names its end
  [
    'a limit with its reset: a little longer than that',
    { end: limit(after(5 * HOUR)) },
    wait(5 * HOUR + SECOND, LIMIT),
  ],
  ['its words', { end: limit(after(HOUR), '5-hour limit') }, wait(HOUR + SECOND, `${LIMIT}: 5-hour limit`)],
  ['a jitter changes no reset', { end: limit(after(HOUR)), jitter: 0 }, wait(HOUR + SECOND, LIMIT)],
  ['a reset that is over helps nobody: a pause', { end: limit(after(-HOUR)) }, wait(MINUTE, LIMIT)],
  ['a reset of just now', { end: limit(after(0)) }, wait(MINUTE, LIMIT)],
  ['a reset that cannot be read', { end: limit('soon') }, wait(MINUTE, LIMIT)],
  // A limit that does not
  ['no reset: after a minute', { end: limit() }, wait(MINUTE, LIMIT)],
  ['no reset, again', { end: limit(), faults: faults({ limits: 2 }) }, wait(2 * MINUTE, LIMIT)],
  ['no reset, a third time', { end: limit(), faults: faults({ limits: 3 }) }, wait(5 * MINUTE, LIMIT)],
  ['no reset, a fourth time', { end: limit(), faults: faults({ limits: 4 }) }, wait(10 * MINUTE, LIMIT)],
  [
    'no reset: at most a quarter of an hour',
    { end: limit(), faults: faults({ limits: 99 }) },
    wait(15 * MINUTE, LIMIT),
  ],
  ['no reset: the least jitter', { end: limit(), jitter: 0 }, wait(0.8 * MINUTE, LIMIT)],
  ['no reset: the most jitter', { end: limit(), jitter: 1 }, wait(1.2 * MINUTE, LIMIT)],
  ['no reset: still the hundredth time', { end: limit(), faults: faults({ limits: 100 }) }, wait(15 * MINUTE, LIMIT)],
  [
    'no reset: not for ever',
    { end: limit(), faults: faults({ limits: 101 }) },
    end('usage-limited', 'usage limit; it has not ended after 101 waits'),
  ],
  [
    'a reset each time: not for ever either',
    { end: limit(after(HOUR)), faults: faults({ limits: 101 }) },
    end('usage-limited', 'usage limit; it has not ended after 101 waits'),
  ],
  [
    'faults before it do not count',
    { end: limit(), faults: faults({ limits: 1, errors: 50, crashes: 50 }) },
    wait(MINUTE, LIMIT),
  ],
  // Whether it may be waited for
  [
    'waiting is not allowed',
    { end: limit(after(HOUR), 'x'), policy: waiting(0) },
    end('usage-limited', 'usage limit: x; waiting is not allowed'),
  ],
  [
    'waiting is not allowed, no reset',
    { end: limit(), policy: waiting(0) },
    end('usage-limited', 'usage limit; waiting is not allowed'),
  ],
  [
    'at most so long: it ends before',
    { end: limit(after(HOUR)), policy: waiting(2 * HOUR) },
    wait(HOUR + SECOND, LIMIT),
  ],
  [
    'at most so long: to the second',
    { end: limit(after(HOUR)), policy: waiting(HOUR + SECOND) },
    wait(HOUR + SECOND, LIMIT),
  ],
  [
    'at most so long: it ends later',
    { end: limit(after(3 * HOUR)), policy: waiting(2 * HOUR) },
    end('usage-limited', 'usage limit; it ends later than may be waited for'),
  ],
  ['however long it takes', { end: limit(after(400 * HOUR)), policy: waiting() }, wait(400 * HOUR + SECOND, LIMIT)],
  [
    'it ends after the time budget',
    { end: limit(after(HOUR)), policy: waiting(undefined, 2 * HOUR), spentMs: HOUR },
    end('usage-limited', 'usage limit; it ends after the time budget'),
  ],
  [
    'it ends within the time budget',
    { end: limit(after(HOUR)), policy: waiting(undefined, 2 * HOUR), spentMs: HOUR - 2 * SECOND },
    wait(HOUR + SECOND, LIMIT),
  ],
  // Faults of the provider
  ['a fault: five seconds', { end: { kind: 'api-error' } }, wait(5 * SECOND, AGAIN)],
  ['its words, too', { end: { kind: 'api-error', detail: '529' } }, wait(5 * SECOND, `${AGAIN}: 529`)],
  ['a second one: ten', { end: { kind: 'api-error' }, faults: faults({ errors: 2 }) }, wait(10 * SECOND, AGAIN)],
  [
    'a seventh: twice as long each time',
    { end: { kind: 'api-error' }, faults: faults({ errors: 7 }) },
    wait(320 * SECOND, AGAIN),
  ],
  ['the least jitter', { end: { kind: 'api-error' }, jitter: 0 }, wait(4 * SECOND, AGAIN)],
  ['the most jitter', { end: { kind: 'api-error' }, jitter: 1 }, wait(6 * SECOND, AGAIN)],
  [
    'an eighth is no passing fault',
    { end: { kind: 'api-error', detail: '529' }, faults: faults({ errors: 8 }) },
    end('agent-failed', `${ERROR}: 529; tried 8 times`),
  ],
  [
    'limits before it do not count',
    { end: { kind: 'api-error' }, faults: faults({ errors: 1, limits: 99 }) },
    wait(5 * SECOND, AGAIN),
  ],
  [
    'a moment that the provider names',
    { end: { kind: 'api-error', retryAt: after(MINUTE) } },
    wait(MINUTE + SECOND, AGAIN),
  ],
  ['… which comes sooner than the pause', { end: { kind: 'api-error', retryAt: after(10) } }, wait(5 * SECOND, AGAIN)],
  [
    'whether limits may be waited for says nothing of faults',
    { end: { kind: 'api-error' }, policy: waiting(0) },
    wait(5 * SECOND, AGAIN),
  ],
  // Crashes
  ['a crash', { end: { kind: 'crashed' } }, wait(5 * SECOND, AFTER_CRASH)],
  [
    'a second one',
    { end: { kind: 'crashed', detail: 'x' }, faults: faults({ crashes: 2 }) },
    wait(10 * SECOND, `${AFTER_CRASH}: x`),
  ],
  [
    'a third is for good',
    { end: { kind: 'crashed', detail: 'x' }, faults: faults({ crashes: 3 }) },
    end('agent-failed', `${CRASH}: x; tried 3 times`),
  ],
  [
    'the first after many limits and faults',
    { end: { kind: 'crashed' }, faults: faults({ limits: 9, errors: 7, crashes: 1 }) },
    wait(5 * SECOND, AFTER_CRASH),
  ],
]

describe('patience', () => {
  for (const [name, asked, expected] of rows) test(name, () => expect(ask(asked)).toEqual(expected))
})

const KIND = fc.constantFrom('usage-limit' as const, 'api-error' as const, 'crashed' as const)
const anyEnd = fc.record({
  kind: KIND,
  retryAt: fc.option(
    fc.oneof(
      fc.integer({ min: -1000, max: 10_000 }).map((minutes) => after(minutes * MINUTE)),
      fc.constantFrom('', 'soon', '0', '+275760-09-12T00:00:00.000Z'),
    ),
    { nil: undefined },
  ),
})

describe('laws', () => {
  test('a wait lies ahead, and a fault is never waited for without a pause', () => {
    fc.assert(
      fc.property(
        anyEnd,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 7 }),
        (end, jitter, row) => {
          const given = ask({
            end: end as AgentEnd,
            jitter,
            faults: faults({ limits: row, errors: row, crashes: Math.min(row, 2) }),
          })
          if (given.kind === 'wait') expect(Date.parse(given.until)).toBeGreaterThanOrEqual(NOW.getTime() + 4 * SECOND)
        },
      ),
    )
  })

  test('the pause after a fault lies between four and six fifths of what it is without jitter', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 7 }), (jitter, errors) => {
        const given = ask({ end: { kind: 'api-error' }, jitter, faults: faults({ errors }) })
        const ms = given.kind === 'wait' ? Date.parse(given.until) - NOW.getTime() : 0
        const plain = 2 ** (errors - 1) * FIRST_PAUSE_MS
        expect([ms >= plain * 0.8, ms <= plain * 1.2]).toEqual([true, true])
      }),
    )
  })

  test('every row of limits and faults ends, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(anyEnd, { minLength: 1, maxLength: 12 }), (row) => {
        let counted = faults()
        let turns = 0
        for (; turns < 1000; turns++) {
          const next = row[turns % row.length] as AgentEnd
          counted = {
            limits: counted.limits + (next.kind === 'usage-limit' ? 1 : 0),
            errors: counted.errors + (next.kind === 'api-error' ? 1 : 0),
            crashes: counted.crashes + (next.kind === 'crashed' ? 1 : 0),
          }
          if (ask({ end: next, faults: counted }).kind === 'end') break
        }
        expect(turns).toBeLessThanOrEqual(100 + 8 + 3)
      }),
    )
  })
})
