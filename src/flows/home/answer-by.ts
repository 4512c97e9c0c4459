// When a hook must have answered: its limit, less what comes after the checks.
import type { Host } from '../../contract/agent/hook-event.ts'
import type { World } from '../world.ts'

type Limited = Pick<Host, 'withinMs'>

const DEFAULT_WITHIN_MS = 60_000

export function answerBy(world: Pick<World, 'startedAt'>, host: Limited): number {
  return world.startedAt().getTime() + withinOf(host) - marginOf(host)
}

/** Later than this nobody waits for the answer: what comes after the checks has most of the margin. */
export function answerAtLast(world: Pick<World, 'startedAt'>, host: Limited): number {
  return answerBy(world, host) + 0.7 * marginOf(host)
}

function withinOf({ withinMs = DEFAULT_WITHIN_MS }: Limited): number {
  return withinMs
}

function marginOf(host: Limited): number {
  return Math.min(5000, Math.max(1000, withinOf(host) / 10))
}
