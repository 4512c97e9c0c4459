// That our server runs beside an agent: a file named after the agent's process. It says nothing else; a server that is
// gone, however it went, is not there.
import { join } from 'node:path'
import type { Host } from '../../contract/hook-event.ts'
import type { World } from '../world.ts'

export function hasServer({ files, processes, stateHome }: World, { pid }: Host): boolean {
  const host = pid === undefined ? undefined : processes.keyOf(pid)
  if (host === undefined) return false
  const read = files.readText(presenceFile(stateHome, host), 100)
  return read.kind === 'text' && processes.isAlive(read.text.trim())
}

/** Never rejects: a folder that cannot be written only makes a refusal less helpful. */
export async function announceServer(world: World): Promise<() => void> {
  const { processes, stateHome } = world
  const self = processes.keyOf(processes.self)
  if (self === undefined) return () => undefined
  const { disk } = await world.openWorkshop()
  const folder = serversFolder(stateHome)
  const paths = processes.starters().map((host) => presenceFile(stateHome, host))
  try {
    for (const path of paths) disk.writeWhole(path, self)
    for (const name of disk.names(folder).filter((entry) => /^\d+(?:-\d+)?(?:@mch_[0-9a-z]+)?$/.test(entry))) {
      if (!processes.isAlive(name)) disk.remove(join(folder, name))
    }
  } catch {
    return () => undefined
  }
  return () => {
    for (const path of paths) {
      const read = world.files.readText(path, 100)
      if (read.kind === 'text' && read.text === self) disk.remove(path)
    }
  }
}

function presenceFile(stateHome: string, host: string): string {
  return join(serversFolder(stateHome), host)
}

function serversFolder(stateHome: string): string {
  return join(stateHome, 'servers')
}
