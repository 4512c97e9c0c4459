// Orders of a person about a task: which of them still mean something.
import type { TaskState } from '../../contract/state.ts'

export type TaskOrder = 'task.cancelled' | 'task.paused' | 'task.unpaused'

/** Why the order would change nothing; absent: it is given. */
export function whyPointless(
  order: TaskOrder,
  { status, outcome }: Pick<TaskState, 'status' | 'outcome'>,
): string | undefined {
  if (status === 'ended') return `has ended already (${outcome})`
  const isSo = { 'task.paused': status === 'paused', 'task.unpaused': status !== 'paused', 'task.cancelled': false }
  return isSo[order] ? `is ${status} already` : undefined
}
