// Whose call is it? Environment and call say something, hook and transcript know: claims and contexts reach the session
// that made them, whatever the server was told when it started.
import { expect, test } from 'bun:test'
import type { SessionContext } from '../../src/contract/context.ts'
import type { TaskState } from '../../src/contract/state.ts'
import { type ClaudeSession, claudeSession, type SessionOptions } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf, someOf } from '../rounds.ts'
import { outcomes, strict } from './checking.ts'
import { silent, unverified } from './expected.ts'
import { claudeServerEnv, type McpServer, saving, serve, structured, success, textOf } from './mcp-client.ts'
import { writeUserConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const NO_CLAIM = 'Stop refused: nothing says that the task is done.'

function serveFor(room: Room, session: ClaudeSession, ownHost = false): Promise<McpServer> {
  return serve(room, { ownHost, env: { ...strict, ...claudeServerEnv(session.id) } })
}

async function worked(session: ClaudeSession, request = 'Write the answer.'): Promise<void> {
  await session.type(request)
  session.edit(2)
}

async function taskOf(room: Room, title: string): Promise<TaskState> {
  const found = (await room.tasks()).find((task) => task.title === title)
  if (!found) throw new Error(`no task "${title}"`)
  return found
}

/** The newest task of a session, whatever it is called. */
async function taskFor(room: Room, { id }: ClaudeSession): Promise<TaskState> {
  const seen = room.allEvents().find((event) => event.kind === 'session.seen' && event.agentSessionId === id)
  const found = (await room.tasks()).find((task) => task.session === seen?.session)
  if (!found) throw new Error(`no task of session ${id}`)
  return found
}

/** All that is stored, by task. */
async function contexts(room: Room): Promise<Record<string, SessionContext>> {
  const { stdout } = await room.run(['context', '--json'])
  const listed = JSON.parse(stdout) as { task: string }[]
  const entries = await Promise.all(
    listed.map(async ({ task }) => {
      const shown = await room.run(['context', task, '--json'])
      return [task, JSON.parse(shown.stdout) as SessionContext] as const
    }),
  )
  return Object.fromEntries(entries)
}

interface Clearing {
  readonly name: string
  readonly options: SessionOptions
  /** How the first session's task stood when `/clear` was typed. */
  readonly before: 'ended' | 'open'
}

const pid = { pid: process.pid }
const onlyStop = { hooks: ['Stop'] }
const stopAndTools = { hooks: ['Stop', 'PostToolUse', 'PostToolUseFailure'] }

const clearings: readonly Clearing[] = [
  { name: 'all hooks', options: pid, before: 'ended' },
  { name: 'all hooks', options: pid, before: 'open' },
  { name: 'all hooks, the process unknown', options: {}, before: 'open' },
  { name: 'all hooks, the process unknown', options: {}, before: 'ended' },
  { name: 'only Stop', options: { ...pid, ...onlyStop }, before: 'open' },
  { name: 'only Stop', options: { ...pid, ...onlyStop }, before: 'ended' },
  { name: 'Stop and PostToolUse', options: { ...pid, ...stopAndTools }, before: 'open' },
  { name: 'Stop and PostToolUse', options: { ...pid, ...stopAndTools }, before: 'ended' },
]

for (const { name, options, before } of quarterOf(clearings, 1)) {
  test(`[claim-identity F15] after /clear the same server's claim is the new session's (${name}; task before: ${before})`, async () => {
    using room = newRoom()
    const first = claudeSession(room, { ...options, env: strict })
    await first.start()
    await using server = await serveFor(room, first)
    await worked(first, 'Write the first.')
    await first.sayAndStop(before === 'ended' ? first.token : 'Which one do you mean?')
    const second = await first.clear()
    expect(second.id).not.toBe(first.id)
    await worked(second, 'Write the second.')
    const { texts } = await second.call(server, 'complete_task', success())
    expect(texts.join('\n')).toStartWith('Claim recorded as unverified')
    expect(await second.sayAndStop('Done.')).toEqual(unverified)
    expect(await taskFor(room, second)).toMatchObject({ outcome: 'unverified', claims: 1 })
    const old = await taskFor(room, first)
    expect([old.outcome, old.claims]).toEqual(before === 'ended' ? ['unverified', 1] : [undefined, 0])
  })
}

for (const { name, options, before } of someOf(clearings.filter((row) => row.before === 'open'))) {
  test(`[context-identity F15 F13] after /clear the same server's context is the new session's (${name}; task before: ${before})`, async () => {
    using room = newRoom()
    const first = claudeSession(room, { ...options, env: strict })
    await first.start()
    await using server = await serveFor(room, first)
    await worked(first, 'Write the first.')
    await first.call(server, 'update_session_context', saving({ summary: 'The first is half done.' }))
    await first.sayAndStop('Which one do you mean?')
    const second = await first.clear()
    await worked(second, 'Write the second.')
    await second.call(server, 'update_session_context', saving({ summary: 'The second is half done.' }))
    // Where only stops are heard, the second session is known from here on.
    await second.sayAndStop('Which one do you mean?')
    const stored = await contexts(room)
    expect(stored[(await taskFor(room, first)).id]?.summary).toBe('The first is half done.')
    expect(stored[(await taskFor(room, second)).id]?.summary).toBe('The second is half done.')
  })
}

// Subagents

for (const [name, options] of someOf([
  ['PostToolUse names it', pid],
  ['PostToolUse names it, the process unknown', {}],
  ['only the transcript tells', { ...pid, hooks: ['SessionStart', 'UserPromptSubmit', 'Stop'] }],
  ['only the transcript tells, Stop alone', { ...pid, hooks: ['Stop'] }],
] as const)) {
  test(`[claim-subagent F12] a subagent's call is no claim (${name})`, async () => {
    using room = newRoom()
    const session = claudeSession(room, { ...options, env: strict })
    await session.start()
    await using server = await serveFor(room, session)
    await session.type('What is there?')
    await session.sayAndStop('A folder.')
    await worked(session)
    await session.call(server, 'complete_task', success(), { subagent: 'a1313f18567eb0a1c' })
    session.use('Task', { description: 'Write the answer', prompt: 'Write it.' }, { text: 'It is done.' })
    const { stdout } = await session.sayAndStop('The helper is done.')
    expect(stdout).toContain(`FULLSTOP (1/5) ${NO_CLAIM}`)
    expect((await outcomes(room)).filter((outcome) => outcome === 'unverified')).toEqual([])
    await session.call(server, 'complete_task', success({ summary: 'Looked at it myself.' }))
    expect(await session.sayAndStop('Done.')).toEqual(unverified)
  })
}

test("[claim-subagent F12 F9] a subagent's refused claim costs the main agent none of its continuations", async () => {
  using room = newRoom()
  const session = claudeSession(room, { ...pid, env: strict })
  await session.start()
  await using server = await serveFor(room, session)
  await worked(session)
  session.use('TodoWrite', { todos: [{ content: 'Write the docs', status: 'pending' }] })
  const { isError } = await session.call(server, 'complete_task', success(), { subagent: 'a1' })
  expect(isError).toBe(true)
  const { stdout } = await session.sayAndStop('Half of it.')
  expect(stdout).toContain(`FULLSTOP (1/5) ${NO_CLAIM}`)
})

test.skipIf(isVariant)(
  "[claim-subagent F12] a subagent's call after the main agent's own claim does not take that away",
  async () => {
    using room = newRoom()
    const session = claudeSession(room, { ...pid, env: strict })
    await session.start()
    await using server = await serveFor(room, session)
    await worked(session)
    await session.call(server, 'complete_task', success())
    await session.call(server, 'complete_task', success({ summary: 'I am the helper.' }), { subagent: 'a1' })
    expect(await session.sayAndStop('Done.')).toEqual(unverified)
    expect(await outcomes(room)).toEqual(['unverified'])
  },
)

test.skipIf(isVariant)(
  "[claim-subagent F12] the same words from a subagent and then from the main agent: the main agent's count",
  async () => {
    using room = newRoom()
    const session = claudeSession(room, { ...pid, env: strict })
    await session.start()
    await using server = await serveFor(room, session)
    await worked(session)
    await session.call(server, 'complete_task', success(), { subagent: 'a1' })
    await session.call(server, 'complete_task', success())
    expect(await session.sayAndStop('Done.')).toEqual(unverified)
  },
)

// Where only the transcript tells whose call it was, the same words give the same claim: the second call must count.
test.skipIf(isVariant)(
  '[claim-subagent F12 claim-once] … also where only the transcript tells whose call it was',
  async () => {
    using room = newRoom()
    const session = claudeSession(room, { ...pid, hooks: ['SessionStart', 'UserPromptSubmit', 'Stop'], env: strict })
    await session.start()
    await using server = await serveFor(room, session)
    await worked(session)
    await session.call(server, 'complete_task', success(), { subagent: 'a1' })
    await session.call(server, 'complete_task', success())
    expect(await session.sayAndStop('Done.')).toEqual(unverified)
  },
)

test("[context-identity F12] a subagent's save is withdrawn, the main agent's stays", async () => {
  using room = newRoom()
  const session = claudeSession(room, { ...pid, env: strict })
  await session.start()
  await using server = await serveFor(room, session)
  await worked(session)
  await session.call(server, 'update_session_context', saving({ summary: 'Mine.', key_decisions: ['Mine'] }))
  await session.call(server, 'update_session_context', saving({ summary: 'Not mine.', key_decisions: ['Not mine'] }), {
    subagent: 'a1',
  })
  const [context] = Object.values(await contexts(room))
  expect([context?.summary, context?.keyDecisions]).toEqual(['Mine.', ['Mine']])
})

// Two at once

/** Larger than any on Linux. Without a number, the process that started the tests counts as the agent of both. */
const NO_PID = 2 ** 22 + 1

for (const [name, known] of [
  ['their processes known', true],
  ['by environment alone', false],
] as const) {
  test.skipIf(isVariant && !known)(
    `[isolation claim-identity F15] two sessions at once in one folder keep apart (${name})`,
    async () => {
      using room = newRoom()
      const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
      await using one = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv(ids[0]) } })
      await using other = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv(ids[1]) } })
      const first = claudeSession(room, { id: ids[0], env: strict, pid: known ? one.host : NO_PID })
      const second = claudeSession(room, { id: ids[1], env: strict, pid: known ? other.host : NO_PID })
      await Promise.all([first.start(), second.start()])
      await Promise.all([worked(first, 'Write one.'), worked(second, 'Write two.')])
      await Promise.all([
        first.call(one, 'update_session_context', saving({ summary: 'One.' })),
        second.call(other, 'update_session_context', saving({ summary: 'Two.' })),
      ])
      const read = async (server: McpServer): Promise<unknown> =>
        structured(await server.call('get_session_context', { format: 'raw' }))['context']
      expect([await read(one), await read(other)]).toMatchObject([
        { summary: 'One.', originalRequest: 'Write one.', sessionId: ids[0] },
        { summary: 'Two.', originalRequest: 'Write two.', sessionId: ids[1] },
      ])
      await first.call(one, 'complete_task', success())
      expect((await second.sayAndStop('Two is half done.')).stdout).toContain(`FULLSTOP (1/5) ${NO_CLAIM}`)
      expect(await first.sayAndStop('Done.')).toEqual(unverified)
      await second.call(other, 'complete_task', success())
      expect(await second.sayAndStop('Done.')).toEqual(unverified)
      const tasks = await room.tasks()
      expect(tasks.map(({ title, outcome, claims }) => [title, outcome, claims]).sort()).toEqual([
        ['Write one.', 'unverified', 1],
        ['Write two.', 'unverified', 1],
      ])
      expect(Object.keys(await contexts(room)).sort()).toEqual(tasks.map(({ id }) => id).sort())
    },
  )
}

