// Session items in a hook call, for agents without a transcript file: checked, translated by the agent, and bounded in
// number and size. No schema library: every stop loads this file.
import type { Entry, TodoPatch } from '../../contract/agent/entry.ts'
import type { Delivered } from '../../contract/agent/hook-event.ts'
import type { Decoded } from '../agent.ts'
import { invalid, isRecord } from './hook-input.ts'

const MOST_ITEMS = 5000
/** Of all items together, in characters. */
const MOST_TEXT = 4 * 1024 * 1024
const MOST_ENTRIES_OF_ITEM = 100
const MOST_TODOS = 500
const LONGEST = { text: 256 * 1024, todo: 500, detail: 300, name: 100, id: 128 } as const

/**
 * `value`: `{ "from": the number of the first item, "items": [ … ] }`, up to the end of the session. `toEntries` reads
 * one item. The newest items are kept if there are too many. Never throws, if `toEntries` does not.
 */
export function toDelivered(value: unknown, toEntries: (item: unknown) => readonly Entry[]): Decoded<Delivered> {
  if (!isRecord(value)) return invalid('the entries in the hook input are not an object')
  const { from, items } = value
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0) {
    return invalid('the entries in the hook input have no number to count from')
  }
  if (!Array.isArray(items)) return invalid('the entries in the hook input have no list of items')
  const kept: Entry[][] = []
  let size = 0
  for (const item of items.slice(-MOST_ITEMS).toReversed()) {
    const entries = toEntries(item).slice(0, MOST_ENTRIES_OF_ITEM).map(bounded)
    size += entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
    if (size > MOST_TEXT) break
    kept.push(entries)
  }
  const left = items.length - kept.length
  const isCut = left > 0 ? { isCut: true } : {}
  return { ok: true, value: { from: from + left, items: kept.toReversed(), ...isCut } }
}

/** A claim is at the end of a message, a request at its beginning. */
function bounded(entry: Entry): Entry {
  switch (entry.kind) {
    case 'prompt':
      return { ...entry, text: entry.text.slice(0, LONGEST.text), ...cut(entry, 'promptId', LONGEST.id) }
    case 'said':
      return { ...entry, text: entry.text.slice(-LONGEST.text) }
    case 'tool-called':
      return {
        ...entry,
        id: entry.id.slice(0, LONGEST.id),
        name: entry.name.slice(0, LONGEST.name),
        ...cut(entry, 'detail', LONGEST.detail),
      }
    case 'tool-returned':
      return { ...entry, id: entry.id.slice(0, LONGEST.id) }
    case 'todos':
      return { ...entry, items: entry.items.slice(0, MOST_TODOS).map(boundedTodo) }
    case 'background':
      return { ...entry, id: entry.id.slice(0, LONGEST.id), ...cut(entry, 'label', LONGEST.detail) }
    case 'interrupted':
    case 'compacted':
    case 'goal':
    case 'plan-mode':
      return entry
  }
}

function boundedTodo(todo: TodoPatch): TodoPatch {
  return { ...todo, id: todo.id.slice(0, LONGEST.id), ...cut(todo, 'text', LONGEST.todo) }
}

function cut<K extends string>(part: { readonly [P in K]?: string }, key: K, most: number): { [P in K]?: string } {
  const text = part[key]
  return (text === undefined ? {} : { [key]: text.slice(0, most) }) as { [P in K]?: string }
}

function sizeOf(entry: Entry): number {
  switch (entry.kind) {
    case 'prompt':
    case 'said':
      return entry.text.length
    case 'todos':
      return entry.items.reduce((sum, { text = '' }) => sum + text.length, 0)
    default:
      return LONGEST.detail
  }
}
