// Events of a claim: made, bound to its session or voided, verified, decided.
import { z } from 'zod'
import { Claim } from '../claim.ts'
import { Decision } from '../decision.ts'
import { Evidence } from '../evidence.ts'
import { Head } from './head.ts'
import { Observed } from './request.ts'

/** How a claim by tool or command came in. */
export const ClaimCall = z.strictObject({
  /** Equal for the same statement. */
  digest: z.string(),
  toolUseId: z.string().optional(),
  /** The tree it was made on, where there is one. */
  tree: z.string().optional(),
  /** A number that grows with progress, as it was then. */
  progress: z.int(),
  /** Seen to come from this session's main agent; until then its session is a guess. */
  isBound: z.boolean(),
  /** Made before a person resumed the task: its checks run once more, without the agent. */
  isStanding: z.boolean().optional(),
})
export type ClaimCall = z.infer<typeof ClaimCall>

export const ClaimMade = z.strictObject({
  ...Head,
  kind: z.literal('claim.made'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: Claim,
  /** Absent where the claim was read from the agent's words. */
  call: ClaimCall.optional(),
})

/** The call was seen in the session that it was attributed to. */
export const ClaimBound = z.strictObject({
  ...Head,
  kind: z.literal('claim.bound'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
})

/** The call came from elsewhere: it is no claim here. */
export const ClaimVoided = z.strictObject({
  ...Head,
  kind: z.literal('claim.voided'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  why: z.enum(['subagent', 'another-session', 'not-seen']),
})

/** The call was answered while its checks still ran. */
export const ClaimVerifying = z.strictObject({
  ...Head,
  kind: z.literal('claim.verifying'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  run: z.string(),
  evidence: Evidence,
})

/** What a claim was found to rest on. */
export const ClaimVerified = z.strictObject({
  ...Head,
  kind: z.literal('claim.verified'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  evidence: Evidence,
})

/** The answer to a claim that was not given with a stop: to a call, or after the stop had passed. */
export const ClaimDecided = z.strictObject({
  ...Head,
  kind: z.literal('claim.decided'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  decision: Decision,
  observed: Observed.optional(),
  progress: z.int().optional(),
  /** The answer to a call. */
  byCall: z.boolean().optional(),
  /** The agent is still at work: only its stop moves the task. */
  inMidWork: z.boolean().optional(),
})
