// The hash of a workspace's tree as it is now.
import type { TreeReading } from '../../adapters/workspace/start.ts'
import { artefactsIn, hashWithout } from './round/artefacts.ts'
import { readWorkspace } from './read-tree.ts'
import { isInRepository, workspaceId } from '../home/workspace.ts'
import type { World } from '../world.ts'

/**
 * Undefined where there is none, or none that can be read. Without a repository every file would have to be read: only who
 * has the time for it `walks`.
 */
export async function treeNow(
  world: World,
  root: string,
  { walks }: { readonly walks: boolean } = { walks: false },
): Promise<string | undefined> {
  return (await lookAtTree(world, root, { walks }))?.hash
}

export interface LookedAt {
  readonly hash: string
  /** Without this file, where git does not know it. */
  readonly without: (file: string) => string
  readonly reading: TreeReading
}

/** The same with the reading itself, for callers that ask more of the same moment. */
export async function lookAtTree(
  world: World,
  root: string,
  { walks }: { readonly walks: boolean },
): Promise<LookedAt | undefined> {
  if (!walks && !isInRepository(world, root)) return undefined
  const read = await readWorkspace(world, await world.openWorkshop(), root)
  if (!read.ok) return undefined
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const trees = await world.openTrees()
  const { tree } = read.reading
  const leftOut = artefactsIn(trees, tree, state?.artefacts ?? [], [])
  return {
    hash: hashWithout(trees, tree, leftOut),
    without: (file) => hashWithout(trees, tree, [...leftOut, file]),
    reading: read.reading,
  }
}
