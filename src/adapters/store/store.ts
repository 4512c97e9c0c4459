// The store: append-only events, and the states folded from them. Every implementation passes `store.suite.ts`.
import type { ContextState } from '../../contract/context.ts'
import type { Event, EventKind } from '../../contract/event.ts'
import type { ItemState, ListState } from '../../contract/list.ts'
import type { SessionState, TaskState, Versioned, WorkspaceState } from '../../contract/state.ts'

export type { Versioned } from '../../contract/state.ts'

export interface Store {
  readonly loadSession: (id: string) => Promise<Versioned<SessionState>>
  readonly loadTask: (id: string) => Promise<Versioned<TaskState>>
  readonly loadWorkspace: (id: string) => Promise<Versioned<WorkspaceState>>
  /** The saved context of a task; once it is cleared, nothing of it is left in the store. */
  readonly loadContext: (task: string) => Promise<Versioned<ContextState>>
  /** Newest first. */
  readonly listContexts: () => Promise<readonly ContextState[]>
  /** Those not saved to since that time, oldest first. */
  readonly oldContexts: (before: string, most: number) => Promise<readonly ContextState[]>
  readonly loadList: (id: string) => Promise<Versioned<ListState>>
  /** Task lists, newest first. */
  readonly listLists: (most: number) => Promise<readonly ListState[]>
  readonly loadItem: (list: string, item: string) => Promise<Versioned<ItemState>>
  /** The items of a list that anything is known of, in no order. */
  readonly loadItems: (list: string) => Promise<readonly ItemState[]>
  /** The session that was last seen in a process of an agent. */
  readonly newestSession: (host: string) => Promise<SessionState | undefined>
  /**
   * Appends all or nothing. `conflict`: a state is no longer at the expected version; none of the events was written.
   * `spooled`: the store was locked for too long; the events are safe in a file that the next process imports.
   * Rejects with a FullstopError only (store-damaged, store-unwritable, store-newer).
   */
  readonly append: (events: readonly Event[], expected?: readonly Expected[], outlive?: Outlive) => Promise<Appended>
  /** Newest first, without those that were withdrawn. */
  readonly listTasks: (most: number) => Promise<readonly TaskState[]>
  /** Those that wait for a person, withdrawn ones excepted; longest first. */
  readonly listWaiting: () => Promise<readonly TaskState[]>
  /** The subtasks of a task, oldest first. */
  readonly listSubtasks: (parent: string, most: number) => Promise<readonly TaskState[]>
  /** Those of them that the task has to heed: open, ended other than completed, or ended without its agent being told. */
  readonly listConcerns: (parent: string) => Promise<readonly TaskState[]>
  /** How many `listTasks` would list. */
  readonly countTasks: () => Promise<number>
  /** Ids of tasks, withdrawn ones included, that begin like this; newest first. */
  readonly findTasks: (beginning: string, most: number) => Promise<readonly string[]>
  /**
   * Ids of tasks that were opened in a folder of this name, or by a session that began in one; last changed first. Only
   * the last part of the path counts: the caller compares the rest.
   */
  readonly tasksIn: (folder: string, most: number) => Promise<readonly string[]>
  /** Tasks that a supervisor opened in the folders that the caller means, newest first. */
  readonly listRuns: (isMeant: (cwd: string) => boolean, most: number) => Promise<readonly TaskState[]>
  /** Opened at that time or later, newest first, without those that were withdrawn. */
  readonly tasksSince: (opened: string) => Promise<readonly TaskState[]>
  /** Events of these kinds of the tasks that `tasksSince` lists, oldest first. */
  readonly eventsSince: (opened: string, kinds: readonly EventKind[]) => Promise<readonly RecordedEvent[]>
  readonly readEvents: (filter: EventFilter) => Promise<readonly RecordedEvent[]>
  /** Erases a task with all its events, for good; in small steps, so that no process waits long for the lock. */
  readonly forget: (task: string) => Promise<void>
  /** Whether `eraseOld` has anything to do, or has not looked for a day. */
  readonly hasOld: (now: string) => Promise<boolean>
  /**
   * One small step: folds ended tasks that are past their time to one row each and erases their events, then
   * rows without a task that are older than `before`. True: there is more to do. A process that is killed in between
   * loses nothing that should be kept, and several may do it at once.
   */
  readonly eraseOld: (past: Past) => Promise<boolean>
  /**
   * The events after this number, of one task or of all, oldest first. At most 500: ask again after the last one. An event
   * never appears later under a lower number, so a follower misses none. Cheap while nothing was written: poll it.
   */
  readonly changes: (after: number, task?: string) => Promise<readonly RecordedEvent[]>
  readonly close: () => void
}

export type Appended = 'appended' | 'conflict' | 'spooled'

/**
 * What events outlive once they are appended, by default a power cut. Those that outlive only a kill do not wait for the
 * disk: the next append of any process that does takes them along.
 */
export type Outlive = 'kill' | 'power-cut'

export interface Past {
  readonly now: string
  /** Sessions, folders and events of no task are kept if they are newer. */
  readonly before: string
}

export interface Expected {
  readonly kind: 'session' | 'task' | 'workspace'
  readonly id: string
  readonly version: number
}

export interface EventFilter {
  readonly task?: string
  readonly most: number
  /** The last ones instead of the first; in their order all the same. */
  readonly newest?: boolean
}

export interface RecordedEvent {
  readonly seq: number
  readonly event: Event
}
