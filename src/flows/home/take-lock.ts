// A lock that others only look at: a process that looks holds it for a moment, and need not be given way to.
import type { Lock } from '../../adapters/platform/files/lock.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { World } from '../world.ts'

/** A busy machine may stop a process in the middle of its look. */
const PATIENCE_MS = 1000
const LOOK_MS = 10

/** Undefined: somebody holds it for longer than that. */
export async function takeLockPatiently(
  { sleep }: Pick<World, 'sleep'>,
  { takeLock }: Pick<Workshop, 'takeLock'>,
  path: string,
  patienceMs = PATIENCE_MS,
): Promise<Lock | undefined> {
  for (let waited = 0; waited < patienceMs; waited += LOOK_MS) {
    const lock = takeLock(path)
    if (lock) return lock
    await sleep(LOOK_MS)
  }
  return takeLock(path)
}
