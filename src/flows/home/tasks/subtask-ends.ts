// What follows from the end of tasks for the tasks above and below them.
import type { Event, EventOf } from '../../../contract/event.ts'
import type { TaskState } from '../../../contract/state.ts'
import { isOpen } from '../../../domain/subtasks/heed.ts'
import { endedFields } from '../../../domain/subtasks/news.ts'
import { stepTask } from '../../../domain/tasks/fold-task.ts'
import { stamp, type World } from '../../world.ts'

type Appending = Pick<World, 'newId' | 'now' | 'store'>

/** The events with those that are addressed to parents, and with the cancels of subtasks. */
export async function withAddressed(world: Appending, events: readonly Event[]): Promise<readonly Event[]> {
  const all = [...events, ...(await cancelsBelow(world, events))]
  const tasks = new Set(all.flatMap(({ task }) => task ?? []))
  const ends = await Promise.all([...tasks].map((task) => endIn(world, task, all)))
  return [...all, ...ends.flat()]
}

/** Nobody is left who would do them, or hear of them. */
async function cancelsBelow(world: Appending, events: readonly Event[]): Promise<Event[]> {
  const cancelled = events.filter((event): event is EventOf<'task.cancelled'> => event.kind === 'task.cancelled')
  const below = await Promise.all(
    cancelled.map(async ({ task, actor }) => {
      const open = (await world.store.listConcerns(task)).filter(isOpen)
      return open.map(({ id }): Event => ({ ...stamp(world), kind: 'task.cancelled', task: id, actor }))
    }),
  )
  const found = below.flat()
  return found.length === 0 ? [] : [...found, ...(await cancelsBelow(world, found))]
}

async function endIn(world: Appending, task: string, events: readonly Event[]): Promise<Event[]> {
  const { state: before } = await world.store.loadTask(task)
  if (before?.parent === undefined) return []
  const ours = events.filter((event) => event.task === task)
  const after = ours.reduce<TaskState | undefined>(stepTask, before)
  if (after?.status !== 'ended' || (before.status === 'ended' && before.outcome === after.outcome)) return []
  return [{ ...stamp(world), kind: 'subtask.ended', task: before.parent, ...endedFields(after) }]
}
