// Decides a claim that was made by a call and is stored already: as at a stop, with the facts that exist in mid-work.
import { given } from '../../contract/given.ts'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { Facts, WaysToClaim } from '../../contract/facts.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { CalledClaim, RequestState, TaskState } from '../../contract/state.ts'
import { factsOfCall } from '../../domain/facts/of-call.ts'
import { asDecision, isRefusal } from '../../domain/gate/consequences.ts'
import { misnamedLines } from '../../domain/gate/words/misnamed.ts'
import { toWays, waysWithRows } from '../../domain/strategies/ways.ts'
import { isGated, type Known } from '../../domain/tasks/known.ts'
import { movesAfter } from '../../domain/tasks/progress.ts'
import type { Identity } from '../session/identify.ts'
import { expectedOf, loadSession } from '../session/load-known.ts'
import { callHost } from '../session/open-by-call.ts'
import { reachOf } from '../session/reach.ts'
import { readCall } from '../transcript/read-call.ts'
import { msSince } from '../session/same-stop.ts'
import { type Decided, decideWithChecks, type ToDecide } from '../verify/decide-with-checks.ts'
import { keepReviewed } from '../verify/keep-reviewed.ts'
import { decideLateIfEnded } from '../verify/decide-late.ts'
import { stamp, type World } from '../world.ts'
import type { ClaimAnswered, ClaimOutcome, Terms } from './claim-asked.ts'
import { untilRecorded } from '../home/until-recorded.ts'

export interface StoredClaim {
  readonly kind: 'stored'
  readonly identity: Identity
  readonly claim: Claim
  /** The tree that it was made on. */
  readonly reading: TreeReading | undefined
}

/** Decides a claim that is stored; where another process did meanwhile, its answer stands. */
export async function decideCall(world: World, terms: Terms, made: StoredClaim): Promise<ClaimAnswered> {
  const { claim, identity } = made
  const answer = await untilRecorded(async (nth): Promise<ClaimAnswered | 'conflict'> => {
    const known = await loadSession(world, identity.known.sessionId)
    const request = known.session.state?.request
    const task = known.task.state
    const called = request?.called
    if (!task || !request || called?.claim.id !== claim.id) return overtaken(made, task)
    if (called.decision) {
      const misnamed = misnamedLines(called.claim, task.policy)
      return { kind: 'decided', claim: called.claim, task: task.id, decision: called.decision, misnamed }
    }
    // A conflict took its time, so the tree is read again.
    const reading = nth === 1 ? made.reading : undefined
    return decideOnce(world, terms, { ...made, reading, known, request, task, called })
  })
  return answer ?? { kind: 'verifying', claim, task: identity.known.task.state?.id ?? '', checks: [] }
}

function overtaken({ claim, identity }: StoredClaim, task: TaskState | undefined): ClaimOutcome {
  return { kind: 'overtaken', claim, task: task?.id ?? identity.known.task.state?.id ?? '' }
}

interface Deciding extends StoredClaim {
  readonly known: Known
  readonly request: RequestState
  readonly task: TaskState
  readonly called: CalledClaim
}

async function decideOnce(world: World, terms: Terms, deciding: Deciding): Promise<ClaimAnswered | 'conflict'> {
  const { known, request, task, called, identity } = deciding
  const { channel } = terms
  // The shell of a supervised agent is the agent's, whether it says so or not.
  const mayRun = terms.mayRun && !(task.run && channel === 'cli')
  // The gate of stops may be off here; an agent that claims wants an answer all the same.
  const policy: Policy = task.policy.mode === 'off' ? { ...task.policy, mode: 'balanced' } : task.policy
  const host: Host = { ...callHost(world, identity.agent), attended: true }
  const words = await readCall(world, known)
  const facts = factsOfCall({
    called,
    task,
    request,
    policy,
    window: words.window,
    blockCap: host.blockCap,
    mayRun,
    isGated: isGated(known),
    elapsedMs: msSince(world, request.openedAt),
    ways: waysWithRows(
      waysHere(world, { known, policy, host, channel, sessionId: identity.agentSessionId }),
      task.criteria,
    ),
    concerns: await world.store.listConcerns(task.id),
  })
  const { run, evidence } = called
  const verifying = run === undefined || !evidence ? {} : { verifying: { claim: called.claim, run, evidence } }
  const toDecide: ToDecide = {
    facts,
    policy,
    session: known.sessionId,
    taskId: task.id,
    task,
    request: { ...request, ...verifying },
    claim: run === undefined ? { claim: called.claim, nearMisses: [] } : { nearMisses: [] },
    isRecorded: true,
    tree: deciding.reading,
  }
  const decided = await decideWithChecks(world, toDecide, terms)
  const { decision } = decided
  const misnamed = misnamedLines(called.claim, policy, decided.facts.verification)
  if (decision.kind === 'recorded') return { ...decision, claim: called.claim, task: task.id, misnamed }
  const recorded = await recordDecision(world, { ...deciding, decided, decision: asDecision(decision) })
  return recorded === 'conflict' ? recorded : { ...recorded, misnamed }
}

interface WaysQuery {
  readonly known: Known
  readonly policy: Policy
  readonly host: Host
  readonly channel: 'tool' | 'cli'
  readonly sessionId: string
}

/** If no hook reads the agent's words, only a call can claim. */
function waysHere(world: World, { known, policy, host, channel, sessionId }: WaysQuery): WaysToClaim {
  if (!isGated(known)) return [{ strategy: channel, kind: channel }]
  return toWays(policy, { reach: reachOf(world, host, policy), sessionId, via: channel })
}

async function recordDecision(
  world: World,
  { known, request, task, called, decided, decision }: Deciding & { decided: Decided; decision: Decision },
): Promise<ClaimOutcome | 'conflict'> {
  const { verified, observed, facts } = decided
  const head = { session: known.sessionId, task: task.id, request: request.id, claim: called.claim.id }
  if (verified?.run !== undefined) {
    const { run, evidence } = verified
    const waiting: Event = { ...stamp(world), kind: 'claim.verifying', ...head, run, evidence }
    if (called.run !== run && (await world.store.append([waiting], expectedOf(known))) === 'conflict') return 'conflict'
    await decideLateIfEnded(world, run)
    return { kind: 'verifying', claim: called.claim, task: task.id, checks: runningIn(facts) }
  }
  const events: Event[] = [
    ...(verified ? [{ ...stamp(world), kind: 'claim.verified' as const, ...head, evidence: verified.evidence }] : []),
    {
      ...stamp(world),
      kind: 'claim.decided',
      ...head,
      decision,
      ...given({ observed }),
      progress: called.progress - request.moves + movesAfter(request, observed),
      continuations: facts.continuations + (isRefusal(decision) ? 1 : 0),
      byCall: true,
      ...(isGated(known) ? { inMidWork: true } : {}),
    },
    ...(isGated(known) ? [] : ending(world, known.sessionId, task.id, decision)),
  ]
  if ((await world.store.append(events, expectedOf(known))) === 'conflict') return 'conflict'
  await keepReviewed(world, task.id, decision)
  return { kind: 'decided', claim: called.claim, task: task.id, decision }
}

/** Without a hook no stop will ever end the task: the answer does. */
function ending(world: World, session: string, task: string, decision: Decision): Event[] {
  if (decision.kind !== 'allow' || decision.outcome === undefined || decision.outcome === 'cancelled') return []
  const { outcome, because } = decision
  return [{ ...stamp(world), kind: 'task.ended', session, task, outcome, because, byCall: true }]
}

function runningIn({ verification }: Facts): readonly string[] {
  return verification.kind === 'running' ? verification.checks : []
}
