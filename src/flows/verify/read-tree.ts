// The files of a workspace as they are now. What was hashed before and has not changed since is not hashed again: its ids
// are kept beside the store, one file for each workspace, and so is the listing of a large index.
import { join } from 'node:path'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { decodeLines, encodeLines, type LinesKeeper } from '../../adapters/workspace/kept-lines.ts'
import type { IdKeeper } from '../../adapters/workspace/known-ids.ts'
import { type Reading, toReading } from '../../adapters/workspace/start.ts'
import { readTree, type Tree } from '../../adapters/workspace/tree.ts'
import { gitDoor, folderName } from '../home/workspace.ts'
import type { World } from '../world.ts'

const LARGEST = 64 * 1024 * 1024

export type WorkspaceRead =
  | { readonly ok: true; readonly reading: Reading }
  | { readonly ok: false; readonly why: string }

/** Never rejects. `earlier`: another reading of it, to spare what has not changed since. */
export async function readWorkspace(
  world: World,
  shop: Workshop,
  root: string,
  earlier?: Tree,
): Promise<WorkspaceRead> {
  const door = gitDoor(world, shop)
  const read = await readTree(door, root, idKeeper(world, shop, root), earlier)
  return read.ok ? { ok: true, reading: toReading(door, read.tree) } : read
}

export function idsFolder({ stateHome }: Pick<World, 'stateHome'>): string {
  return join(stateHome, 'ids')
}

function idKeeper(world: World, shop: Workshop, root: string): IdKeeper {
  const path = join(idsFolder(world), folderName(world, root))
  return {
    now: world.now,
    load: () => shop.disk.readBytes(path, LARGEST),
    save: (content) => {
      try {
        shop.disk.writeQuickly(path, content)
      } catch {
        // A full or locked disk: the next reading hashes again.
      }
    },
    lines: linesKeeper(world, shop, root),
  }
}

/** The listing of a small index is not worth a file. */
const LEAST_LINES = 256 * 1024
const LARGEST_LINES = 512 * 1024 * 1024

export function linesKeeper(world: Pick<World, 'stateHome' | 'hashOf'>, shop: Workshop, root: string): LinesKeeper {
  const path = join(idsFolder(world), `${folderName(world, root)}.lines`)
  return {
    load: (stamp) => {
      const bytes = shop.disk.readBytes(path, LARGEST_LINES)
      return bytes && decodeLines(bytes, stamp)
    },
    save: (stamp, lines) => {
      if (lines.length < LEAST_LINES) return false
      try {
        shop.disk.writeQuickly(path, encodeLines(stamp, lines))
        return true
      } catch {
        // As above: the next reading lists it again.
        return false
      }
    },
  }
}