test("[isolation claim-identity F15] R4: another session's task by its id is out of reach while that session lives", async () => {
  using room = newRoom()
  await using one = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  await using other = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('other') } })
  await using nobody = await serve(room, { ownHost: true })
  const first = claudeSession(room, { id: 'one', pid: one.host, env: strict })
  const second = claudeSession(room, { id: 'other', pid: other.host, env: strict })
  await worked(first, 'Write one.')
  await worked(second, 'Write two.')
  await first.call(one, 'update_session_context', saving({ summary: 'One.' }))
  const { id } = await taskOf(room, 'Write one.')
  for (const server of [other, nobody]) {
    const claimed = await server.call('complete_task', success({ task_id: id }))
    expect([claimed.isError, textOf(claimed)]).toEqual([
      true,
      'The claim was not recorded: task_ID belongs to another session.\nNext: leave the task id out: your own task is known.',
    ])
    const saved = await server.call('update_session_context', saving({ task_id: id }))
    expect([saved.isError, textOf(saved)]).toEqual([
      true,
      'The context was not saved: task_ID belongs to another session.\nNext: leave the task id out: your own task is known.',
    ])
    const cleared = await server.call('clear_session_context', { task_id: id })
    expect([cleared.isError, textOf(cleared)]).toEqual([
      true,
      'Nothing was cleared: task_ID belongs to another session.\nNext: leave the task id out: your own task is known.',
    ])
    const read = await server.call('get_session_context', { task_id: id, format: 'raw' })
    expect([read.isError, textOf(read)]).toEqual([
      true,
      'The context was not read: task_ID belongs to another session, which is at work.\nNext: leave the task id out: your own task is known.',
    ])
  }
  // Its own session may name it.
  const own = await one.call('complete_task', success({ task_id: id }))
  expect([own.isError, structured(own)['task_id']]).toEqual([undefined, id])
  expect(await taskOf(room, 'Write two.')).toMatchObject({ claims: 0 })
})

