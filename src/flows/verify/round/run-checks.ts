// Carries out a round of checks, in a process of its own: alone in its folder, and nothing of it stays behind. Decides
// nothing.
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import type { Tree } from '../../../adapters/workspace/tree/tree.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import { carryOut } from './run-round.ts'
import { CHECK_MARK } from '../../home/check-mark.ts'
import { readAnnounced, whenAsked, whenHanded } from '../../home/rounds/announce-round.ts'
import { takeTree } from '../../home/rounds/hand-over.ts'
import { isFresh, pidFile, REAPER, type RoundRequest } from '../../home/rounds/round-request.ts'
import { isStillborn } from '../../home/rounds/start-round.ts'
import { linesKeeper, prepareFor } from '../read-tree.ts'
import { decideLate } from '../decide-late.ts'
import { sweep } from './remove-old-logs.ts'
import { takeLockPatiently } from '../../home/take-lock.ts'
import { aliveFile, folderLock, folderName, workspaceId } from '../../home/workspace.ts'
import type { World } from '../../world.ts'
import { inState } from '../../home/state-folder.ts'

const LOOK_MS = 50

/** All that takes time is done before the round is asked for, where it was announced. False: there is no such round. */
export async function runChecks(world: World, run: string, signal: AbortSignal): Promise<boolean> {
  const announced = readAnnounced(world, run)
  if (!announced) return false
  const shop = await world.openWorkshop()
  const alive = await takeLockPatiently(world, shop, aliveFile(world, run))
  // Somebody carries this very run out already.
  if (!alive) return true
  const { root } = announced
  const folder = folderName(world, root)
  shop.disk.makeFolder(inState(world, 'locks'))
  const free = shop.takeLock(folderLock(world, folder))
  await shop.adoptOrphans()
  const mark = { name: CHECK_MARK, value: folder }
  // What a former run left behind, because it was killed, must not meet what runs now.
  const endStrays = (): Promise<number> => shop.endMarked(`${mark.name}=${mark.value}`, new Set())
  const straysAtOnce = free && (await endStrays())
  const trees = await world.openTrees()
  await whenHanded(world, announced)
  const tree = decodeHanded(world, shop, trees, announced)
  const request = await whenAsked(world, shop, announced)
  // Or did: it was started once more, while its first process was slow to come.
  if (!request || !isStillborn(world, request)) {
    free?.release()
    alive.release()
    return request !== undefined
  }
  if (tree && request.treeHash !== undefined) trees.rememberHash(tree, request.treeHash)
  shop.disk.writeQuickly(pidFile(world, run), `${shop.pid}\n`)
  const workspace = workspaceId(world, root)
  const lock = free ?? (await takeFolder(world, shop, folderLock(world, folder), signal))
  if (!lock) return true
  const strays = straysAtOnce ?? (await endStrays())
  // Others were at work here after the tree had been read, or that was long ago.
  const isMoved = !free || strays > 0 || !isFresh(world, announced)
  const reaper = shop.startReaper([REAPER, folder], world.env)
  const spared = new Set(reaper.pid === undefined ? [] : [reaper.pid])
  let ended: 'whole' | 'cut-off'
  try {
    const carrying = { world, shop, trees, request, workspace, mark, spared, signal, held: [] }
    ended = await carryOut(carrying, isMoved ? undefined : tree)
  } finally {
    await reaper.dismiss()
    lock.release()
  }
  // As after a runner that was killed: the next look at the claim has the rest done.
  if (ended === 'whole') await decideLate(world, shop, request)
  alive.release()
  await sweep(world, shop)
  return true
}

function decodeHanded(
  world: World,
  shop: Workshop,
  trees: Trees,
  announced: Pick<RoundRequest, 'run' | 'root' | 'askedAt'>,
): Tree | undefined {
  const bytes = takeTree(world, shop, announced)
  prepareFor(shop, bytes)
  const { root } = announced
  const tree = bytes && trees.decodeTree(bytes, linesKeeper(world, shop, { trees, root }))
  return tree?.root === root ? tree : undefined
}

async function takeFolder(
  world: World,
  shop: Workshop,
  path: string,
  signal: AbortSignal,
): Promise<{ release: () => void } | undefined> {
  for (;;) {
    const lock = shop.takeLock(path)
    if (lock || signal.aborted) return lock
    await world.sleep(LOOK_MS)
  }
}
