// Whether git keeps a file: a committed file is the user's, even if we wrote it first.
import { basename, dirname } from 'node:path'
import { gitDoor } from '../home/workspace.ts'
import type { World } from '../world.ts'

/** `as-is`: git tracks it, and the file is as the index has it. Where git cannot tell, it is not tracked. */
export async function trackedBy(world: World, path: string): Promise<'as-is' | 'changed' | 'not'> {
  const trees = await world.openTrees()
  const door = gitDoor(world, await world.openWorkshop())
  // Taken literally: git is told so by its environment.
  const name = basename(path)
  const listed = await trees.runGit(door, dirname(path), ['ls-files', '-z', '--', name])
  if (!listed.ok || listed.stdout.length === 0) return 'not'
  const changed = await trees.runGit(door, dirname(path), ['diff-files', '--name-only', '-z', '--', name])
  return changed.ok && changed.stdout.length === 0 ? 'as-is' : 'changed'
}
