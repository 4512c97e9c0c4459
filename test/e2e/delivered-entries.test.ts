// A session without a transcript file, from its hook calls to the store: the entries come with the stop.
import { expect, test } from 'bun:test'
import type { HookAnswer } from '../../src/agents/agent.ts'
import { onHook } from '../../src/flows/hook/on-hook.ts'
import { openWorld } from '../../src/frontends/cli/wire.ts'
import { deliveringAgent } from '../fake-agents/delivering-agent.ts'
import { newRoom, type Room } from './room.ts'

const SESSION = 'deliver-1'
const TOKEN = `FULLSTOP_DONE::${SESSION}`
const { hook } = deliveringAgent

/** One hook call, with a store that is opened and closed for it, as by a process of its own. */
async function call(room: Room, payload: Readonly<Record<string, unknown>>): Promise<HookAnswer> {
  const decoded = hook?.decode({ session: SESSION, cwd: room.cwd, ...payload })
  if (!hook || !decoded?.ok) throw new Error(`not decoded: ${JSON.stringify(decoded)}`)
  const world = openWorld({ ...room.env, FULLSTOP_MODE: 'strict' }, 'hook')
  const startedAt = new Date()
  try {
    const begun = { startedAt: () => startedAt, bornAt: () => startedAt }
    return await onHook({ ...world, ...begun }, deliveringAgent, hook.host({}), decoded.value)
  } finally {
    await world.store.close()
  }
}

const stop = (room: Room, from: number, items: readonly unknown[], text?: string): Promise<HookAnswer> =>
  call(room, { event: 'stop', session_items: { from, items }, ...(text === undefined ? {} : { text }) })

const WORK = [
  { prompt: 'Build the parser.' },
  { id: 'c1', tool: 'write', access: 'write', detail: 'src/a.ts' },
  { id: 'c1', failed: false },
  { id: 'c2', tool: 'write', access: 'write', detail: 'src/b.ts' },
  { id: 'c2', failed: false },
]

test('[A7] a stop after delivered work is refused, and the delivered claim ends the task', async () => {
  using room = newRoom()
  await call(room, { event: 'prompt', text: 'Build the parser.' })
  const half = [...WORK, { said: 'I wrote half of it.' }]
  const refusal = await stop(room, 0, half)
  expect(refusal).toMatchObject({ kind: 'refuse', say: expect.stringContaining(TOKEN) as never })
  // The agent may send the whole session again: known items do not count twice.
  const told = { told: refusal.kind === 'refuse' ? refusal.say : '' }
  const done = [...half, told, { id: 'c3', tool: 'write', access: 'write', detail: 'src/c.ts' }]
  expect(await stop(room, 0, [...done, { said: `All of it is written.\n\n${TOKEN}` }])).toMatchObject({ kind: 'tell' })
  const [task, ...others] = await room.tasks()
  expect([task?.outcome, task?.stops, task?.refusals, others]).toEqual(['unverified', 2, 1, []])
  const decided = (await room.events()).filter((event) => event.kind === 'stop.decided')
  expect(decided.map(({ work, offset }) => [work?.workCalls, work?.whole, offset])).toEqual([
    [2, true, 6],
    [3, true, 9],
  ])
})

test('[A7] without the prompt hook the delivered prompt opens the task', async () => {
  using room = newRoom()
  expect(await stop(room, 0, [...WORK, { said: `Done.\n\n${TOKEN}` }])).toMatchObject({ kind: 'tell' })
  const events = await room.events()
  expect(events.find((event) => event.kind === 'request.opened')).toMatchObject({ prompt: 'Build the parser.' })
  expect((await room.tasks()).map((task) => task.outcome)).toEqual(['unverified'])
})

test('[A7] the same stop sent twice is decided once', async () => {
  using room = newRoom()
  const items = [...WORK, { said: 'I wrote half of it.' }]
  const [first, second] = [await stop(room, 0, items, 'half'), await stop(room, 0, items, 'half')]
  expect(second).toEqual(first)
  const decided = (await room.events()).filter((event) => event.kind === 'stop.decided')
  expect(decided).toHaveLength(1)
})

test('[A7] items that were never sent leave the work unseen, and the claim in the last ones counts', async () => {
  using room = newRoom()
  await call(room, { event: 'prompt', text: 'Build the parser.' })
  await stop(room, 40, [{ said: `Done.\n\n${TOKEN}` }])
  const decided = (await room.events()).find((event) => event.kind === 'stop.decided')
  expect([decided?.work?.whole, decided?.offset]).toEqual([false, 41])
  expect((await room.tasks()).map((task) => task.outcome)).toEqual(['unverified'])
})
