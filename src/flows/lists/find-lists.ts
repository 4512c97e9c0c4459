// Which list is meant: the one that an order names, the unfinished one of a folder, and the one that a file began.
import { FullstopError } from '../../contract/error.ts'
import type { ListState } from '../../contract/list.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { placeOf } from '../run/opening/run-place.ts'
import type { World } from '../world.ts'

const MOST_LISTS = 1000

export function isListName(name: string | undefined): name is string {
  return name?.startsWith('list_') === true
}

export async function findList(world: World, name: string): Promise<ListState> {
  const found = (await world.store.listLists(MOST_LISTS)).filter(({ id }) => id.startsWith(name))
  const [one, other] = found
  if (one && !other) return one
  if (!one)
    throw new FullstopError(
      'unknown-task',
      `there is no list ${oneLine(name, 60)}`,
      'run the file again: fullstop run --tasks FILE',
    )
  throw new FullstopError(
    'ambiguous-task',
    `${oneLine(name, 60)} is the beginning of several lists: ${found.map(({ id }) => id).join(', ')}`,
    'name one of them in full',
  )
}

/** The newest list of this checkout that has not ended. */
export async function unfinishedIn(world: World, cwd: string): Promise<ListState | undefined> {
  const { root } = placeOf(world, cwd)
  const lists = await world.store.listLists(MOST_LISTS)
  return lists.find(({ top, status }) => status !== 'ended' && world.files.realPath(top) === root)
}

/** The newest list that this file of this checkout began. */
export async function listOfFile(world: World, top: string, file: string): Promise<ListState | undefined> {
  const lists = await world.store.listLists(MOST_LISTS)
  return lists.find((list) => list.top === top && list.file === file)
}
