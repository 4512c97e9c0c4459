// The todo list of a session after an entry that changes it.
import type { TodosEntry } from '../../../contract/agent/entry.ts'
import type { TodoItem } from '../../../contract/work.ts'

/** Open items that are neither open nor done any more. A finished list that gives way to a new one drops nothing. */
export function droppedFrom(before: readonly TodoItem[], after: readonly TodoItem[]): string[] {
  const kept = new Set(after.filter((todo) => todo.status !== 'cancelled').map((todo) => todo.text))
  return before.filter((todo) => todo.status === 'open' && !kept.has(todo.text)).map((todo) => todo.text)
}

export function laidOver(todos: readonly TodoItem[], entry: TodosEntry): TodoItem[] {
  return entry.change === 'replace' ? replaced(entry) : patched(todos, entry)
}

export function replaced(entry: TodosEntry): TodoItem[] {
  return entry.items.map((item) => ({ id: item.id, text: item.text ?? item.id, status: item.status ?? 'open' }))
}

function patched(todos: readonly TodoItem[], entry: TodosEntry): TodoItem[] {
  const byId = new Map(todos.map((todo) => [todo.id, todo]))
  for (const item of entry.items) {
    const before = byId.get(item.id)
    byId.set(item.id, {
      id: item.id,
      text: item.text ?? before?.text ?? item.id,
      status: item.status ?? before?.status ?? 'open',
    })
  }
  return [...byId.values()]
}
