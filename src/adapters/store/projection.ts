// The states that are folded from events, as a table. Every store folds through it and contains no rule of the domain.
import type { ContextState } from '../../contract/context.ts'
import type { Event } from '../../contract/event.ts'
import type { SessionState, TaskState, WorkspaceState } from '../../contract/state.ts'
import { stepWorkspace } from '../../domain/checks/fold.ts'
import { stepContext } from '../../domain/memory/fold.ts'
import { stepSession, stepTask } from '../../domain/tasks/fold.ts'

export { erasedTask } from '../../domain/tasks/fold.ts'
export { isRepeat } from '../../domain/tasks/repeat.ts'

export interface Projection<T> {
  /** Whose state an event may change; undefined: nobody's. */
  readonly idOf: (event: Event) => string | undefined
  // A method, so that a row of the table can stand where any state is expected.
  step(state: T | undefined, event: Event): T | undefined
  /** Events of this kind are erased from the log as soon as the state is gone. */
  readonly erases?: Event['kind']
}

export const projections = {
  sessions: { idOf: ({ session }) => session, step: stepSession } satisfies Projection<SessionState>,
  tasks: { idOf: ({ task }) => task, step: stepTask } satisfies Projection<TaskState>,
  workspaces: { idOf: ({ workspace }) => workspace, step: stepWorkspace } satisfies Projection<WorkspaceState>,
  contexts: { idOf: contextOf, step: stepContext, erases: 'context.saved' } satisfies Projection<ContextState>,
}

/** Few events say anything about a context, so for most of them it is not even loaded. */
function contextOf({ kind, task }: Event): string | undefined {
  return kind === 'task.ended' || kind.startsWith('context.') ? task : undefined
}
