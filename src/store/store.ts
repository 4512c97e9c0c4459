// The store: append-only events, and the states folded from them. Every implementation passes `store.suite.ts`.
import type { ContextState } from '../contract/context.ts'
import type { Event } from '../contract/event.ts'
import type { SessionState, TaskState, WorkspaceState } from '../contract/state.ts'

export interface Store {
  readonly loadSession: (id: string) => Promise<Versioned<SessionState>>
  readonly loadTask: (id: string) => Promise<Versioned<TaskState>>
  readonly loadWorkspace: (id: string) => Promise<Versioned<WorkspaceState>>
  /** What was saved of a task; once it is cleared, nothing of it is left in the store. */
  readonly loadContext: (task: string) => Promise<Versioned<ContextState>>
  /** Newest first. */
  readonly listContexts: () => Promise<readonly ContextState[]>
  /** The session that was last seen in a process of an agent. */
  readonly newestSession: (host: string) => Promise<SessionState | undefined>
  /**
   * Appends all or nothing. `conflict`: a state is no longer at the expected version, nothing was written.
   * `spooled`: the store was locked for too long; the events are safe in a file that the next process imports.
   * Rejects with a FullstopError only (store-damaged, store-unwritable, store-newer).
   */
  readonly append: (events: readonly Event[], expected?: readonly Expected[]) => Promise<Appended>
  /** Newest first. */
  readonly listTasks: (most: number) => Promise<readonly TaskState[]>
  readonly readEvents: (filter: EventFilter) => Promise<readonly RecordedEvent[]>
  /** Erases a task with all its events, for good. */
  readonly forget: (task: string) => Promise<void>
  /** Another value as soon as anybody has written anything; asking costs next to nothing. */
  readonly stamp: () => string
  readonly close: () => void
}

export type Appended = 'appended' | 'conflict' | 'spooled'

/** Version 0: nothing is known of it yet. */
export interface Versioned<T> {
  readonly version: number
  readonly state: T | undefined
}

export interface Expected {
  readonly kind: 'session' | 'task' | 'workspace'
  readonly id: string
  readonly version: number
}

export interface EventFilter {
  readonly task?: string
  readonly after?: number
  readonly most: number
  /** The last ones instead of the first; in their order all the same. */
  readonly newest?: boolean
}

export interface RecordedEvent {
  readonly seq: number
  readonly event: Event
}

/** The fold, given to the store so that it holds no logic of its own. */
export interface Fold {
  readonly session: (state: SessionState | undefined, event: Event) => SessionState | undefined
  readonly task: (state: TaskState | undefined, event: Event) => TaskState | undefined
  readonly workspace: (state: WorkspaceState | undefined, event: Event) => WorkspaceState | undefined
  readonly context: (state: ContextState | undefined, event: Event) => ContextState | undefined
}
