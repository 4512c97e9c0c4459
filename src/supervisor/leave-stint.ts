// Ends what is left of a stint: by its host where that lives, by ourselves where it is gone.
import { aliveFile, LARGEST_ORDERS, ordersFile, readStintEnd } from '../flows/stint-files.ts'
import type { World } from '../flows/world.ts'
import type { Workshop } from '../platform/workshop.ts'
import { reapStint } from './host.ts'

const LOOK_MS = 50
/** A host gives its agent three seconds, and then none. */
const LONGEST_MS = 15_000
const END = JSON.stringify({ kind: 'end' })

export async function leaveStint(world: World, stint: string): Promise<void> {
  const shop = await world.openWorkshop()
  orderEnd(world, shop, stint)
  const since = world.now().getTime()
  while (shop.isLocked(aliveFile(world, stint)) && world.now().getTime() - since < LONGEST_MS)
    await world.sleep(LOOK_MS)
  if (readStintEnd(world, stint) === undefined) await reapStint(world, stint)
}

/** Once is enough. */
export function orderEnd(world: World, shop: Workshop, stint: string): void {
  const read = world.files.readText(ordersFile(world, stint), LARGEST_ORDERS)
  const isOrdered = read.kind === 'text' && read.text.split('\n').includes(END)
  if (!isOrdered) shop.disk.appendLine(ordersFile(world, stint), END)
}
