// Work that may take longer than a hook has.
import type { World } from '../world.ts'

/** What it gives, or undefined when its time is up: then it continues by itself, and nobody waits for it. */
export async function inTime<T>(
  world: Pick<World, 'now' | 'sleep'>,
  by: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const timeIsUp = world.sleep(Math.max(0, by - world.now().getTime())).then(() => undefined)
  return Promise.race([work, timeIsUp])
}