test("[isolation context-identity F15] R4: a server that is told another session's id, in its environment or with the call, is not that session's", async () => {
  using room = newRoom()
  await using one = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  const first = claudeSession(room, { id: 'one', pid: one.host, env: strict })
  await worked(first, 'Write one.')
  await first.call(one, 'update_session_context', saving({ summary: 'One.' }))
  const { id } = await taskOf(room, 'Write one.')
  await using forged = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  for (const named of [{ task_id: id }, {}]) {
    for (const [tool, args] of [
      ['update_session_context', saving({ summary: 'Taken over.', ...named })],
      ['clear_session_context', named],
      ['complete_task', success(named)],
      ['attempt_completion', { result: 'Done.', ...named }],
      ['get_session_context', named],
    ] as const) {
      const answer = await forged.call(tool, args)
      expect([tool, named, answer.isError === true || structured(answer)['task_id'] !== id]).toEqual([
        tool,
        named,
        true,
      ])
      expect(JSON.stringify(answer)).not.toContain('One.')
    }
  }
  const kept = await one.call('get_session_context', { task_id: id, format: 'raw' })
  expect(structured(kept)).toMatchObject({ context: { summary: 'One.' } })
  expect(await taskOf(room, 'Write one.')).toMatchObject({ status: 'open', claims: 0 })
})

