// The todo list of a session after an entry that changes it.
import type { TodosEntry } from '../../../contract/agent/entry.ts'
import type { TodoItem } from '../../../contract/work.ts'

export interface TodosLaid {
  readonly todos: readonly TodoItem[]
  /** Open items that are neither open nor done any more. A finished list that gives way to a new one drops nothing. */
  readonly dropped: readonly string[]
}

/** Undefined where the entry changes nothing. */
export function laidOver(todos: readonly TodoItem[], entry: TodosEntry): TodosLaid | undefined {
  return entry.change === 'replace' ? inPlaceOf(todos, replaced(entry)) : patched(todos, entry)
}

export function inPlaceOf(before: readonly TodoItem[], todos: readonly TodoItem[]): TodosLaid | undefined {
  return JSON.stringify(before) === JSON.stringify(todos) ? undefined : { todos, dropped: droppedFrom(before, todos) }
}

export function replaced(entry: TodosEntry): TodoItem[] {
  return entry.items.map((item) => ({ id: item.id, text: item.text ?? item.id, status: item.status ?? 'open' }))
}

function droppedFrom(before: readonly TodoItem[], after: readonly TodoItem[]): string[] {
  const kept = new Set(after.filter((todo) => todo.status !== 'cancelled').map((todo) => todo.text))
  return before.filter((todo) => todo.status === 'open' && !kept.has(todo.text)).map((todo) => todo.text)
}

/** A session may patch a list of thousands item by item: only what the entry names is compared. */
function patched(before: readonly TodoItem[], { items }: TodosEntry): TodosLaid | undefined {
  const todos = before.slice()
  let hasMoved = false
  let mayDrop = false
  for (const item of items) {
    const at = indexOf(todos, item.id)
    const old = todos[at]
    const status = item.status ?? old?.status ?? 'open'
    const text = item.text ?? old?.text ?? item.id
    if (old?.status === status && old.text === text) continue
    hasMoved = true
    mayDrop ||= old?.status === 'open' && (status === 'cancelled' || text !== old.text)
    todos[old === undefined ? todos.length : at] = { id: item.id, text, status }
  }
  return hasMoved ? { todos, dropped: mayDrop ? droppedFrom(before, todos) : [] } : undefined
}

/** The newest items are patched most. */
function indexOf(todos: readonly TodoItem[], id: string): number {
  for (let at = todos.length - 1; at >= 0; at--) if (todos[at]?.id === id) return at
  return -1
}
