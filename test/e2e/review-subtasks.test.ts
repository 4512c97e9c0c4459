// What the review of a task tells of its subtasks: how each stands now, and that nothing is approved over an open one.
import { expect, test } from 'bun:test'
import type { ReviewMaterial } from '../../src/contract/view/review.ts'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { strict } from './checking.ts'
import { blocked, claudeServerEnv, serve, success } from './mcp-client.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { maskIds, newRoom, type Room } from './room.ts'

interface AtWork extends AsyncDisposable {
  readonly call: (tool: string, args: object) => Promise<string>
  readonly stop: (words: string) => Promise<unknown>
}

async function atWork(room: Room): Promise<AtWork> {
  const server = await serve(room, { ownHost: true, env: { ...strict, ...claudeServerEnv('one') } })
  const session = claudeSession(room, { id: 'one', pid: server.host, env: strict })
  await session.type('Write the answer.')
  session.edit(2)
  return {
    call: async (tool, args) => (await session.call(server, tool, args)).texts.join('\n'),
    stop: (words) => session.sayAndStop(words),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const idIn = (text: string): string => /task_[0-9a-z]+/.exec(text)?.[0] ?? ''

async function parentOf(room: Room): Promise<string> {
  return (await room.tasks()).find(({ parent }) => parent === undefined)?.id ?? ''
}

/** The lines below the title, up to the next empty one. */
function below(page: string, title: string): string[] {
  const lines = page.split('\n')
  const from = lines.findIndex((line) => line.startsWith(title))
  return lines.slice(from, lines.indexOf('', from)).map((line) => maskIds(line))
}

test('[subtask-review F14] a task that ended with a question hears of its subtask through its review', async () => {
  using room = newRoom()
  makeRepository(room)
  await using at = await atWork(room)
  const child = idIn(await at.call('start_subtask', { request: 'Ask the vendor.' }))
  await at.call('complete_task', blocked({ needs: 'input' }))
  await at.stop('I need an answer.')
  const parent = await parentOf(room)
  const page = async (): Promise<string> => (await room.run(['review', parent])).stdout
  expect(below(await page(), 'Subtasks')).toEqual(['Subtasks: 0 of 1 completed', '  ! task_ID open: Ask the vendor.'])
  const left = blocked({ summary: 'Asked twice.', remaining_work: 'Their answer', needs: 'external' })
  await at.call('complete_task', { ...left, task_id: child })
  expect(below(await page(), 'Subtasks')).toEqual([
    'Subtasks: 0 of 1 completed',
    '  ! task_ID needs-input: Ask the vendor.',
    '    Why: the agent needs something external',
    '    Claimed: Asked twice.',
    '    Left to do: Their answer',
  ])
  const { subtasks } = JSON.parse((await room.run(['review', parent, '--json'])).stdout) as ReviewMaterial
  expect(subtasks).toMatchObject([{ id: child, status: 'ended', outcome: 'needs-input', summary: 'Asked twice.' }])
})

test('[subtask-review subtask-gate] a claim with an open subtask is not approved: the review says so and how to go on', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { answer: '41\n' })
  await trustChecks(room, repository, [{ name: 'answer', run: 'true' }], { review: 'always' })
  await using at = await atWork(room)
  const done = idIn(await at.call('start_subtask', { request: 'Write the notes.', checks: [] }))
  await at.call('complete_task', success({ summary: 'Notes are written.', task_id: done }))
  const parent = await parentOf(room)
  const review = (...args: readonly string[]) => room.run(['review', ...args, '--yes'])
  expect((await review(done, 'approve')).code).toBe(0)
  await at.call('complete_task', success({ summary: 'All of it.' }))
  await at.stop('Done.')
  const late = idIn(await at.call('start_subtask', { request: 'One more thing.', checks: [] }))
  const refused = await review(parent, 'approve')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `fullstop: not approved: its subtask ${late} is open. Wait for its end, or end it first: fullstop cancel ${late}\n  next: fullstop review ${parent}\n`,
  ])
  expect((await room.run(['cancel', late, '--yes'])).code).toBe(0)
  const approved = await review(parent, 'approve')
  expect([approved.code, approved.stdout]).toEqual([0, `${parent} is completed.\n`])
})
