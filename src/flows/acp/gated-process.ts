// What marks the processes of a gated agent. Our own hook, where it is registered too, finds the mark and is silent: one of
// the two decides, and that is the gate.
import { localKey } from '../home/processes-here.ts'
import type { Disk } from '../../adapters/platform/files/disk.ts'
import { withoutMarks } from '../home/marks.ts'
import {
  pidFile,
  readStintProcesses,
  STINT_MARK,
  stintFolder,
  type StintProcesses,
  stintsFolder,
} from '../home/stint-files.ts'
import type { World } from '../world.ts'

export interface GatedProcess {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stint: string
  readonly mark: Readonly<Record<string, string>>
  readonly leave: () => void
}

/** The mark counts only below a process that is written down as its host: a variable alone proves nothing. */
export async function markProcess(world: World): Promise<GatedProcess> {
  const { disk, pid } = await world.openWorkshop()
  removeLeft(world, disk)
  const stint = world.newId('stint')
  const host = localKey(world.processes, pid) ?? `${pid}`
  const told: StintProcesses = { host, trust: world.env['FULLSTOP_TRUST'] }
  disk.writeWhole(pidFile(world, stint), JSON.stringify(told))
  const mark = { [STINT_MARK]: stint }
  return {
    env: { ...withoutMarks(world.env), ...mark },
    stint,
    mark,
    leave: () => disk.remove(stintFolder(world, stint)),
  }
}

/** A gate that was killed could not clean up. Its folder holds nothing but the process of its host. */
function removeLeft(world: World, { names, remove }: Pick<Disk, 'names' | 'remove'>): void {
  for (const name of names(stintsFolder(world)).map((entry) => entry.replace(/\/$/, ''))) {
    const folder = stintFolder(world, name)
    const host = names(folder).join() === 'pid' ? readStintProcesses(world, name)?.host : undefined
    if (host !== undefined && !world.processes.isAlive(host)) remove(folder)
  }
}
