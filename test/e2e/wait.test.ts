// Whose checks `fullstop wait` waits for: those of the session that its shell belongs to, never another's.
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { codexSession } from '../fake-agents/codex-session.ts'
import { strict } from './checking.ts'
import { type Env, newRoom, type Room } from './room.ts'

const NEVER = '00000000-0000-4000-8000-000000000000'

/** The task that the command names, or what it complains of. */
async function waited(room: Room, env: Env, cwd = room.cwd): Promise<string> {
  const { stdout, stderr } = await room.run(['wait'], { env, cwd })
  return /task_\w+/.exec(stdout)?.[0] ?? stderr
}

async function opened(room: Room, title: string): Promise<string> {
  return (await room.tasks()).find((task) => task.title === title)?.id ?? `no task ${title}`
}

test('[wait isolation] J9: in the shell of each agent it is the task of that very session', async () => {
  using room = newRoom()
  const codex = codexSession(room, { env: strict })
  await codex.type('Write one.')
  const claude = claudeSession(room, { env: strict })
  await claude.type('Write two.')
  const [one, two] = [await opened(room, 'Write one.'), await opened(room, 'Write two.')]
  const shell = { CODEX_SESSION_ID: codex.id, CODEX_THREAD_ID: codex.id, CODEX_TOOL_CALL_ID: 'call_1' }
  expect(await waited(room, shell)).toBe(one)
  expect(await waited(room, { CODEX_THREAD_ID: codex.id })).toBe(one)
  expect(await waited(room, { CLAUDE_CODE_SESSION_ID: claude.id })).toBe(two)
})

test('[wait isolation] J9: a session without a task waits for nobody else', async () => {
  using room = newRoom()
  await claudeSession(room, { env: strict }).type('Write one.')
  const said = 'fullstop: this session has no task yet\n  next: name one: fullstop wait TASK\n'
  expect(await waited(room, { CODEX_SESSION_ID: NEVER, CODEX_TOOL_CALL_ID: 'call_1' })).toBe(said)
})

test.skipIf(process.platform !== 'linux')(
  '[wait isolation] J9: without a variable the session is known by the process above the shell',
  async () => {
    using room = newRoom()
    await claudeSession(room, { env: strict, pid: process.pid }).type('Write one.')
    // Another process, as the agent of another session in the same folder.
    const agent = Bun.spawn(['sleep', '600'])
    try {
      await claudeSession(room, { env: strict, pid: agent.pid }).type('Write two.')
      expect(await waited(room, {})).toBe(await opened(room, 'Write one.'))
    } finally {
      agent.kill()
    }
  },
)

test.skipIf(process.platform !== 'linux')(
  '[wait isolation] J9: where nothing tells the session, the newest of this folder that is still there',
  async () => {
    using room = newRoom()
    const agents = ['sleep 600', 'sleep 601', 'sleep 602'].map((line) => Bun.spawn(line.split(' ')))
    const [first, second, third] = agents.map(({ pid }) => pid)
    try {
      await claudeSession(room, { env: strict, pid: first ?? 0 }).type('Write one.')
      await claudeSession(room, { env: strict, pid: second ?? 0 }).type('Write two.')
      const other = join(room.home, 'other')
      mkdirSync(other)
      const elsewhere = {
        ...room,
        cwd: other,
        run: (args: readonly string[], options = {}) => room.run(args, { cwd: other, ...options }),
      }
      await claudeSession(elsewhere, { env: strict, pid: third ?? 0 }).type('Write three.')
      agents[1]?.kill('SIGKILL')
      await agents[1]?.exited
      expect(await waited(room, {})).toBe(await opened(room, 'Write one.'))
      expect(await waited(room, {}, other)).toBe(await opened(room, 'Write three.'))
    } finally {
      for (const agent of agents) agent.kill('SIGKILL')
    }
  },
)
