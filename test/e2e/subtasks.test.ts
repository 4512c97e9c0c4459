// Subtasks that a session does itself: who may claim for them, what holds the parent, and what its agent is told.
import { expect, test } from 'bun:test'
import { claudeSession, type ClaudeSession } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import { strict } from './checking.ts'
import { blocked, claudeServerEnv, type McpServer, partial, serve, success } from './mcp-client.ts'
import { makeRepository, trust, trustChecks, writeConfig } from './repository.ts'
import { newRoom, type Room } from './room.ts'

interface Started extends AsyncDisposable {
  readonly session: ClaudeSession
  readonly server: McpServer
  readonly call: (tool: string, args: object) => Promise<{ text: string; isError: boolean }>
}

const CHECKS = [
  { name: 'answer', run: 'test "$(cat answer)" = 42', shell: true },
  { name: 'notes', run: 'test -f notes', shell: true },
]

async function atWork(room: Room, request = 'Write the answer.', id = 'one'): Promise<Started> {
  const server = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv(id) } })
  const session = claudeSession(room, { id, pid: server.host, env: strict })
  await session.type(request)
  session.edit(2)
  return {
    session,
    server,
    call: async (tool, args) => {
      const { texts, isError } = await session.call(server, tool, args)
      return { text: texts.join('\n'), isError }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function idIn(text: string): string {
  return /task_[0-9a-z]+/.exec(text)?.[0] ?? ''
}

async function statusOf(room: Room, id: string): Promise<string | undefined> {
  const task = (await room.tasks()).find((one) => one.id === id)
  return task?.outcome ?? task?.status
}

test('[subtask-own subtask-gate subtask-told F14] split, do, claim, go on, complete', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { answer: '41\n' })
  await trustChecks(room, repository, CHECKS)
  await using at = await atWork(room)
  const opened = await at.call('start_subtask', { request: 'Write the notes.', checks: ['notes'] })
  const child = idIn(opened.text)
  expect(opened.text).toContain(`Subtask ${child} is open, below task_`)
  expect(opened.text).toContain('Checks: notes.')
  repository.write('answer', '42\n')
  const early = await at.call('complete_task', success())
  expect([early.isError, early.text]).toEqual([true, expect.stringContaining(`open subtask: ${child}`)])
  const red = await at.call('complete_task', { ...success(), task_id: child })
  expect([red.isError, red.text]).toEqual([true, expect.stringContaining('check "notes" failed')])
  repository.write('notes', 'x\n')
  const green = await at.call('complete_task', success({ summary: 'Wrote the notes.', task_id: child }))
  expect(green.isError).toBe(false)
  expect(green.text).toContain(`Subtask ${child} is recorded as completed.`)
  expect(green.text).toContain('claim it with complete_task without task_id')
  expect(green.text).toContain(`Subtask ${child} "Write the notes." ended: completed.\n  summary: Wrote the notes.`)
  expect(await statusOf(room, child)).toBe('completed')
  const done = await at.call('complete_task', success({ summary: 'All of it.' }))
  expect([done.isError, done.text]).toEqual([false, expect.stringContaining('Verified: passed: answer, notes')])
  expect(done.text).not.toContain(child)
  expect((await at.session.sayAndStop('Done.')).stdout).toContain('Fullstop: completed')
  const kinds = room.allEvents().flatMap(({ kind }) => (kind.startsWith('subtask.') ? [kind] : []))
  expect(kinds).toEqual(['subtask.started', 'subtask.ended', 'subtask.telling', 'subtask.told'])
})

test('[subtask-gate F14 F5] a failed subtask holds success until the claim names it; its id alone counts', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await atWork(room)
  const child = idIn((await at.call('start_subtask', { request: 'Ask the vendor.' })).text)
  const ended = await at.call('complete_task', { ...blocked({ needs: 'external' }), task_id: child })
  expect(ended.text).toContain(`Subtask ${child} is recorded as needs-input.`)
  const brief = (await room.run(['brief'])).stdout
  expect(brief).toContain('## Subtasks')
  expect(brief).toContain(`Subtask ${child} "Ask the vendor." ended: needs-input.`)
  const silent = await at.call('complete_task', success())
  expect(silent.isError).toBe(true)
  expect(silent.text).toContain(`subtask ${child} "Ask the vendor." ended as needs-input`)
  const another = await at.call('complete_task', success({ summary: `Did without ${child}x.` }))
  expect(another.isError).toBe(true)
  const named = await at.call('complete_task', success({ summary: `Did without ${child}: the default holds.` }))
  expect([named.isError, named.text]).toEqual([false, expect.stringContaining('unverified')])
})

