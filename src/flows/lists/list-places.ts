// Where the files of a task list lie, all below our own folder, and where a place of the checkout is in a worktree.
import { join, relative } from 'node:path'
import type { World } from '../world.ts'
import { inState } from '../home/state-folder.ts'

type Home = Pick<World, 'stateHome'>

export function listFolder(world: Home, list: string): string {
  return inState(world, 'lists', list)
}

/** Unmasked: the agents are told what it says. */
export function keptTextFile(world: Home, list: string): string {
  return join(listFolder(world, list), 'text')
}

/** Which round of checks was begun last on a merge. */
export function mergeRoundFile(world: Home, list: string): string {
  return join(listFolder(world, list), 'merge-round.json')
}

/** The place in a worktree that a place of the user's checkout has. */
export function inTree(top: string, tree: string, path: string): string {
  const below = relative(top, path)
  return below === '' || below.startsWith('..') ? tree : join(tree, below)
}

export function locksFolder(world: Home): string {
  return inState(world, 'locks')
}

export function listLock(
  { stateHome, hashOf }: Pick<World, 'stateHome' | 'hashOf'>,
  top: string,
  file: string,
): string {
  return join(locksFolder({ stateHome }), `list-${hashOf(top, file)}`)
}
