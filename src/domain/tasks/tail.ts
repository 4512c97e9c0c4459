// Tells how far back a transcript must be read. Entries are added newest first, until older ones cannot change what is
// known about the work of the request.
import type { Entry } from '../../contract/entry.ts'
import { hashOfCommand } from './request.ts'

/** As much work as is substantial. */
const ENOUGH_WORK = 8
/** Results without a call are forgotten beyond this number. */
const MOST_IDS = 64

export interface RequestTail {
  /** Calls that may have changed something. */
  readonly workCalls: number
  /** Something was changed, refused or asked: an older claim in words no longer counts. */
  readonly isClosed: boolean
  /** A tool was used, and its result was seen. */
  readonly hasTool: boolean
  readonly hasResult: boolean
  /** There was progress since the last stop. */
  readonly hasMoved: boolean
  /** Results whose calls have not been seen yet, and whether the call failed. */
  readonly returned: ReadonlyMap<string, boolean>
}

export const emptyTail: RequestTail = {
  workCalls: 0,
  isClosed: false,
  hasTool: false,
  hasResult: false,
  hasMoved: false,
  returned: new Map(),
}

/** `known`: hashes of the commands that had run by the last stop. Running one again is no progress. */
export function stepTail(tail: RequestTail, entry: Entry, known: readonly string[]): RequestTail {
  if (tail.hasResult && isSettled(tail)) return tail
  switch (entry.kind) {
    case 'prompt':
      return entry.by === 'host' ? tail : { ...tail, isClosed: true }
    case 'tool-returned':
      return { ...tail, returned: withId(tail.returned, entry.id, entry.failed) }
    case 'tool-called':
      return called(tail, entry, known)
    default:
      return tail
  }
}

export function isSettled(tail: RequestTail): boolean {
  return tail.isClosed && tail.hasTool && tail.hasMoved && tail.workCalls >= ENOUGH_WORK
}

function called(
  tail: RequestTail,
  entry: Extract<Entry, { kind: 'tool-called' }>,
  known: readonly string[],
): RequestTail {
  const failed = tail.returned.get(entry.id)
  const returned = failed === undefined ? tail.returned : withoutId(tail.returned, entry.id)
  const isTool = entry.access !== 'ours' && entry.access !== 'todo'
  const hasTool = tail.hasTool || isTool
  const hasResult = tail.hasResult || (isTool && failed !== undefined)
  if (entry.access !== 'write' && entry.access !== 'run') return { ...tail, hasTool, hasResult, returned }
  const isNew = entry.access === 'write' || !known.includes(hashOfCommand(entry.detail ?? entry.name))
  return {
    ...tail,
    hasTool,
    hasResult,
    returned,
    // Older results are not read; a call without one counts as successful.
    hasMoved: tail.hasMoved || (failed !== true && isNew),
    isClosed: true,
    workCalls: tail.workCalls + 1,
  }
}

function withId(ids: ReadonlyMap<string, boolean>, id: string, failed: boolean): ReadonlyMap<string, boolean> {
  const more = new Map(ids).set(id, failed)
  if (more.size > MOST_IDS) for (const oldest of more.keys()) return withoutId(more, oldest)
  return more
}

function withoutId(ids: ReadonlyMap<string, boolean>, id: string): ReadonlyMap<string, boolean> {
  const fewer = new Map(ids)
  fewer.delete(id)
  return fewer
}
