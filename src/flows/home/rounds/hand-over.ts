// What the process that asks hands over to the one that carries the round out, so that it need not find out again.
import { join } from 'node:path'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { roundFolder } from '../workspace.ts'
import type { World } from '../../world.ts'
import { isFresh, type RoundRequest } from './round-request.ts'

const LARGEST_TREE = 512 * 1024 * 1024
const LOOK_MS = 10

/** False: there is no room for it, and the runner finds out itself. */
export function hand(shop: Workshop, path: string, content: () => string | Buffer): boolean {
  try {
    shop.disk.writeQuickly(path, content())
    return true
  } catch {
    return false
  }
}

export function handTree(world: World, shop: Workshop, run: string, tree: () => Buffer): void {
  hand(shop, treeFile(world, run), tree)
}

/** What was handed over, once; undefined: nothing, or too long ago to be what is there now. */
export function takeTree(
  world: World,
  shop: Workshop,
  announced: Pick<RoundRequest, 'run' | 'askedAt'>,
): Buffer | undefined {
  const path = treeFile(world, announced.run)
  const bytes = shop.disk.readBytes(path, LARGEST_TREE)
  shop.disk.remove(path)
  return isFresh(world, announced) ? bytes : undefined
}

/** The number is about to come. Without a promise, the runner waits for nothing. */
export function promiseSuspicions(world: World, shop: Workshop, run: string): void {
  hand(shop, suspicionsFile(world, run), () => '')
}

/** How many suspicions and doubts the process that asked has found; undefined: it could not read the change. */
export function handSuspicions(world: World, shop: Workshop, run: string, count: number | undefined): void {
  const path = suspicionsFile(world, run)
  // A promise that cannot be kept is taken back.
  if (count === undefined || !hand(shop, path, () => `${count}`)) shop.disk.remove(path)
}

/** Undefined where nobody says it: then the run reads the change itself. */
export async function takeSuspicions(world: World, request: RoundRequest): Promise<number | undefined> {
  const by = request.proof?.by
  const path = suspicionsFile(world, request.run)
  for (;;) {
    const isAsked = by !== undefined && world.processes.isAlive(by)
    const read = world.files.readText(path, 20)
    if (read.kind !== 'text') return undefined
    if (read.text !== '') return Number.parseInt(read.text, 10)
    if (!isAsked || !isFresh(world, request)) return undefined
    await world.sleep(LOOK_MS)
  }
}

function suspicionsFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'suspicions')
}

export function treeFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'tree')
}
