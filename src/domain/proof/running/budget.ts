// How long the extra runs of a claim may take. The clock is read by others.

export interface ExtraSpent {
  /** How long the check took in the workspace. */
  readonly lastMs: number
  /** Extra runs of this check for this claim so far: how many, and how long they took together. */
  readonly runs: number
  readonly spentMs: number
  /** Extra runs of all checks of the claim so far. */
  readonly allSpentMs: number
  /** `proof.time` */
  readonly limitMs: number
}

export type ExtraBudget =
  | { readonly kind: 'whole'; readonly timeoutMs: number }
  /** Too little time for the whole check: only the test files that an extra run is about. */
  | { readonly kind: 'affected'; readonly timeoutMs: number }
  | { readonly kind: 'none'; readonly why: string }

export const MOST_RUNS = 3
/** Making the copy takes a moment, also for a check that takes none. */
const COPY_MS = 5000
/** Less than this and no runner gets to its tests. */
const LEAST_MS = 2000

/** All extra runs of a check together take at most twice as long as the check did, apart from making the copies. */
export function budgetFor({ lastMs, runs, spentMs, allSpentMs, limitMs }: ExtraSpent): ExtraBudget {
  if (runs >= MOST_RUNS) return { kind: 'none', why: `${MOST_RUNS} extra runs of this check were made already` }
  const ofCheck = 2 * lastMs + MOST_RUNS * COPY_MS - spentMs
  const ofClaim = limitMs - allSpentMs
  const timeoutMs = Math.min(ofCheck, ofClaim)
  // In a copy with cold caches a check takes somewhat longer.
  if (timeoutMs >= 1.3 * lastMs + 1000) return { kind: 'whole', timeoutMs }
  if (timeoutMs >= LEAST_MS) return { kind: 'affected', timeoutMs }
  const used = ofCheck < ofClaim ? 'twice the time of the check is' : 'the time for extra runs ("proof.time") is'
  return { kind: 'none', why: `${used} used up` }
}
