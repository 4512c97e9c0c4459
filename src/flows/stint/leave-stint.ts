// Ends what is left of a stint: by its host where that lives, by ourselves where it is gone. Afterwards nobody begins it.
import type { StintEnd } from '../../contract/agent/stint.ts'
import { aliveFile, endFile, LARGEST_ORDERS, ordersFile, readStintEnd, stintFolder } from '../home/stint-files.ts'
import type { World } from '../world.ts'
import type { Lock } from '../../adapters/platform/files/lock.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { reapStint } from './host.ts'

const LOOK_MS = 50
/** A host gives its agent three seconds, and then none. */
const LONGEST_MS = 15_000
const END = JSON.stringify({ kind: 'end' })

export async function leaveStint(world: World, stint: string): Promise<void> {
  const shop = await world.openWorkshop()
  if (!world.files.isFolder(stintFolder(world, stint))) return reapStint(world, stint)
  orderEnd(world, shop, stint)
  const lock = await whenFree(world, shop, stint)
  try {
    if (readStintEnd(world, stint) !== undefined) return
    await reapStint(world, stint)
    // A host that was started and has not begun yet finds that the stint is over.
    const end: StintEnd = { how: { kind: 'interrupted' }, at: world.now().toISOString() }
    if (lock) shop.disk.writeWhole(endFile(world, stint), JSON.stringify(end))
  } finally {
    lock?.release()
  }
}

/** Undefined: its host does not end. */
async function whenFree(world: World, shop: Workshop, stint: string): Promise<Lock | undefined> {
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const lock = shop.takeLock(aliveFile(world, stint))
    if (lock) return lock
    await world.sleep(LOOK_MS)
  }
  return undefined
}

/** Once is enough. */
export function orderEnd(world: World, shop: Workshop, stint: string): void {
  const read = world.files.readText(ordersFile(world, stint), LARGEST_ORDERS)
  const isOrdered = read.kind === 'text' && read.text.split('\n').includes(END)
  if (!isOrdered && world.files.isFolder(stintFolder(world, stint))) {
    shop.disk.appendLine(ordersFile(world, stint), END)
  }
}
