// Gathers what `fullstop stats` counts: the tasks of some days, and those of their events that tell of decisions.
import type { TaskState } from '../../../contract/state.ts'
import { QUIET_DAYS, STATS_EVENTS, type StatsView, viewStats } from '../../../domain/view/stats/stats.ts'
import type { World } from '../../world.ts'

const A_DAY_MS = 24 * 3_600_000

export interface LookBack {
  readonly days: number
  /** Undefined: all tasks. */
  readonly isMeant?: ((task: TaskState) => boolean) | undefined
}

export async function lookBack(world: World, { days, isMeant }: LookBack): Promise<StatsView> {
  const now = world.now()
  const since = new Date(now.getTime() - Math.max(days, QUIET_DAYS) * A_DAY_MS).toISOString()
  const opened = await world.store.tasksSince(since)
  const tasks = isMeant ? opened.filter(isMeant) : opened
  const ids = new Set(tasks.map(({ id }) => id))
  const recorded = await world.store.eventsSince(since, STATS_EVENTS)
  const events = recorded.flatMap(({ event }) => (event.task !== undefined && ids.has(event.task) ? [event] : []))
  return viewStats({ tasks, events, days, now })
}
