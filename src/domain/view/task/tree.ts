// Tasks with their subtasks below them.
import type { TaskState } from '../../../contract/state.ts'

export interface TaskInTree {
  readonly task: TaskState
  /** How many of the listed tasks stand above it. */
  readonly depth: number
}

/** In the order given; subtasks below their task, oldest first. One whose task is not listed stands by itself. */
export function toTaskTree(tasks: readonly TaskState[]): readonly TaskInTree[] {
  const listed = new Set(tasks.map(({ id }) => id))
  const below = Map.groupBy(
    tasks.filter(({ parent }) => parent !== undefined && listed.has(parent)),
    ({ parent }) => parent ?? '',
  )
  const from = (task: TaskState, depth: number): TaskInTree[] => {
    const parts = (below.get(task.id) ?? []).toSorted((one, other) => (one.openedAt < other.openedAt ? -1 : 1))
    return [{ task, depth }, ...parts.flatMap((part) => from(part, depth + 1))]
  }
  return tasks.filter(({ parent }) => parent === undefined || !listed.has(parent)).flatMap((task) => from(task, 0))
}
