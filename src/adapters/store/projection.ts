// The states that are folded from events, as a table. Every store folds, finds and erases through it, so that no store
// contains a rule of the domain.
import type { ContextState } from '../../contract/context.ts'
import type { Event } from '../../contract/event.ts'
import type { ItemState, ListState } from '../../contract/list.ts'
import type { SessionState, TaskState, WorkspaceState } from '../../contract/state.ts'
import { stepWorkspace } from '../../domain/checks/fold.ts'
import {
  type ItemColumns,
  itemOf,
  listColumns,
  type ListColumns,
  listOf,
  stepItem,
  stepList,
} from '../../domain/lists/fold.ts'
import { erasedSave, stepContext } from '../../domain/memory/fold.ts'
import { isLateAnswer } from '../../domain/review/fold.ts'
import { sessionColumns, type SessionColumns, taskColumns, type TaskColumns } from '../../domain/tasks/columns.ts'
import { stepSession } from '../../domain/tasks/fold-session.ts'
import { stepTask } from '../../domain/tasks/fold-task.ts'
import { isRepeat } from '../../domain/tasks/repeat.ts'

export { erasedTask } from '../../domain/tasks/fold-task.ts'
export { isLookDue, isPastEvent, isPastSession, isPastWorkspace } from '../../domain/tasks/retention.ts'

// The parts that take a state are methods, so that a row of the table can stand where any state is expected.
export interface Projection<T, C extends object = object> {
  /** Whose state an event may change; undefined: nobody's. */
  readonly idOf: (event: Event) => string | undefined
  step(state: T | undefined, event: Event): T | undefined
  /** What the state is found by. A store keeps each value in a column, so that finding reads no state. */
  columnsOf(state: T): C
  /** The events of a late append tell what the state knows already: none of them counts. */
  isRepeat?(state: T | undefined, events: readonly Event[]): boolean
  /** The state is erased together with the state of this kind under the same id. */
  readonly goesWith?: 'tasks'
  /** Events of this kind leave the log once the state is gone. `toErased` takes the place of each. */
  readonly erases?: { readonly kind: Event['kind']; readonly toErased: (event: Event) => Event }
}

export interface WorkspaceColumns {
  readonly ranAt: string | undefined
}

export interface ContextColumns {
  readonly savedAt: string
}

const sessions: Projection<SessionState, SessionColumns> = {
  idOf: ({ session }) => session,
  step: stepSession,
  columnsOf: sessionColumns,
  isRepeat,
}

const tasks: Projection<TaskState, TaskColumns> = {
  idOf: ({ task }) => task,
  step: stepTask,
  columnsOf: taskColumns,
  isRepeat: isLateAnswer,
}

const workspaces: Projection<WorkspaceState, WorkspaceColumns> = {
  idOf: ({ workspace }) => workspace,
  step: stepWorkspace,
  columnsOf: ({ run }) => ({ ranAt: run?.startedAt }),
}

const contexts: Projection<ContextState, ContextColumns> = {
  // Few events say anything about a context, so for most of them it is not even loaded.
  idOf: ({ kind, task }) => (kind === 'task.ended' || kind.startsWith('context.') ? task : undefined),
  step: stepContext,
  columnsOf: ({ context }) => ({ savedAt: context.updatedAt }),
  goesWith: 'tasks',
  erases: { kind: 'context.saved', toErased: erasedSave },
}

const lists: Projection<ListState, ListColumns> = {
  idOf: listOf,
  step: stepList,
  columnsOf: listColumns,
}

const items: Projection<ItemState, ItemColumns> = {
  idOf: itemOf,
  step: stepItem,
  columnsOf: ({ list }) => ({ list }),
}

export { itemKey } from '../../domain/lists/fold.ts'

export const projections = { sessions, tasks, workspaces, contexts, lists, items }
