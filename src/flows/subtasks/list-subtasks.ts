// The subtasks of the caller's task, as its agent is shown them. What is listed has been told.
import type { TaskState } from '../../contract/state.ts'
import { MOST_SUBTASKS } from '../../domain/subtasks/plan.ts'
import { type Caller, identify } from '../session/identify.ts'
import type { World } from '../world.ts'

export type ListedSubtasks =
  | { readonly kind: 'listed'; readonly task: string; readonly subtasks: readonly TaskState[] }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export async function listSubtasks(world: World, caller: Caller): Promise<ListedSubtasks> {
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return identified
  const task = identified.identity.known.task.state
  if (!task) return { kind: 'refused', why: 'no task is known for this client', next: 'open one with start_subtask' }
  return { kind: 'listed', task: task.id, subtasks: await world.store.listSubtasks(task.id, MOST_SUBTASKS) }
}