test('[isolation context-identity] R4: a session, or another client, does not reach the task of a client without identity', async () => {
  using room = newRoom()
  await using owner = await serve(room, { ownHost: true })
  await using session = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  const id = String(structured(await owner.call('update_session_context', saving({ summary: 'Mine.' })))['task_id'])
  const read = async (server: McpServer): Promise<unknown> =>
    structured(await server.call('get_session_context', { task_id: id, format: 'raw' }))['context']
  {
    await using other = await serve(room, { ownHost: true })
    for (const server of [session, other]) {
      const saved = await server.call('update_session_context', saving({ summary: 'Taken.', task_id: id }))
      const cleared = await server.call('clear_session_context', { task_id: id })
      const claimed = await server.call('complete_task', success({ task_id: id }))
      expect([saved, cleared, claimed].map(({ isError }) => isError)).toEqual([true, true, true])
      expect(await read(server)).toBeUndefined()
    }
    expect(await read(owner)).toMatchObject({ summary: 'Mine.' })
  }
})

test('[context-identity F15] R4: what a session left behind may be read by its id, not changed', async () => {
  using room = newRoom()
  await using fresh = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('fresh') } })
  let id = ''
  {
    await using old = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('old') } })
    const session = claudeSession(room, { id: 'old', pid: old.host, env: strict })
    await worked(session, 'Write it.')
    await session.call(old, 'update_session_context', saving({ summary: 'Half of it.' }))
    id = (await taskOf(room, 'Write it.')).id
    await session.hook('SessionEnd', { reason: 'other' })
  }
  const read = await fresh.call('get_session_context', { task_id: id, format: 'raw' })
  expect(structured(read)).toMatchObject({ context: { summary: 'Half of it.' } })
  expect((await fresh.call('clear_session_context', { task_id: id })).isError).toBe(true)
})

