// How far back a transcript must be read before a stop can be decided: entries are shown newest first, until nothing
// older could change what they say about the work of the request.
import type { Entry } from '../contract/entry.ts'
import { hashOfCommand } from './request.ts'

/** As much work as is substantial. */
const ENOUGH_WORK = 8
/** More results than this wait for no call: the others are of calls that are not there. */
const MOST_IDS = 64

export interface Tail {
  /** Calls that may have changed something. */
  readonly workCalls: number
  /** Something was changed, refused or asked: no claim in words from before it counts. */
  readonly isClosed: boolean
  /** A tool was used, and what it returned was seen. */
  readonly hasTool: boolean
  readonly hasResult: boolean
  /** Something moved that had not moved at the last stop. */
  readonly hasMoved: boolean
  /** Results whose calls have not been seen yet, and whether they tell of a failure. */
  readonly returned: ReadonlyMap<string, boolean>
}

export const emptyTail: Tail = {
  workCalls: 0,
  isClosed: false,
  hasTool: false,
  hasResult: false,
  hasMoved: false,
  returned: new Map(),
}

/** `known`: the commands that had run by the last stop; running them again moves nothing. */
export function stepTail(tail: Tail, entry: Entry, known: readonly string[]): Tail {
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

export function isSettled(tail: Tail): boolean {
  return tail.isClosed && tail.hasTool && tail.hasMoved && tail.workCalls >= ENOUGH_WORK
}

function called(tail: Tail, entry: Extract<Entry, { kind: 'tool-called' }>, known: readonly string[]): Tail {
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
    // Far back results are not read: then a call counts as one that did what it should.
    hasMoved: tail.hasMoved || (failed !== true && isNew),
    isClosed: true,
    workCalls: tail.workCalls + 1,
  }
}

function withId(ids: ReadonlyMap<string, boolean>, id: string, failed: boolean): ReadonlyMap<string, boolean> {
  const kept = ids.size < MOST_IDS ? [...ids] : [...ids].slice(1)
  return new Map([...kept, [id, failed]])
}

function withoutId(ids: ReadonlyMap<string, boolean>, id: string): ReadonlyMap<string, boolean> {
  return new Map([...ids].filter(([other]) => other !== id))
}
