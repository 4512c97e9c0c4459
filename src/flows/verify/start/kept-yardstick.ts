// The yardstick as it stood when a task opened, kept by us: contents by their ids, each once for all tasks, and for each
// start the list of its files. In a large repository it ends at its bounds, with files that checks name first, then tests
// and settings, then data of tests. Secrets in texts are masked.
import { join } from 'node:path'
import type { FileChange } from '../../../contract/change.ts'
import type { Disk } from '../../../adapters/platform/files/disk.ts'
import type { KeptList } from '../../../adapters/workspace/kept-files.ts'
import type { Start, TreeReading } from '../../../adapters/workspace/start.ts'
import { orderWith } from '../../../domain/proof/yardstick/reading-order.ts'
import { isTestBinary } from '../../../domain/proof/yardstick/yardstick.ts'
import { maskSecretsInLines } from '../../../domain/text/mask-secrets.ts'
import type { World } from '../../world.ts'
import { inState } from '../../home/state-folder.ts'
import { listsFolder } from './load-start.ts'

const LARGEST_LIST = 16 * 1024 * 1024
/** Of the places in the reading order, product code is not kept. */
const PRODUCT = 1
/** After everything that can be read. */
const BINARY = 3

type Home = Pick<World, 'stateHome'>

/** Never rejects. Begun when the start is known, in the process that read it. */
export async function keepYardstick(
  world: World,
  disk: Disk,
  name: string,
  { reading, start }: { readonly reading: TreeReading; readonly start: Start },
): Promise<void> {
  try {
    const { yardstickIn, keepFiles, KEPT_BOUNDS } = await world.openTrees()
    const byName = orderWith(new Map(Object.entries(start.named ?? {})))
    const late = new Set(start.dirty.flatMap(({ path, isLate }) => (isLate ? [path] : [])))
    const order = (path: string): number | undefined => {
      const place = byName(path)
      if (place === PRODUCT) return undefined
      return place ?? (isTestBinary(path) ? BINARY : undefined)
    }
    const list = yardstickIn(reading, order, KEPT_BOUNDS).filter(([path]) => !late.has(path))
    const kept = new Set(disk.names(contentsFolder(world)))
    const keep = (id: string, content: string | Buffer): void => {
      kept.add(id)
      disk.writeQuickly(
        join(contentsFolder(world), id),
        typeof content === 'string' ? maskSecretsInLines(content) : content,
      )
    }
    await keepFiles(reading.tree.root, list, { isKept: (id) => kept.has(id), keep }, KEPT_BOUNDS)
    // Last: a list says that its contents are there.
    disk.writeQuickly(listFile(world, name), JSON.stringify(list))
  } catch {
    // No room, or no right to write: then git alone knows what was there.
  }
}

/** What became of it since; undefined where nothing was kept. Never rejects. */
export async function changesOfKept(
  world: World,
  name: string | undefined,
  root: string,
): Promise<readonly FileChange[] | undefined> {
  const { disk } = await world.openWorkshop()
  const list = name === undefined ? undefined : readList(disk, listFile(world, name))
  if (!list) return undefined
  const { changesFromKept, KEPT_BOUNDS } = await world.openTrees()
  const read = (id: string): Buffer | undefined =>
    disk.readBytes(join(contentsFolder(world), id), KEPT_BOUNDS.mostBinary)
  return changesFromKept(root, list, read, KEPT_BOUNDS)
}

function readList(disk: Disk, path: string): KeptList | undefined {
  const bytes = disk.readBytes(path, LARGEST_LIST)
  if (!bytes) return undefined
  try {
    const list = JSON.parse(bytes.toString('utf8')) as unknown
    return Array.isArray(list) ? (list as KeptList) : undefined
  } catch {
    // Damaged by a power cut: then nothing was kept.
    return undefined
  }
}

/** Takes the lists away, and all contents that no other list names. */
export function removeKept(world: Home, disk: Disk, names: readonly string[]): void {
  const lists = disk.names(listsFolder(world))
  const gone = new Set(names.map((name) => `${name}.json`))
  if (!lists.some((list) => gone.has(list))) return
  for (const list of gone) disk.remove(join(listsFolder(world), list))
  const named = new Set<string>()
  for (const list of lists) {
    if (gone.has(list)) continue
    for (const [, entry] of readList(disk, join(listsFolder(world), list)) ?? []) named.add(entry.slice(ID_AT))
  }
  for (const id of disk.names(contentsFolder(world))) if (!named.has(id)) disk.remove(join(contentsFolder(world), id))
}

/** An entry is a mode, a blank and the id. */
const ID_AT = 7

function contentsFolder(world: Home): string {
  return inState(world, 'kept', 'contents')
}

function listFile(world: Home, name: string): string {
  return join(listsFolder(world), `${name}.json`)
}