test('[claim-identity] a task that nobody knows is refused with the next step', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const claimed = await server.call('complete_task', success({ task_id: 'task_00000000' }))
  expect([claimed.isError, textOf(claimed)]).toEqual([
    true,
    'The claim was not recorded: there is no task "task_ID".\nNext: leave the task id out, or pass the one of an earlier answer.',
  ])
  expect(await room.tasks()).toEqual([])
})

// Clients without identity

test('[claim-stranger F15] a client without identity gets an id back and can pass it; without it each call stands alone', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const saved = await server.call('update_session_context', saving({ key_decisions: ['One'] }))
  const id = String(structured(saved)['task_id'])
  expect(textOf(saved)).toMatch(
    /^Context saved successfully\. Last updated: \S+\nYour client names no session: pass "task_id": "task_ID" with every further call\.\nReceipt: ctx_ID for task_ID$/,
  )
  await server.call('update_session_context', saving({ key_decisions: ['Two'], task_id: id }))
  const read = await server.call('get_session_context', { task_id: id, format: 'raw' })
  expect(structured(read)).toMatchObject({ context: { taskId: id, keyDecisions: ['One', 'Two'] } })
  const another = await server.call('update_session_context', saving())
  expect(structured(another)['task_id']).not.toBe(id)
  const claimed = await server.call('complete_task', success({ task_id: id }))
  expect(structured(claimed)).toMatchObject({ decision: 'accepted', outcome: 'unverified', task_id: id })
  expect((await room.tasks()).find((task) => task.id === id)).toMatchObject({ outcome: 'unverified', claims: 1 })
  // Nothing of one stranger is another's.
  expect(structured(await server.call('get_session_context', {}))).toEqual({ has_context: false })
})

test.skipIf(isVariant)('[claim-stranger] what the id names outlives the server', async () => {
  using room = newRoom()
  let id = ''
  {
    await using server = await serve(room)
    id = String(structured(await server.call('update_session_context', saving()))['task_id'])
    await server.kill()
  }
  await using server = await serve(room)
  const read = await server.call('get_session_context', { task_id: id })
  expect(structured(read)).toMatchObject({
    has_context: true,
    formatted_prompt: expect.stringContaining('Write the answer.'),
  })
  expect(structured(await server.call('complete_task', success({ task_id: id })))['task_id']).toBe(id)
})

