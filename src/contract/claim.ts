// The agent's statement how the task stands, and the channel by which it reached us.
import { z } from 'zod'
import { CriterionRow } from './criterion.ts'
import { CLAIM_STATUSES, NEEDS } from './names.ts'

export const ClaimStatus = z.enum(CLAIM_STATUSES)
export type ClaimStatus = z.infer<typeof ClaimStatus>

/** The name of a strategy; their table is in `domain/strategies`. */
export const Channel = z.string().min(1)
export type Channel = z.infer<typeof Channel>

export const Needs = z.enum(NEEDS)
export type Needs = z.infer<typeof Needs>

/** The agent says that a check is wrong, and asks a person instead of working around it. */
export const Dispute = z.strictObject({ check: z.string(), why: z.string() })
export type Dispute = z.infer<typeof Dispute>

export const Claim = z.strictObject({
  id: z.string(),
  status: ClaimStatus,
  channel: Channel,
  /** The exact text the claim was read from. */
  text: z.string(),
  originalRequestSummary: z.string().optional(),
  summary: z.string().optional(),
  remainingWork: z.string().optional(),
  command: z.string().optional(),
  needs: Needs.optional(),
  preexistingFailures: z.array(z.string()).optional(),
  disputedChecks: z.array(Dispute).optional(),
  /** How each acceptance criterion of the task stands. */
  criteria: z.array(CriterionRow).optional(),
})
export type Claim = z.infer<typeof Claim>

/** What the agent states by a call. */
export type Statement = Omit<Claim, 'id' | 'channel' | 'text'>
