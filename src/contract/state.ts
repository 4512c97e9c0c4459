// What events fold to: one value per session, one per task. Never written but by the fold.
import type { Mode } from './config.ts'
import type { Outcome, TaskStatus } from './outcome.ts'
import type { ClaimStatus } from './claim.ts'
import type { Decision } from './decision.ts'
import type { Policy } from './policy.ts'
import type { TodoItem, Work } from './work.ts'

export interface SessionState {
  readonly id: string
  readonly agent: string
  readonly agentSessionId: string
  readonly cwd?: string
  readonly attended: boolean
  /** Set by the person's own prompt in this session; stands above all config. */
  readonly mode?: Mode
  readonly task?: string
  readonly request?: RequestState
  /** The prompt hook fires in this session, so prompts need not be guessed from elsewhere. */
  readonly promptsHeard: boolean
  readonly todos: readonly TodoItem[]
  readonly vendorGoal: boolean
  readonly wakeUps: readonly string[]
  /** How far the transcript has been read. */
  readonly offset?: number
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
  readonly newestClaim?: { readonly status: ClaimStatus; readonly progress: number }
  readonly lastDecision?: { readonly key: string; readonly at: string; readonly decision: Decision }
}

export interface Refusal {
  readonly fingerprint: string
  /** `work.progress` when it was given. */
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
  readonly openedAt: string
  readonly updatedAt: string
  readonly endedAt?: string
  readonly prompts: number
  readonly stops: number
  readonly refusals: number
  readonly lastReason?: string
}
