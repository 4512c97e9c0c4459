// Subtasks with sessions of their own, when the supervisor is killed with kill -9.
import { expect, test } from 'bun:test'
import type { Act } from '../fake-agents/script.ts'
import { someOf } from '../rounds.ts'
import { nothingLeft } from './checking.ts'
import { eventsIn, kindsOf, supervisor, type Supervisor } from './crashing.ts'
import { success } from './mcp-client.ts'
import { REQUEST, running, type Running } from './running.ts'
import { openDatabase } from './room.ts'

const CHILD = 'Write the answer: 42.'
const split: Act = { do: 'call', tool: 'start_subtask', args: { request: CHILD, detached: true } }
const claim = (summary: string): Act => ({ do: 'call', tool: 'complete_task', args: success({ summary }) })
const write: Act = { do: 'write', file: 'answer', text: '42\n' }
const stop: Act = { do: 'stop' }

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

const TURNS = [
  [split, stop],
  [write, claim('Wrote 42.'), stop],
  [claim('All done.'), stop],
] as const

async function killAt(at: Running, count: number): Promise<void> {
  const db = openDatabase(at.room.database, { readOnly: true })
  const running = start(at)
  try {
    const newest = db.prepare('select count(*) as count from events')
    while (running.child.exitCode === null && (newest.get() as { count: number }).count < count) await Bun.sleep(0.5)
  } finally {
    db.close()
  }
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
  for (const boundary of new Set([...someOf(around), ended, ended + 1])) {
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
