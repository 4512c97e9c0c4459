// What events fold to: one value per session, one per task. Never written but by the fold.
import type { AgentEnd, Usage } from './agent/agent-end.ts'
import type { Answerer } from './view/comment.ts'
import type { Mode } from './config/config.ts'
import type { Outcome, TaskStatus } from './outcome.ts'
import type { SettledSuspicion } from './change.ts'
import type { Claim, ClaimStatus } from './claim.ts'
import type { Decision, Reason, ReasonCode } from './decision.ts'
import type { Criterion } from './criterion.ts'
import type { ClaimCall, StintHow } from './event.ts'
import type { Artefact, CheckRun, Evidence, ExtraRun } from './evidence.ts'
import type { Policy } from './config/policy.ts'
import type { ReviewComment, ReviewEnd, ReviewKind } from './view/review.ts'
import type { RunSetup } from './agent/run-setup.ts'
import type { TodoItem, Work } from './work.ts'

/** Version 0: nothing is known of it yet. */
export interface Versioned<T> {
  readonly version: number
  readonly state: T | undefined
}

export interface SessionState {
  readonly id: string
  readonly agent: string
  readonly agentSessionId: string
  readonly cwd?: string
  readonly attended: boolean
  /** A hook of this session was heard: its stops decide how its tasks end, not its claims. */
  readonly gated: boolean
  /** The agent's own process. */
  readonly host?: string
  /** The process of a client without identity, which knows its task by its id alone. */
  readonly client?: string
  /** When it was last seen to begin or continue in that process. */
  readonly hostSince?: string
  readonly transcriptPath?: string
  /** The hook for the start of sessions fires here: a process without a newer one runs this very session. */
  readonly startsHeard?: boolean
  /** The task of an earlier session that this one was told of. */
  readonly briefed?: string
  /** Its process said that it ends, and has not been seen since. */
  readonly ended?: boolean
  /** Set by the person's own prompt in this session; stands above all config. */
  readonly mode?: Mode
  readonly task?: string
  readonly request?: RequestState
  /** The prompt hook fires in this session, so prompts need not be guessed from elsewhere. */
  readonly promptsHeard: boolean
  readonly todos: readonly TodoItem[]
  readonly vendorGoal: boolean
  /** As the transcript told last. */
  readonly planMode?: boolean
  readonly wakeUps: readonly string[]
  /** What was found out after the agent had stopped, and nobody has been told yet. */
  readonly untold?: Untold
  /** Why work ended unverified here: the person has been told what helps. */
  readonly remedied?: readonly ReasonCode[]
  /** How far the transcript has been read. */
  readonly offset?: number
  /** How far the todo list has been followed in it, where that is less. */
  readonly todosFrom?: number
  readonly lastSeen: string
}

export interface RequestState {
  readonly id: string
  readonly openedAt: string
  readonly promptIds: readonly string[]
  /** What the person typed, newest last, each cut: by these a prompt is known that carries no id. */
  readonly prompts: readonly string[]
  /** Every prompt of the request was a question. */
  readonly isQuestion: boolean
  /** The last stop was allowed: a person's next prompt opens a new request. */
  readonly closed: boolean
  readonly work: Work
  readonly continuations: number
  readonly refusals: readonly Refusal[]
  readonly blockedPushes: number
  readonly questionsPushed: number
  /** Times the agent was sent to wait for checks: no guard counts them, but the host may. */
  readonly waits: number
  readonly verifying?: Verifying
  /** A claim by tool or command after which a person spoke. */
  readonly lapsed?: ClaimStatus
  /** The newest claim by tool or command; spent or taken up by the next stop. */
  readonly called?: CalledClaim
  /** What was last observed beyond the transcript, and how often it had moved. */
  readonly observed?: Observed
  readonly moves: number
  readonly newestClaim?: { readonly status: ClaimStatus; readonly progress: number }
  readonly lastDecision?: { readonly key: string; readonly at: string; readonly decision: Decision }
}

export interface CalledClaim extends ClaimCall {
  readonly claim: Claim
  readonly at: string
  /** Its checks were looked at when it was answered. */
  readonly isVerified?: boolean
  /** The run that its checks were or are part of. */
  readonly run?: string
  /** What is known while that run lasts. */
  readonly evidence?: Evidence
  readonly decision?: Decision
  readonly decidedAt?: string
  /** What the request was before it; stands again if the claim turns out to come from elsewhere. */
  readonly before: BeforeCall
  /** … and before the first of a row of claims that nobody was seen to make. */
  readonly beforeUnseen?: BeforeCall
}

