// OpenCode's driver: what each recorded stream tells, and with what a stint is started.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { folded, readStreams, told, type Told } from '../stream.fixture.ts'
import type { StintQuery } from '../agent.ts'
import { driver } from './driver.ts'

const streams = readStreams(join(import.meta.dirname, 'fixtures', '1.18.18', 'streams'))
const linesOf = (name: string): readonly string[] => streams.get(name) ?? []

const ends: ReadonlyArray<readonly [name: string, end: Told['end']]> = [
  ['question', { kind: 'stopped' }],
  ['complete-task', { kind: 'stopped' }],
  ['continued-by-plugin', { kind: 'stopped' }],
  ['subagent', { kind: 'stopped' }],
  ['output-cut', { kind: 'output-cut' }],
  ['content-filter', { kind: 'model-refused', detail: "The response was blocked by the provider's content filter" }],
  ['fault-401-always', { kind: 'auth', detail: 'The key is not valid' }],
  ['fault-404-always', { kind: 'model-missing', detail: 'The model `scripted` does not exist' }],
  ['fault-429-once', { kind: 'stopped' }],
  ['model-unknown', { kind: 'api-error', detail: 'Unexpected server error. Check server logs for details.' }],
  // Its turn ends with a call that nobody permits; nothing in the stream says so.
  ['bash-rejected', undefined],
  ['bash-rejected-and-told', { kind: 'stopped', denied: ['bash (touch a)'] }],
  ['bash-forbidden-by-rule', { kind: 'stopped' }],
]

test.each(ends)('%s: how its turn ended', (name, end) =>
  expect(told(driver, linesOf(name)).end as Told['end']).toEqual(end as never),
)

test('every stream with a step or a failure names its session', () => {
  const without = [...streams].filter(([, lines]) => !/^ses_\w+$/.test(told(driver, lines).session ?? ''))
  expect(without.map(([name]) => name).toSorted()).toEqual(['call-begun', 'limit-unnamed'])
})

test('a conversation that is compacted again and again is over: it no longer fits', () => {
  const reading = folded(
    driver,
    linesOf('compaction-loop').map((line) => JSON.parse(line) as unknown),
  )
  expect([reading.end?.kind, reading.isCompacted]).toEqual(['context-limit', true])
  // The words after a summary are OpenCode's own: they neither claim nor ask.
  expect(reading.window.lastSaid).toBe('Fine.')
})

test('tokens are summed step by step', () =>
  expect(told(driver, linesOf('continued-by-plugin')).usage).toEqual({ tokens: 9905, unsummed: 9905 }))

test('the todo list, a command that failed and a call that was rejected', () => {
  const { window } = folded(
    driver,
    linesOf('todos-and-rejected-read').map((line) => JSON.parse(line) as unknown),
  )
  expect(window.todos).toMatchObject([{ text: 'Look', status: 'open' }])
  expect(driver.toSignals(JSON.parse(linesOf('todos-and-rejected-read')[4] ?? '{}'))).toEqual([
    {
      kind: 'entry',
      entry: { kind: 'tool-called', id: 'toolu_scripted000002', name: 'bash', access: 'run', detail: 'exit 3' },
    },
    { kind: 'entry', entry: { kind: 'tool-returned', id: 'toolu_scripted000002', failed: true, exitCode: 3 } },
  ])
})

test('a call of ours is no work, and its receipt is seen', () => {
  const line = linesOf('complete-task').find((text) => text.includes('complete_task')) ?? '{}'
  expect(driver.toSignals(JSON.parse(line))).toMatchObject([
    { entry: { kind: 'tool-called', access: 'ours' } },
    { entry: { kind: 'tool-returned', failed: false, receipt: { task: 'task_cf3tg6sv' } } },
  ])
})

