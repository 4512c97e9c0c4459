// Checks that last longer than a call may, servers that are killed, and a store that is locked: every call is answered
// in time, and what was claimed is not lost.
import { expect, test } from 'bun:test'
import { type ClaudeSession, claudeSession, type Server } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import { completed, gated, letGo, nothingLeft, outcomes, runnerOf, started, strict, until } from './checking.ts'
import {
  claudeServerEnv,
  maskReceipts,
  type McpServer,
  partial,
  RECEIPT,
  saving,
  serve,
  structured,
  success,
  textOf,
} from './mcp-client.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { newRoom, openDatabase, type Room } from './room.ts'

async function slow(room: Room, end = 'true'): Promise<Repository> {
  const repository = makeRepository(room, { answer: '42\n' })
  await trustChecks(room, repository, [gated(room, end)])
  return repository
}

async function working(room: Room): Promise<ClaudeSession> {
  const session = claudeSession(room, { pid: process.pid, env: strict })
  await session.start()
  await session.type('Write the answer.')
  session.edit(2)
  return session
}

function serveFor(room: Room, id: string): Promise<McpServer> {
  return serve(room, { env: { ...strict, ...claudeServerEnv(id) } })
}

function recorded(room: Room, kind: string): number {
  return room.allEvents().filter((event) => event.kind === kind).length
}

/** What the host makes of a server that dies in mid-call. */
function mortal(server: McpServer): Server {
  return {
    answer: async (tool, args, meta) => {
      try {
        return await server.answer(tool, args, meta)
      } catch {
        // The line was closed: the host tells the model so.
        return { texts: ['MCP error -32000: Connection closed'], isError: true }
      }
    },
  }
}

const VERIFYING = `Verifying: checks still running (gated). Change nothing; run \`fullstop wait\` until they have ended, or make the same call again, then stop: your claim stands.\n${RECEIPT}`
// The limit of a call is 45 s and cannot be moved: what lasts that long is tried in one go, side by side with the rest.

function beside(name: string, body: () => Promise<void>, isLeftOut = false): void {
  test.concurrent.skipIf(isLeftOut)(name, body)
}

test.concurrent('[claim-time within F20] longer than 45 s, with hooks: verifying and progress in time, a second call joins, then wait and the stop', async () => {
  using room = newRoom()
  await slow(room)
  const session = await working(room)
  await using server = await serveFor(room, session.id)
  await using other = await serveFor(room, session.id)
  const heard: string[] = []
  const joined = runnerOf(room).then(() =>
    other.call('complete_task', success(), { onProgress: (message) => heard.push(message) }),
  )
  const { texts, isError, structured: data } = await session.call(server, 'complete_task', success())
  expect([isError, maskReceipts(texts.join('\n'))]).toEqual([false, VERIFYING])
  expect(data).toMatchObject({ decision: 'verifying', may_stop: false, status: 'success' })
  const second = await joined
  expect(second.content).toEqual([{ type: 'text', text: texts.join('\n') }])
  expect(heard.length).toBeGreaterThan(10)
  expect(heard.length).toBeLessThan(60)
  expect(new Set(heard)).toEqual(new Set(['checks running: gated']))
  expect([recorded(room, 'claim.made'), started(room)]).toEqual([1, ['gated']])
  letGo(room)
  const waited = await session.shell(['wait'])
  expect([waited.code, waited.stdout.split('\n').at(-2)]).toEqual([0, 'All checks passed. Stop again.'])
  expect(await session.sayAndStop('Done.')).toEqual(completed('gated'))
  expect([await outcomes(room), recorded(room, 'task.ended'), started(room)]).toEqual([['completed'], 1, ['gated']])
})

