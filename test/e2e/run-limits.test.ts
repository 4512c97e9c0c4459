// Usage limits, overload and other faults of the provider: read from structured fields, waited for, and never counted.
import { expect, test } from 'bun:test'
import type { EventOf } from '../../src/contract/event.ts'
import { isVariant, quarterOf, someOf } from '../rounds.ts'
import { finishes, NO_CLAIM, refusalOf, REQUEST, type Ran, running, saysDone, stops, writes } from './running.ts'
import type { Turn } from '../fake-agents/script.ts'
import { inSeconds } from '../clock.ts'

const quick = { env: { FULLSTOP_FIRST_PAUSE_MS: '5' } }
const works: Turn = [{ do: 'say', text: 'I look around.' }, writes('4\n')]
const OVER = 'FULLSTOP: The usage limit is over. Continue where you were.'
const LIMIT = 'allow by 2: not-the-agents-choice'

function waits({ events }: Ran): EventOf<'wait.started'>[] {
  return events.filter((event) => event.kind === 'wait.started')
}

test('[run-limits] a usage limit is waited for until it resets; then the same session goes on, and nothing was counted', async () => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture: 'usage-limit-oauth', resetsIn: 6 }], stops, finishes])
  const ran = await at.run()
  expect(ran.story).toEqual([
    'starts: first',
    'ends: usage-limit',
    LIMIT,
    'waits',
    'has waited',
    'starts: again',
    'ends: stopped',
    'continue by 11: no-claim',
    'starts: same',
    'ends: stopped',
    'claims success by done-token',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  const [wait] = waits(ran)
  const resetsAt = at.resetsAt()
  // The provider's clock and ours may differ a little.
  expect(Date.parse(wait?.until ?? '') - resetsAt * 1000).toBeWithin(0, 2001)
  expect(wait?.why).toBe("usage limit: You've hit your 5-hour limit · resets 3:52pm (UTC)")
  const over = ran.events.find((event) => event.kind === 'wait.ended')
  expect(Date.parse(over?.at ?? '')).toBeGreaterThanOrEqual(resetsAt * 1000)
  const [first, second, third] = ran.calls
  expect(second).toMatchObject({ isResumed: true, session: first?.session, prompt: OVER })
  expect(third?.prompt).toBe(refusalOf('1/5', first, NO_CLAIM))
  expect(ran.code).toBe(0)
  expect(ran.stdout).toContain("You've hit your 5-hour limit")
})

test.skipIf(isVariant)(
  '[run-limits] a limit before the first word: the request itself is told again, whole',
  async () => {
    using at = await running()
    at.script([[{ do: 'replay', fixture: 'fault-429-always' }], finishes])
    const { code, story, calls } = await at.run([], quick)
    expect(story.slice(0, 6)).toEqual([
      'starts: first',
      'ends: usage-limit',
      LIMIT,
      'waits',
      'has waited',
      'starts: again',
    ])
    expect(calls.map(({ prompt }) => prompt)).toEqual([REQUEST, REQUEST])
    expect(code).toBe(0)
  },
)

test.each(
  quarterOf(
    [
      ['fault-429-always', 'usage-limit'],
      ['fault-credit-always', 'usage-limit'],
      ['fault-500-always', 'api-error'],
      ['fault-connection-refused', 'api-error'],
      ['fault-dropped-always', 'api-error'],
    ] as const,
    3,
  ),
)('[run-limits] %s: %s, a pause, and the same session goes on', async (fixture, kind) => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture }], finishes])
  const { code, story, calls } = await at.run([], quick)
  expect(story.slice(0, 6)).toEqual(['starts: first', `ends: ${kind}`, LIMIT, 'waits', 'has waited', 'starts: again'])
  expect(calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-limits] overload, twice: the second pause is longer, and none is a continuation',
  async () => {
    using at = await running()
    const fault: Turn = [...works, { do: 'replay', fixture: 'fault-529-always' }]
    at.script([fault, fault, stops, finishes])
    const ran = await at.run([], quick)
    const pause = ['ends: api-error', LIMIT, 'waits', 'has waited', 'starts: again']
    expect(ran.story.slice(0, 13)).toEqual([
      'starts: first',
      ...pause,
      ...pause,
      'ends: stopped',
      'continue by 11: no-claim',
    ])
    expect(ran.calls[3]?.prompt).toBe(refusalOf('1/5', ran.calls[0], NO_CLAIM))
    const [first = 0, second = 0] = waits(ran).map(({ at: since, until }) => Date.parse(until) - Date.parse(since))
    expect(second).toBeGreaterThan(first)
    expect(ran.code).toBe(0)
  },
)

test('[run-limits F5] a provider that fails for good: the agent has failed, after longer and longer pauses', async () => {
  using at = await running()
  at.script([], [{ do: 'replay', fixture: 'fault-500-always' }])
  const ran = await at.run([], { env: { FULLSTOP_FIRST_PAUSE_MS: '1' } })
  expect(ran.story.at(-1)).toBe('ended: agent-failed')
  expect(ran.code).toBe(10)
  expect(ran.calls.length).toBeGreaterThan(3)
  expect(ran.calls.length).toBeLessThan(20)
  expect(ran.stdout).toContain('API Error: 500 Internal server error.')
})

