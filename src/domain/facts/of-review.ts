// The facts of a person's answer to a claim that waits for them. What was found out about the claim stands: only the answer
// is new.
import type { Claim } from '../../contract/claim.ts'
import type { Facts, ReviewAnswer, Verification } from '../../contract/facts.ts'

export interface ReviewSources {
  readonly claim: Claim
  readonly verification: Verification
  readonly answer: ReviewAnswer
}

export function factsOfReview({ claim, verification, answer }: ReviewSources): Facts {
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
    review: answer,
    warnings: [],
    tampering: [],
    openTodos: [],
    isReviewAwaited: true,
    openSubtasks: [],
    conversation: false,
    workCalls: 0,
    isWorkUnseen: false,
    recentErrors: [],
    continuations: 0,
    refusals: [],
    waits: 0,
    progress: 0,
    blockedPushes: 0,
    questionsPushed: 0,
    blockCap: 0,
    elapsedMs: 0,
    ways: [],
  }
}
