// That our server runs beside an agent: a file named after the agent's process, and after the stint where we have started
// the agent. It says nothing else; a server that is gone, however it went, is not there.
import { join } from 'node:path'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { World } from '../world.ts'
import { STINT_MARK } from './stint-files.ts'
import { inState } from './state-folder.ts'

const BY_PROCESS = /^\d+(?:-\d+)?(?:@mch_[0-9a-z]+)?$/
const BY_STINT = /^stint_[0-9a-z]+$/

/** An agent may start our server through a program of its own: then only the stint tells. */
export function hasServer(world: World, { pid, stint }: Pick<Host, 'pid' | 'stint'>): boolean {
  const names = [stint, pid === undefined ? undefined : world.processes.keyOf(pid)]
  return names.some((name) => name !== undefined && isThere(world, name))
}

function isThere({ files, processes, stateHome }: World, name: string): boolean {
  const read = files.readText(presenceFile(stateHome, name), 100)
  return read.kind === 'text' && processes.isAlive(read.text.trim())
}

/** Never rejects: a folder that cannot be written only makes a refusal less helpful. */
export async function announceServer(world: World): Promise<() => void> {
  const { processes, stateHome } = world
  const self = processes.keyOf(processes.self)
  if (self === undefined) return () => undefined
  const { disk } = await world.openWorkshop()
  const folder = serversFolder(stateHome)
  const stint = world.env[STINT_MARK] ?? ''
  const names = [...processes.starters(), ...(BY_STINT.test(stint) ? [stint] : [])]
  const paths = names.map((name) => presenceFile(stateHome, name))
  try {
    for (const path of paths) disk.writeWhole(path, self)
    for (const name of disk.names(folder)) {
      const isGone = BY_PROCESS.test(name) ? !processes.isAlive(name) : BY_STINT.test(name) && !isThere(world, name)
      if (isGone) disk.remove(join(folder, name))
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
  return inState({ stateHome }, 'servers')
}
