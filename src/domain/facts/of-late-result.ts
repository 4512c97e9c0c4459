// The facts of a claim whose checks ended after its stop had passed. Nobody can be held any more: the only question is
// whether the claim stands.
import type { Claim } from '../../contract/claim.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { Facts, Verification } from '../../contract/facts.ts'
import type { RequestState } from '../../contract/state.ts'

export interface LateSources {
  readonly request: RequestState
  readonly claim: Claim
  readonly evidence: Evidence
  readonly verification: Verification
}

export function factsOfLateResult({ request, claim, evidence, verification }: LateSources): Facts {
  return {
    user: 'none',
    taskOpen: true,
    subagent: false,
    planMode: false,
    vendorGoal: false,
    attended: true,
    supervised: false,
    claim,
    verification,
    warnings: evidence.warnings,
    tampering: evidence.tampering,
    openTodos: [],
    isReviewAwaited: false,
    openSubtasks: [],
    conversation: false,
    workCalls: request.work.workCalls,
    isWorkUnseen: false,
    recentErrors: [],
    continuations: 0,
    refusals: [],
    waits: 0,
    progress: request.work.progress,
    blockedPushes: 0,
    questionsPushed: 0,
    blockCap: 0,
    elapsedMs: 0,
    ways: [{ strategy: 'promise-tag', kind: 'words', say: '<promise>COMPLETE</promise>' }],
  }
}
