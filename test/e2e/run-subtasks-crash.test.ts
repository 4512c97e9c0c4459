// Subtasks with sessions of their own, when the supervisor is killed, a task is cancelled, or a budget is used up.
import { expect, test } from 'bun:test'
import type { Act } from '../fake-agents/script.ts'
import { isVariant } from '../rounds.ts'
import { fileIn, nothingLeft, until } from './checking.ts'
import { eventsIn, kindsOf, recorded, supervisor, type Supervisor } from './crashing.ts'
import { success } from './mcp-client.ts'
import { REQUEST, running, type Running } from './running.ts'

const CHILD = 'Write the answer: 42.'
const split: Act = { do: 'call', tool: 'start_subtask', args: { request: CHILD, detached: true } }
const claim = (summary: string): Act => ({ do: 'call', tool: 'complete_task', args: success({ summary }) })
const write: Act = { do: 'write', file: 'answer', text: '42\n' }
const stop: Act = { do: 'stop' }
const held: readonly Act[] = [
  { do: 'write', file: 'working', text: 'x\n' },
  { do: 'hang', until: 'proceed' },
]

const RUN = ['run', '--agent', 'claude', REQUEST] as const

function start({ room, env }: Running, args: readonly string[] = RUN): Supervisor {
  return supervisor(args, { ...room.env, ...env }, room.cwd)
}

function tasksOf({ room }: Running): { readonly parent: string; readonly child: string } {
  const started = kindsOf(eventsIn(room), 'subtask.started')[0]
  return { parent: started?.task ?? '', child: started?.subtask ?? '' }
}

/** Three starts of the agent, and the outcome once in the prompt of the last. */
function expectToldOnce(at: Running): void {
  const [first, child, next, ...more] = at.calls()
  expect(more).toEqual([])
  expect(child?.prompt).toBe(CHILD)
  expect(next?.session).toBe(first?.session ?? '')
  expect(next?.prompt.match(/ended: completed/g)).toHaveLength(1)
  expect(next?.prompt).toContain('summary: Wrote 42.')
  const events = eventsIn(at.room)
  const ends = ['subtask.started', 'subtask.ended', 'subtask.told'] as const
  expect(ends.map((kind) => kindsOf(events, kind).length)).toEqual([1, 1, 1])
  const { parent, child: below } = tasksOf(at)
  const ended = kindsOf(events, 'task.ended').map(({ task, outcome }) => [task, outcome])
  expect(ended).toEqual([
    [below, 'completed'],
    [parent, 'completed'],
  ])
  const stops = kindsOf(events, 'stop.decided').filter(({ task }) => task === parent)
  expect(stops.at(-1)?.continuations).toBe(0)
}

test.each(isVariant ? (['before'] as const) : (['before', 'while'] as const))(
  '[subtask-crash F14] killed while the subtask is at work; it ends %s the task is resumed',
  async (when) => {
    using at = await running()
    at.script([
      [split, stop],
      [...held, write, claim('Wrote 42.'), stop],
      [claim('All done.'), stop],
    ])
    const first = start(at)
    await fileIn(at.file('working'))
    await first.kill()
    const { parent } = tasksOf(at)
    if (when === 'before') {
      at.repository.write('proceed', 'x\n')
      await until(() => kindsOf(eventsIn(at.room), 'claim.decided').length > 0)
    }
    const second = start(at, ['resume', parent])
    if (when === 'while') {
      await until(() => kindsOf(eventsIn(at.room), 'run.attached').length > 2)
      at.repository.write('proceed', 'x\n')
    }
    expect((await second.ended).code).toBe(0)
    expectToldOnce(at)
    await nothingLeft(at.room)
  },
)

const TURNS = [
  [split, stop],
  [write, claim('Wrote 42.'), stop],
  [claim('All done.'), stop],
] as const

async function killAt(at: Running, count: number): Promise<void> {
  const running = start(at)
  await recorded(at.room, count, running.child)
  await running.kill()
}

test('[subtask-crash F14] killed at events around its end: told once, and nothing runs twice', async () => {
  const kinds = await (async () => {
    using at = await running()
    at.script(TURNS)
    expect((await at.run()).code).toBe(0)
    expectToldOnce(at)
    return eventsIn(at.room).map(({ kind }) => kind)
  })()
  const begun = kinds.indexOf('subtask.started') + 1
  const ended = kinds.indexOf('subtask.ended') + 1
  const around = Array.from({ length: kinds.length - begun }, (_, index) => begun + index)
  for (const boundary of isVariant ? [ended, ended + 1] : around) {
    using at = await running()
    at.script(TURNS)
    await killAt(at, boundary)
    const { parent } = tasksOf(at)
    const isOver = kindsOf(eventsIn(at.room), 'task.ended').some(({ task }) => task === parent)
    if (!isOver) expect([boundary, (await at.goOn(['resume', parent])).code]).toEqual([boundary, 0])
    expectToldOnce(at)
    await nothingLeft(at.room)
  }
})

