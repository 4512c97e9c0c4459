// The hash of a workspace's tree as it is now.
import { readTree } from '../workspace/tree.ts'
import { hashNow } from './artefacts.ts'
import { gitDoor, isInRepository, workspaceId } from './workspace.ts'
import type { World } from './world.ts'

/**
 * Undefined where there is none, or none that can be read. Without a repository every file would have to be read: only who
 * has the time for it `walks`.
 */
export async function treeNow(
  world: World,
  root: string,
  { walks }: { readonly walks: boolean } = { walks: false },
): Promise<string | undefined> {
  if (!walks && !isInRepository(world, root)) return undefined
  const shop = await world.openWorkshop()
  const read = await readTree(gitDoor(world, shop), root)
  if (!read.ok) return undefined
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  return hashNow(read.tree, state?.artefacts ?? [])
}
