// Carries out a round of checks, in a process of its own: alone in its folder, and nothing of it stays behind. Decides
// nothing.
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { carryOut } from './run-round.ts'
import { CHECK_MARK } from '../../home/check-mark.ts'
import { isStillborn, pidFile, REAPER, type RoundRequest, takeTree } from '../../home/round-request.ts'
import { linesKeeper, prepareFor } from '../read-tree.ts'
import { decideLate } from '../decide-late.ts'
import { sweep } from './remove-old-logs.ts'
import { takeLockPatiently } from '../../home/take-lock.ts'
import { aliveFile, folderLock, folderName, workspaceId } from '../../home/workspace.ts'
import type { World } from '../../world.ts'
import { inState } from '../../home/state-folder.ts'

const LOOK_MS = 50

export async function runChecks(world: World, request: RoundRequest, signal: AbortSignal): Promise<void> {
  const shop = await world.openWorkshop()
  const alive = await takeLockPatiently(world, shop, aliveFile(world, request.run))
  // Somebody carries this very run out already.
  if (!alive) return
  // Or did: it was started once more, while its first process was slow to come.
  if (!isStillborn(world, request)) return alive.release()
  shop.disk.writeQuickly(pidFile(world, request.run), `${shop.pid}\n`)
  const workspace = workspaceId(world, request.root)
  const folder = folderName(world, request.root)
  shop.disk.makeFolder(inState(world, 'locks'))
  const free = shop.takeLock(folderLock(world, folder))
  const lock = free ?? (await takeFolder(world, shop, folderLock(world, folder), signal))
  if (!lock) return
  await shop.adoptOrphans()
  const mark = { name: CHECK_MARK, value: folder }
  // What a former run left behind, because it was killed, must not meet what runs now.
  const strays = await shop.endMarked(`${mark.name}=${mark.value}`, new Set())
  const trees = await world.openTrees()
  const bytes = takeTree(world, shop, request)
  prepareFor(shop, bytes)
  const tree = bytes && trees.decodeTree(bytes, linesKeeper(world, shop, { trees, root: request.root }))
  const handed = tree?.root === request.root ? tree : undefined
  // Others were at work here after the tree had been read.
  const isMoved = !free || strays > 0
  const reaper = shop.startReaper([REAPER, folder], world.env)
  const spared = new Set(reaper.pid === undefined ? [] : [reaper.pid])
  let ended: 'whole' | 'cut-off'
  try {
    const carrying = { world, shop, trees, request, workspace, mark, spared, signal, held: [] }
    ended = await carryOut(carrying, isMoved ? undefined : handed)
  } finally {
    await reaper.dismiss()
    lock.release()
  }
  // As after a runner that was killed: the next look at the claim has the rest done.
  if (ended === 'whole') await decideLate(world, shop, request)
  alive.release()
  await sweep(world, shop)
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
