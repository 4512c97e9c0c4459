// Tells how far back a transcript must be read. Entries are added newest first, until older ones cannot change what is
// known about the work of the request.
import type { Entry, ToolCalledEntry, ToolReturnedEntry } from '../../../contract/agent/entry.ts'
import { given } from '../../../contract/given.ts'
import { hashOfCommand } from './work.ts'

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
  /** Results whose calls have not been seen yet. */
  readonly returned: ReadonlyMap<string, Returned>
}

type Returned = Pick<ToolReturnedEntry, 'failed' | 'denied' | 'access'>

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
  if (tail.hasResult && isComplete(tail)) return tail
  switch (entry.kind) {
    case 'prompt':
      return entry.by === 'host' ? tail : { ...tail, isClosed: true }
    case 'tool-returned':
      return { ...tail, returned: withId(tail.returned, entry) }
    case 'tool-called':
      return called(tail, entry, known)
    default:
      return tail
  }
}

export function isComplete(tail: RequestTail): boolean {
  return tail.isClosed && tail.hasTool && tail.hasMoved && tail.workCalls >= ENOUGH_WORK
}

/** Whether the result of this call should be looked for: none has been seen of any tool. */
export function wantsResult(tail: RequestTail, entry: Entry): entry is ToolCalledEntry {
  return !tail.hasResult && entry.kind === 'tool-called' && isToolCall(entry) && !tail.returned.has(entry.id)
}

function isToolCall({ access }: ToolCalledEntry): boolean {
  return access !== 'ours' && access !== 'todo'
}

function called(tail: RequestTail, entry: ToolCalledEntry, known: readonly string[]): RequestTail {
  const result = tail.returned.get(entry.id)
  const returned = result === undefined ? tail.returned : withoutId(tail.returned, entry.id)
  const isTool = isToolCall(entry)
  const hasTool = tail.hasTool || isTool
  const hasResult = tail.hasResult || (isTool && result !== undefined)
  const foreign = entry.name.startsWith('mcp__') ? result?.access : undefined
  const access = result?.denied === true ? 'read' : (foreign ?? entry.access)
  if (access !== 'write' && access !== 'run') return { ...tail, hasTool, hasResult, returned }
  const isNew = access === 'write' || !known.includes(hashOfCommand(entry.detail ?? entry.name))
  return {
    ...tail,
    hasTool,
    hasResult,
    returned,
    // Older results are not read; a call without one counts as successful.
    hasMoved: tail.hasMoved || (result?.failed !== true && isNew),
    isClosed: true,
    workCalls: tail.workCalls + 1,
  }
}

type Results = ReadonlyMap<string, Returned>

function withId(ids: Results, { id, failed, denied, access }: ToolReturnedEntry): Results {
  const more = new Map(ids).set(id, { failed, ...given({ denied, access }) })
  if (more.size > MOST_IDS) for (const oldest of more.keys()) return withoutId(more, oldest)
  return more
}

function withoutId(ids: Results, id: string): Results {
  const fewer = new Map(ids)
  fewer.delete(id)
  return fewer
}
