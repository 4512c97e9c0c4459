// A folder in which checks run, as the flows see it: its name in the store, its locks, the folders of its rounds.
import { dirname, join } from 'node:path'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { GitDoor } from '../../adapters/workspace/git.ts'
import { withMachine } from '../../contract/machine.ts'
import type { World } from '../world.ts'
import { inState } from './state-folder.ts'

/** The name of a folder in the store: the same path on another machine is another workspace. */
export function workspaceId(world: Pick<World, 'hashOf' | 'machine'>, root: string): string {
  return withMachine(folderName(world, root), world.machine())
}

/** The name of a folder on this machine: for locks, marks and files, which no other machine sees. */
export function folderName(world: Pick<World, 'hashOf'>, root: string): string {
  return `wsp_${world.hashOf(root)}`
}

/** Looks, runs nothing: a folder of checks may lie deep inside a repository. */
export function isInRepository({ files }: Pick<World, 'files'>, folder: string): boolean {
  if (files.isRepositoryRoot(folder)) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository({ files }, parent)
}

export function gitDoor(world: Pick<World, 'env'>, shop: Pick<Workshop, 'runProgram' | 'statFiles'>): GitDoor {
  return { runProgram: shop.runProgram, env: world.env, statFiles: shop.statFiles }
}

export function roundFolder(world: Pick<World, 'stateHome'>, run: string): string {
  return inState(world, 'runs', run)
}

export function roundsFolder(world: Pick<World, 'stateHome'>): string {
  return inState(world, 'runs')
}

/** Held by the process of a round while it lives. */
export function aliveFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'alive.lock')
}

/** Checks of one folder never run twice at the same time. */
export function folderLock(world: Pick<World, 'stateHome'>, folder: string): string {
  return inState(world, 'locks', `${folder}.lock`)
}
