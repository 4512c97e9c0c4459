// Whether somebody still works in a session.
import type { SessionState } from '../../contract/state.ts'
import type { World } from '../world.ts'

/** A session that names no process is taken to live as long as this. */
const SILENT_MS = 3_600_000

export function isAlive(world: Pick<World, 'processes' | 'now'>, session: SessionState | undefined): boolean {
  if (!session || session.ended === true) return false
  const process = session.host ?? session.client
  if (process !== undefined) return world.processes.isAlive(process)
  return world.now().getTime() - Date.parse(session.lastSeen) < SILENT_MS
}