test.skipIf(isVariant)('[subtask-gate] partial and blocked pass with an open subtask, which stays open', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await atWork(room)
  const child = idIn((await at.call('start_subtask', { request: 'The rest.' })).text)
  const claimed = await at.call('complete_task', blocked({ needs: 'input' }))
  expect([claimed.isError, claimed.text]).toEqual([false, expect.stringContaining('You may stop')])
  await at.session.sayAndStop('I need an answer.')
  expect(await statusOf(room, child)).toBe('open')
  const last = await at.call('complete_task', { ...partial(), task_id: child })
  expect(last.isError).toBe(false)
})

test('[subtask-own] another session can neither claim for a subtask, clear its context, nor split it', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await atWork(room)
  const child = idIn((await at.call('start_subtask', { request: 'A part.' })).text)
  await using other = await atWork(room, 'Something else.', 'other')
  await using nobody = await serve(room, { ownHost: true })
  for (const [tool, args] of [
    ['complete_task', success()],
    ['clear_session_context', {}],
    ['start_subtask', { request: 'More.' }],
  ] as const) {
    for (const server of [other.server, nobody]) {
      const { content, isError } = await server.call(tool, { ...args, task_id: child })
      expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining("another session's task")])
    }
  }
  const cleared = await at.call('clear_session_context', { task_id: child })
  expect(cleared).toEqual({ isError: false, text: expect.stringContaining(`Context cleared for task ${child}`) })
  expect(await statusOf(room, child)).toBe('open')
})

test('[subtask-bounds] unknown checks, depth, number and a missing supervisor are refused with a way out', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  writeConfig(room, { checks: CHECKS, subtasks: { maxDepth: 2, maxOpen: 2 } })
  await trust(room)
  repository.write('x', 'x\n')
  await using at = await atWork(room)
  const refusals: string[] = []
  const refused = async (args: object): Promise<void> => {
    const { text, isError } = await at.call('start_subtask', args)
    expect(isError).toBe(true)
    refusals.push(text)
  }
  await refused({ request: 'a', checks: ['note'] })
  await refused({ request: 'a', detached: true })
  const first = idIn((await at.call('start_subtask', { request: 'a' })).text)
  const below = idIn((await at.call('start_subtask', { request: 'b', task_id: first })).text)
  await refused({ request: 'c', task_id: below })
  await at.call('start_subtask', { request: 'd' })
  await refused({ request: 'e' })
  expect(refusals).toEqual([
    expect.stringContaining('there is no check "note".\nNext: name one of answer, notes (did you mean notes?)'),
    expect.stringContaining('only under `fullstop run`.\nNext: leave agent and detached out'),
    expect.stringContaining('2 deep (subtasks.maxDepth), and this one would be 3 deep.\nNext: do this part'),
    expect.stringContaining('2 subtasks are open, and 2 is the most (subtasks.maxOpen).\nNext: end one'),
  ])
  const listed = await at.call('list_subtasks', {})
  expect(listed.text).toContain(`Subtask ${first} "a" is open.`)
  const nested = await at.call('complete_task', { ...success(), task_id: first })
  expect([nested.isError, nested.text]).toEqual([true, expect.stringContaining(`open subtask: ${below}`)])
})

test('[subtask-tree] tasks --tree and show tell who belongs to whom; a subtask is meant only by its name', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await atWork(room)
  const child = idIn((await at.call('start_subtask', { request: 'A part.' })).text)
  const below = idIn((await at.call('start_subtask', { request: 'A smaller part.', task_id: child })).text)
  const tasks = JSON.parse((await room.run(['tasks', '--json'])).stdout) as { id: string; parent?: string }[]
  const parent = tasks.find((task) => task.parent === undefined)?.id ?? ''
  expect(new Map(tasks.map((task) => [task.id, task.parent]))).toEqual(
    new Map([
      [parent, undefined],
      [child, parent],
      [below, child],
    ]),
  )
  const tree = (await room.run(['tasks', '--tree'])).stdout.split('\n').slice(1, 4)
  expect(tree.map((line) => /^ *task_\w+/.exec(line)?.[0])).toEqual([parent, `  ${child}`, `    ${below}`])
  const json = JSON.parse((await room.run(['show', '--json'])).stdout) as { subtasks: { id: string; status: string }[] }
  expect(json.subtasks).toMatchObject([{ id: child, status: 'open' }])
  const shown = (await room.run(['show'])).stdout
  expect(shown).toStartWith(parent)
  expect(shown).toContain(`subtask  ${child}  open  A part.`)
  expect((await room.run(['show', below])).stdout).toContain(`part of  ${child}`)
})
