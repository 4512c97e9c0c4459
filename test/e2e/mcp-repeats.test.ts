// The same call twice, in a row or at once, from one server or two: the same answer, recorded once.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { completed, outcomes, strict } from './checking.ts'
import { blocked, claudeServerEnv, type McpServer, partial, saving, serve, structured, success } from './mcp-client.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

function serveAlone(room: Room): Promise<McpServer> {
  return serve(room, { env: { ...strict, ...claudeServerEnv('one-session') } })
}

/** Checks that count how often they ran. */
async function counted(room: Room, answer: string): Promise<() => number> {
  const repository = makeRepository(room, { answer })
  const runs = join(room.root, 'runs')
  await trustChecks(room, repository, [
    { name: 'answer', run: `echo run >> ${runs}; sleep 0.1; test "$(cat answer)" = 42`, shell: true },
  ])
  return () => readFileSync(runs, 'utf8').trim().split('\n').length
}

/** The whole answer, receipt included. */
async function whole(server: McpServer, tool: string, args: object): Promise<string> {
  const { content, isError } = await server.call(tool, args)
  return JSON.stringify([isError === true, content])
}

function recorded(room: Room, kind: string): number {
  return room.allEvents().filter((event) => event.kind === kind).length
}

const calls: ReadonlyArray<readonly [string, string, object]> = [
  ['success', 'complete_task', success()],
  ['attempt_completion', 'attempt_completion', { result: 'Wrote it.' }],
  ['partial', 'complete_task', partial()],
  ['blocked', 'complete_task', blocked()],
  ['blocked with needs', 'complete_task', blocked({ needs: 'input' })],
]

for (const [name, tool, args] of quarterOf(calls, 0)) {
  test(`[claim-once F20] ${name}, without checks: in a row, at once, and from two servers`, async () => {
    using room = newRoom()
    await using server = await serveAlone(room)
    await using other = await serveAlone(room)
    const first = await whole(server, tool, args)
    expect(await whole(server, tool, args)).toBe(first)
    expect(await whole(other, tool, args)).toBe(first)
    const many = await Promise.all([server, other, server, other].map((one) => whole(one, tool, args)))
    expect(new Set(many)).toEqual(new Set([first]))
    expect([recorded(room, 'claim.made'), recorded(room, 'claim.decided'), recorded(room, 'task.opened')]).toEqual([
      1, 1, 1,
    ])
  })
}

for (const [name, answer] of [
  ['green', '42\n'],
  ['red', '41\n'],
] as const) {
  test(`[claim-once F20 one-at-a-time] at once from two servers, ${name} checks: one claim, one run, one answer`, async () => {
    using room = newRoom()
    const runs = await counted(room, answer)
    await using server = await serveAlone(room)
    await using other = await serveAlone(room)
    const many = await Promise.all([server, other, server, other].map((one) => whole(one, 'complete_task', success())))
    expect(new Set(many).size).toBe(1)
    expect(JSON.parse(many[0] ?? '')).toMatchObject([name === 'red', [{ type: 'text' }]])
    expect([recorded(room, 'claim.made'), recorded(room, 'claim.decided'), runs()]).toEqual([1, 1, 1])
    expect(await whole(server, 'complete_task', success())).toBe(many[0] ?? '')
    expect([recorded(room, 'claim.made'), runs()]).toEqual([1, 1])
    expect(await outcomes(room)).toEqual([name === 'green' ? 'completed' : 'open'])
  })
}

test.skipIf(isVariant)(
  '[claim-once F20] with hooks: the same call twice is one claim, one continuation, and the stop passes',
  async () => {
    using room = newRoom()
    await counted(room, '42\n')
    const session = claudeSession(room, { pid: process.pid, env: strict })
    await using server = await serve(room, { env: { ...strict, ...claudeServerEnv(session.id) } })
    await session.type('Write the answer.')
    session.edit(2)
    const first = await session.call(server, 'complete_task', success())
    const second = await session.call(server, 'complete_task', success())
    expect(second).toEqual(first)
    expect(await session.sayAndStop('Done.')).toEqual(completed('answer'))
    expect(recorded(room, 'claim.made')).toBe(1)
  },
)

