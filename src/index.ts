// The public API: the decision core as a library. Pure functions and their types, nothing that touches the world.
export { decide } from './domain/gate/decide.ts'
export { detectCompletion } from './domain/strategies/detect-completion.ts'
export type { CompletionInput, CompletionResult } from './domain/strategies/detect-completion.ts'
export type { Strategy } from './domain/strategies/index.ts'
export type { Channel, Claim, ClaimStatus, Needs } from './contract/claim.ts'
export type { Mode } from './contract/config/config.ts'
export type { Allow, AskHuman, Continue, Decision, Reason, ReasonCode, Verify } from './contract/decision.ts'
export type { Involuntary } from './contract/agent/entry.ts'
export type {
  CheckEvidence,
  Facts,
  ReviewAnswer,
  Verification,
  WaitingFor,
  Way,
  WayByCall,
  WayInWords,
  WaysToClaim,
} from './contract/facts.ts'
export type { Tampering } from './contract/change.ts'
export type { CheckResult } from './contract/evidence.ts'
export type { Outcome } from './contract/outcome.ts'
export type { Policy } from './contract/config/policy.ts'
