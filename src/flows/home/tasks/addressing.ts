// Every append passes here: the end of a subtask is addressed to its parent in the same append, so that no crash can come
// between, and a cancelled task takes its subtasks with it. Appends that end no task are passed on as they are.
import type { Store } from '../../../adapters/store/store.ts'
import type { Event } from '../../../contract/event.ts'
import type { World } from '../../world.ts'

const ENDS: readonly Event['kind'][] = ['task.ended', 'task.cancelled', 'review.rejected']

export function addressing(world: Pick<World, 'newId' | 'now'>, store: Store): Store {
  return {
    ...store,
    append: async (events, ...how) => {
      if (!events.some(({ kind }) => ENDS.includes(kind))) return store.append(events, ...how)
      const { withAddressed } = await import('./subtask-ends.ts')
      return store.append(await withAddressed({ ...world, store }, events), ...how)
    },
  }
}
