// What happened in an agent's session, in our words: the value every transcript reader and stream reader yields.

export type Entry =
  | PromptEntry
  | SaidEntry
  | ToolCalledEntry
  | ToolReturnedEntry
  | TodosEntry
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'compacted' }
  | { readonly kind: 'goal'; readonly active: boolean }
  /** Work that continues beside the conversation, or has ended: a call by its id, or whatever else runs, by its name. */
  | { readonly kind: 'background'; readonly id: string; readonly running: boolean; readonly label?: string }
  /** From here on the host is, or is not, in plan mode; only where its hook does not say so itself. */
  | { readonly kind: 'plan-mode'; readonly active: boolean }

/** Text that entered the session. Only a person's opens a request; ours and the host's never do. */
export interface PromptEntry {
  readonly kind: 'prompt'
  readonly by: 'person' | 'host' | 'us'
  readonly text: string
  readonly promptId?: string
  /** Typed while the agent worked: it joins what is under way. */
  readonly inMidWork?: boolean
}

/** The assistant's own text on the main chain; `stoppedBy` says why the model ended there, where that was not its choice. */
export interface SaidEntry {
  readonly kind: 'said'
  readonly text: string
  readonly stoppedBy?: Involuntary
  /** The model continued after it: a tool call of the same message follows. */
  readonly goesOn?: boolean
}

export type Access = 'read' | 'write' | 'run' | 'todo' | 'ours'

export interface ToolCalledEntry {
  readonly kind: 'tool-called'
  readonly id: string
  readonly name: string
  /** `read` changes nothing, `write` changes files, `run` is a command that may, `todo` moves the agent's own list. */
  readonly access: Access
  /** What tells this call from another: the command line or the path. */
  readonly detail?: string
  /** A command line by which the agent claims. */
  readonly isClaim?: boolean
  /** It writes files, although it is no tool for that: a command that does, a tool of another server, another agent. */
  readonly writes?: boolean
  /** A search: that it ends with 1 says that it found nothing. */
  readonly searches?: boolean
}

export interface ToolReturnedEntry {
  readonly kind: 'tool-returned'
  readonly id: string
  readonly failed: boolean
  /** Of a command that failed, where it is known. */
  readonly exitCode?: number
  /** A person, or a rule of theirs, did not let it run. */
  readonly denied?: boolean
  /** Whether a tool of another server changed anything, where the host knows better than its name. */
  readonly access?: 'read' | 'run'
  /** A receipt of ours stands in what it returned; any tool may return one. */
  readonly receipt?: Receipt
}

/** Identifies a call again, even if it was attributed to another session: `clm_… for task_…`. */
export interface Receipt {
  readonly id: string
  readonly task: string
}

export type TodoStatus = 'open' | 'done' | 'cancelled'

export interface Todo {
  readonly id: string
  readonly text: string
  readonly status: TodoStatus
}

/** A whole new list, or single items laid over the present one. */
export interface TodosEntry {
  readonly kind: 'todos'
  readonly change: 'replace' | 'patch'
  /** The call whose result told of it; any tool may return what looks like a todo. */
  readonly call?: string
  readonly items: readonly TodoPatch[]
}

export interface TodoPatch {
  readonly id: string
  readonly text?: string
  readonly status?: TodoStatus
}

/** Ends that the agent did not choose (rule 2). Those from `model-missing` on are known to a supervisor alone. */
export type Involuntary =
  | 'context-limit'
  | 'compaction'
  | 'auth'
  | 'api-error'
  | 'usage-limit'
  | 'output-cut'
  | 'model-missing'
  /** The model declined to do it. */
  | 'model-refused'
  /** A limit of the agent's own, such as its number of turns. */
  | 'agent-cap'
  /** Nothing happened for longer than may be. */
  | 'hung'
  | 'crashed'
  | 'not-started'
  /** The session that was to continue is not there. */
  | 'session-missing'
  | 'interrupted'
