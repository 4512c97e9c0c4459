// How long something was at work: counted in small steps on a clock that nobody sets. A gap between two steps is sleep.
import type { World } from '../world.ts'

/** Somebody looks at least so often. */
export const STEP_MS = 1000
/** After a gap of this length the machine slept, or the process was stopped. */
const GAP_MS = 5000

/** Milliseconds of work since it was made. The caller looks at least every `STEP_MS`. */
export function stopwatch({ elapsed }: Pick<World, 'elapsed'>): () => number {
  let last = elapsed()
  let total = 0
  return () => {
    const now = elapsed()
    total += workIn(now - last)
    last = now
    return total
  }
}

/** A gap counts as one step, so that even a machine that is always late comes to an end. */
function workIn(ms: number): number {
  if (ms > GAP_MS) return STEP_MS
  return Math.max(0, ms)
}

/** What the clock on the wall told since the last look, less the work: 0 while the two agree within a step. */
export function clockSkips(world: Pick<World, 'now' | 'elapsed'>): () => number {
  const worked = stopwatch(world)
  let told = world.now().getTime()
  let counted = 0
  return () => {
    const skipped = Math.round(world.now().getTime() - told - (worked() - counted))
    if (Math.abs(skipped) < STEP_MS) return 0
    told = world.now().getTime()
    counted = worked()
    return skipped
  }
}
