// Tasks with their subtasks below them, and lists with their items.
import type { ListState } from '../../../contract/list.ts'
import type { TaskState } from '../../../contract/state.ts'

/** A list that tasks belong to. */
export interface ListOfTasks {
  readonly list: ListState
  /** Of the items that have begun, in the order of the list. */
  readonly tasks: readonly string[]
  /** How many items are proven done. */
  readonly done: number
}

export interface ListInTree extends ListOfTasks {
  readonly kind: 'list'
}

export interface TaskInTree {
  readonly kind: 'task'
  readonly task: TaskState
  /** How many of the listed tasks stand above it. */
  readonly depth: number
}

/**
 * In the order given; subtasks below their task, oldest first, and the items of a list below it, where its newest one stands.
 * One whose task is not listed stands by itself.
 */
export function toTaskTree(
  tasks: readonly TaskState[],
  lists: readonly ListOfTasks[] = [],
): ReadonlyArray<TaskInTree | ListInTree> {
  const listed = new Map(tasks.map((task) => [task.id, task]))
  const listOf = new Map(lists.flatMap((list) => list.tasks.map((task) => [task, list] as const)))
  const below = Map.groupBy(
    tasks.filter(({ parent }) => parent !== undefined && listed.has(parent)),
    ({ parent }) => parent ?? '',
  )
  const from = (task: TaskState, depth: number): TaskInTree[] => {
    const parts = (below.get(task.id) ?? []).toSorted((one, other) => (one.openedAt < other.openedAt ? -1 : 1))
    return [{ kind: 'task', task, depth }, ...parts.flatMap((part) => from(part, depth + 1))]
  }
  const shown = new Set<ListOfTasks>()
  const top = tasks.filter(({ parent }) => parent === undefined || !listed.has(parent))
  return top.flatMap((task): Array<TaskInTree | ListInTree> => {
    const list = listOf.get(task.id)
    if (!list) return from(task, 0)
    if (shown.has(list)) return []
    shown.add(list)
    const items = list.tasks.flatMap((id) => listed.get(id) ?? [])
    return [{ kind: 'list', ...list }, ...items.flatMap((item) => from(item, 1))]
  })
}