test.skipIf(isVariant)(
  '[claim-stranger] a refused claim of a stranger is taken up by its id, and counted',
  async () => {
    using room = newRoom()
    await using server = await serve(room)
    const first = await server.call('complete_task', { ...success(), status: 'blocked', remaining_work: 'the key' })
    const id = String(structured(first)['task_id'])
    expect(structured(first)).toMatchObject({ decision: 'go-on', may_stop: false })
    const second = await server.call('complete_task', {
      ...success({ summary: 'Tried once more.', task_id: id }),
      status: 'blocked',
      remaining_work: 'the key',
    })
    expect(structured(second)).toMatchObject({ decision: 'accepted', outcome: 'blocked', may_stop: true, task_id: id })
    expect(await outcomes(room)).toEqual(['blocked'])
  },
)

test('[claim-stranger] a stranger clears only what it names', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const id = String(structured(await server.call('update_session_context', saving()))['task_id'])
  const blind = await server.call('clear_session_context', {})
  expect([blind.isError, textOf(blind)]).toEqual([
    true,
    'Nothing was cleared: no task is known for this client.\nNext: pass the task_id of an earlier answer.',
  ])
  const cleared = await server.call('clear_session_context', { task_id: id })
  expect(structured(cleared)).toMatchObject({ was_there: true, task_id: id })
  expect(textOf(cleared)).toBe('Context cleared for task task_ID')
  expect(structured(await server.call('get_session_context', { task_id: id }))).toEqual({ has_context: false })
  expect(textOf(await server.call('clear_session_context', { task_id: id }))).toBe(
    'Context cleared for task task_ID (nothing was stored)',
  )
})

// Hosts that name the task or the session

for (const name of ['FULLSTOP_TASK_ID', 'ACCOMPLISH_TASK_ID']) {
  test.skipIf(isVariant && name === 'FULLSTOP_TASK_ID')(
    `[claim-env] ${name} names the task, for every server that is told it`,
    async () => {
      using room = newRoom()
      {
        await using server = await serve(room, { env: { [name]: 'my-task-7' } })
        expect(structured(await server.call('update_session_context', saving()))['task_id']).toBe('my-task-7')
      }
      await using server = await serve(room, { env: { [name]: 'my-task-7' } })
      expect(structured(await server.call('get_session_context', {}))['has_context']).toBe(true)
      expect(structured(await server.call('complete_task', success()))).toMatchObject({
        task_id: 'my-task-7',
        outcome: 'unverified',
      })
      expect((await room.tasks()).map(({ id, outcome }) => [id, outcome])).toEqual([['my-task-7', 'unverified']])
    },
  )
}

test.skipIf(isVariant)('[claim-env] ACCOMPLISH_SESSION_ID names the session', async () => {
  using room = newRoom()
  const env = { ACCOMPLISH_SESSION_ID: 'host-session-1' }
  await using server = await serve(room, { env })
  const id = String(structured(await server.call('update_session_context', saving()))['task_id'])
  await using again = await serve(room, { env })
  expect(structured(await again.call('get_session_context', { format: 'raw' }))).toMatchObject({
    context: { taskId: id, sessionId: 'host-session-1' },
  })
  expect(structured(await again.call('complete_task', success()))['task_id']).toBe(id)
})

for (const value of quarterOf(['', ' ', '../../etc/passwd', 'a b', 'x'.repeat(200)], 2)) {
  test(`[claim-env] an id that is no plain name (${JSON.stringify(value.slice(0, 20))}) says nothing`, async () => {
    using room = newRoom()
    await using server = await serve(room, { env: { FULLSTOP_TASK_ID: value, ACCOMPLISH_SESSION_ID: value } })
    expect(String(structured(await server.call('complete_task', success()))['task_id'])).toMatch(/^task_[0-9a-z]{8}$/)
  })
}

test('[claim-env F15] FULLSTOP_TASK_ID does not take a gated session away from its task', async () => {
  using room = newRoom()
  const session = claudeSession(room, { ...pid, env: strict })
  await using server = await serve(room, {
    env: { ...strict, ...claudeServerEnv(session.id), FULLSTOP_TASK_ID: 'outer' },
  })
  await worked(session)
  await session.call(server, 'complete_task', success())
  expect(await session.sayAndStop('Done.')).toEqual(unverified)
  expect((await room.tasks()).map(({ title }) => title)).toEqual(['Write the answer.'])
})

