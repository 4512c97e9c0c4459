// Loaded tasks with their subtasks below them.
import type { TaskItem } from './values.ts'

export interface PlacedTask {
  readonly task: TaskItem
  /** How many of the loaded tasks stand above it. */
  readonly depth: number
}

/** In the order given; subtasks below their task, oldest first. One whose task is not loaded stands by itself. */
export function inTree(tasks: readonly TaskItem[]): readonly PlacedTask[] {
  const loaded = new Set(tasks.map(({ id }) => id))
  const isBelow = ({ parent }: TaskItem): boolean => parent !== undefined && loaded.has(parent)
  if (!tasks.some(isBelow)) return tasks.map((task) => ({ task, depth: 0 }))
  const below = Map.groupBy(tasks.filter(isBelow), ({ parent }) => parent ?? '')
  const from = (task: TaskItem, depth: number): PlacedTask[] => {
    const parts = (below.get(task.id) ?? []).toSorted((one, other) => (one.openedAt < other.openedAt ? -1 : 1))
    return [{ task, depth }, ...parts.flatMap((part) => from(part, depth + 1))]
  }
  return tasks.filter((task) => !isBelow(task)).flatMap((task) => from(task, 0))
}
