// Where a run works: the tree that its agent edits, which no other run may edit at the same time.
import { dirname, join } from 'node:path'
import type { Lock } from '../../../adapters/platform/files/lock.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { takeLockPatiently } from '../../home/take-lock.ts'
import { folderName } from '../../home/workspace.ts'
import type { World } from '../../world.ts'
import { inState } from '../../home/state-folder.ts'

const LARGEST_LINK = 4096
/** The `.git` of a submodule leads there; that of a worktree, also one of a submodule, to `worktrees`. */
const OF_SUBMODULE = /[/\\]modules[/\\](?!.*[/\\]worktrees[/\\])/

export interface RunPlace {
  readonly root: string
  readonly isRepository: boolean
}

type Looking = Pick<World, 'files'>

/**
 * The top of the repository that the folder lies in, with its submodules; a worktree, or a repository of its own inside
 * another one, has its own. Without a repository: the folder itself, and all plain folders below it.
 */
export function placeOf({ files }: Looking, cwd: string): RunPlace {
  const start = files.realPath(cwd)
  for (const folder of [start, ...above(start)]) {
    if (files.isRepositoryRoot(folder) && !isSubmodule({ files }, folder)) return { root: folder, isRepository: true }
  }
  return { root: start, isRepository: false }
}

function isSubmodule({ files }: Looking, folder: string): boolean {
  const read = files.readText(join(folder, '.git'), LARGEST_LINK)
  return read.kind === 'text' && read.text.startsWith('gitdir:') && OF_SUBMODULE.test(read.text)
}

/** Nearest first. */
function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...above(parent)]
}

/** Runs in both would edit the same files. */
export function overlap({ files }: Looking, one: RunPlace, other: RunPlace): boolean {
  const isBelow = (inner: RunPlace, outer: RunPlace): boolean =>
    above(inner.root).some((folder) => files.identity(folder) === files.identity(outer.root))
  if (files.identity(one.root) === files.identity(other.root)) return true
  return !one.isRepository && !other.isRepository && (isBelow(one, other) || isBelow(other, one))
}

/** Undefined: another run is at work in this place, above or below it. */
export async function takePlace(world: World, shop: Workshop, place: RunPlace): Promise<Lock | undefined> {
  const locks: Lock[] = []
  const release = (): void => {
    for (const lock of locks) lock.release()
  }
  const take = async (folder: string, takeLock: Workshop['takeLock']): Promise<boolean> => {
    const lock = await takeLockPatiently(world, { takeLock }, lockFile(world, folder))
    if (lock) locks.push(lock)
    return lock !== undefined
  }
  let isFree = await take(place.root, shop.takeLock)
  const shared = place.isRepository ? [] : above(place.root)
  for (const folder of shared) isFree &&= await take(folder, shop.shareLock)
  if (isFree) return { release }
  release()
  return undefined
}

function lockFile(world: World, folder: string): string {
  return inState(world, 'locks', `run-${folderName(world, world.files.identity(folder))}`)
}