for (const [name, end, outcome] of [
  ['pass', 'true', 'completed'],
  ['fail', 'false', 'open'],
] as const) {
  test.concurrent.skipIf(isVariant && name === 'fail')(
    `[claim-time claim-mcp-only] longer than 45 s, MCP only: the claim is decided when its checks ${name}, and the same call then tells`,
    async () => {
      using room = newRoom()
      await slow(room, end)
      await using server = await serveFor(room, 'mcp-only')
      const first = await server.call('complete_task', success())
      expect(textOf(first)).toBe(VERIFYING)
      letGo(room)
      await until(() => recorded(room, 'claim.decided') === 1)
      expect(await outcomes(room)).toEqual([outcome])
      const again = await server.call('complete_task', success())
      if (name === 'pass') expect(textOf(again)).toStartWith('Task completed successfully.\nVerified: passed: gated.')
      else
        expect([again.isError, textOf(again)]).toEqual([true, expect.stringContaining('check "gated" failed (exit 1)')])
      expect(recorded(room, 'claim.made')).toBe(1)
    },
  )
}

test.concurrent('[locked F21] a store that stays locked: calls are answered in time, and nothing of them is lost', async () => {
  using room = newRoom()
  await using server = await serveFor(room, 'one')
  await server.call('update_session_context', saving())
  const lock = openDatabase(room.database)
  lock.exec('begin immediate')
  const saved = await server.call('update_session_context', saving({ summary: 'Saved while locked.' }))
  const claimed = await server.call('complete_task', success())
  lock.exec('rollback')
  lock.close()
  expect(textOf(saved)).toStartWith('Context saved successfully.')
  expect(textOf(claimed)).toStartWith('Claim recorded as unverified:')
  expect(structured(await server.call('get_session_context', { format: 'raw' }))).toMatchObject({
    context: { summary: 'Saved while locked.' },
  })
  expect([await outcomes(room), recorded(room, 'claim.made')]).toEqual([['unverified'], 1])
})

// Killed servers

beside('[kill-safe claim-stop] the server is killed while the checks run: the claim counts at the stop', async () => {
  using room = newRoom()
  await slow(room)
  const session = await working(room)
  await using server = await serveFor(room, session.id)
  const call = session.call(mortal(server), 'complete_task', success())
  await runnerOf(room)
  await server.kill()
  expect((await call).isError).toBe(true)
  letGo(room)
  expect(await session.sayAndStop('Done.')).toEqual(completed('gated'))
  expect([recorded(room, 'claim.made'), started(room)]).toEqual([1, ['gated']])
  expect(await outcomes(room)).toEqual(['completed'])
})

beside(
  '[kill-safe claim-once F20] … and the same call to the next server is the same claim',
  async () => {
    using room = newRoom()
    await slow(room)
    const session = await working(room)
    {
      await using server = await serveFor(room, session.id)
      const call = session.call(mortal(server), 'complete_task', success())
      await runnerOf(room)
      await server.kill()
      await call
    }
    await using server = await serveFor(room, session.id)
    letGo(room)
    const { texts } = await session.call(server, 'complete_task', success())
    expect(texts[0]).toStartWith('Task completed successfully.\nVerified: passed: gated.')
    expect(await session.sayAndStop('Done.')).toEqual(completed('gated'))
    expect([recorded(room, 'claim.made'), started(room)]).toEqual([1, ['gated']])
  },
  isVariant,
)

beside('[kill-safe claim-mcp-only] MCP only: killed while the checks run, asked again, one claim', async () => {
  using room = newRoom()
  await slow(room)
  {
    await using server = await serveFor(room, 'mcp-only')
    const call = server.call('complete_task', success()).catch(() => undefined)
    await runnerOf(room)
    await server.kill()
    await call
  }
  letGo(room)
  await using server = await serveFor(room, 'mcp-only')
  expect(structured(await server.call('complete_task', success()))).toMatchObject({ outcome: 'completed' })
  expect([recorded(room, 'claim.made'), await outcomes(room)]).toEqual([1, ['completed']])
})

beside('[kill-safe] killed between any two calls: what was answered stays', async () => {
  using room = newRoom()
  const once = async (tool: string, args: object): Promise<Record<string, unknown>> => {
    await using server = await serveFor(room, 'mcp-only')
    const result = await server.call(tool, args)
    await server.kill()
    return structured(result)
  }
  const { task_id: task } = await once('update_session_context', saving({ key_decisions: ['One'] }))
  await once('update_session_context', saving({ key_decisions: ['Two'] }))
  expect(await once('complete_task', partial())).toMatchObject({ decision: 'go-on', task_id: task })
  expect(await once('get_session_context', { format: 'raw' })).toMatchObject({
    context: { taskId: task, keyDecisions: ['One', 'Two'] },
  })
  expect(await once('complete_task', partial({ summary: 'Still half.' }))).toMatchObject({
    decision: 'accepted',
    outcome: 'partial',
    task_id: task,
  })
  expect((await room.tasks()).map(({ id, outcome }) => [id, outcome])).toEqual([[String(task), 'partial']])
})