export type BeforeCall = Pick<
  RequestState,
  'newestClaim' | 'continuations' | 'refusals' | 'blockedPushes' | 'moves' | 'observed' | 'called' | 'lapsed'
>

/** A claim whose checks had not ended when the stop was answered. */
export interface Verifying {
  readonly claim: Claim
  readonly run: string
  readonly evidence: Evidence
}

/** A tree by its hash, check results by their names. */
export interface Observed {
  readonly tree?: string | undefined
  readonly checks?: string | undefined
  readonly todos?: string | undefined
  readonly rows?: string[] | undefined
}

export interface Untold {
  readonly task: string
  readonly decision: Decision
}

export interface Refusal {
  readonly fingerprint: string
  /** How much progress there was when it was given. */
  readonly progress: number
}

export interface TaskState {
  readonly id: string
  readonly status: TaskStatus
  readonly outcome?: Outcome
  readonly agent: string
  readonly session: string
  readonly cwd?: string
  /** The first prompt, cut: what `fullstop tasks` shows. */
  readonly title?: string
  readonly policy: Policy
  readonly before?: string
  /** It is a subtask of this task. */
  readonly parent?: string
  /** Of a subtask: what its newest claim said, and what was found out about it. */
  readonly report?: SubtaskReport
  /** Of a subtask: the agent of its parent has read how it ended. */
  readonly isTold?: boolean
  /** Of a subtask: the process that tells it. One that is gone before `isTold` has told nothing. */
  readonly toldBy?: string
  readonly openedAt: string
  readonly updatedAt: string
  readonly endedAt?: string
  /** Its events were erased then, since it had ended long before; this row is what is left of it. */
  readonly erasedAt?: string
  /** It was opened for a call that turned out to be another session's. */
  readonly isWithdrawn?: boolean
  /** By the answer to a call: a stop that comes after all decides anew. */
  readonly endedByCall?: boolean
  readonly prompts: number
  readonly stops: number
  /** Claims by tool or command that were answered. */
  readonly calls?: number
  /** Of stops and of such claims. */
  readonly refusals: number
  readonly claims: number
  readonly lastReason?: string
  /** The workspace as it was when the task opened is kept under this name. */
  readonly start?: string
  /** The variables that decide which programs its checks run. */
  readonly programs?: Readonly<Record<string, string>>
  /** What the result must meet; a claim of success has a row for each. */
  readonly criteria?: readonly Criterion[]
  /** How the checks stood when the task opened. */
  readonly baseline?: readonly CheckRun[]
  /** `fullstop run` takes it to its end. */
  readonly run?: RunState
  /** The newest review of it, with all comments so far. */
  readonly review?: ReviewState
}

export interface SubtaskReport {
  readonly summary?: string
  readonly remainingWork?: string
  /** The results of its checks, in a line. */
  readonly evidence?: string
}

/** What waits, or waited last, for a person. */
export interface ReviewState {
  readonly id: string
  readonly kind: ReviewKind
  readonly openedAt: string
  readonly because: readonly Reason[]
  /** The claim that it is about, where the answer to a call opened it. */
  readonly claim?: string
  /** Absent while it waits. */
  readonly end?: ReviewEnd
  /** Of this review and of those before it. */
  readonly comments: readonly ReviewComment[]
  readonly batches: number
  /** When a person last looked at this review, and when at one before it. */
  readonly look?: ReviewLook
  readonly lookBefore?: ReviewLook
  /** Disputed checks of which the person said that they stand, in this review or one before it. */
  readonly standing?: readonly string[]
  /** Changed files that a person has read, each with a mark of what it held. */
  readonly viewedFiles?: Readonly<Record<string, string>>
  /** What the agent has not been told yet. */
  readonly feedback?: Feedback
}

export interface ReviewLook {
  readonly at: string
  readonly by: Answerer
  readonly tree?: string
  /** The workspace as it was then is kept under this name. */
  readonly name?: string
}

/** `changes`: the words and all comments of the batch. `answer`: to the agent's question. */
export interface Feedback {
  readonly kind: 'changes' | 'answer'
  readonly words?: string
  readonly batch?: number
}

/** A task that `fullstop run` opened. */
export type RunTask = TaskState & { readonly run: RunState }

