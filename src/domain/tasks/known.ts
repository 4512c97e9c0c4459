// A session and its newest task, as the store knows them.
import type { SessionState, TaskState, Versioned } from '../../contract/state.ts'

export interface Known {
  readonly sessionId: string
  readonly session: Versioned<SessionState>
  /** The session's newest task. */
  readonly task: Versioned<TaskState>
  /** The same while it has not ended. */
  readonly openTask?: TaskState
}

export function toKnown(sessionId: string, session: Versioned<SessionState>, task: Versioned<TaskState>): Known {
  const isOpen = task.state !== undefined && task.state.status !== 'ended'
  return { sessionId, session, task, ...(isOpen ? { openTask: task.state } : {}) }
}

/** Some hook of the session was heard, so its stops decide how its tasks end. */
export function isGated({ session }: Pick<Known, 'session'>): boolean {
  return session.state?.gated !== false
}

/** A task that the answer to a call ended or put to review is open again for a stop that comes after all. */
export function reopened(known: Known): Known {
  const task = known.task.state
  const isAsked = !isGated(known) && task?.status === 'awaiting-review'
  const isEnded = task?.endedByCall === true && task.outcome !== 'cancelled'
  if (!task || (!isAsked && !isEnded)) return known
  const { outcome: _answered, ...rest } = task
  const open: TaskState = { ...rest, status: 'open' }
  return { ...known, openTask: open, task: { ...known.task, state: open } }
}
