// The newest claim of a request, as it was read: from the agent's words or from a call.
import type { Claim } from '../../contract/claim.ts'
import type { CalledClaim } from '../../contract/state.ts'

export interface ClaimRead {
  readonly claim?: Claim
  /** The claim was made by a call, and is in the store already. */
  readonly called?: CalledClaim
  /** A claim was made, but does not count any more. */
  readonly stale?: string
  readonly nearMisses: readonly string[]
}