/** How far a supervised task has come: what is to be done next follows from it alone. */
export interface RunState {
  readonly setup: RunSetup
  /**
   * `ready`: a stint is to begin or the task to end, as the last decision says; `running`: a stint is at work; `stopped`: it
   * has ended, and nothing is decided yet; `waiting`: for a limit or a fault to pass.
   */
  readonly phase: 'ready' | 'running' | 'stopped' | 'waiting'
  readonly stints: number
  /** How often the agent was told something: with the start of a stint, or at its prompt. */
  readonly turns: number
  /** The newest stint. */
  readonly stint?: Stint
  /** In some stint something was said or done. */
  readonly isBegun?: boolean
  /** Stints whose output the next decision is made from, oldest first. */
  readonly undecided: readonly string[]
  readonly lastEnd?: AgentEnd
  /** When the end that is to be decided upon was recorded. */
  readonly stoppedAt?: string
  readonly lastDecision?: Decision
  readonly contextUse?: number
  readonly isCompacted?: boolean
  readonly wait?: { readonly since: string; readonly until: string; readonly why: string }
  /** The wait that the last end asked for is over. */
  readonly hasWaited: boolean
  /** Ends since the last that neither a limit nor a fault brought about. */
  readonly faults: Faults
  /** A person answered, or took the task up after it had ended, and the agent has not been told since. */
  readonly isTakenUp?: boolean
  /** … and added to the request. */
  readonly isAddedTo?: boolean
  /** The checks were run before the agent began, or could not be. */
  readonly hasBaseline?: boolean
  /** How many subtasks have ended. */
  readonly subtaskEnds?: number
  /** A supervisor took the task on again since the agent was last told something. */
  readonly isReattached?: boolean
  /** A probe was sent after this stop. */
  readonly isProbed: boolean
  /** Time that agent or supervisor were at work, and up to when it is counted. */
  readonly spentMs: number
  readonly tick: string
  /** Of that, what was waited for a usage limit or a fault to pass, since a person last took the task up. */
  readonly waitedMs?: number
  /** By session of the agent, cumulative in each. */
  readonly usage: readonly SessionUsage[]
  /** What each stint used, newest last, bounded. */
  readonly bill: readonly StintBill[]
  readonly warned: readonly string[]
}

export interface Faults {
  readonly limits: number
  /** The provider failed. */
  readonly errors: number
  readonly crashes: number
}

export interface Stint {
  readonly id: string
  readonly how: StintHow
  readonly agentSessionId?: string
  readonly model?: string
  readonly startedAt: string
  /** Time on the clock since then that was no work. */
  readonly skippedMs?: number
  /** Where in its output what is not decided yet begins; for programs that wait at their prompt. */
  readonly offset: number
  /** It waits at its prompt. */
  readonly isAlive?: boolean
  /** The newest order to it, by the event that tells of it. */
  readonly told?: string
  readonly toldAt?: string
  /** Something was said or done in its session, by this stint or one before it. */
  readonly isBegun?: boolean
}

export interface SessionUsage extends Usage {
  readonly agentSessionId: string
}

export interface StintBill {
  readonly stint: string
  readonly how: StintHow
  readonly ms: number
  readonly tokens: number
  readonly cost?: number
}

/** What is known of a folder in which checks run. */
export interface WorkspaceState {
  readonly id: string
  readonly root: string
  /** Newest first, bounded. */
  readonly results: readonly CheckRun[]
  /** Untracked files that checks write: theirs as long as they are what the last of them left. */
  readonly artefacts: readonly Artefact[]
  /** Newest first, bounded. */
  readonly endedRuns: readonly string[]
  /** What extra runs answered, newest first, bounded. Absent where none ran, as in fullstop 0.1. */
  readonly proofs?: readonly ProofState[]
  /** The last run: still running if it has not ended and its process lives. */
  readonly run?: WorkspaceRun
}

/** The extra runs of one round. */
export interface ProofState {
  readonly run: string
  /** Absent: the tree moved meanwhile. */
  readonly tree?: string
  readonly yardstick: string
  readonly extra: readonly ExtraRun[]
  readonly settled: readonly SettledSuspicion[]
}

export interface WorkspaceRun {
  readonly id: string
  readonly checks: readonly string[]
  readonly startedAt: string
  readonly current?: { readonly name: string; readonly since: string }
  readonly done: readonly string[]
  /** Extra runs that it has begun, as people read it: `sealed run of test`, and when. */
  readonly extra?: readonly string[]
  readonly extraSince?: string
  readonly ended: boolean
  /** What its last reading found; absent while it runs, and where nothing could be read. */
  readonly tree?: string
  readonly left?: readonly string[]
  readonly notes: readonly string[]
}
