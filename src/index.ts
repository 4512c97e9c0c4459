// The public API: the decision core as a library. Pure functions and their types, nothing that touches the world.
export { decide } from './gate/decide.ts'
export { detectCompletion } from './detectors/detect-completion.ts'
export type { CompletionInput, CompletionResult } from './detectors/detect-completion.ts'
export type { Strategy } from './detectors/detector.ts'
export type { Channel, Claim, ClaimStatus, Needs } from './contract/claim.ts'
export type { Mode } from './contract/config.ts'
export type { Allow, AskHuman, Continue, Decision, Reason, ReasonCode, Verify } from './contract/decision.ts'
export type { Involuntary } from './contract/entry.ts'
export type {
  CheckEvidence,
  CheckResult,
  Facts,
  ReviewAnswer,
  Verification,
  WaitingFor,
  WaysToClaim,
} from './contract/facts.ts'
export type { Outcome } from './contract/outcome.ts'
export type { Policy } from './contract/policy.ts'
