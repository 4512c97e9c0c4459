// Removes old logs: the output of checks, and of runs that nobody resumed, is kept for 14 days or 1 GiB, whichever is less.
import { dirname, join } from 'node:path'
import type { Listed } from '../../../adapters/platform/files/disk.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { idsFolder } from '../read-tree.ts'
import { listsFolder, startsFolder } from '../start/load-start.ts'
import { aliveFile as stintAlive, stintsFolder, wordsFolder } from '../../home/stint-files.ts'
import { aliveFile, roundsFolder } from '../../home/workspace.ts'
import type { World } from '../../world.ts'

const KEPT_MS = 14 * 24 * 60 * 60 * 1000
const KEPT_BYTES = 1024 * 1024 * 1024
const UNOPENED_MS = 60 * 60 * 1000
/** A task may stay open for longer than its logs are worth keeping. */
const STARTS_KEPT_MS = 60 * 24 * 60 * 60 * 1000

export async function sweep(world: World, shop: Workshop): Promise<void> {
  const now = world.now().getTime()
  const runs = roundsFolder(world)
  for (const name of outlived(shop.disk.list(runs), now)) {
    if (!shop.isLocked(aliveFile(world, name))) shop.disk.remove(join(runs, name))
  }
  const stints = stintsFolder(world)
  for (const name of outlived(shop.disk.list(stints), now)) {
    if (!shop.isLocked(stintAlive(world, name))) shop.disk.remove(join(stints, name))
  }
  await sweepWords(world, shop)
  const ids = idsFolder(world)
  for (const { name, changedMs } of shop.disk.list(ids)) {
    if (now - changedMs > KEPT_MS) shop.disk.remove(join(ids, name))
  }
  const starts = startsFolder(world)
  const old = shop.disk.list(starts).filter(({ changedMs }) => now - changedMs > STARTS_KEPT_MS)
  for (const { name } of old) shop.disk.remove(join(starts, name))
  // A list without its start is of no use.
  const lists = shop.disk.list(listsFolder(world)).filter(({ changedMs }) => now - changedMs > STARTS_KEPT_MS)
  if (lists.length === 0) return
  const { removeKept } = await import('../start/kept-yardstick.ts')
  removeKept(
    world,
    shop.disk,
    lists.map(({ name }) => name.replace(/\.json$/, '')),
  )
}

/** Of a task that was never opened, since its supervisor was killed in between; or that nobody took up for long. */
async function sweepWords(world: World, shop: Workshop): Promise<void> {
  const folder = dirname(wordsFolder(world, 'any'))
  for (const { name, changedMs } of shop.disk.list(folder)) {
    const age = world.now().getTime() - changedMs
    const isNobodys = age > UNOPENED_MS && (await world.store.loadTask(name)).state === undefined
    if (isNobodys || age > KEPT_MS) shop.disk.remove(join(folder, name))
  }
}

function outlived(listed: readonly Listed[], now: number): string[] {
  const newestFirst = [...listed].sort((one, other) => other.changedMs - one.changedMs)
  let bytes = 0
  return newestFirst.flatMap((entry) => {
    bytes += entry.bytes
    return now - entry.changedMs > KEPT_MS || bytes > KEPT_BYTES ? [entry.name] : []
  })
}