beside('[kill-safe] killed at any moment of a call: no state is broken, and the next server goes on', async () => {
  using room = newRoom()
  const decisions: string[] = []
  for (let round = 0; round < (isVariant ? 5 : 12); round++) {
    await using server = await serveFor(room, 'mcp-only')
    const decision = `Decision ${round}`
    const call = server
      .call('update_session_context', saving({ key_decisions: [decision] }))
      .then(() => decisions.push(decision))
      .catch(() => undefined)
    await Bun.sleep(round)
    await server.kill()
    await call
  }
  await using server = await serveFor(room, 'mcp-only')
  await server.call('update_session_context', saving({ key_decisions: ['Last'] }))
  const { context } = structured(await server.call('get_session_context', { format: 'raw' })) as {
    context: { keyDecisions: string[] }
  }
  expect(context.keyDecisions).toEqual(expect.arrayContaining([...decisions, 'Last']))
  expect(structured(await server.call('complete_task', success()))['outcome']).toBe('unverified')
  expect(recorded(room, 'task.opened')).toBe(1)
})

beside(
  '[kill-safe check-leaves-nothing] a server that is killed leaves no process behind once its checks have ended',
  async () => {
    using room = newRoom()
    await slow(room)
    await using server = await serveFor(room, 'mcp-only')
    const call = server.call('complete_task', success()).catch(() => undefined)
    await runnerOf(room)
    await server.kill()
    await call
    letGo(room)
    await nothingLeft(room)
  },
)

beside(
  '[claim-stop verifying-stale] work while the checks of a call run: the stop is refused with the reason',
  async () => {
    using room = newRoom()
    const repository = await slow(room)
    const session = await working(room)
    await using server = await serveFor(room, session.id)
    const call = session.call(mortal(server), 'complete_task', success())
    await runnerOf(room)
    await server.kill()
    await call
    repository.write('answer', '43\n')
    session.edit()
    letGo(room)
    expect((await session.sayAndStop('Done.')).stdout).toContain(
      'you claimed success, but the tree changed after it: claim again',
    )
  },
)

beside('[claim-time] a person who speaks while the checks run overtakes the claim, and the agent is told', async () => {
  using room = newRoom()
  await slow(room)
  const session = await working(room)
  await using server = await serveFor(room, session.id)
  const call = session.call(server, 'complete_task', success())
  await runnerOf(room)
  await session.typeWhileWorking('And write the docs.')
  letGo(room)
  const { texts, isError } = await call
  expect([isError, texts]).toEqual([
    true,
    ['Something else happened in this session meanwhile (a prompt, a stop or another claim): look, then claim again.'],
  ])
  expect((await session.sayAndStop('Done.')).stdout).toContain('FULLSTOP (1/5) Stop refused: ')
})

beside('[claim-time] a client that gives up on a call loses nothing: the claim stands', async () => {
  using room = newRoom()
  await slow(room)
  const session = await working(room)
  await using server = await serveFor(room, session.id)
  const patience = new AbortController()
  const call = session.call(
    {
      answer: async (name, args, meta) => {
        const params = { name, arguments: { ...args }, _meta: { ...meta } }
        const answer = server.client.callTool(params, undefined, { signal: patience.signal })
        return { texts: [String(await answer.catch((error: unknown) => error))], isError: true }
      },
    },
    'complete_task',
    success(),
  )
  await runnerOf(room)
  patience.abort('no patience left')
  expect((await call).texts[0]).toContain('no patience left')
  letGo(room)
  expect(await session.sayAndStop('Done.')).toEqual(completed('gated'))
  expect(recorded(room, 'claim.made')).toBe(1)
})