test('[claim-env F15 isolation] an agent inside an agent inherits FULLSTOP_TASK_ID, and it is not its own', async () => {
  using room = newRoom()
  const env = { FULLSTOP_TASK_ID: 'outer' }
  await using outer = await serve(room, { env: { ...env, ...claudeServerEnv('outer-session') } })
  await outer.call('update_session_context', saving({ summary: 'Outer.' }))
  await using inner = await serve(room, { env: { ...env, ...claudeServerEnv('inner-session') } })
  const claimed = structured(await inner.call('complete_task', success()))
  expect(claimed['task_id']).not.toBe('outer')
  expect((await room.tasks()).find(({ id }) => id === 'outer')).toMatchObject({ status: 'open', claims: 0 })
})

for (const [name, meta] of someOf([
  ['threadId', { threadId: '0197-thread' }],
  ['x-codex-turn-metadata', { 'x-codex-turn-metadata': { session_id: '0197-thread', turn_id: '3' } }],
  ['x-codex-turn-metadata as text', { 'x-codex-turn-metadata': '{"session_id":"0197-thread","turn_id":"3"}' }],
] as const)) {
  test(`[claim-codex F15] Codex names its session in each call (${name}): two threads of one server keep apart`, async () => {
    using room = newRoom()
    await using server = await serve(room)
    const other = { threadId: '0198-other' }
    await server.call('update_session_context', saving({ summary: 'Mine.' }), { meta })
    await server.call('update_session_context', saving({ summary: 'Other.' }), { meta: other })
    const mine = await server.call('get_session_context', { format: 'raw' }, { meta })
    expect(structured(mine)).toMatchObject({ context: { summary: 'Mine.', sessionId: '0197-thread' } })
    const claimed = await server.call('complete_task', success(), { meta })
    expect(structured(claimed)).toMatchObject({ outcome: 'unverified' })
    expect((await room.tasks()).map(({ agent, outcome }) => [agent, outcome]).sort()).toEqual([
      ['codex', undefined],
      ['codex', 'unverified'],
    ])
  })
}

test('[claim-env] metadata of the wrong shape says nothing and breaks nothing', async () => {
  using room = newRoom()
  await using server = await serve(room)
  for (const meta of [
    { threadId: 7, 'x-codex-turn-metadata': 'not JSON' },
    { threadId: '', 'x-codex-turn-metadata': [] },
    { 'claudecode/toolUseId': { a: 1 } },
    { threadId: '../../x' },
  ]) {
    const claimed = await server.call('complete_task', success(), { meta })
    expect(structured(claimed)).toMatchObject({ decision: 'accepted', outcome: 'unverified' })
  }
})

test('[claim-mcp-only no-open-task] where no hook is heard the answer ends the task, and the next claim opens another', async () => {
  using room = newRoom()
  await using server = await serve(room, { env: claudeServerEnv('mcp-only') })
  const first = structured(await server.call('complete_task', success()))
  const second = structured(await server.call('complete_task', success({ summary: 'Something else.' })))
  expect([first['outcome'], second['outcome']]).toEqual(['unverified', 'unverified'])
  expect(second['task_id']).not.toBe(first['task_id'])
  expect(await outcomes(room)).toEqual(['unverified', 'unverified'])
})

test('[claim-mcp-only off-silent] in a session whose gate is off a claim is still answered, and the stop still passes', async () => {
  using room = newRoom()
  writeUserConfig(room, { mode: 'off' })
  const session = claudeSession(room, pid)
  await session.start()
  await using server = await serve(room, { env: claudeServerEnv(session.id) })
  await worked(session)
  const { texts, isError } = await session.call(server, 'complete_task', success())
  expect([isError, texts[0]?.split('\n')[0]]).toEqual([
    false,
    'Claim recorded as unverified: claimed, but no check can prove it.',
  ])
  expect(await session.sayAndStop('Done.')).toEqual(silent)
})
