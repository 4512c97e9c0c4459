// What marks the processes of a gated agent. Our own hook, where it is registered too, finds the mark and is silent: one of
// the two decides, and that is the gate.
import { localKey } from '../home/processes-here.ts'
import { withoutMarks } from '../home/marks.ts'
import { pidFile, STINT_MARK, stintFolder, type StintProcesses } from '../home/stint-files.ts'
import type { World } from '../world.ts'

export interface GatedProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mark: Readonly<Record<string, string>>
  readonly leave: () => void
}

/** The mark counts only below a process that is written down as its host: a variable alone proves nothing. */
export async function markProcess(world: World): Promise<GatedProcess> {
  const { disk, pid } = await world.openWorkshop()
  const stint = world.newId('stint')
  const host = localKey(world.processes, pid) ?? `${pid}`
  const told: StintProcesses = { host, trust: world.env['FULLSTOP_TRUST'] }
  disk.writeWhole(pidFile(world, stint), JSON.stringify(told))
  const mark = { [STINT_MARK]: stint }
  return {
    env: { ...withoutMarks(world.env), ...mark },
    mark,
    leave: () => disk.remove(stintFolder(world, stint)),
  }
}
