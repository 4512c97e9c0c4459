// The checks of a claim ended after its stop had passed: the claim is decided now, by the process that ran them.
import { factsOfLateResult } from '../../domain/facts/of-late-result.ts'
import { isFinal, isRefusal } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { withProof } from '../../domain/proof/settled.ts'
import { approvedFor } from '../../domain/review/fold.ts'
import type { CheckConfig } from '../../contract/config/config.ts'
import type { Event } from '../../contract/event.ts'
import type { Evidence, EvidenceCheck } from '../../contract/evidence.ts'
import type { RequestState, SessionState, TaskState, Verifying } from '../../contract/state.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { criteriaOf } from './criteria.ts'
import { keepReviewed } from './keep-reviewed.ts'
import { readWorkspace } from './read-tree.ts'
import { stateOfRound } from '../home/follow.ts'
import { readRoundRequest, type RoundRequest } from '../home/rounds/round-request.ts'
import { lookUp } from './round/known-results.ts'
import { compared, notRun, toVerification } from './to-evidence.ts'
import { stamp, type World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { given } from '../../contract/given.ts'

/** Nothing happens where nobody waits any more: the person asked for something else, or the agent claimed again. */
export async function decideLate(
  world: World,
  shop: Workshop,
  { run, root, session, checks }: RoundRequest,
): Promise<void> {
  if (session === undefined) return
  const decidedNow = await untilRecorded(async () => {
    const known = await world.store.loadSession(session)
    const request = known.state?.request
    const task = known.state?.task === undefined ? undefined : await world.store.loadTask(known.state.task)
    const verifying = request && task?.state ? waitingIn(known.state, request, task.state) : undefined
    if (!request || verifying?.run !== run || !task?.state) return 'nobody-waits'
    const evidence = await evidenceNow(world, shop, { verifying, task: task.state, root, checks })
    const concerns = await world.store.listConcerns(task.state.id)
    const events = await decided(world, { session, request, task: task.state, verifying, evidence, concerns })
    const appended = await world.store.append(events, [
      { kind: 'session', id: session, version: known.version },
      { kind: 'task', id: task.state.id, version: task.version },
    ])
    return appended === 'conflict' ? appended : events
  })
  if (!decidedNow || decidedNow === 'nobody-waits') return
  for (const event of decidedNow)
    if (event.kind === 'claim.decided') await keepReviewed(world, event.task, event.decision)
}

/** The claim of the last stop; or, where no stop will ever come, one made by a call. */
function waitingIn(
  session: SessionState | undefined,
  { verifying, called }: RequestState,
  { status }: TaskState,
): Verifying | undefined {
  if (status === 'verifying') return verifying
  if (session?.gated !== false || called?.run === undefined || called.decision || !called.evidence) return undefined
  return { claim: called.claim, run: called.run, evidence: called.evidence }
}

/** For a caller that began to wait when the round may just have ended. */
export async function decideLateIfEnded(world: World, run: string): Promise<void> {
  const request = readRoundRequest(world, run)
  if (!request) return
  const shop = await world.openWorkshop()
  if ((await stateOfRound(world, shop, request)) === 'ended') await decideLate(world, shop, request)
}

interface Waiting {
  readonly verifying: Verifying
  readonly task: TaskState
  readonly root: string
  readonly checks: readonly CheckConfig[]
}

async function evidenceNow(world: World, shop: Workshop, waiting: Waiting): Promise<Evidence> {
  const { verifying, task, root, checks } = waiting
  const { evidence, run } = verifying
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) {
    const why = `the workspace cannot be read: ${read.why}`
    return { ...evidence, checks: [...checks.map((check) => toMissing(world, check, why)), ...evidence.checks] }
  }
  const known = await lookUp(world, { root, checks }, read.reading.tree, {
    runs: [run],
    since: world.now().toISOString(),
    task: task.id,
    opened: task.openedAt,
  })
  const beside = { task, policy: task.policy, results: known.results }
  const held = known.held.map(({ result, reused, check }) => compared({ ...result, name: check.name, reused }, beside))
  const moved = known.missing.map((check) => toMissing(world, check, 'the tree changed after the agent had claimed'))
  const found = {
    ...evidence,
    ...given({ tree: known.tree }),
    checks: [...held, ...moved, ...evidence.checks],
    notes: [...new Set([...evidence.notes, ...known.notes])],
  }
  return withProof(
    found,
    known.proofs.find((one) => one.run === run && one.tree === known.tree),
  )
}

function toMissing(world: World, check: CheckConfig, why: string): EvidenceCheck {
  return { ...notRun(world, check.name, why, check), reused: false }
}

interface Decided {
  readonly session: string
  readonly request: RequestState
  readonly task: TaskState
  readonly verifying: Verifying
  readonly evidence: Evidence
  /** Subtasks that the task has to heed. */
  readonly concerns: readonly TaskState[]
}

async function decided(
  world: World,
  { session, request, task, verifying, evidence, concerns }: Decided,
): Promise<Event[]> {
  const verification = toVerification(evidence, world.now())
  const facts = factsOfLateResult({
    request,
    claim: verifying.claim,
    evidence,
    verification,
    criteria: task.criteria && (await criteriaOf(world, task, verifying.claim)),
    standing: task.review?.standing,
    approvedFor: approvedFor(task, verifying.claim.id),
    concerns,
  })
  const decision = decide(facts, task.policy)
  if (!isFinal(decision)) return []
  const head = { session, task: task.id, request: request.id, claim: verifying.claim.id }
  // No stop was heard of: one that comes after all decides anew.
  const isCalled = request.called?.claim.id === verifying.claim.id
  const byCall = isCalled ? { byCall: true } : {}
  const counted = isCalled ? { continuations: facts.continuations + (isRefusal(decision) ? 1 : 0) } : {}
  const events: Event[] = [
    { ...stamp(world), kind: 'claim.verified', ...head, evidence },
    { ...stamp(world), kind: 'claim.decided', ...head, decision, ...byCall, ...counted },
  ]
  if (decision.kind !== 'allow' || decision.outcome === undefined) return events
  const { outcome, because } = decision
  return [...events, { ...stamp(world), kind: 'task.ended', session, task: task.id, outcome, because, ...byCall }]
}
