// The last tool calls of a session: from the end of its transcript, masked, cut, and never from elsewhere.
import { describe, expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { RecentToolCall } from '../../contract/context.ts'
import type { SessionState } from '../../contract/state.ts'
import { files } from '../../adapters/platform/files/files.ts'
import { maskSecrets } from '../../domain/text/mask-secrets.ts'
import { recentCalls } from './recent-calls.ts'
import type { World } from '../world.ts'

interface Place extends Disposable {
  readonly path: string
  readonly add: (...lines: readonly unknown[]) => void
  readonly calls: (
    changes?: Partial<SessionState>,
    env?: Readonly<Record<string, string>>,
  ) => Promise<readonly RecentToolCall[]>
}

function place(): Place {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-calls-'))
  const userHome = join(root, 'home')
  mkdirSync(userHome)
  const path = join(userHome, 'session.jsonl')
  writeFileSync(path, '')
  const session: SessionState = {
    id: 'ses_1',
    agent: 'claude',
    agentSessionId: 'abc',
    attended: true,
    gated: true,
    transcriptPath: path,
    promptsHeard: true,
    todos: [],
    vendorGoal: false,
    wakeUps: [],
    lastSeen: '2026-11-15T10:00:00.000Z',
  }
  return {
    path,
    add: (...lines) =>
      appendFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')),
    calls: (changes = {}, env = {}) =>
      recentCalls(
        { files, userHome, env, osHome: () => undefined } as unknown as World,
        { ...session, ...changes },
        maskSecrets,
      ),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

const at = (second: number): string => new Date(Date.UTC(2026, 10, 15, 10, 0, second)).toISOString()
const used = (id: number, input: unknown = { command: `echo ${id}` }, name = 'Bash', more: object = {}): object => ({
  type: 'assistant',
  timestamp: at(id),
  message: { content: [{ type: 'tool_use', id: `toolu_${id}`, name, input }] },
  ...more,
})
const answered = (id: number, content: unknown = `${id}`, isError = false, more: object = {}): object => ({
  type: 'user',
  timestamp: at(id),
  message: { content: [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content, is_error: isError }] },
  ...more,
})
const words = (text: string): object => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } })

