// The files of a workspace as they are now. What was hashed before and has not changed since is not hashed again: its ids
// are kept beside the store, one file for each workspace, and so are the listing of a large index and of its untracked files.
import { join } from 'node:path'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { LinesKeeper } from '../../adapters/workspace/tree/kept/kept-lines.ts'
import type { IdKeeper } from '../../adapters/workspace/tree/kept/known-ids.ts'
import type { VisitsKeeper } from '../../adapters/workspace/tree/kept/visits.ts'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import type { Tree } from '../../adapters/workspace/tree/tree.ts'
import type { Trees } from '../../adapters/workspace/trees.ts'
import { gitDoor, folderName } from '../home/workspace.ts'
import type { World } from '../world.ts'
import { inState } from '../home/state-folder.ts'

const LARGEST = 64 * 1024 * 1024

export type WorkspaceRead =
  | { readonly ok: true; readonly reading: TreeReading }
  | { readonly ok: false; readonly why: string }

/** Never rejects. `earlier`: another reading of it, to spare what has not changed since. */
export async function readWorkspace(
  world: World,
  shop: Workshop,
  root: string,
  earlier?: Tree,
): Promise<WorkspaceRead> {
  const door = gitDoor(world, shop)
  const trees = await world.openTrees()
  const read = await trees.readTree(door, root, idKeeper(world, shop, { trees, root }), earlier)
  return read.ok ? { ok: true, reading: trees.toReading(door, read.tree) } : read
}

export function idsFolder(world: Pick<World, 'stateHome'>): string {
  return inState(world, 'ids')
}

interface Keeping {
  readonly trees: Trees
  readonly root: string
}

function idKeeper(world: World, shop: Workshop, { trees, root }: Keeping): IdKeeper {
  const path = join(idsFolder(world), folderName(world, root))
  return {
    now: world.now,
    load: () => {
      const kept = shop.disk.readBytes(path, LARGEST)
      prepareFor(shop, kept)
      return kept
    },
    save: (content) => void isKept(shop, path, () => content),
    lines: linesKeeper(world, shop, { trees, root }),
    visits: visitsKeeper(world, shop, { trees, root }),
  }
}

/** Not where the disk is full or locked: then the next reading finds out again. */
function isKept({ disk }: Workshop, path: string, content: () => Uint8Array): boolean {
  try {
    disk.writeQuickly(path, content())
    return true
  } catch {
    return false
  }
}

/** About five hundred files. */
const MANY_BYTES = 50 * 1024

/** Bytes that stand for many files. Each of them passes through a dozen loops, which are slow until they are compiled. */
export function prepareFor({ compileEarly }: Workshop, bytes: Uint8Array | undefined): void {
  if (bytes && bytes.length > MANY_BYTES) compileEarly()
}

/** The listing of a smaller index is not worth a file: git makes it in the time that it takes to find out that nobody needs to. */
const LEAST_LINES = 256 * 1024
const LARGEST_LINES = 512 * 1024 * 1024

export function linesKeeper(
  world: Pick<World, 'stateHome' | 'hashOf'>,
  shop: Workshop,
  { trees, root }: Keeping,
): LinesKeeper {
  const path = join(idsFolder(world), `${folderName(world, root)}.lines`)
  return {
    load: (stamp) => {
      const bytes = shop.disk.readBytes(path, LARGEST_LINES)
      return bytes && trees.decodeLines(bytes, stamp)
    },
    save: (stamp, lines) => {
      return lines.length >= LEAST_LINES && isKept(shop, path, () => trees.encodeLines(stamp, lines))
    },
  }
}

function visitsKeeper(world: World, shop: Workshop, { trees, root }: Keeping): VisitsKeeper {
  const path = join(idsFolder(world), `${folderName(world, root)}.visits`)
  return {
    load: (stamp) => {
      const bytes = shop.disk.readBytes(path, LARGEST_LINES)
      return bytes && trees.decodeVisits(bytes, stamp)
    },
    save: (visits) => void isKept(shop, path, () => trees.encodeVisits(visits)),
  }
}

/** For the next readings: where no folder has changed, git need not list what is untracked. Never rejects. */
export async function keepVisits(world: World, shop: Workshop, { tree }: TreeReading): Promise<void> {
  if ((tree.parts[0]?.lines.length ?? 0) < LEAST_LINES) return
  const trees = await world.openTrees()
  const keeper = visitsKeeper(world, shop, { trees, root: tree.root })
  await trees.recordVisits(gitDoor(world, shop), tree, { keeper, now: world.now })
}
