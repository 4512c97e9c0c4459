// A claim by tool or command, and the answers that it can get.
import type { Claim, Statement } from '../../contract/claim.ts'
import type { Decision } from '../../contract/decision.ts'
import type { TaskState } from '../../contract/state.ts'
import type { Caller } from '../session/identify.ts'

export interface ClaimAsked {
  readonly caller: Caller
  readonly statement: Statement
  /** The exact text that it was read from. */
  readonly text: string
  readonly terms: Terms
}

/** How a claim is answered, whatever it states. */
export interface Terms {
  readonly channel: 'tool' | 'cli'
  readonly withinMs: number
  /** Checks may be run from here: not from an agent's own shell, whose environment is the agent's. */
  readonly mayRun: boolean
  readonly onLook?: (open: readonly string[]) => void
}

export type ClaimAnswered = ClaimOutcome & {
  /** What it says of checks that do not exist, or did not fail. */
  readonly misnamed?: readonly string[]
  /** Nothing tells this client's next call from another's: it must name the task. */
  readonly isStranger?: boolean
  /** The claim was about a subtask of this task. */
  readonly parent?: string
}

export type ClaimOutcome =
  | {
      readonly kind: 'decided'
      readonly claim: Claim
      readonly task: string
      readonly decision: Decision
      /** Why a person's answer did not count. */
      readonly note?: string
    }
  | { readonly kind: 'verifying'; readonly claim: Claim; readonly task: string; readonly checks: readonly string[] }
  /** The checks run when the agent stops. */
  | { readonly kind: 'recorded'; readonly claim: Claim; readonly task: string; readonly checks: readonly string[] }
  /** A person spoke while the checks ran. */
  | { readonly kind: 'overtaken'; readonly claim: Claim; readonly task: string }
  | { readonly kind: 'nothing-open'; readonly ended: TaskState }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }
