// Everything that a review shows, in the order in which it shows it. Terminal, plain text and `--json` draw this value.
import type { Criterion } from '../criterion.ts'
import type { ChangeNote, Tampering } from '../change.ts'
import type { Claim } from '../claim.ts'
import type { Answerer, Comment } from './comment.ts'
import type { Reason } from '../decision.ts'
import type { EvidenceCheck, ExtraRun } from '../evidence.ts'
import type { Outcome, TaskStatus } from '../outcome.ts'

/** `claim`: somebody has to say whether the work is done. `question`: the agent needs something of a person. */
export type ReviewKind = 'claim' | 'question'

/** `stands`: the check that the agent disputes is right. */
export type ReviewAnswerKind = 'approve' | 'request-changes' | 'stands' | 'reject' | 'answer'

/** How a review ended: by an answer, or because the task continued without one. */
export interface ReviewEnd {
  readonly kind: ReviewAnswerKind | 'prompt' | 'resumed' | 'cancelled'
  readonly at: string
  readonly by?: Answerer
  readonly words?: string
}

/** What waits for a person, as the list of `fullstop review` shows it. */
export interface WaitingReview {
  readonly review: string
  readonly kind: ReviewKind
  readonly task: string
  readonly agent: string
  /** The program that the person named instead of an agent of the table. */
  readonly program?: string
  readonly title?: string
  readonly folder?: string
  /** Why it waits, and since when. */
  readonly why: readonly Reason[]
  /** What the agent says it needs, in its own words; only in the list: a review shows the claim. */
  readonly says?: string
  readonly since: string
}

export interface ReviewMaterial extends WaitingReview {
  /** Set once it was answered: nothing waits any more. */
  readonly end?: ReviewEnd

  /** The person's prompts, verbatim, oldest first. */
  readonly prompts: readonly ReviewPrompt[]
  readonly claim?: ReviewClaim
  /** The acceptance criteria of the task. */
  readonly criteria?: readonly Criterion[]
  /** The agent's last words, where it asks something. */
  readonly question?: string
  /** The subtasks of the task as they stand now, oldest first; absent where it has none. */
  readonly subtasks?: readonly ReviewSubtask[]

  readonly suspicions: readonly Tampering[]
  /** Sealed and canary runs. */
  readonly extra?: readonly ExtraRun[]
  /** Changes of the yardstick that raise no suspicion and are to be seen first. */
  readonly yardstickNotes?: readonly ChangeNote[]
  /** Changed files that decide whether a check passes. */
  readonly yardstick: readonly string[]
  readonly checks: readonly ReviewCheck[]
  readonly skipped: readonly { readonly name: string; readonly why: string }[]
  readonly refusals: readonly ReviewRefusal[]
  readonly notes: readonly string[]
  readonly warnings: readonly string[]

  readonly tree: ReviewTree
  /** What the task changed since it began. */
  readonly diff: ReviewDiff
  /** Drafts and sent ones, oldest first. */
  readonly comments: readonly ReviewComment[]
  /** Absent where nobody has looked before. */
  readonly sinceLook?: SinceLook
}

export interface ReviewPrompt {
  readonly at: string
  readonly text: string
}

export interface ReviewClaim {
  readonly claim: Claim
  readonly at: string
  /** The first, second, … claim of the task. */
  readonly number: number
  /** The agent's last words, where the claim has no summary of its own. */
  readonly said?: string
}

export interface ReviewSubtask {
  readonly id: string
  readonly title?: string
  readonly agent: string
  readonly status: TaskStatus
  readonly outcome?: Outcome
  /** Why it waits, or ended otherwise than completed. */
  readonly why?: string
  /** What its newest claim said, and its checks in a line. */
  readonly summary?: string
  readonly evidence?: string
  readonly remainingWork?: string
}

export interface ReviewCheck extends EvidenceCheck {
  /** It ran on the tree that the files have now. Undefined where there is no tree to compare. */
  readonly isOnThisTree?: boolean
}

export interface ReviewRefusal {
  readonly at: string
  readonly because: readonly Reason[]
}

/** The tree that the claim was verified on, and whether the files still are that tree. */
export type ReviewTree =
  | { readonly kind: 'none'; readonly why: string; readonly now?: string }
  | { readonly kind: 'same'; readonly tree: string }
  | {
      readonly kind: 'changed'
      /** Absent where nothing was verified and nobody had looked. */
      readonly tree?: string
      readonly now: string
      /** What changed since; absent where the earlier texts were not kept. */
      readonly files?: readonly DiffFile[]
    }

export type ReviewDiff =
  | { readonly kind: 'unknown'; readonly why: string }
  | {
      readonly kind: 'known'
      readonly files: readonly DiffFile[]
      /** Files beyond those listed. */
      readonly left: number
      /** What the files are compared with. */
      readonly from: 'start' | 'last-commit'
    }

/** A larger file is not shown line by line. */
export const MOST_SHOWN_BYTES = 5 * 1024 * 1024

export interface DiffFile {
  readonly path: string
  readonly oldPath?: string
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  /**
   * With `\n` as line end, secrets masked. Of an added file `before` is absent, of a deleted one `after`. Where `isOpaque`,
   * texts are missing: the file is binary, too large, or was not kept.
   */
  readonly before?: string
  readonly after?: string
  readonly isOpaque: boolean
  /** Of an opaque file: its sizes as far as they are known, and the commit to compare it with. */
  readonly bytes?: { readonly before?: number; readonly after?: number }
  readonly commit?: string
  readonly isYardstick: boolean
  /** Lock files, bundles and what says of itself that it was generated: shown folded. */
  readonly isGenerated: boolean
}

export interface ReviewComment extends Comment {
  readonly at: string
  readonly by?: Answerer
  readonly state: 'draft' | 'sent' | 'addressed'
  /** Comments that were sent together have the same number, from 1; a draft has none. */
  readonly batch?: number
  /** What the agent says it did about it. */
  readonly reply?: { readonly at: string; readonly what: string }
}

export interface SinceLook {
  readonly at: string
  readonly by: Answerer
  /** Absent where what they saw was not kept. */
  readonly files?: readonly DiffFile[]
}
