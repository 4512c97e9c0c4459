// A change between a base and now, or between two commits: what was read of it, what ran on it, and what that proves. Not
// tied to an agent or a task.
import type { ChangeNote, Tampering } from '../change.ts'
import type { EvidenceCheck, ExtraRun } from '../evidence.ts'

export interface RangeRead {
  /** Commits; absent `head`: the files as they are now. */
  readonly base: string
  readonly head?: string
  /** How the base was found, where it is not simply the one that was named. */
  readonly how?: string
  readonly changed: number
  readonly yardstick: number
  readonly suspicions: readonly Tampering[]
  readonly notes: readonly ChangeNote[]
}

/**
 * - `proven` every check of the base passed on exactly these files, and no suspicion is open
 * - `red` a check failed, or stays green whatever the code does
 * - `unverified` nothing proves it and nothing speaks against it: no check ran, or not all of them could
 * - `look` a person must look at what reading found
 */
export type ChangeResult = 'proven' | 'red' | 'unverified' | 'look'

/** Where the checks come from: a file of the base, as it was there. */
export interface BaseConfig {
  /** Relative to the top of the repository. */
  readonly file: string
  readonly hash: string
  readonly trusted: boolean
}

/** Why nothing ran, or why what ran proves nothing. */
export type Barred =
  /** A person asked to read only. */
  | { readonly kind: 'asked' }
  | { readonly kind: 'two-commits' }
  | { readonly kind: 'event'; readonly event: string }
  /** Names of variables, never their values. */
  | { readonly kind: 'secrets'; readonly names: readonly string[] }
  /** A header with a token in the git config, as the checkout of GitHub leaves it there. */
  | { readonly kind: 'git-token'; readonly key: string }
  | { readonly kind: 'no-config'; readonly isNew: boolean }
  | { readonly kind: 'config-invalid'; readonly file: string; readonly errors: readonly string[] }
  | { readonly kind: 'no-checks'; readonly file: string }
  /** `isSameNow`: the file in the working tree has the same content, so that `fullstop trust` is about it. */
  | { readonly kind: 'untrusted'; readonly file: string; readonly hash: string; readonly isSameNow: boolean }
  | { readonly kind: 'moved'; readonly files: readonly string[] }
  /** Extra runs, as people read them, that somebody ended before they could tell. */
  | { readonly kind: 'cut-off'; readonly runs: readonly string[] }

export interface VerifiedChange extends RangeRead {
  readonly result: ChangeResult
  readonly config?: BaseConfig
  readonly barred?: Barred
  /** Where the checks ran, and the tree that their results hold for. */
  readonly root?: string
  readonly tree?: string
  readonly checks: readonly EvidenceCheck[]
  readonly extra: readonly ExtraRun[]
}
