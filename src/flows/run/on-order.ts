// An order of a person about a task: cancel, pause or unpause. The agent of a cancelled run ends at once.
import type { Actor, Event } from '../../contract/event.ts'
import type { TaskState } from '../../contract/state.ts'
import { type TaskOrder, whyPointless } from '../../domain/tasks/task-order.ts'
import { stamp, type World } from '../world.ts'
import { onCancelled } from './on-run.ts'

/** `isLate`: the store is in use, and the order takes effect with the next event. */
export type Ordered =
  | { readonly kind: 'given'; readonly event: Event; readonly isLate: boolean }
  | { readonly kind: 'pointless'; readonly why: string }

export async function onOrder(
  world: World,
  task: TaskState,
  { order, actor }: { readonly order: TaskOrder; readonly actor: Actor },
): Promise<Ordered> {
  const why = whyPointless(order, task)
  if (why !== undefined) return { kind: 'pointless', why }
  const event: Event = { ...stamp(world), kind: order, task: task.id, actor }
  const recorded = await world.store.append([event])
  if (order === 'task.cancelled' && task.run) await onCancelled(world, task.id)
  return { kind: 'given', event, isLate: recorded === 'spooled' }
}
