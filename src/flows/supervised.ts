// Whether this process runs inside an agent that a living supervisor's host owns. A mere variable of the environment that
// somebody left behind must not switch the gate off.
import { readStintProcesses, STINT_MARK } from './stint-files.ts'
import type { World } from './world.ts'

export function isSupervised(world: Pick<World, 'env' | 'files' | 'processes' | 'stateHome'>): boolean {
  const stint = world.env[STINT_MARK]
  if (stint === undefined || stint === '') return false
  const host = readStintProcesses(world, stint)?.host
  return typeof host === 'string' && world.processes.isAlive(host)
}
