// Reads what a range of history, or a branch with all that is not committed, did to the yardstick. Runs nothing of it.
import { given } from '../../../contract/given.ts'
import type { FileChange, NamedFiles } from '../../../contract/change.ts'
import { FullstopError } from '../../../contract/error.ts'
import type { RangeRead } from '../../../contract/view/verified-change.ts'
import type { TextOrder } from '../../../adapters/workspace/start.ts'
import { type Doubt, doubtsIn } from '../../../domain/proof/reading/product/doubts/doubts.ts'
import type { ChangeRead } from '../../../domain/proof/reading/read-change.ts'
import { changeOrder, orderWith } from '../../../domain/proof/yardstick/reading-order.ts'
import { isYardstick } from '../../../domain/proof/yardstick/yardstick.ts'
import type { World } from '../../world.ts'
import { namedAt } from '../start/named-at.ts'
import { readWithBeyond } from '../start/look-beyond.ts'
import { readBetween } from './read-between.ts'
import { type Ends, findEnds, openPlace, type Place, type Range } from './range-ends.ts'
import { readWorkspace } from '../read-tree.ts'

export async function readRange(world: World, cwd: string, range: Range): Promise<RangeRead> {
  const place = await openPlace(world, cwd)
  return (await readEnds(place, await findEnds(place, range))).read
}

/** What was read, and what is shown to nobody. */
export interface EndsRead {
  readonly read: RangeRead
  readonly doubts: readonly Doubt[]
}

/** Between two commits nothing can run. */
export async function readEnds(place: Place, { base, head, how }: Ends): Promise<EndsRead> {
  const named = await namedAt(place, base)
  const order = orderWith(named, changeOrder)
  const { changes, told } =
    head === undefined
      ? await readNow(place, base, { order, named })
      : await readThen(place, [base, head], { order, named })
  const { suspicions, notes } = told
  const read = {
    base,
    ...given({ head, how }),
    changed: changes.length,
    yardstick: changes.filter(({ path }) => isYardstick(path) || named.has(path)).length,
    suspicions,
    notes,
  }
  return { read, doubts: head === undefined ? doubtsIn(changes) : [] }
}

/** The top folder of the checkout, where there is one. */
export async function topOf({ trees, door, folder }: Place): Promise<string> {
  const root = await trees.findTop(door, folder)
  if (root !== undefined) return root
  throw new FullstopError(
    'no-repository',
    'verify: this repository has no files checked out',
    'name two commits: BASE..HEAD',
  )
}

interface Reading {
  readonly order: TextOrder
  /** Files that checks use by name at the base. */
  readonly named: NamedFiles
}

interface ReadWith {
  readonly changes: readonly FileChange[]
  readonly told: ChangeRead
}

async function readNow(place: Place, base: string, { order, named }: Reading): Promise<ReadWith> {
  const { world, shop, trees } = place
  const read = await readWorkspace(world, shop, await topOf(place))
  if (!read.ok) throw unread(read.why)
  const start = { head: base, dirty: [], seen: true }
  const changed = await trees.changesIn(read.reading, start, order, trees.RANGE_TEXTS)
  if (!changed.ok) throw unread(changed.why)
  const { changes } = changed
  return { changes, told: await readWithBeyond(trees, { reading: read.reading, start }, changes, { named }) }
}

async function readThen(place: Place, ends: readonly [string, string], { order, named }: Reading): Promise<ReadWith> {
  const { trees, door, folder } = place
  const changed = await trees.changesBetween(door, folder, ends, { order, bounds: trees.RANGE_TEXTS })
  if (!changed.ok) throw unread(changed.why)
  const { changes } = changed
  return { changes, told: await readBetween(place, ends, { changes, named }) }
}

function unread(why: string): FullstopError {
  return new FullstopError(
    'unreadable',
    `verify: the change cannot be read: ${why}`,
    'run `git status` to see what git says',
  )
}
