// Subtasks with sessions of their own under `fullstop run`: the agent above waits, and continues with how they ended.
import { expect, test } from 'bun:test'
import type { Event } from '../../src/contract/event.ts'
import { isVariant } from '../rounds.ts'
import { success } from './mcp-client.ts'
import { eventsIn } from './crashing.ts'
import { running, story, type Running } from './running.ts'

const split = { do: 'call', tool: 'start_subtask', args: { request: 'Write the answer: 42.', detached: true } } as const
const claim = (summary: string): { do: 'call'; tool: string; args: object } => ({
  do: 'call',
  tool: 'complete_task',
  args: success({ summary }),
})
const write = { do: 'write', file: 'answer', text: '42\n' } as const
const stop = { do: 'stop' } as const

interface Told {
  readonly parent: readonly Event[]
  readonly child: readonly Event[]
}

function told({ room }: Running): Told {
  const events = eventsIn(room)
  const below = events.findLast((event) => event.kind === 'task.opened' && event.parent !== undefined)
  const parent = below?.kind === 'task.opened' ? below.parent : undefined
  return {
    parent: events.filter(({ task }) => task === parent),
    child: events.filter(({ task }) => task === below?.task),
  }
}

test('[subtask-run F14] the agent waits without a continuation, and its next prompt holds the outcome', async () => {
  using at = await running()
  at.script([
    [split, { do: 'say', text: 'I wait for it.' }, stop],
    [write, claim('Wrote 42 into the file.'), stop],
    [claim('All done.'), stop],
  ])
  const ran = await at.run()
  expect(ran.code).toBe(0)
  const [first, child, next] = at.calls()
  expect(child?.prompt).toBe('Write the answer: 42.')
  expect(child?.session).not.toBe(first?.session)
  expect(next?.session).toBe(first?.session ?? '')
  expect(next?.prompt).toContain('Continue with your own task.')
  expect(next?.prompt).toMatch(/Subtask task_\w+ "Write the answer: 42." ended: completed./)
  expect(next?.prompt).toContain('summary: Wrote 42 into the file.')
  expect(next?.prompt).toContain('checks: answer passed')
  const { parent } = told(at)
  expect(story(parent)).toEqual([
    'starts: first',
    'ends: stopped',
    'waiting by 10: subtask-open',
    'continue by 10: subtask-ended',
    'starts: same',
    'claims success by tool',
    'answered: completed by 4: checks-passed',
    'ends: stopped',
    'completed by 4: checks-passed',
    'ended: completed',
  ])
  const stops = parent.filter((event) => event.kind === 'stop.decided')
  expect(stops.map(({ continuations }) => continuations)).toEqual([0, 0, 0])
  expect(eventsIn(at.room).filter(({ kind }) => kind === 'subtask.told')).toHaveLength(1)
  const shown = await at.room.run(['show', parent[0]?.task ?? ''])
  expect(shown.stdout).toContain('2 turns')
  expect(shown.stdout).not.toContain('sent back')
})

test.skipIf(isVariant)(
  '[subtask-run F14] a claim of success waits for the subtask too; a failed one must be named',
  async () => {
    using at = await running()
    at.script([
      [split, claim('Too early.'), stop],
      [
        {
          do: 'call',
          tool: 'complete_task',
          args: { ...success(), status: 'blocked', remaining_work: 'all', needs: 'input' },
        },
        stop,
      ],
      [write, claim('Wrote it myself.'), stop],
      [write, claim('Wrote it myself.'), stop],
    ])
    const ran = await at.run(['--max-continuations', '1'])
    const next = at.calls()[2]?.prompt ?? ''
    expect(next).toContain('ended: needs-input')
    expect(next).toContain('remaining work: all')
    expect(ran.code).not.toBe(0)
    const lines = story(told(at).parent)
    expect(lines).toContain('continue by 10: subtask-ended')
    // The claim that came too early cost nothing: the only refusal is that of the second.
    expect(lines).toContain('answered: continue by 5: subtask-open')
    expect(lines).toContain('answered: continue by 5: subtask-failed')
    expect(lines.at(-1)).toBe('ended: capped')
    expect(at.calls()[1]?.heard.join('\n')).not.toContain('your own task')
  },
)

test('[subtask-run] subtasks.onChildEnd wait: the task waits, and resume continues with the outcome', async () => {
  using at = await running(undefined, { subtasks: { onChildEnd: 'wait' } })
  at.script([
    [split, stop],
    [write, claim('Wrote it.'), stop],
    [claim('All done.'), stop],
  ])
  await at.run()
  expect(at.calls()).toHaveLength(2)
  const id = told(at).parent[0]?.task ?? ''
  const resumed = await at.goOn(['resume', id])
  expect(at.calls()[2]?.prompt).toContain('ended: completed')
  expect(resumed.code).toBe(0)
})
