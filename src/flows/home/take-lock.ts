// A lock that others only look at: whoever looks whether it is taken holds it for a moment, and is nobody to give way to.
import type { Lock } from '../../adapters/platform/lock.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { World } from '../world.ts'

/** A busy machine may stop a process in the middle of its look. */
const MOST_LOOKS = 100
const LOOK_MS = 10

/** Undefined: somebody holds it for longer than a look. */
export async function takeLockPatiently(
  { sleep }: Pick<World, 'sleep'>,
  { takeLock }: Pick<Workshop, 'takeLock'>,
  path: string,
): Promise<Lock | undefined> {
  for (let attempt = 1; attempt < MOST_LOOKS; attempt++) {
    const lock = takeLock(path)
    if (lock) return lock
    await sleep(LOOK_MS)
  }
  return takeLock(path)
}
