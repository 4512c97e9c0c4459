// The facts of a claim made by a call: those of a stop, as far as they exist while the agent is still at work.
import { findAgent } from '../../agents/index.ts'
import type { Facts, WaysToClaim } from '../../contract/facts.ts'
import type { Host } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import type { CalledClaim, RequestState, TaskState } from '../../contract/state.ts'
import { beforeNewest } from '../../domain/tasks/called.ts'
import { isGated, type Known, type Reading, readRequest, type Stop, toFacts } from './gather.ts'
import type { Identity } from './identify.ts'
import { userWord } from './place.ts'
import { msSince } from './same-stop.ts'
import { waysOf } from './ways.ts'
import { readStints } from './read-stints.ts'
import type { World } from '../world.ts'

/** What the transcript tells of the request so far, where it is known where that lies. */
export function readCall(world: World, { agent, agentSessionId, known }: Identity): Reading {
  if (known.openTask?.run) return readStints(world, known.openTask, known)
  const transcriptPath = known.session.state?.transcriptPath
  const origin = { agentSessionId, ...(transcriptPath === undefined ? {} : { transcriptPath }) }
  return readRequest(world, findAgent(agent) ?? {}, origin, known, { todos: true })
}

export interface CallSources {
  readonly identity: Identity
  readonly known: Known
  readonly host: Host
  readonly policy: Policy
  readonly reading: Reading
  readonly request: RequestState
  readonly called: CalledClaim
  readonly task: TaskState
  readonly channel: 'tool' | 'cli'
  /** Checks may run for it. */
  readonly mayRun: boolean
}

export function callFacts(world: World, sources: CallSources): Facts {
  const { identity, host, policy, reading, request, called, task } = sources
  const {
    involuntary: _none,
    waitingFor: _nobody,
    ...facts
  } = toFacts({
    stop: asStop(identity, called),
    host,
    policy,
    window: reading.window,
    read: { claim: called.claim, nearMisses: [] },
    user: userWord(task, false),
    taskOpen: true,
    request: beforeNewest(request, called),
    isQuestion: false,
    isWorkUnseen: false,
    isReviewAwaited: task.status === 'awaiting-review',
    untold: undefined,
    elapsedMs: msSince(world, request.openedAt),
    ways: waysHere(world, sources),
  })
  const stopFollows = task.run ? 'supervisor' : isGated(sources.known) ? 'hook' : 'none'
  const { mayRun } = sources
  const isUnrunnable = !mayRun && stopFollows === 'none'
  return {
    ...facts,
    planMode: false,
    vendorGoal: false,
    call: { mayRun, stopFollows },
    ...(isUnrunnable ? { verification: notFromHere(policy) } : {}),
  }
}

/** What an agent's own shell would run proves nothing: its environment is the agent's. */
function notFromHere(policy: Policy): Facts['verification'] {
  const names = [...policy.checks.map(({ name }) => name), ...policy.untrustedChecks]
  if (names.length === 0) return { kind: 'none' }
  const why = "checks do not run from an agent's own shell; claim with the tool complete_task, or with the stop hook"
  return { kind: 'done', evidence: names.map((name) => ({ name, result: 'could-not-run' as const, why })) }
}

/** Where no hook reads the agent's words, only a call can claim. */
function waysHere(world: World, { identity, known, policy, host, channel }: CallSources): WaysToClaim {
  if (!isGated(known)) return { tool: channel === 'tool', cli: channel === 'cli', promiseTag: false }
  return waysOf(world, { agentSessionId: identity.agentSessionId, policy, host, via: channel })
}

/** What the claim says stands for the last words. */
function asStop({ agentSessionId }: Identity, { claim }: CalledClaim): Stop {
  return {
    kind: 'stop-requested',
    agentSessionId,
    lastMessage: [claim.summary, claim.remainingWork].filter(Boolean).join('\n'),
    afterRefusal: false,
    planMode: false,
    background: [],
    wakeUps: [],
  }
}
