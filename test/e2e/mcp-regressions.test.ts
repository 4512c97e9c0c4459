// Defects that were found from outside, each as it was found: claims and saves by tool, beside subagents, strangers,
// secrets and sessions that are gone.
import { expect, test } from 'bun:test'
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import {
  type ClaudeSession,
  claudeSession,
  type ServerAnswer,
  type SessionOptions,
} from '../fake-agents/claude-session.ts'
import { isVariant, pairsOf, someOf } from '../rounds.ts'
import { completed, outcomes, started, strict } from './checking.ts'
import { NO_CLAIM } from './expected.ts'
import {
  blocked,
  claudeServerEnv,
  maskReceipts,
  type McpServer,
  partial,
  saving,
  serve,
  structured,
  success,
  textOf,
} from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { type Env, newRoom, type Output, type Room } from './room.ts'

const answerCheck = { name: 'answer', run: 'sh check.sh' }
const WRONG = 'check "answer" failed (exit 3)'

async function checked(room: Room, answer = '42\n'): Promise<Repository> {
  const repository = makeRepository(room, {
    'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
    answer: 'none yet\n',
  })
  await trustChecks(room, repository, [answerCheck])
  repository.write('answer', answer)
  return repository
}

interface Installed extends AsyncDisposable {
  readonly session: ClaudeSession
  readonly server: McpServer
}

interface Installing extends SessionOptions {
  readonly ownHost?: boolean
  readonly edits?: number
}

