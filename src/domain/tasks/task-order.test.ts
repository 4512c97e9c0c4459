// Which orders about a task still mean something.
import { describe, expect, test } from 'bun:test'
import type { TaskState } from '../../contract/state.ts'
import { type TaskOrder, whyPointless } from './task-order.ts'

const rows: ReadonlyArray<
  readonly [order: TaskOrder, task: Pick<TaskState, 'status' | 'outcome'>, expected: string | undefined]
> = [
  ['task.paused', { status: 'open' }, undefined],
  ['task.paused', { status: 'paused' }, 'is paused already'],
  ['task.unpaused', { status: 'paused' }, undefined],
  ['task.unpaused', { status: 'open' }, 'is open already'],
  ['task.unpaused', { status: 'waiting' }, 'is waiting already'],
  ['task.cancelled', { status: 'open' }, undefined],
  ['task.cancelled', { status: 'paused' }, undefined],
  ['task.cancelled', { status: 'ended', outcome: 'completed' }, 'has ended already (completed)'],
  ['task.paused', { status: 'ended', outcome: 'cancelled' }, 'has ended already (cancelled)'],
  ['task.unpaused', { status: 'ended', outcome: 'stuck' }, 'has ended already (stuck)'],
]

describe('whyPointless', () => {
  for (const [order, task, expected] of rows) {
    test(`${order}, ${task.outcome ?? task.status}`, () => expect(whyPointless(order, task)).toBe(expected as string))
  }
})
