// The end of a subtask is told at least once, whoever is killed between what is recorded and what is printed, and shown once
// where nobody is.
import { expect, test } from 'bun:test'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, read, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { claudeSession, type ClaudeSession } from '../fake-agents/claude-session.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { fileIn, strict } from './checking.ts'
import { eventsIn, kindsOf } from './crashing.ts'
import { claudeServerEnv, type McpServer, saving, serve, success } from './mcp-client.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const CHILD = 'Write the notes.'
const ENDED = `"${CHILD}" ended: cancelled.`

interface Family extends AsyncDisposable {
  readonly session: ClaudeSession
  readonly server: McpServer
  readonly parent: string
  readonly child: string
  readonly save: (summary: string) => Promise<string>
}

/** A session at work whose subtask a person has cancelled: nobody has told it yet. */
async function cancelledChild(room: Room): Promise<Family> {
  const server = await serve(room, { env: { ...strict, ...claudeServerEnv('one') } })
  const session = claudeSession(room, { id: 'one', pid: server.host, env: strict })
  await session.type('Write the answer.')
  session.edit(2)
  const { structured } = await session.call(server, 'start_subtask', { request: CHILD })
  const { subtask_id: child, task_id: parent } = structured as { subtask_id: string; task_id: string }
  expect((await room.run(['cancel', child, '--yes'])).code).toBe(0)
  const save = async (summary: string): Promise<string> =>
    (await session.call(server, 'update_session_context', saving({ summary }))).texts.join('\n')
  return { session, server, parent, child, save, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const tellings = (room: Room): number => kindsOf(eventsIn(room), 'subtask.telling').length
const told = (room: Room): number => kindsOf(eventsIn(room), 'subtask.told').length

interface Line extends Disposable {
  /** For the program, which may change how its end behaves. */
  readonly end: number
  /** Nothing more can be written until somebody reads. */
  readonly fill: () => void
  readonly read: () => Promise<string>
}

const CAPACITY = 65_536

/** A pipe whose two ends are here, so that a program can be made to wait while it prints. */
function openLine(room: Room): Line {
  const path = join(room.root, 'line')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR)
  const end = openSync(path, constants.O_WRONLY)
  return {
    end,
    fill: () => void writeSync(fd, Buffer.alloc(CAPACITY, ' ')),
    read: async () => {
      const { buffer, bytesRead } = await promisify(read)(fd, { buffer: Buffer.alloc(CAPACITY) })
      return buffer.toString('utf8', 0, bytesRead)
    },
    [Symbol.dispose]: () => [fd, end].forEach((one) => closeSync(one)),
  }
}

async function killHard(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('[subtask-told subtask-crash F14] a hook that is killed before it has printed has told nothing', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await cancelledChild(room)
  using line = openLine(room)
  line.fill()
  const { session } = at
  const hook = spawn(binary, ['hook', 'claude'], {
    cwd: room.cwd,
    env: { ...room.env, ...session.env },
    stdio: ['pipe', line.end, 'ignore'],
  })
  const about = { session_id: session.id, transcript_path: session.transcript, cwd: room.cwd }
  const typed = { hook_event_name: 'UserPromptSubmit', prompt_id: 'prompt-2', prompt: 'And hurry.' }
  hook.stdin?.end(JSON.stringify({ ...about, ...typed }))
  await until(() => tellings(room) === 1)
  // While it lives, nobody else tells it.
  expect(await at.save('While it prints.')).not.toContain(ENDED)
  await killHard(hook)
  expect(told(room)).toBe(0)
  expect(await at.save('After it.')).toContain(ENDED)
  expect(await at.save('Once more.')).not.toContain(ENDED)
  await until(() => told(room) === 1)
  expect(tellings(room)).toBe(2)
})

test('[subtask-told subtask-crash F14] a server that is killed before its answer is out has told nothing', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await cancelledChild(room)
  using line = openLine(room)
  const server = spawn(binary, ['mcp'], {
    cwd: room.cwd,
    env: { ...room.env, ...strict, ...claudeServerEnv('one') },
    stdio: ['pipe', line.end, 'ignore'],
  })
  const send = (message: object): void => {
    server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  const clientInfo = { name: 'test', version: '1' }
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  // Its answer is there before the line is full.
  expect(await line.read()).toContain('"id":1')
  line.fill()
  const args = saving({ summary: 'Nobody reads the answer.', task_id: at.parent })
  send({ id: 2, method: 'tools/call', params: { name: 'update_session_context', arguments: args } })
  await until(() => tellings(room) === 1)
  await killHard(server)
  expect(told(room)).toBe(0)
  const { stdout } = await at.session.typeWhileWorking('And hurry.')
  expect(stdout).toContain('ended: cancelled.')
  expect(await at.save('Once more.')).not.toContain(ENDED)
  expect([tellings(room), told(room)]).toEqual([2, 1])
})

test('[subtask-told F14] a call that the client gives up has told nothing', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const waits = 'echo 1 > "$HOME/checking"; until test -e "$HOME/go"; do sleep 0.05; done; exit 1'
  await trustChecks(room, repository, [{ name: 'slow', run: ['sh', '-c', waits] }])
  await using at = await cancelledChild(room)
  const call = new AbortController()
  const given = at.server.client
    .callTool(
      { name: 'complete_task', arguments: { ...success({ summary: `Without ${at.child}.` }), task_id: at.parent } },
      undefined,
      {
        signal: call.signal,
      },
    )
    .then(
      () => 'answered',
      () => 'given up',
    )
  await fileIn(join(room.home, 'checking'))
  call.abort()
  expect(await given).toBe('given up')
  execFileSync('touch', [join(room.home, 'go')])
  // It was about to be told, and then it was not.
  await until(() => tellings(room) === 2)
  expect(told(room)).toBe(0)
  expect(await at.save('After it.')).toContain(ENDED)
  await until(() => told(room) === 1)
})
