// The facts after something was looked at beyond the transcript: the checks have run, or the tree was read.
import type { Verdict } from '../../contract/decision.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { Facts, Verification } from '../../contract/facts.ts'
import type { CalledClaim, Observed, RequestState, Verifying } from '../../contract/state.ts'
import { isRefusal } from '../gate/consequences.ts'
import { STUCK_AFTER } from '../gate/guard.ts'
import { movesAfter } from '../tasks/progress.ts'
import { given } from '../../contract/given.ts'

export interface VerifiedSources {
  readonly request: RequestState | undefined
  readonly observed: Observed | undefined
  readonly verification: Verification
  readonly evidence: Evidence
}

export function withVerified(facts: Facts, sources: VerifiedSources): Facts {
  const { request, observed, verification, evidence } = sources
  return {
    ...facts,
    progress: withMoves(facts, request, observed),
    verification,
    warnings: [...facts.warnings, ...evidence.warnings],
    tampering: evidence.tampering,
    ...given({ extra: evidence.extra }),
    ...given({ startLost: evidence.startLost }),
  }
}

/** The claim does not count any more. */
export function withoutClaim({ claim, ...facts }: Facts, why: string): Facts {
  return { ...facts, staleClaim: `you claimed ${claim?.status ?? 'success'}, but ${why}: claim again` }
}

export function whyStale(isLost: boolean, called: CalledClaim | undefined): string {
  if (isLost) return 'the process that ran its checks is gone without a result'
  return called?.decision ? 'the tree changed after it' : 'the tree changed before its checks had ended'
}

/** The round of checks that a call began: its results are results for this claim. */
export function verifyingOf({ claim, run, evidence }: CalledClaim): Verifying | undefined {
  if (run === undefined) return undefined
  const nothing: Evidence = { checks: [], skipped: [], notes: [], warnings: [], tampering: [] }
  return { claim, run, evidence: evidence ?? nothing }
}

export function observedIn({ tree, checks }: Evidence): Observed {
  return {
    ...given({ tree }),
    checks: checks.map(({ name, result }) => `${name}=${result}`).join(),
  }
}

export function withMoves(facts: Facts, request: RequestState | undefined, observed: Observed | undefined): number {
  return facts.progress - (request?.moves ?? 0) + movesAfter(request, observed)
}

/** The guards call the agent stuck, or would with the next refusal. */
export function isLookDue(facts: Facts, verdict: Verdict): boolean {
  if (verdict.kind === 'allow' && verdict.outcome === 'stuck') return true
  const idle = facts.refusals.filter((given) => given.progress === facts.progress).length
  return isRefusal(verdict) && idle >= STUCK_AFTER - 1
}