test('[subtask-cancel F14] cancelling the task cancels the subtask at work, and one that never began', async () => {
  using at = await running()
  at.script([
    [split, split, stop],
    [...held, stop],
  ])
  const run = start(at)
  await fileIn(at.file('working'))
  const { parent } = tasksOf(at)
  expect((await at.goOn(['cancel', '--yes', parent])).code).toBe(0)
  await run.ended
  const events = eventsIn(at.room)
  const started = kindsOf(events, 'subtask.started').map(({ subtask }) => subtask)
  expect(started).toHaveLength(2)
  expect(kindsOf(events, 'subtask.ended').map(({ task, subtask, outcome }) => [task, subtask, outcome])).toEqual(
    started.map((subtask) => [parent, subtask, 'cancelled']),
  )
  const tasks = await at.room.tasks()
  expect(tasks.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(at.calls()).toHaveLength(2)
  await nothingLeft(at.room)
})

test.skipIf(isVariant)(
  '[subtask-cancel F14] a cancelled subtask is told to the task above, which continues',
  async () => {
    using at = await running()
    at.script([
      [split, stop],
      [...held, stop],
      [write, { do: 'say', text: 'I did it myself.' }, stop],
    ])
    const run = start(at, ['run', '--agent', 'claude', '--max-continuations', '1', REQUEST])
    await fileIn(at.file('working'))
    const { child } = tasksOf(at)
    expect((await at.goOn(['cancel', '--yes', child])).code).toBe(0)
    await run.ended
    expect(at.calls()[2]?.prompt).toContain(`Subtask ${child} "${CHILD}" ended: cancelled.`)
    await nothingLeft(at.room)
  },
)

test('[subtask-budget F9] a subtask has at most what is left, and what it used counts for the task above', async () => {
  using at = await running()
  at.script([
    [{ do: 'say', text: 'I split it.', tokens: 300 }, split, stop],
    [{ do: 'say', text: 'On it.', tokens: 750 }, stop],
  ])
  const ran = await at.run(['--max-tokens', '1000'])
  expect(ran.code).toBe(8)
  const { parent, child } = tasksOf(at)
  const events = eventsIn(at.room)
  const attached = kindsOf(events, 'run.attached').find(({ task }) => task === child)
  // Ten more of the 1000 went for the call.
  expect(attached?.budget).toEqual({ tokens: 690 })
  const outcomes = kindsOf(events, 'task.ended').map(({ task, outcome }) => [task, outcome])
  expect(outcomes).toEqual([
    [child, 'over-budget'],
    [parent, 'over-budget'],
  ])
  const [ended] = kindsOf(events, 'subtask.ended')
  expect(ended?.used?.tokens).toBeGreaterThanOrEqual(750)
  expect(at.calls()).toHaveLength(2)
})

test.skipIf(isVariant)('[subtask-budget F9] cost is shared the same way', async () => {
  using at = await running()
  at.script([
    [split, { do: 'stop', cost: 0.25 }],
    [
      { do: 'say', text: 'On it.' },
      { do: 'stop', cost: 0.75 },
    ],
  ])
  const ran = await at.run(['--max-cost', '1'])
  expect(ran.code).toBe(8)
  const { parent, child } = tasksOf(at)
  const events = eventsIn(at.room)
  expect(kindsOf(events, 'run.attached').find(({ task }) => task === child)?.budget).toEqual({ cost: 0.75 })
  expect(kindsOf(events, 'subtask.ended')[0]?.used?.cost).toBe(0.75)
  expect(kindsOf(events, 'task.ended').map(({ task, outcome }) => [task, outcome])).toEqual([
    [child, 'over-budget'],
    [parent, 'over-budget'],
  ])
  expect(at.calls()).toHaveLength(2)
})

test.skipIf(isVariant)(
  '[subtask-budget F9] the time of a subtask is time of the task above; raised, that continues with the news',
  async () => {
    using at = await running()
    at.script([[split, stop], [{ do: 'hang' }], [write, claim('Did it.'), stop]])
    const ran = await at.run(['--max-time', '12s'])
    expect(ran.code).toBe(8)
    const { parent, child } = tasksOf(at)
    const events = eventsIn(at.room)
    const left = kindsOf(events, 'run.attached').find(({ task }) => task === child)?.budget?.timeMs ?? 0
    expect(left > 0 && left < 12_000).toBe(true)
    expect(kindsOf(events, 'task.ended').map(({ task, outcome }) => [task, outcome])).toEqual([
      [child, 'over-budget'],
      [parent, 'over-budget'],
    ])
    expect(at.calls()).toHaveLength(2)
    // Raised, the task above continues, and its agent reads first what became of the subtask.
    await at.goOn(['resume', parent, '--max-time', '1h'])
    const news = `Subtask ${child} "${CHILD}" ended: over-budget.`
    expect(at.calls().flatMap(({ prompt }, nth) => (prompt.includes(news) ? [nth] : []))).toEqual([2])
    expect(kindsOf(eventsIn(at.room), 'subtask.told')).toHaveLength(1)
  },
)
