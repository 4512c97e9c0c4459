// The launcher that agents' settings name: one path for ever, whatever becomes of the package behind it.
import { basename, dirname, join, resolve, sep } from 'node:path'
import { LAUNCHER_STAMP, launcherText } from '../../domain/edits/launcher.ts'
import { isWindowsPath } from '../../domain/edits/starting.ts'
import { installFolder, journalFile } from './install-journal.ts'
import { launcherPath } from './plan-install.ts'
import type { World } from '../world.ts'

/**
 * True: it had to be written. Throws as the system does. One that is there holds the user's own folders: a caller that must not
 * move the gate elsewhere must not replace it.
 */
export async function writeLauncher(
  world: World,
  { root, mayReplace }: { readonly root: string; readonly mayReplace: boolean },
): Promise<boolean> {
  const { disk, foreignFiles, ownProgram } = await world.openWorkshop()
  const path = launcherPath(world.stateHome)
  const platform = isWindowsPath(path) ? 'windows' : 'posix'
  const text = launcherText({
    ...(isOfRepository(ownProgram(), root) ? {} : { binary: ownProgram() }),
    stateHome: resolve(world.stateHome),
    configHome: resolve(world.configHome),
    platform,
  })
  const read = world.files.readText(path, 1024 * 1024)
  if (read.kind === 'text' && (read.text === text || !mayReplace) && foreignFiles.isProgram(path)) return false
  disk.writeWhole(path, text, 0o755)
  return true
}

/** What a repository brings along must not run for every other: then the launcher looks for us on the PATH. */
function isOfRepository(program: string, root: string): boolean {
  return program.startsWith(`${root}${sep}`) && program.includes(`${sep}node_modules${sep}`)
}

/** Nothing names the launcher any more, and there is nothing left to take back. Copies that no journal tells of stay. */
export async function removeTraces(world: World): Promise<void> {
  const { disk, foreignFiles } = await world.openWorkshop()
  const launcher = launcherPath(world.stateHome)
  const journal = journalFile(world.stateHome)
  for (const path of [launcher, journal, join(dirname(launcher), LAUNCHER_STAMP)]) disk.remove(path)
  for (const path of [launcher, journal]) {
    const halves = disk.names(dirname(path)).filter((name) => isHalf(name, basename(path)))
    for (const name of halves) disk.remove(join(dirname(path), name))
  }
  const folder = installFolder(world.stateHome)
  foreignFiles.removeFolders([dirname(launcher), folder, join(folder, 'backups')])
}

/** What a process that was killed left of it. */
function isHalf(name: string, of: string): boolean {
  return name.startsWith(`${of}.`) && /^\.\d+\.tmp$/.test(name.slice(of.length))
}