test.each(
  someOf([
    ['no', ['--limit-wait', 'no'], 1],
    ['shorter than the limit', ['--limit-wait', '1s'], 3600],
    ['the budget of time ends before', ['--max-time', '30m'], 3600],
  ] as const),
)('[run-limits F5] waiting: %s, so the task is usage-limited at once', async (_, args, seconds) => {
  using at = await running()
  at.script([], [...works, { do: 'replay', fixture: 'usage-limit-oauth', resetsIn: seconds }])
  const { code, story, calls, stdout } = await at.run(args)
  expect(story).toEqual(['starts: first', 'ends: usage-limit', LIMIT, 'ended: usage-limited'])
  expect([code, calls.length]).toEqual([11, 1])
  expect(stdout).toContain('fullstop resume')
  // Later the person takes it up: the same session continues.
  at.script([], finishes)
  const later = await at.goOn(['resume'])
  expect(later.calls.at(-1)).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(later.code).toBe(0)
})

const WORDS = [
  "You've hit your usage limit. Try again at 3:52 PM.",
  'Claude AI usage limit reached|1794757924',
  'API Error: 429 rate_limit_error, 529 overloaded_error',
  '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":4102444800}}',
  '{"type":"error","message":"You’ve hit your usage limit."}',
].join('\n')

test.each(isVariant ? (['claude'] as const) : (['claude', 'codex'] as const))(
  '[run-limits F16] %s: words about limits in files, tool output and the agent’s own text are no limit',
  async (agent) => {
    using at = await running()
    at.repository.write('limits.log', `${WORDS}\n`)
    at.script([
      [
        { do: 'read', file: 'limits.log' },
        { do: 'shell', line: 'cat limits.log' },
        { do: 'write', file: 'copy.log', text: WORDS },
        { do: 'say', text: `The log says:\n\n${WORDS}` },
        writes(),
        { do: 'say', text: 'Usage limit reached, says the log: handled.\n\n{token}' },
      ],
    ])
    const { code, story, calls } = await at.run([], { agent })
    expect(story).toEqual([
      'starts: first',
      'ends: stopped',
      'claims success by done-token',
      'completed by 4: checks-passed',
      'ended: completed',
    ])
    expect([code, calls.length]).toEqual([0, 1])
  },
)

test('[run-limits F16] a warning that comes along with answers is no limit, nor is a reset that was told for nothing', async () => {
  using at = await running()
  const rejected = { status: 'rejected', resetsAt: inSeconds(3600), isUsingOverage: true }
  const told = { type: 'rate_limit_event', rate_limit_info: rejected, session_id: '{id}' }
  at.script([
    [writes(), { do: 'replay', fixture: 'usage-warning-oauth' }],
    [{ do: 'line', line: told }, ...stops, saysDone],
  ])
  const { code, story } = await at.run([], quick)
  expect(story).not.toContain('waits')
  expect(story.slice(0, 4)).toEqual(['starts: first', 'ends: stopped', 'continue by 11: no-claim', 'starts: same'])
  expect(code).toBe(0)
})

test('[run-limits F16] Codex: only the code in its record says that it was a limit, and when that ends', async () => {
  using at = await running()
  const message = 'Something that no version said before.'
  at.script([[...works, { do: 'fail', message, info: 'usage_limit_exceeded', resetsIn: 6 }], finishes])
  const ran = await at.run([], { agent: 'codex' })
  expect(ran.story.slice(0, 6)).toEqual([
    'starts: first',
    'ends: usage-limit',
    LIMIT,
    'waits',
    'has waited',
    'starts: again',
  ])
  expect(Date.parse(waits(ran)[0]?.until ?? '') - at.resetsAt() * 1000).toBeWithin(0, 2001)
  expect(ran.calls[1]).toMatchObject({ isResumed: true, session: ran.calls[0]?.session, prompt: OVER })
  expect(ran.code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-limits F16] Codex: a failure whose words speak of a limit, but whose code does not, is none',
  async () => {
    using at = await running()
    const message = 'The tool printed: You’ve hit your usage limit. Also 429 and rate_limit.'
    at.script([], [...works, { do: 'fail', message, info: { http_connection_failed: { http_status_code: 401 } } }])
    const { code, story } = await at.run([], { agent: 'codex', ...quick })
    expect(story).toEqual([
      'starts: first',
      'ends: auth',
      'agent-failed by 2: not-the-agents-choice',
      'ended: agent-failed',
    ])
    expect(code).toBe(10)
  },
)

test.each(
  quarterOf(
    [
      ['fault-usage-limit-resets-at-always', 'usage-limit'],
      ['fault-rate-429-always', 'usage-limit'],
      ['fault-overloaded-failed-always', 'api-error'],
      ['fault-500-always', 'api-error'],
      ['fault-dropped-always', 'api-error'],
    ] as const,
    2,
  ),
)('[run-limits] Codex, %s: %s, a pause, and it goes on', async (fixture, kind) => {
  using at = await running()
  at.script([[...works, { do: 'replay', fixture }], finishes])
  const { code, story, calls } = await at.run([], { agent: 'codex', ...quick })
  expect(story.slice(0, 6)).toEqual(['starts: first', `ends: ${kind}`, LIMIT, 'waits', 'has waited', 'starts: again'])
  expect(calls[1]).toMatchObject({ isResumed: true, session: calls[0]?.session })
  expect(code).toBe(0)
})

test.skipIf(isVariant)(
  '[run-limits run-hangs] Codex that only tells that it tries again, for ever, is ended as a fault',
  async () => {
    using at = await running()
    const message = 'Reconnecting... waiting for network (Connection failed: error sending request)'
    at.script([[...works, { do: 'line', line: { type: 'error', message } }, { do: 'hang' }], finishes])
    const { code, story, calls } = await at.run(['--idle-timeout', '3s'], { agent: 'codex', ...quick })
    expect(story.slice(0, 6)).toEqual([
      'starts: first',
      'ends: api-error',
      LIMIT,
      'waits',
      'has waited',
      'starts: again',
    ])
    expect([code, calls.length]).toEqual([0, 2])
  },
)