describe('recentCalls', () => {
  test('a call with its answer, one that failed, and one under way', async () => {
    using session = place()
    session.add(words('On it.'), used(1), answered(1), used(2), answered(2, 'boom', true), used(3))
    expect(await session.calls()).toEqual([
      { name: 'Bash', timestamp: at(1), input: '{"command":"echo 1"}', output: '1', status: 'completed' },
      { name: 'Bash', timestamp: at(2), input: '{"command":"echo 2"}', output: 'boom', status: 'error' },
      { name: 'Bash', timestamp: at(3), input: '{"command":"echo 3"}', status: 'pending' },
    ])
  })

  test('the last 20, oldest first', async () => {
    using session = place()
    for (let id = 1; id <= 45; id++) session.add(used(id), answered(id))
    const names = (await session.calls()).map(({ output }) => output)
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 26}`))
  })

  test('of a message with many calls only the last 20', async () => {
    using session = place()
    const content = Array.from({ length: 30 }, (_, index) => ({
      type: 'tool_use',
      id: `toolu_${index}`,
      name: 'Read',
      input: { file_path: `${index}` },
    }))
    session.add({ type: 'assistant', timestamp: at(1), message: { content } })
    expect((await session.calls()).map(({ input }) => input)).toEqual(
      Array.from({ length: 20 }, (_, index) => `{"file_path":"${index + 10}"}`),
    )
  })

  test('texts are cut to 300 characters', async () => {
    using session = place()
    session.add(
      used(1, { command: 'x'.repeat(1000) }),
      answered(1, 'y'.repeat(300)),
      used(2),
      answered(2, 'z'.repeat(301)),
    )
    const [first, second] = await session.calls()
    expect([first?.input?.length, first?.input?.at(-1)]).toEqual([300, '…'])
    expect(first?.output).toBe('y'.repeat(300))
    expect(second?.output).toBe(`${'z'.repeat(299)}…`)
  })

  test('secrets are masked before the cut', async () => {
    using session = place()
    const key = `ghp_${'aB3dE5gH7j'.repeat(4)}`
    session.add(used(1, { command: `curl -H "x: ${key}"` }), answered(1, `${'x'.repeat(280)} ${key}`))
    const [call] = await session.calls()
    expect(call?.input).toContain('[masked]')
    expect(JSON.stringify(call)).not.toContain('ghp_')
  })

  test('our own tools and those of subagents are left out', async () => {
    using session = place()
    session.add(
      used(1, {}, 'mcp__fullstop__update_session_context'),
      answered(1),
      used(2, {}, 'Bash', { isSidechain: true }),
      answered(2, 'x', false, { isSidechain: true }),
    )
    expect(await session.calls()).toEqual([])
  })

  test('a name is kept within bounds', async () => {
    using session = place()
    session.add(used(1, {}, 'x'.repeat(500)))
    expect((await session.calls())[0]?.name).toHaveLength(100)
  })

  test('garbage and half lines say nothing', async () => {
    using session = place()
    session.add('not json', used(1), '', '{"type":"assistant"', '[]', 'null', answered(1))
    appendFileSync(session.path, JSON.stringify(used(2)).slice(0, 60))
    expect(await session.calls()).toEqual([
      { name: 'Bash', timestamp: at(1), input: '{"command":"echo 1"}', output: '1', status: 'completed' },
    ])
  })

  test('of a huge transcript only the end is read', async () => {
    using session = place()
    session.add(used(1), answered(1))
    for (let line = 0; line < 60; line++) session.add(words('x'.repeat(10_000)))
    session.add(used(2), answered(2))
    expect((await session.calls()).map(({ output }) => output)).toEqual(['2'])
  })

  test('a line end is not needed at the end', async () => {
    using session = place()
    writeFileSync(session.path, JSON.stringify(used(1)))
    expect(await session.calls()).toHaveLength(1)
  })

  test('an empty file has none', async () => {
    using session = place()
    expect(await session.calls()).toEqual([])
  })
})

test('R7: a home folder that the environment moved does not hide the transcript', async () => {
  using session = place()
  session.add(used(1), answered(1))
  const moved = { files, userHome: '/nowhere/else', env: {}, osHome: () => dirname(session.path) }
  const state = { agent: 'claude', transcriptPath: session.path } as SessionState
  expect(await recentCalls(moved as unknown as World, state, maskSecrets)).toHaveLength(1)
  const hidden = { ...moved, osHome: () => undefined }
  expect(await recentCalls(hidden as unknown as World, state, maskSecrets)).toEqual([])
})

describe('where nothing is read', () => {
  test('no session', async () => expect(await recentCalls({} as World, undefined, maskSecrets)).toEqual([]))
  for (const [name, changes] of [
    ['an agent whose transcript is not known', { agent: 'codex' }],
    ['a client that is no agent', { agent: 'mcp' }],
    ['a transcript that is not there', { transcriptPath: '/nowhere/at/all.jsonl' }],
    ['a device', { transcriptPath: '/dev/zero' }],
    ['a file outside of the home folder', { transcriptPath: '/etc/passwd' }],
  ] as const) {
    test(name, async () => {
      using session = place()
      session.add(used(1), answered(1))
      expect(await session.calls(changes)).toEqual([])
    })
  }

  test('a folder that the agent names is read as well', async () => {
    using session = place()
    using elsewhere = place()
    elsewhere.add(used(1))
    const folder = join(elsewhere.path, '..')
    expect(await session.calls({ transcriptPath: elsewhere.path })).toEqual([])
    expect(await session.calls({ transcriptPath: elsewhere.path }, { CLAUDE_CONFIG_DIR: folder })).toHaveLength(1)
  })
})
