// Erases what is older than `memory.keep`, in small steps and in a process of its own, so that no hook waits for it.
import { join } from 'node:path'
import { DEFAULT_KEEP_MS } from '../../domain/tasks/retention.ts'
import { withoutMarks } from '../home/marks.ts'
import { RUNNER } from '../home/rounds/round-request.ts'
import type { World } from '../world.ts'

/** What the runner is called with in place of a run. */
export const OLD = 'old'
/** Longer than a step takes: others get the lock in between. */
const PAUSE_MS = 25

export async function startErasing(world: World): Promise<void> {
  const { startSelf } = await world.openWorkshop()
  const log = join(world.stateHome, 'erase.log')
  startSelf([RUNNER, OLD], { env: withoutMarks(world.env), log, cwd: world.stateHome })
}

export async function eraseOld(world: World): Promise<void> {
  const now = world.now().getTime()
  const past = { now: new Date(now).toISOString(), before: new Date(now - DEFAULT_KEEP_MS).toISOString() }
  while (await world.store.eraseOld(past)) await world.sleep(PAUSE_MS)
}
