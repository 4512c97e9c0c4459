// When a hook must have answered: its limit, less what comes after the checks.
import type { Host } from '../../contract/hook-event.ts'
import type { World } from '../world.ts'

const DEFAULT_WITHIN_MS = 60_000

export function answerBy(world: Pick<World, 'startedAt'>, { withinMs = DEFAULT_WITHIN_MS }: Host): number {
  const margin = Math.min(5000, Math.max(1000, withinMs / 10))
  return world.startedAt().getTime() + withinMs - margin
}
