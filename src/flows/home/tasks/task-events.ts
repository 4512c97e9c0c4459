// Everything that is recorded of a task, in order; of a very long one the first or the last part.
import type { Event } from '../../../contract/event.ts'
import type { World } from '../../world.ts'

const MOST_EVENTS = 10_000

export async function eventsOf(
  { store }: Pick<World, 'store'>,
  task: string,
  part: 'first' | 'last' = 'first',
): Promise<Event[]> {
  const events = await store.readEvents({ task, most: MOST_EVENTS, newest: part === 'last' })
  return events.map(({ event }) => event)
}
