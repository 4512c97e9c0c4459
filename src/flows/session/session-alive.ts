// Whether somebody still works in a session.
import type { SessionState } from '../../contract/state.ts'
import type { World } from '../world.ts'

/** A session that names no process, or one of another machine, counts as alive for this long after it was seen. */
const SILENT_MS = 3_600_000

export function isAlive(world: Pick<World, 'processes' | 'now'>, session: SessionState | undefined): boolean {
  if (!session || session.ended === true) return false
  const process = session.host ?? session.client
  if (process !== undefined && world.processes.isHere(process)) return world.processes.isAlive(process)
  return world.now().getTime() - Date.parse(session.lastSeen) < SILENT_MS
}
