// The facts of a claim whose checks ended after its stop had passed. Nobody can be held any more: the only question is
// whether the claim stands.
import type { Claim } from '../../contract/claim.ts'
import type { Reason } from '../../contract/decision.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { CriterionFact, Facts, Verification } from '../../contract/facts.ts'
import type { RequestState, TaskState } from '../../contract/state.ts'
import { given } from '../../contract/given.ts'
import { subtaskFacts } from '../subtasks/heed.ts'
import { PAST_STOP } from './past-stop.ts'

export interface LateSources {
  readonly request: RequestState
  readonly claim: Claim
  readonly evidence: Evidence
  readonly verification: Verification
  readonly criteria?: readonly CriterionFact[] | undefined
  readonly standing?: readonly string[] | undefined
  readonly approvedFor?: readonly Reason[] | undefined
  /** Subtasks that concern the task. */
  readonly concerns: readonly TaskState[]
}

export function factsOfLateResult(sources: LateSources): Facts {
  const { request, claim, evidence, verification, criteria, standing, approvedFor, concerns } = sources
  return {
    ...PAST_STOP,
    claim,
    ...subtaskFacts({ concerns, claim, isSupervised: false }),
    verification,
    ...given({ criteria, standing, approvedFor }),
    warnings: evidence.warnings,
    tampering: evidence.tampering,
    ...given({ extra: evidence.extra }),
    ...given({ startLost: evidence.startLost }),
    isReviewAwaited: false,
    workCalls: request.work.workCalls,
    progress: request.work.progress,
    ways: [{ strategy: 'promise-tag', kind: 'words', say: '<promise>COMPLETE</promise>' }],
  }
}