/** A session with our hooks and our server, that was asked for something and has worked. */
async function installed(room: Room, options: Installing = {}): Promise<Installed> {
  const { ownHost = false, edits = 2, env = strict, id = crypto.randomUUID(), ...more } = options
  const server = await serve(room, { ownHost, env: { ...env, ...claudeServerEnv(id) } })
  const session = claudeSession(room, { pid: server.host, ...more, id, env })
  await session.start()
  await session.type('Write the answer.')
  session.edit(edits)
  return { session, server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function claim({ session, server }: Installed, args: object = success()): Promise<string> {
  const { texts } = await session.call(server, 'complete_task', args)
  return maskReceipts(texts.join('\n'))
}

/** What a refused stop tells the agent; empty if it passed. */
function reasonOf({ stdout }: Output): string {
  const answer = stdout === '' ? {} : (JSON.parse(stdout) as { decision?: string; reason?: string })
  return answer.decision === 'block' ? (answer.reason ?? '') : ''
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

async function contextOf(server: McpServer, args: object = {}): Promise<Record<string, unknown>> {
  const read = structured(await server.call('get_session_context', { format: 'raw', ...args }))
  return (read['context'] ?? {}) as Record<string, unknown>
}

/** Every file of the state folder as it lies on the disk, by its path. */
function stored(room: Room): ReadonlyMap<string, Buffer> {
  const names = readdirSync(room.state, { recursive: true, encoding: 'utf8' })
  const files = names.map((name) => join(room.state, name)).filter((path) => statSync(path).isFile())
  return new Map(files.map((path) => [path, readFileSync(path)]))
}

function filesWith(room: Room, text: string): string[] {
  return [...stored(room)].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
}

function isInDatabase(room: Room, text: string): boolean {
  return [room.database, `${room.database}-wal`].some((path) => existsSync(path) && readFileSync(path).includes(text))
}

// A subagent that says the same as the main agent

type Who = 'main' | 'subagent'

const orders: readonly (readonly [Who, Who])[] = [
  ['main', 'subagent'],
  ['subagent', 'main'],
]

/** The same call by both, then both hooks, each in the given order; the main agent's is in the transcript. */
async function bothCall(
  { session, server }: Installed,
  tool: string,
  args: object,
  { calls, hooks }: { calls: readonly Who[]; hooks: readonly Who[] },
): Promise<Record<Who, ServerAnswer>> {
  const ids = { main: 'toolu_main', subagent: 'toolu_subagent' }
  const name = `mcp__fullstop__${tool}`
  const use = { type: 'tool_use', id: ids.main, name, input: args }
  session.write({ type: 'assistant', message: { role: 'assistant', content: [use], stop_reason: 'tool_use' } })
  const answers: Partial<Record<Who, ServerAnswer>> = {}
  for (const who of calls) answers[who] = await server.answer(tool, args, { 'claudecode/toolUseId': ids[who] })
  const { main, subagent } = answers
  if (!main || !subagent) throw new Error('both must call')
  for (const who of hooks) {
    const { texts, structured: data, isError } = who === 'main' ? main : subagent
    await session.hook(isError ? 'PostToolUseFailure' : 'PostToolUse', {
      prompt_id: session.promptId(),
      permission_mode: 'bypassPermissions',
      ...(who === 'main' ? {} : { agent_id: 'a1313f18567eb0a1c', agent_type: 'general-purpose' }),
      tool_name: name,
      tool_input: args,
      tool_use_id: ids[who],
      ...(isError ? { error: texts.join('\n'), is_interrupt: false } : { tool_response: JSON.stringify(data) }),
      mcp_server: { name: 'fullstop', source: 'dynamic' },
    })
  }
  const result = { tool_use_id: ids.main, type: 'tool_result', content: JSON.stringify(main.structured) }
  session.write({ type: 'user', promptId: session.promptId(), message: { role: 'user', content: [result] } })
  return { main, subagent }
}

for (const [calls, hooks] of pairsOf(orders, orders)) {
  const order = `calls: ${calls.join(', ')}; hooks: ${hooks.join(', ')}`

  test(`[claim-subagent claim-once F12 F20] a subagent's identical claim voids nothing (${order})`, async () => {
    using room = newRoom()
    await checked(room)
    await using at = await installed(room)
    const { main, subagent } = await bothCall(at, 'complete_task', success(), { calls, hooks })
    if (calls[0] === 'main') expect(subagent).toEqual(main)
    expect(await at.session.sayAndStop('Done.')).toEqual(completed('answer'))
    expect(await outcomes(room)).toEqual(['completed'])
  })

  test.skipIf(isVariant)(`[claim-subagent claim-once F12 F20] … nor an identical blocked (${order})`, async () => {
    using room = newRoom()
    await using at = await installed(room)
    await bothCall(at, 'complete_task', blocked({ needs: 'input' }), { calls, hooks })
    expect(reasonOf(await at.session.sayAndStop('I need to know which.'))).toBe('')
    expect(await outcomes(room)).toEqual(['needs-input'])
  })

  test(`[context-identity context-once F12 F20] a subagent's identical save takes nothing away (${order})`, async () => {
    using room = newRoom()
    await using at = await installed(room)
    const args = saving({ summary: 'Mine.', key_decisions: ['One'] })
    await bothCall(at, 'update_session_context', args, { calls, hooks })
    expect(await contextOf(at.server)).toMatchObject({ summary: 'Mine.', keyDecisions: ['One'] })
  })
}

// A task's name is no key to it

for (const name of ['FULLSTOP_TASK_ID', 'ACCOMPLISH_TASK_ID']) {
  const isOther = isVariant && name !== 'FULLSTOP_TASK_ID'
  test.skipIf(isOther)(
    `[claim-env isolation F15] ${name} of a gated session lets no stranger in: neither context nor guards are touched`,
    async () => {
      using room = newRoom()
      await checked(room, '41\n')
      await using at = await installed(room, { ownHost: true })
      await at.session.call(at.server, 'update_session_context', saving({ summary: 'Mine.', key_decisions: ['Mine'] }))
      const [victim] = await room.tasks()
      if (!victim) throw new Error('no task')
      await using stranger = await serve(room, { ownHost: true, env: { ...strict, [name]: victim.id } })
      const saved = structured(await stranger.call('update_session_context', saving({ summary: 'Taken.' })))
      expect([saved['task_id'], saved['task_id'] === victim.id]).toEqual([expect.any(String), false])
      for (const summary of ['a', 'b', 'c', 'd']) {
        const claimed = await stranger.call('complete_task', success({ summary }))
        expect(structured(claimed)['task_id']).not.toBe(victim.id)
        expect(textOf(claimed)).not.toContain(victim.id)
      }
      await stranger.call('clear_session_context')
      expect(await contextOf(at.server)).toMatchObject({ summary: 'Mine.', keyDecisions: ['Mine'], taskId: victim.id })
      expect((await room.tasks()).find(({ id }) => id === victim.id)).toMatchObject({ status: 'open', claims: 0 })
      expect(firstLine(reasonOf(await at.session.sayAndStop('Half.')))).toBe(`FULLSTOP (1/5) ${NO_CLAIM}`)
    },
  )

  test.skipIf(isOther)(
    `[claim-env isolation no-transcript] ${name} of a gated session: a stranger's verified claim does not end it, transcript or not`,
    async () => {
      using room = newRoom()
      await checked(room)
      await using at = await installed(room, { ownHost: true })
      const [victim] = await room.tasks()
      if (!victim) throw new Error('no task')
      await using stranger = await serve(room, { ownHost: true, env: { ...strict, [name]: victim.id } })
      const claimed = structured(await stranger.call('complete_task', success()))
      expect(claimed).toMatchObject({ decision: 'accepted' })
      expect(claimed['task_id']).not.toBe(victim.id)
      const last = { transcript_path: join(room.home, '.claude', 'projects', 'gone.jsonl') }
      const output = await at.session.sayAndStop('Half.', { flush: 'never', more: last })
      expect(firstLine(reasonOf(output))).toBe(`FULLSTOP (1/5) ${NO_CLAIM}`)
      expect((await room.tasks()).find(({ id }) => id === victim.id)).toMatchObject({ status: 'open', claims: 0 })
    },
  )
}

// Refused claims of a subagent that nobody told of

for (const [name, hooks] of [
  ['no hook for tools', ['SessionStart', 'UserPromptSubmit', 'Stop']],
  ['only Stop', ['Stop']],
] as const) {
  test.skipIf(isVariant && hooks.length === 1)(
    `[claim-subagent F12 F9] four refused claims of a subagent (${name}) spend none of the main agent's continuations`,
    async () => {
      using room = newRoom()
      await checked(room, '41\n')
      await using at = await installed(room, { hooks })
      for (const summary of ['a', 'b', 'c', 'd']) {
        const { isError } = await at.session.call(at.server, 'complete_task', success({ summary }), { subagent: 'a13' })
        if (hooks.length > 1 && summary === 'a') expect(isError).toBe(true)
      }
      at.session.use('Task', { description: 'Write the answer', prompt: 'Write it.' }, { text: 'I could not.' })
      expect(firstLine(reasonOf(await at.session.sayAndStop('The helper could not.')))).toBe(
        `FULLSTOP (1/5) ${NO_CLAIM}`,
      )
      expect((await outcomes(room)).at(0)).toBe('open')
    },
  )
}

// Balanced mode holds to a claim that was refused

for (const [status, args, why, outcome] of [
  ['success', success(), WRONG, 'stuck'],
  ['partial', partial(), 'remaining work: the other half', 'partial'],
  ['blocked', blocked(), 'the agent says it is blocked: Tried both mirrors; remaining: the download', 'stuck'],
] as const) {
  test.skipIf(isVariant && status !== 'success')(
    `[balanced claim-stop F5] a refused claim (${status}) in balanced mode, then plain stops: each is refused with its reason, to a named end`,
    async () => {
      using room = newRoom()
      await checked(room, '41\n')
      await using at = await installed(room, { env: {}, edits: 1 })
      const { isError, structured: data } = await at.session.call(at.server, 'complete_task', args)
      expect([isError, data?.['may_stop']]).toEqual(status === 'success' ? [true, undefined] : [false, false])
      const stops: Output[] = []
      for (const words of ['One.', 'Two.', 'Three.']) stops.push(await at.session.sayAndStop(words))
      // With the claim itself these are three refusals without progress: then the guards end it.
      expect(stops.map((stop) => firstLine(reasonOf(stop)))).toEqual([
        `FULLSTOP (2/5) Stop refused: the last claim was refused: ${why}.`,
        `FULLSTOP (3/5) Stop refused: the last claim was refused: ${why}.`,
        '',
      ])
      expect(stops.at(-1)?.stdout).toContain(`Fullstop: not proven done: ${outcome} (`)
      expect(await outcomes(room)).toEqual([outcome])
    },
  )
}

// Values of .env files

const VALUE = 's3cr3t-v4lue-77zz'

async function withSecret(room: Room, run = 'true'): Promise<void> {
  const repository = makeRepository(room, { '.gitignore': '.env\n' })
  repository.write('.env', `API_TOKEN=${VALUE}\n`)
  await trustChecks(room, repository, [{ name: 'answer', run, shell: true }])
}

test('[secrets] a value of .env in the last words of a stop does not reach the store', async () => {
  using room = newRoom()
  await withSecret(room)
  await using at = await installed(room)
  const { stdout } = await at.session.sayAndStop(`I used ${VALUE} for it.`)
  expect(stdout).not.toContain(VALUE)
  expect(filesWith(room, VALUE)).toEqual([])
  expect(filesWith(room, 'I used [masked] for it.')).not.toEqual([])
})

test.skipIf(isVariant)('[secrets todo-open] … nor in an open todo, nor in the refusal that names it', async () => {
  using room = newRoom()
  await withSecret(room)
  await using at = await installed(room)
  at.session.use('TodoWrite', { todos: [{ content: `rotate ${VALUE}`, status: 'pending', activeForm: 'Rotating' }] })
  expect(firstLine(await claim(at))).toContain('Not done: open todo: rotate [masked].')
  const { stdout } = await at.session.sayAndStop('Not yet.')
  expect(stdout).not.toContain(VALUE)
  expect(filesWith(room, VALUE)).toEqual([])
})

test.skipIf(isVariant)(
  '[secrets check-log] … nor in what a failing check printed: log, database and refusal',
  async () => {
    using room = newRoom()
    const printed = join(room.root, 'printed')
    writeFileSync(printed, `used ${VALUE}\n`)
    await withSecret(room, `cat ${printed}; exit 1`)
    await using at = await installed(room)
    const answer = await claim(at)
    expect(answer).toContain('used [masked]')
    expect(answer).not.toContain(VALUE)
    const { stdout } = await at.session.sayAndStop('Not yet.')
    expect(stdout).not.toContain(VALUE)
    expect(filesWith(room, VALUE)).toEqual([])
    expect(filesWith(room, 'used [masked]').filter((path) => !path.startsWith(room.database))).toHaveLength(1)
  },
)

// The person speaks after the claim

test('[stale-claim claim-stale reset] a prompt in mid-work after the claim: the refusal says that the user spoke', async () => {
  using room = newRoom()
  await checked(room)
  await using at = await installed(room)
  await claim(at)
  await at.session.typeWhileWorking('And write the docs.')
  at.session.edit()
  expect(firstLine(reasonOf(await at.session.sayAndStop('The answer is there.')))).toBe(
    'FULLSTOP (1/5) Stop refused: you claimed success, but the user spoke after it: claim again.',
  )
})

// The brief of a session that is gone

/** A process that plays an agent, until it is let go. */
function living(): Disposable & { readonly pid: number; readonly end: () => Promise<void> } {
  const child: ChildProcess = spawn('sleep', ['600'], { stdio: 'ignore' })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = (): Promise<void> => {
    child.kill('SIGKILL')
    return gone
  }
  if (child.pid === undefined) throw new Error('no process')
  return { pid: child.pid, end, [Symbol.dispose]: () => child.kill('SIGKILL') }
}

function contextGiven({ stdout }: Output): string {
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } }
  return answer.hookSpecificOutput?.additionalContext ?? ''
}

test("[F15 context-identity isolation] a dead session's brief goes to a second session, and to no third while the second lives", async () => {
  using room = newRoom()
  using one = living()
  using two = living()
  using three = living()
  const sessionIn = (pid: number): ClaudeSession => claudeSession(room, { pid, env: strict })
  const first = sessionIn(one.pid)
  await first.start()
  await first.type('Write the answer to everything.')
  first.edit(2)
  await first.sayAndStop('Half of it.')
  // It lives: what it works on is nobody else's.
  expect(contextGiven(await sessionIn(three.pid).start())).not.toContain('answer to everything')
  await one.end()
  expect(contextGiven(await sessionIn(two.pid).start())).toContain('Write the answer to everything.')
  expect(contextGiven(await sessionIn(three.pid).start())).not.toContain('answer to everything')
  await two.end()
  expect(contextGiven(await sessionIn(three.pid).start())).toContain('Write the answer to everything.')
})

// One file, two spellings

for (const isRepository of [true, false]) {
  test.skipIf(isVariant && !isRepository)(
    `[context-tool context-once] the absolute and the relative path of a file are one entry (${isRepository ? 'in a repository' : 'in a plain folder'})`,
    async () => {
      using room = newRoom()
      if (isRepository) await checked(room)
      await using at = await installed(room)
      mkdirSync(join(room.cwd, 'src'))
      writeFileSync(join(room.cwd, 'src', 'limit.ts'), 'export {}\n')
      const save = (...files: readonly object[]): Promise<ServerAnswer> =>
        at.session.call(
          at.server,
          'update_session_context',
          saving({ summary: `${files.length}`, files_modified: files }),
        )
      const absolute = { path: join(room.cwd, 'src', 'limit.ts'), operation: 'created' }
      const relative = { path: 'src/limit.ts', operation: 'modified' }
      await save(absolute, relative)
      await save(absolute)
      await save(relative, absolute, { path: './src/limit.ts', operation: 'modified' })
      const { filesModified } = (await contextOf(at.server)) as { filesModified: { path: string; operation: string }[] }
      expect(
        filesModified.filter(({ path }) => path.includes('limit')).map(({ path, operation }) => [path, operation]),
      ).toEqual([['src/limit.ts', 'created']])
    },
  )
}

// What is erased is gone from the disk

const MARKER = 'MARKERQQ77'

for (const isOpen of [true, false]) {
  const when = isOpen ? 'while the server runs' : 'once the server is gone'

  test.skipIf(isVariant && !isOpen)(
    `[context-tool forget] a cleared context is gone from the bytes of the store (${when})`,
    async () => {
      using room = newRoom()
      await using at = await installed(room)
      const saved = saving({ summary: `Found ${MARKER}.`, key_decisions: [MARKER], remaining_work: MARKER })
      await at.session.call(at.server, 'update_session_context', saved)
      expect(isInDatabase(room, MARKER)).toBe(true)
      await at.server.call('clear_session_context')
      if (!isOpen) await at.server.client.close()
      expect(isInDatabase(room, MARKER)).toBe(false)
      expect(filesWith(room, MARKER)).toEqual([])
    },
  )

  test.skipIf(isVariant && isOpen)(
    `[context-tool forget] … and that of a task that was completed (${when})`,
    async () => {
      using room = newRoom()
      await checked(room)
      await using at = await installed(room)
      const saved = saving({ summary: `Found ${MARKER}.`, key_decisions: [MARKER], remaining_work: MARKER })
      await at.session.call(at.server, 'update_session_context', saved)
      expect(isInDatabase(room, MARKER)).toBe(true)
      await claim(at)
      expect(await at.session.sayAndStop('Done.')).toEqual(completed('answer'))
      if (!isOpen) await at.server.client.close()
      expect(isInDatabase(room, MARKER)).toBe(false)
      expect(filesWith(room, MARKER)).toEqual([])
    },
  )
}

// Characters that nobody sees

const UNSEEN = '\u200b\u00a0\u200d\u2060\ufeff\u200e\u202f\u3000'

for (const [name, tool, args] of someOf([
  ['summary', 'complete_task', success({ summary: UNSEEN })],
  ['original_request_summary', 'complete_task', success({ original_request_summary: UNSEEN })],
  ['remaining_work', 'complete_task', partial({ remaining_work: UNSEEN })],
  ['result', 'attempt_completion', { result: UNSEEN }],
  ['current_status', 'update_session_context', saving({ current_status: UNSEEN })],
] as const)) {
  test(`[mcp-errors F20] ${name} of only zero-width and no-break spaces is blank`, async () => {
    using room = newRoom()
    await using server = await serve(room)
    const refused = expect.objectContaining({
      code: ErrorCode.InvalidParams,
      message: expect.stringContaining(name === 'remaining_work' ? `${name} is required` : `${name} must not be blank`),
    })
    expect(await server.call(tool, args).catch((error: unknown) => error)).toEqual(refused)
    expect(await room.tasks()).toEqual([])
  })
}

/** All but line breaks and tabs. */
function controlsIn(text: string): string[] {
  return [...text].filter((char) => /\p{Cc}/u.test(char) && char !== '\n' && char !== '\t')
}

for (const [status, args] of [
  ['partial', partial],
  ['blocked', blocked],
] as const) {
  test.skipIf(isVariant && status !== 'partial')(
    `[escapes claim-answers] control characters in remaining_work do not come back (${status})`,
    async () => {
      using room = newRoom()
      await using at = await installed(room)
      const remaining = 'the \u001b[31mother\u001b[0m \u0007half\u0000\u009b2J\u007f\r'
      const { texts, structured: data } = await at.session.call(
        at.server,
        'complete_task',
        args({ remaining_work: remaining }),
      )
      expect(texts.join('\n')).toContain('half')
      expect(texts.flatMap(controlsIn)).toEqual([])
      expect(stringsIn(data).flatMap(controlsIn)).toEqual([])
      expect(controlsIn(reasonOf(await at.session.sayAndStop('Half.')))).toEqual([])
    },
  )
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

// A server from the agent's own shell

/** The agent's shell: a program of its own making stands first in the path, and makes every check pass. */
function shellEnv(room: Room, { id }: Pick<ClaudeSession, 'id'>, pid: number): Env {
  const folder = join(room.root, 'fake')
  mkdirSync(folder)
  writeFileSync(join(folder, 'sh'), '#!/bin/sh\nexit 0\n')
  chmodSync(join(folder, 'sh'), 0o755)
  return {
    ...strict,
    ...claudeServerEnv(id),
    AI_AGENT: 'claude-code_2-1-325_agent',
    CLAUDE_PID: `${pid}`,
    PATH: `${folder}:${room.env['PATH']}`,
  }
}

for (const [name, answer] of [
  ['red', '41\n'],
  ['green', '42\n'],
] as const) {
  test.skipIf(isVariant && name !== 'red')(
    `[claim-identity check-could-not-run F6 F24] a server from the agent's own shell runs no checks (${name}; hooks installed)`,
    async () => {
      using room = newRoom()
      await checked(room, answer)
      await using at = await installed(room)
      await using own = await serve(room, { env: shellEnv(room, at.session, at.server.host) })
      const claimed = await own.call('complete_task', success(), { meta: { 'claudecode/toolUseId': 'toolu_own' } })
      expect(textOf(claimed)).toStartWith('Claim recorded. Its checks run when you stop: answer.')
      expect(started(room)).toEqual([])
      expect(await outcomes(room)).toEqual(['open'])
      // The claim by words is verified by the hook, in an environment that is not the agent's.
      const output = await at.session.sayAndStop(`Done.\n\n${at.session.token}`)
      if (name === 'green') expect(output).toEqual(completed('answer'))
      else expect(firstLine(reasonOf(output))).toBe(`FULLSTOP (1/5) Not done: ${WRONG}`)
      expect(started(room)).toEqual(['answer'])
    },
  )
}

test("[claim-identity F6 F24] … and a plain stop after it does not make the task completed: the call is not the session's", async () => {
  using room = newRoom()
  await checked(room)
  await using at = await installed(room)
  await using own = await serve(room, { env: shellEnv(room, at.session, at.server.host) })
  await own.call('complete_task', success(), { meta: { 'claudecode/toolUseId': 'toolu_own' } })
  at.session.use('Bash', { command: 'printf … | fullstop mcp' }, { text: 'Claim recorded.' })
  expect(firstLine(reasonOf(await at.session.sayAndStop('Done.')))).toStartWith('FULLSTOP (1/5) Stop refused: ')
  expect(await outcomes(room)).toEqual(['open'])
})

test.skipIf(isVariant)(
  '[claim-identity check-could-not-run F6 F24] … also where no hook is heard: the answer says so, and the task is not completed',
  async () => {
    using room = newRoom()
    await checked(room)
    await using own = await serve(room, { env: shellEnv(room, { id: 'alone' }, process.pid) })
    const claimed = await own.call('complete_task', success())
    expect(textOf(claimed)).toContain("checks do not run from an agent's own shell")
    expect(structured(claimed)['outcome']).toBe('unverified')
    expect(started(room)).toEqual([])
    expect(await outcomes(room)).toEqual(['unverified'])
  },
)
