// Everything the decision is made from. Gathered by a flow, read by `decide`, changed by nobody.
import type { Tampering } from './change.ts'
import type { Claim, ClaimStatus } from './claim.ts'
import type { Criterion, CriterionRow } from './criterion.ts'
import type { Reason } from './decision.ts'
import type { Involuntary } from './agent/entry.ts'
import type { CheckResult, ExtraRun } from './evidence.ts'
import type { RunSetup } from './agent/run-setup.ts'
import type { Refusal } from './state.ts'
import type { LastTool } from './work.ts'

export interface Facts {
  /** The person's own word on the task; it stands above everything. */
  readonly user: 'none' | 'cancelled' | 'paused' | 'interrupted'
  /** False: nobody has asked for anything since the last task ended. */
  readonly taskOpen: boolean
  readonly involuntary?: Involuntary
  /** What the agent or the system said of it. */
  readonly endDetail?: string
  /** Its session could not be taken up again, so it was told nothing. */
  readonly isUntold?: boolean
  readonly subagent: boolean
  readonly planMode: boolean
  readonly vendorGoal: boolean
  /** Somebody sits at this session. */
  readonly attended: boolean
  /** `fullstop run` started this session. */
  readonly supervised: boolean
  /** The agent is still there and may be asked for a claim before a stop without one is refused. */
  readonly canProbe?: boolean
  /** A claim by tool or command, made in mid-work; absent: the agent stopped. */
  readonly call?: CallFacts

  /** A person has spoken since the agent was told anything: whatever it claims, it has not heard that. */
  readonly isUnheard?: boolean
  readonly claim?: Claim
  /** A claim was made, but work or a prompt came after it. */
  readonly staleClaim?: string
  /** Why the last claim of this request was refused, if nothing better came since. */
  readonly refusedClaim?: string
  /** A check that failed was the reason, or one of them. */
  readonly isRefusedForCheck?: boolean
  /** What that claim was refused for, whole, where nobody can be sure that the agent still has it before it. */
  readonly refusedFor?: readonly Reason[]
  readonly verification: Verification
  readonly review?: ReviewAnswer
  /** The reasons to ask a person for which they approved this very claim in the agent's own screen. */
  readonly approvedFor?: readonly Reason[]
  /** Checks of which a person has said, after a dispute, that they stand. */
  readonly standing?: readonly string[]
  readonly warnings: readonly string[]
  readonly tampering: readonly Tampering[]
  /** Sealed and canary runs of this claim. */
  readonly extra?: readonly ExtraRun[]
  /** Why nobody can say any more what the task changed: its start is gone. */
  readonly startLost?: string
  readonly openTodos: readonly string[]
  /** A person has not answered the review of an earlier claim yet. */
  readonly isReviewAwaited: boolean
  readonly openSubtasks: readonly string[]
  /** Open subtasks that the supervisor takes to their end once the agent has stopped. */
  readonly awaitedSubtasks?: readonly string[]
  /** Open subtasks whose next step is a person's: a review waits, or the person paused them. */
  readonly heldSubtasks?: readonly string[]
  /** The agent stopped for its subtasks, and none is awaited any more. */
  readonly areSubtasksOver?: boolean
  /** Subtasks that ended other than completed, and that the claim does not speak of. */
  readonly failedSubtasks?: readonly string[]
  /** The acceptance criteria of the task, with what the claim says of each; absent where it has none. */
  readonly criteria?: readonly CriterionFact[]

  readonly waitingFor?: WaitingFor
  /** What a question is answered with where nobody sits at the agent: a person is asked, nobody, or these words. */
  readonly answer?: RunSetup['answer']
  readonly conversation: boolean
  readonly workCalls: number
  /** Not all of the request could be read, or nothing of it: what nobody saw counts as substantial. */
  readonly isWorkUnseen: boolean
  readonly lastTool?: LastTool
  /** Files were written in this request, or may have been. */
  readonly hasWritten?: boolean
  /** The person asked to see how a check ends: that it fails is an answer. */
  readonly isFailureAsked?: boolean
  /** The agent's last words name work of its own that is left. */
  readonly ownRemainder?: string
  readonly recentErrors: readonly string[]

