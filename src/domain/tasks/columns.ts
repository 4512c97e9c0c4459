// The values by which tasks and sessions are found. A store keeps each in a column and reads no state to find a row.
import type { SessionState, TaskState } from '../../contract/state.ts'
import { openReview } from '../review/fold.ts'
import { dueAt } from './retention.ts'

export interface TaskColumns {
  readonly session: string
  readonly isWithdrawn: boolean
  readonly openedAt: string
  readonly updatedAt: string
  /** The last part of the path: the same folder may be reached by several paths. */
  readonly folder: string | undefined
  /** Where `fullstop run` started the agent; undefined for tasks that it did not open. */
  readonly runCwd: string | undefined
  /** When the task may be folded to one row. */
  readonly dueAt: string | undefined
  readonly isErased: boolean
  /** Since when a person is waited for; empty where nobody is. */
  readonly waitsSince: string
  readonly parent: string | undefined
  /** The parent of a subtask that it has to heed: open, ended other than completed, or not told of. Else empty. */
  readonly concerns: string
}

export interface SessionColumns {
  readonly folder: string | undefined
  readonly lastSeen: string
  readonly task: string | undefined
  /** The process that runs the session; a session that ended runs in none. */
  readonly host: string | undefined
  readonly hostSince: string | undefined
}

export function taskColumns(task: TaskState): TaskColumns {
  return {
    session: task.session,
    isWithdrawn: task.isWithdrawn === true,
    openedAt: task.openedAt,
    updatedAt: task.updatedAt,
    folder: folderOf(task.cwd),
    runCwd: task.run?.setup.cwd,
    dueAt: dueAt(task),
    isErased: task.erasedAt !== undefined,
    parent: task.parent,
    concerns: concernsParent(task) ? (task.parent ?? '') : '',
    waitsSince: task.isWithdrawn === true ? '' : (openReview(task)?.openedAt ?? ''),
  }
}

function concernsParent({ status, outcome, isTold, isWithdrawn }: TaskState): boolean {
  if (isWithdrawn === true) return false
  return status !== 'ended' || outcome !== 'completed' || isTold !== true
}

export function sessionColumns({ cwd, lastSeen, task, host, hostSince, ended }: SessionState): SessionColumns {
  return { folder: folderOf(cwd), lastSeen, task, host: ended === true ? undefined : host, hostSince }
}

function folderOf(cwd: string | undefined): string | undefined {
  return cwd?.replaceAll('\\', '/').split('/').at(-1)
}
