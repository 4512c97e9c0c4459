// The facts of a person's answer to a claim that waits for them. What was found out about the claim stands: only the answer
// is new.
import type { Claim } from '../../contract/claim.ts'
import type { Evidence } from '../../contract/evidence.ts'
import { given } from '../../contract/given.ts'
import type { CriterionFact, Facts, ReviewAnswer, Verification } from '../../contract/facts.ts'
import { PAST_STOP } from './past-stop.ts'

export interface ReviewSources {
  readonly claim: Claim
  readonly verification: Verification
  /** What reading and extra runs found out about the claim. */
  readonly proof?: Pick<Evidence, 'tampering' | 'extra'> | undefined
  readonly criteria?: readonly CriterionFact[] | undefined
  readonly answer: ReviewAnswer
}

export function factsOfReview({ claim, verification, proof, criteria, answer }: ReviewSources): Facts {
  return {
    ...PAST_STOP,
    claim,
    verification,
    review: answer,
    warnings: [],
    tampering: proof?.tampering ?? [],
    ...given({ extra: proof?.extra, criteria }),
    isReviewAwaited: true,
    workCalls: 0,
    progress: 0,
    ways: [],
  }
}
