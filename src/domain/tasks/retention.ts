// How long things are kept: when a task is due to be folded to one row, and what may be erased once it is old.
import type { TaskState } from '../../contract/state.ts'

const AN_HOUR_MS = 3_600_000
const A_DAY_MS = 24 * AN_HOUR_MS
/** For sessions and events of no task, and for tasks of a version whose policy did not say. */
export const DEFAULT_KEEP_MS = 30 * A_DAY_MS
/** The last moment that a date can name. */
const LAST_MS = 8.64e15

/** How long what is known of a task is kept after its end. */
export function keptFor(task: Pick<TaskState, 'policy'> | undefined): number {
  return task?.policy.memory?.keepMs ?? DEFAULT_KEEP_MS
}

/** When an ended task may be folded to one row; undefined while a stint of it is undecided, and once it is folded. */
export function dueAt(task: TaskState): string | undefined {
  const { status, endedAt, erasedAt, run } = task
  if (status !== 'ended' || endedAt === undefined || erasedAt !== undefined) return undefined
  if (run && run.undecided.length > 0) return undefined
  const due = Date.parse(endedAt) + keptFor(task)
  return due <= LAST_MS ? new Date(due).toISOString() : undefined
}

export interface Kept {
  /** The task that the session or event names is in the store with its events. */
  readonly hasTask: boolean
}

/** A session that was not seen for long, unless its task is kept. */
export function isPastSession({ lastSeen }: { readonly lastSeen: string }, { hasTask }: Kept, before: string): boolean {
  return lastSeen < before && !hasTask
}

/** A folder in which no check ran for long: the next claim there has its checks run again. */
export function isPastWorkspace({ ranAt }: { readonly ranAt: string | undefined }, before: string): boolean {
  return ranAt !== undefined && ranAt < before
}

export interface OldEvent extends Kept {
  readonly at: string
  readonly task: string | undefined
  readonly hasSession: boolean
}

/** An old event that no kept state was folded from. */
export function isPastEvent({ at, task, hasTask, hasSession }: OldEvent, before: string): boolean {
  return at < before && !(task === undefined ? hasSession : hasTask)
}

/**
 * Whether to look for what is past its time, so long after the last look. Within an hour another process may be looking.
 * Within a day a look is worthwhile only if the store knows of a task that is due.
 */
export function isLookDue(sinceMs: number, isTaskDue: () => boolean): boolean {
  if (sinceMs < AN_HOUR_MS) return false
  return sinceMs > A_DAY_MS || Number.isNaN(sinceMs) || isTaskDue()
}
