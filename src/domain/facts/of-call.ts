// The facts of a claim by tool or command. The agent is still at work, so it has not stopped, waits for nothing and says
// nothing besides the claim.
import type { CallFacts, Facts, WaysToClaim } from '../../contract/facts.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { CalledClaim, RequestState, TaskState } from '../../contract/state.ts'
import { beforeNewest } from '../tasks/called.ts'
import type { Window } from '../tasks/request/request.ts'
import { feedbackFacts } from './feedback.ts'
import { userWord } from './place.ts'
import { requestFacts } from './request-facts.ts'

export interface CallSources {
  readonly called: CalledClaim
  readonly task: TaskState
  readonly request: RequestState
  readonly policy: Policy
  readonly window: Window
  readonly blockCap: Host['blockCap']
  /** Checks may run for it. */
  readonly mayRun: boolean
  /** A hook of the session was heard. */
  readonly isGated: boolean
  readonly elapsedMs: number
  readonly ways: WaysToClaim
  /** Subtasks that concern the task. */
  readonly concerns: readonly TaskState[]
}

export function factsOfCall(sources: CallSources): Facts {
  const { called, task, request, policy, window, mayRun, concerns } = sources
  const stopFollows = stopAfter(task, sources.isGated)
  const shared = requestFacts({
    policy,
    window,
    read: { claim: called.claim, nearMisses: [] },
    request: beforeNewest(request, called),
    said: [called.claim.summary, called.claim.remainingWork].filter(Boolean).join('\n'),
    concerns,
    isSupervised: stopFollows === 'supervisor',
  })
  return {
    ...shared,
    // As the claim was recorded: refusals are compared by it, and the tree may have moved since the last stop.
    progress: called.progress,
    ...(!mayRun && stopFollows === 'none' ? { verification: notFromHere(policy) } : {}),
    user: userWord(task, false),
    taskOpen: true,
    subagent: false,
    planMode: false,
    vendorGoal: false,
    attended: true,
    supervised: false,
    call: { mayRun, stopFollows },
    ...feedbackFacts(task),
    isReviewAwaited: task.status === 'awaiting-review',
    conversation: false,
    isWorkUnseen: false,
    blockCap: sources.blockCap,
    elapsedMs: sources.elapsedMs,
    ways: sources.ways,
  }
}

function stopAfter(task: TaskState, isGated: boolean): CallFacts['stopFollows'] {
  if (task.run) return 'supervisor'
  return isGated ? 'hook' : 'none'
}

/** A check in an agent's own shell proves nothing: its environment is the agent's. */
function notFromHere(policy: Policy): Facts['verification'] {
  const names = [...policy.checks.map(({ name }) => name), ...policy.untrustedChecks]
  if (names.length === 0) return { kind: 'none' }
  const why = "checks do not run from an agent's own shell; claim with the tool complete_task, or with the stop hook"
  return { kind: 'done', evidence: names.map((name) => ({ name, result: 'could-not-run' as const, why })) }
}