  /** Refusals already given in this request. */
  readonly continuations: number
  readonly refusals: readonly Refusal[]
  /** Times the agent was sent to wait for checks in this request. */
  readonly waits: number
  /** A number that grows with progress; equal numbers mean none between. */
  readonly progress: number
  readonly newestClaim?: { readonly status: ClaimStatus; readonly progress: number }
  readonly blockedPushes: number
  readonly questionsPushed: number
  /** The most refusals in a row that the host honours; 0: no cap. */
  readonly blockCap: number
  /** Since the request was opened. */
  readonly elapsedMs: number
  /** What the time budget counts, where that is not the same: over all sessions of the task. */
  readonly spentMs?: number
  /** Of that, what a run waited for a usage limit or a fault to pass. */
  readonly waitedMs?: number
  readonly tokens?: number
  readonly cost?: number

  /** How this session can claim, as the refusal must name it. */
  readonly ways: WaysToClaim
}

export interface CriterionFact extends Criterion {
  /** Absent: the claim has no row for it. */
  readonly row?: CriterionRow
  /** What the row of a met criterion names; `missing`: paths that are no file of the tree. */
  readonly named?: {
    readonly checks: readonly string[]
    readonly files: readonly string[]
    readonly missing: readonly string[]
  }
}

export interface CallFacts {
  /** Checks may run for it: false in an agent's own shell, whose environment is the agent's. */
  readonly mayRun: boolean
  /** A stop will follow and decide, because a hook of the session was heard or a supervisor watches it. */
  readonly stopFollows: 'hook' | 'supervisor' | 'none'
}

export type WaitingFor =
  | { readonly kind: 'background-work'; readonly what: string }
  | { readonly kind: 'wake-up' }
  | { readonly kind: 'permission'; readonly what?: string }
  | { readonly kind: 'question'; readonly what: string }

/** The ways to claim that a session has, in the order of the table in `domain/strategies`. */
export type WaysToClaim = readonly Way[]

export type Way = WayByCall | WayInWords

/** By our tool, or by our command in the agent's shell. */
export interface WayByCall {
  readonly strategy: string
  readonly kind: 'tool' | 'cli'
  /** The claim must have a row for each acceptance criterion. */
  readonly needsRows?: true
}

export interface WayInWords {
  readonly strategy: string
  /** `line`: alone on its line. `described`: in other words, since the program may print what we say back. */
  readonly kind: 'line' | 'words' | 'described'
  /** What the agent must end its message with. */
  readonly say: string
}

export interface CheckEvidence {
  readonly name: string
  readonly result: CheckResult
  /** How it ended, or why it could not run. */
  readonly why?: string
  /** What it printed last. */
  readonly tail?: string
  /** When it ran, where the result is not of this very claim: "12 minutes ago". */
  readonly ran?: string
  /** How it stood when the task began. */
  readonly before?: 'passed' | 'failed' | undefined
  /** Failures that were not there when the task began. */
  readonly newFailures?: readonly string[] | undefined
  /** Why its pass may mean less than it says, by what ran. */
  readonly suspicion?: string
  /** The agent's own command: it never stands for a check of the config. */
  readonly proposed?: true
}

export type Verification =
  | { readonly kind: 'none' }
  | { readonly kind: 'due'; readonly checks: readonly string[] }
  | { readonly kind: 'running'; readonly checks: readonly string[] }
  /** `skipped`: checks that do not apply to what changed. */
  | { readonly kind: 'done'; readonly evidence: readonly CheckEvidence[]; readonly skipped?: readonly string[] }

/** `request-changes`: what a person wants, as the agent is to read it, until it has been told. */
export type ReviewAnswer =
  | { readonly answer: 'approve' }
  | { readonly answer: 'request-changes'; readonly feedback: string }
  | { readonly answer: 'reject'; readonly feedback?: string }
