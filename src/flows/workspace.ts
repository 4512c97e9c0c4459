// A folder in which checks run, as the flows see it: its name in the store, its locks, its tree now.
import { join } from 'node:path'
import type { WorkspaceState } from '../contract/state.ts'
import type { Workshop } from '../platform/workshop.ts'
import type { GitDoor } from '../workspace/git.ts'
import { hashTree, isUntracked, type Tree, untrackedId } from '../workspace/tree.ts'
import type { World } from './world.ts'

/** Seen to be written by checks this often, a file is theirs whoever else touches it. */
const SURELY_ARTEFACT = 2

export function workspaceId(world: Pick<World, 'hashOf'>, root: string): string {
  return `wsp_${world.hashOf(root)}`
}

export function gitDoor(world: Pick<World, 'env'>, shop: Pick<Workshop, 'runProgram'>): GitDoor {
  return { runProgram: shop.runProgram, env: world.env }
}

export function runFolder({ stateHome }: Pick<World, 'stateHome'>, run: string): string {
  return join(runsFolder({ stateHome }), run)
}

export function runsFolder({ stateHome }: Pick<World, 'stateHome'>): string {
  return join(stateHome, 'runs')
}

/** Held by the process of a run for as long as it lives. */
export function aliveFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(runFolder(world, run), 'alive.lock')
}

/** Checks of one folder never run twice at the same time. */
export function folderLock({ stateHome }: Pick<World, 'stateHome'>, workspace: string): string {
  return join(stateHome, 'locks', `${workspace}.lock`)
}

type Artefacts = WorkspaceState['artefacts']

/** What of a tree checks themselves write: surely theirs, or still as the last of them left it. */
export function artefactsIn(tree: Tree, artefacts: Artefacts): readonly string[] {
  return artefacts
    .filter(({ path, id, seen }) => seen >= SURELY_ARTEFACT || untrackedId(tree, path) === id)
    .map(({ path }) => path)
}

/** The hash of a tree without these untracked files and folders. */
export function hashWithout(tree: Tree, paths: readonly string[]): string {
  if (paths.length === 0) return hashTree(tree)
  const files = new Set(paths.filter((path) => !path.endsWith('/')))
  const folders = paths.filter((path) => path.endsWith('/'))
  return hashTree(
    tree,
    (path) => isUntracked(tree, path) && (files.has(path) || folders.some((folder) => path.startsWith(folder))),
  )
}

/** The hash by which evidence is bound to a tree. */
export function hashNow(tree: Tree, artefacts: Artefacts): string {
  return hashWithout(tree, artefactsIn(tree, artefacts))
}
