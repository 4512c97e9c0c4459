// How the workspace stood when a task began: kept beside the store, so that what the agent did can be told from what was
// there before. To load it is left to `load-start.ts`, which a claim needs.
import type { Policy } from '../../../contract/config/policy.ts'
import type { Disk } from '../../../adapters/platform/files/disk.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { lookingOrder, orderWith } from '../../../domain/proof/yardstick/reading-order.ts'
import { maskSecretsInLines } from '../../../domain/text/mask-secrets.ts'
import type { NamingCheck } from '../../../domain/proof/yardstick/named/named-files.ts'
import type { OpenedAt, TreeReading, Start } from '../../../adapters/workspace/start.ts'
import { given } from '../../../contract/given.ts'
import { inTime } from '../../home/in-time.ts'
import { keepYardstick, removeKept } from './kept-yardstick.ts'
import { logFile, NAME, type Opening, readRequest, requestFile, startFile } from './load-start.ts'
import { findNamed } from './named.ts'
import { keepVisits, readWorkspace } from '../read-tree.ts'
import { toNaming } from './to-naming.ts'
import { isInRepository } from '../../home/workspace.ts'
import type { World } from '../../world.ts'

const LONGEST_MS = 120_000

/** The name under which the start is kept; undefined where there is no repository. Never rejects. */
export async function keepStart(world: World, policy: Policy, reading?: TreeReading): Promise<string | undefined> {
  // Without a repository every file would have to be read.
  if (policy.root === undefined || !isInRepository(world, policy.root)) return undefined
  try {
    const shop = await world.openWorkshop()
    const read = reading ? { ok: true as const, reading } : await readWorkspace(world, shop, policy.root)
    const start = read.ok ? await startWithNamed(world, read.reading, toNaming(policy.checks)) : undefined
    if (!start) return undefined
    const name = world.newId('start')
    shop.disk.writeWhole(startFile(world, name), JSON.stringify(masked(start)))
    return name
  } catch {
    // A start that could not be kept is a start that is not known: the last commit stands in for it.
    return undefined
  }
}

/** With the files that the checks use by name, which come first whatever they are called. */
async function startWithNamed(
  world: World,
  reading: TreeReading,
  checks: readonly NamingCheck[],
  opened?: OpenedAt,
): Promise<Start | undefined> {
  const { startIn, textsThen, readOwnExcludes } = await world.openTrees()
  const { root } = reading.tree
  const excludes = readOwnExcludes(reading.door, root, opened?.at)
  const named = await findNamed(checks, root, (paths) => textsThen(reading.door, root, paths, opened))
  const start = await startIn(reading, orderWith(named), opened ? { opened } : {})
  return start && { ...start, named: Object.fromEntries(named), ...given({ excludes: await excludes }) }
}

/** What a person saw, with the texts of all that was not committed. Undefined where it cannot be kept. Never rejects. */
export async function keepLook(
  world: World,
  reading: TreeReading,
  name = world.newId('start'),
): Promise<string | undefined> {
  try {
    const { disk } = await world.openWorkshop()
    const { startIn, LARGE_TEXTS } = await world.openTrees()
    const look = await startIn(reading, lookingOrder, { bounds: LARGE_TEXTS })
    if (!look) return undefined
    disk.writeWhole(startFile(world, name), JSON.stringify(masked(look)))
    return name
  } catch {
    // As above: then nobody knows what they saw.
    return undefined
  }
}

/** In a process of its own. What a person forgot meanwhile is not kept. */
export async function readAsked(world: World, name: string): Promise<boolean> {
  const request = NAME.test(name) ? readRequest(world, name) : undefined
  if (!request) return false
  const shop = await world.openWorkshop()
  shop.giveWay()
  const self = world.processes.keyOf(world.processes.self)
  shop.disk.writeQuickly(requestFile(world, name), JSON.stringify({ ...request, by: self }))
  let kept: StartRead | undefined
  try {
    const asked = await inTime(world, world.now().getTime() + LONGEST_MS, startAsked(world, shop, request))
    const start = asked?.start
    if (start && world.files.exists(requestFile(world, name))) {
      shop.disk.writeWhole(startFile(world, name), JSON.stringify(masked(start)))
      if (!world.files.exists(requestFile(world, name))) shop.disk.remove(startFile(world, name))
    }
    kept = asked
    return start !== undefined
  } finally {
    shop.disk.remove(logFile(world, name))
    shop.disk.remove(requestFile(world, name))
    // So late that no claim waits for it.
    if (kept && world.files.exists(startFile(world, name))) await keepYardstick(world, shop.disk, name, kept)
    // A task that was forgotten meanwhile.
    if (kept && !world.files.exists(startFile(world, name))) removeKept(world, shop.disk, [name])
    // For the next claims alone.
    if (kept) await keepVisits(world, shop, kept.reading)
  }
}

async function startAsked(
  world: World,
  shop: Workshop,
  { root, head, openedAt, checks = [] }: Opening,
): Promise<StartRead | undefined> {
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) return undefined
  const { reading } = read
  const start = await startWithNamed(world, reading, checks, { head, at: new Date(openedAt) })
  return start && { start, reading }
}

interface StartRead {
  readonly start: Start
  readonly reading: TreeReading
}

/** All that is kept of it; a process that still reads it keeps nothing then. */
export function removeStart(world: Pick<World, 'stateHome'>, disk: Disk, name: string): void {
  disk.remove(requestFile(world, name))
  disk.remove(logFile(world, name))
  disk.remove(startFile(world, name))
  removeKept(world, disk, [name])
}

function masked(start: Start): Start {
  return {
    ...start,
    dirty: start.dirty.map((file) =>
      file.text === undefined ? file : { ...file, text: maskSecretsInLines(file.text) },
    ),
    ...given({ excludes: start.excludes }, (excludes) => ({
      ...excludes,
      lists: excludes.lists.map((list) => ({ ...list, text: maskSecretsInLines(list.text) })),
    })),
  }
}