describe('pauses before another try', () => {
  const at = 1_794_850_600_000
  const retry = (message: string, next: number, attempt = 1) =>
    driver.toSignals({
      type: 'fullstop_retry',
      timestamp: at,
      sessionID: 'ses_1',
      status: { type: 'retry', attempt, message, next },
    })
  test('a short one is the agent’s own', () =>
    expect(retry('Too many requests', at + 2057)).toEqual([{ kind: 'retries', why: 'Too many requests' }]))
  test('a long one is a usage limit, until then', () =>
    expect(retry('Too many requests', at + 7_200_000)).toContainEqual({
      kind: 'ended',
      end: { kind: 'usage-limit', detail: 'Too many requests', retryAt: '2026-11-16T19:36:40.000Z' },
    }))
  test('one that a usage limit is named for, without its end', () =>
    expect(retry('The usage limit has been reached', at + 2057)).toContainEqual({
      kind: 'ended',
      end: { kind: 'usage-limit', detail: 'The usage limit has been reached' },
    }))
  const named = (next: number, attempt?: number) =>
    retry('The usage limit has been reached', next, attempt).flatMap((signal) =>
      signal.kind === 'ended' ? [signal.end.retryAt] : [],
    )
  test('a pause longer than its own ones was named by the provider, also where a moment was lost on the way', () => {
    expect(named(at + 7000)).toEqual(['2026-11-16T17:36:47.000Z'])
    expect(named(at + 7003)).toEqual(['2026-11-16T17:36:47.000Z'])
    expect(named(at + 6400)).toEqual(['2026-11-16T17:36:47.000Z'])
  })
  test('one of its own names no end, even where it falls on a whole second', () => {
    expect(named(at + 2000)).toEqual([undefined])
    expect(named(at + 2500)).toEqual([undefined])
    expect(named(at + 8000, 3)).toEqual([undefined])
    expect(named(at + 10_001, 3)).toEqual(['2026-11-16T17:36:50.000Z'])
  })
  test('a turn that was broken off for it keeps that end', () => {
    const lines = [
      { type: 'fullstop_retry', timestamp: at, sessionID: 'ses_1', status: { message: 'Wait', next: at + 1e7 } },
      { type: 'error', sessionID: 'ses_1', error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } },
    ]
    expect(folded(driver, lines).end?.kind).toBe('usage-limit')
  })
})

const query: StintQuery = {
  session: { kind: 'new', id: 'x' },
  contract: 'the contract',
  contractFile: '/stint/contract.txt',
  settingsFile: '/stint/settings',
  server: ['/l/fullstop', 'mcp'],
  serverEnv: { FULLSTOP_TASK_ID: 'task_1' },
  permissions: 'all',
  permits: ['npm test'],
  args: [],
  places: { home: '/home/u', root: '/repo', env: {} },
  settings: () => undefined,
}
const settingsOf = (more: Partial<StintQuery>) =>
  JSON.parse(driver.start({ ...query, ...more }).env?.['OPENCODE_CONFIG_CONTENT'] ?? '{}') as Record<string, unknown>

describe('start', () => {
  test('a new session, one that goes on, and a model', () => {
    expect(driver.start(query).args).toEqual(['run', '--format', 'json', '--auto'])
    const resumed = driver.start({
      ...query,
      session: { kind: 'resume', id: 'ses_1' },
      model: 'a/b',
      args: ['--thinking'],
    })
    expect(resumed.args).toEqual([
      'run',
      '--format',
      'json',
      '--auto',
      '--model',
      'a/b',
      '--session',
      'ses_1',
      '--thinking',
    ])
    expect(resumed.agentSessionId).toBe('ses_1')
  })
  test('server, contract and stream plugin stand beside what the user gives in the same variable', () => {
    const own = { mcp: { other: { type: 'remote' } }, instructions: ['own.md'], plugin: ['own'], theme: 'dark' }
    const env = { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) }
    expect(settingsOf({ places: { ...query.places, env } })).toMatchObject({
      mcp: { other: { type: 'remote' }, fullstop: { command: ['/l/fullstop', 'mcp'], enabled: true } },
      instructions: ['own.md', '/stint/contract.txt'],
      plugin: ['own', 'file:///stint/settings'],
      theme: 'dark',
    })
  })
  test('edits and the commands of checks are permitted, and no rule of the user is lost', () => {
    expect(settingsOf({ permissions: 'edits' })['permission']).toEqual({ edit: 'allow', bash: { 'npm test': 'allow' } })
    const settings = (path: string) => (path.endsWith('/opencode.json') ? { permission: { bash: 'ask' } } : undefined)
    expect(settingsOf({ permissions: 'edits', settings })['permission']).toEqual({
      edit: 'allow',
      bash: { '*': 'ask', 'npm test': 'allow' },
    })
    const strict = () => ({ permission: 'deny' })
    expect(settingsOf({ permissions: 'edits', settings: strict })['permission']).toEqual({
      '*': 'deny',
      edit: 'allow',
      bash: { '*': 'deny', 'npm test': 'allow' },
    })
    expect(settingsOf({ permissions: 'settings' })['permission']).toBeUndefined()
  })
})

test('a session that is not there any more, in the words of 1.18.18', () => {
  const errors = '\u001b[91m\u001b[1mError: \u001b[0mSession not found\n'
  expect(driver.toEnd({ how: { kind: 'exited', code: 1 }, errors })).toEqual({
    kind: 'session-missing',
    detail: 'Error: Session not found',
    exitCode: 1,
  })
})
