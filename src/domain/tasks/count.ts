// The counts that guards read: refusals, pushes and waits of a request.
import type { Continue, Count } from '../../contract/decision.ts'
import type { RequestState } from '../../contract/state.ts'

/** As many as the guards ever compare. */
const MOST_REFUSALS = 20

/** The request after a refusal; `progress`: how far the agent was when it was refused. */
export function counted(request: RequestState, { counts, fingerprint }: Continue, progress: number): RequestState {
  const one = (what: Count): number => (counts.includes(what) ? 1 : 0)
  const given = counts.includes('refusal') ? [{ fingerprint, progress }] : []
  return {
    ...request,
    continuations: request.continuations + one('refusal'),
    refusals: [...request.refusals, ...given].slice(-MOST_REFUSALS),
    waits: request.waits + one('wait'),
    blockedPushes: request.blockedPushes + one('blocked-push'),
    questionsPushed: request.questionsPushed + one('question-push'),
  }
}