test('[claim-once F20 F9] with hooks: a refused call delivered twice costs one continuation', async () => {
  using room = newRoom()
  await counted(room, '41\n')
  const session = claudeSession(room, { pid: process.pid, env: strict })
  await using server = await serve(room, { env: { ...strict, ...claudeServerEnv(session.id) } })
  await session.type('Write the answer.')
  session.edit(2)
  const first = await session.call(server, 'complete_task', success())
  expect(await session.call(server, 'complete_task', success())).toEqual(first)
  expect((await session.sayAndStop('I stop.')).stdout).toContain(
    'FULLSTOP (2/5) Stop refused: the last claim was refused',
  )
})

test('[claim-once F20] another summary, status or tree is another claim', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await using server = await serveAlone(room)
  await server.call('complete_task', blocked())
  await server.call('complete_task', partial())
  await server.call('complete_task', partial({ remaining_work: 'something else' }))
  repository.write('new', 'x\n')
  await server.call('complete_task', partial({ remaining_work: 'something else' }))
  expect(recorded(room, 'claim.made')).toBe(4)
})

test.skipIf(isVariant)('[claim-once F20] the same words in a new request are a new claim', async () => {
  using room = newRoom()
  const session = claudeSession(room, { pid: process.pid, env: strict })
  await using server = await serve(room, { env: { ...strict, ...claudeServerEnv(session.id) } })
  for (const nth of [1, 2]) {
    await session.type(`Write answer ${nth}.`)
    session.edit(2)
    await session.call(server, 'complete_task', success())
    expect((await session.sayAndStop('Done.')).stdout).toContain('Fullstop: unverified, ')
  }
  expect([recorded(room, 'claim.made'), (await room.tasks()).length]).toEqual([2, 2])
})

test('[context-once F20] the same save twice, in a row and at once: nothing doubles', async () => {
  using room = newRoom()
  await using server = await serveAlone(room)
  await using other = await serveAlone(room)
  const args = saving({ key_decisions: ['One', 'Two'], files_modified: ['a.ts'], blockers: ['x'] })
  await Promise.all([server, other, server, other].map((one) => one.call('update_session_context', args)))
  await server.call('update_session_context', args)
  const { context } = structured(await server.call('get_session_context', { format: 'raw' }))
  expect(context).toMatchObject({ keyDecisions: ['One', 'Two'], blockers: ['x'], filesModified: [{ path: 'a.ts' }] })
  expect(recorded(room, 'task.opened')).toBe(1)
})

test.skipIf(isVariant)(
  '[context-once] different saves at once from two servers: no decision and no file is lost',
  async () => {
    using room = newRoom()
    await using server = await serveAlone(room)
    await using other = await serveAlone(room)
    await server.call('get_session_context')
    const nths = Array.from({ length: 10 }, (_, nth) => nth)
    const answers = await Promise.all(
      nths.map((nth) =>
        (nth % 2 === 0 ? server : other).call(
          'update_session_context',
          saving({ key_decisions: [`Decision ${nth}`], files_modified: [`file-${nth}.ts`] }),
        ),
      ),
    )
    expect(answers.filter(({ isError }) => isError === true)).toEqual([])
    const { context } = structured(await server.call('get_session_context', { format: 'raw' })) as {
      context: { keyDecisions: string[]; filesModified: { path: string }[] }
    }
    expect(context.keyDecisions.toSorted()).toEqual(nths.map((nth) => `Decision ${nth}`))
    expect(context.filesModified.map(({ path }) => path).toSorted()).toEqual(nths.map((nth) => `file-${nth}.ts`))
  },
)
