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
  kind: z
    .literal('claim.made')
    .describe('The agent claimed how its work stands, such as success, by tool, command or text.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: Claim,
  /** Absent where the claim was read from the agent's words. */
  call: ClaimCall.optional(),
})

export const ClaimBound = z.strictObject({
  ...Head,
  kind: z.literal('claim.bound').describe('A hook or the transcript confirmed that the claim came from this session.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
})

export const ClaimVoided = z.strictObject({
  ...Head,
  kind: z
    .literal('claim.voided')
    .describe('The claim came from a subagent or another session, or was never seen. It does not count.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  why: z.enum(['subagent', 'another-session', 'not-seen']),
})

export const ClaimVerifying = z.strictObject({
  ...Head,
  kind: z.literal('claim.verifying').describe('A claim was answered while its checks were still running.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  run: z.string(),
  evidence: Evidence,
})

export const ClaimVerified = z.strictObject({
  ...Head,
  kind: z.literal('claim.verified').describe('The evidence for a claim: check results, suspicions and notes.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  evidence: Evidence,
})

export const ClaimDecided = z.strictObject({
  ...Head,
  kind: z
    .literal('claim.decided')
    .describe('A claim was decided outside a stop: in the answer to a call, or after the stop had passed.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  claim: z.string(),
  decision: Decision,
  observed: Observed.optional(),
  progress: z.int().optional(),
  /** Refusals given in this request, this one included; only of an answer to a call. */
  continuations: z.int().optional(),
  /** The answer to a call. */
  byCall: z.boolean().optional(),
  /** The agent is still at work: only its stop moves the task. */
  inMidWork: z.boolean().optional(),
})
