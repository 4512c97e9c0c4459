// A claim by tool or command: stored first, then decided like one at a stop, and answered in the same turn.
import type { Claim } from '../contract/claim.ts'
import type { Decision } from '../contract/decision.ts'
import type { Event } from '../contract/event.ts'
import type { Facts } from '../contract/facts.ts'
import type { Host } from '../contract/hook-event.ts'
import type { Policy } from '../contract/policy.ts'
import type { CalledClaim, RequestState, TaskState } from '../contract/state.ts'
import { decide } from '../gate/decide.ts'
import { movesAfter } from '../tasks/progress.ts'
import { callFacts, readCall } from './call-facts.ts'
import { decideStop, type Decided } from './decide-stop.ts'
import { type Known, loadSession, type Reading } from './gather.ts'
import { type Caller, identify, type Identity } from './identify.ts'
import { type Mask, maskFor } from './mask.ts'
import { callHost, callPolicy, openByCall } from './open-by-call.ts'
import { settleIfEnded } from './settle.ts'
import { treeNow } from './tree-now.ts'
import { stamp, type World } from './world.ts'

const MOST_TRIES = 5
/** A refused claim repeated at once is the same call delivered twice; later something may have been mended that is no file. */
const SAME_REFUSAL_MS = 20_000

/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_READ = 64 * 1024
const MOST_TEXT = 8000

/** What the agent states. */
export type Statement = Omit<Claim, 'id' | 'channel' | 'text'>

export interface ClaimAsked {
  readonly caller: Caller
  readonly channel: 'tool' | 'cli'
  readonly statement: Statement
  /** The exact text that it was read from. */
  readonly text: string
  readonly withinMs: number
  /** Checks may be run from here: not from an agent's own shell, whose environment is the agent's. */
  readonly mayRun: boolean
  readonly onLook?: (open: readonly string[]) => void
}

export type ClaimAnswered =
  | { readonly kind: 'decided'; readonly claim: Claim; readonly task: string; readonly decision: Decision }
  | { readonly kind: 'verifying'; readonly claim: Claim; readonly task: string; readonly checks: readonly string[] }
  /** The checks run when the agent stops. */
  | { readonly kind: 'recorded'; readonly claim: Claim; readonly task: string; readonly checks: readonly string[] }
  /** A person spoke while the checks ran. */
  | { readonly kind: 'overtaken'; readonly claim: Claim; readonly task: string }
  | { readonly kind: 'nothing-open'; readonly ended: TaskState }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export async function onClaim(world: World, asked: ClaimAsked): Promise<ClaimAnswered> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const answer = await tryClaim(world, asked)
    if (answer !== 'conflict') return answer
  }
  return { kind: 'refused', why: 'other processes kept changing this session', next: 'claim again' }
}

async function tryClaim(world: World, asked: ClaimAsked): Promise<ClaimAnswered | 'conflict'> {
  const identified = await identify(world, asked.caller)
  if (identified.kind === 'refused') return identified
  const { identity } = identified
  const { known } = identity
  const policy = known.openTask?.policy ?? (await callPolicy(world, asked.caller, identity))
  if (!policy.strategies.includes(asked.channel)) return switchedOff(asked.channel, policy)
  const mask = maskFor(world, [policy.root, asked.caller.cwd])
  const tree = policy.root === undefined ? undefined : await treeNow(world, policy.root)
  const reading = readCall(world, identity)
  const digest = digestOf(world, asked)
  const before = known.session.state?.request
  const progress = reading.window.work.progress + (before?.moves ?? 0)
  const repeated = repeatOf(world, before?.called, { digest, tree, progress })
  if (repeated && known.task.state) return decideCall(world, asked, { identity, policy, claim: repeated.claim })
  // Only a person's prompt takes a session up again whose task has ended; where no prompt is ever heard, a call does.
  if (known.task.state && !known.openTask && known.session.state?.gated !== false) {
    return { kind: 'nothing-open', ended: known.task.state }
  }
  const opening = await openByCall(world, identity, policy, asked.caller)
  const text = mask(asked.text.slice(0, MOST_READ)).slice(0, MOST_TEXT)
  const claim: Claim = { ...masked(asked.statement, mask), id: world.newId('clm'), channel: asked.channel, text }
  const made: Event = {
    ...stamp(world),
    kind: 'claim.made',
    session: known.sessionId,
    task: opening.task,
    request: opening.request,
    claim: withRequest(claim, known),
    call: {
      digest,
      ...(identity.toolUseId === undefined ? {} : { toolUseId: identity.toolUseId }),
      ...(tree === undefined ? {} : { tree }),
      progress,
      isBound: false,
    },
  }
  const appended = await world.store.append([...opening.events, made], expectedOf(known))
  if (appended === 'conflict') return 'conflict'
  return decideCall(world, asked, { identity, policy, claim })
}

function switchedOff(channel: string, { strategies }: Policy): ClaimAnswered {
  const why = `claims by ${channel} are off here (detect.strategies)`
  return { kind: 'refused', why, next: `claim by one of: ${strategies.join(', ')}` }
}

function masked(statement: Statement, mask: Mask): Statement {
  const { status, needs, originalRequestSummary, summary, remainingWork, command, preexistingFailures } = statement
  return {
    status,
    ...(needs === undefined ? {} : { needs }),
    ...(originalRequestSummary === undefined ? {} : { originalRequestSummary: mask(originalRequestSummary) }),
    ...(summary === undefined ? {} : { summary: mask(summary) }),
    ...(remainingWork === undefined ? {} : { remainingWork: mask(remainingWork) }),
    ...(command === undefined ? {} : { command: mask(command) }),
    ...(preexistingFailures === undefined ? {} : { preexistingFailures: preexistingFailures.map(mask) }),
  }
}

/** Other channels carry less: then the request is the person's prompt. */
function withRequest(claim: Claim, { session }: Known): Claim {
  const prompt = session.state?.request?.prompts[0]
  return claim.originalRequestSummary !== undefined || prompt === undefined
    ? claim
    : { ...claim, originalRequestSummary: prompt }
}

function expectedOf({ sessionId, session, task }: Known): { kind: 'session' | 'task'; id: string; version: number }[] {
  return [
    { kind: 'session', id: sessionId, version: session.version },
    ...(task.state ? [{ kind: 'task' as const, id: task.state.id, version: task.version }] : []),
  ]
}

function digestOf(world: World, { statement, channel }: ClaimAsked): string {
  const { status, summary = '', originalRequestSummary = '', remainingWork = '', command = '', needs = '' } = statement
  const failures = statement.preexistingFailures ?? []
  return world.hashOf(channel, status, summary, originalRequestSummary, remainingWork, command, needs, ...failures)
}

/** The same statement about the same tree: answered once, however often it is made. */
function repeatOf(
  world: World,
  called: CalledClaim | undefined,
  now: { digest: string; tree: string | undefined; progress: number },
): CalledClaim | undefined {
  if (!called || called.digest !== now.digest || called.tree !== now.tree) return undefined
  const { decision, decidedAt } = called
  if (decision?.kind !== 'continue' || decidedAt === undefined) return called
  const isYoung = world.now().getTime() - Date.parse(decidedAt) < SAME_REFUSAL_MS
  return isYoung && called.progress === now.progress ? called : undefined
}

interface Made {
  readonly identity: Identity
  readonly policy: Policy
  readonly claim: Claim
}

/** Decides a claim that is stored; where another process did meanwhile, its answer stands. */
async function decideCall(world: World, asked: ClaimAsked, made: Made): Promise<ClaimAnswered> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const known = await loadSession(world, made.identity.known.sessionId)
    const request = known.session.state?.request
    const task = known.task.state
    const called = request?.called
    if (!task || !request || called?.claim.id !== made.claim.id) return overtaken(made, task)
    if (called.decision) return { kind: 'decided', claim: called.claim, task: task.id, decision: called.decision }
    const answer = await decideOnce(world, asked, { ...made, known, request, task, called })
    if (answer !== 'conflict') return answer
  }
  return { kind: 'verifying', claim: made.claim, task: made.identity.known.task.state?.id ?? '', checks: [] }
}

function overtaken({ claim, identity }: Made, task: TaskState | undefined): ClaimAnswered {
  return { kind: 'overtaken', claim, task: task?.id ?? identity.known.task.state?.id ?? '' }
}

interface Deciding extends Made {
  readonly known: Known
  readonly request: RequestState
  readonly task: TaskState
  readonly called: CalledClaim
}

async function decideOnce(world: World, asked: ClaimAsked, deciding: Deciding): Promise<ClaimAnswered | 'conflict'> {
  const { known, request, task, called, identity } = deciding
  const isGated = known.session.state?.gated !== false
  // The gate of stops may be off here; whoever claims asks to be answered all the same.
  const policy: Policy = task.policy.mode === 'off' ? { ...task.policy, mode: 'balanced' } : task.policy
  const host: Host = { ...callHost(world, identity.agent), attended: true, withinMs: asked.withinMs }
  const reading = readCall(world, { ...identity, known })
  const facts = callFacts(world, {
    identity,
    known,
    host,
    policy,
    reading,
    request,
    called,
    task,
    channel: asked.channel,
  })
  const first = decide(facts, policy)
  if (first.kind === 'verify' && !asked.mayRun && isGated) {
    return { kind: 'recorded', claim: called.claim, task: task.id, checks: first.checks }
  }
  const decided = await decideWith(world, asked, { ...deciding, policy, host, reading, facts })
  return recordDecision(world, { ...deciding, decided, isGated })
}

interface Ready extends Deciding {
  readonly host: Host
  readonly reading: Reading
  readonly facts: Facts
}

async function decideWith(world: World, asked: ClaimAsked, ready: Ready): Promise<Decided> {
  const { policy, facts, known, request, task, called, host, reading } = ready
  const unrun: Facts = { ...facts, verification: notFromHere(policy) }
  const given = asked.mayRun ? facts : unrun
  const { run, evidence } = called
  const verifying = run === undefined || !evidence ? {} : { verifying: { claim: called.claim, run, evidence } }
  return decideStop(
    world,
    { host, known, policy, ...(asked.onLook ? { onLook: asked.onLook } : {}) },
    {
      kind: 'gathered',
      place: { opens: false, isOpen: true, user: facts.user, task, request: { ...request, ...verifying } },
      isQuestion: false,
      reading,
      read: run === undefined ? { claim: called.claim, nearMisses: [] } : { nearMisses: [] },
      called: { kind: 'none' },
      facts: given,
      decision: decide(given, policy),
    },
    task.id,
  )
}

/** What an agent's own shell would run proves nothing: its environment is the agent's. */
function notFromHere(policy: Policy): Facts['verification'] {
  const names = [...policy.checks.map(({ name }) => name), ...policy.untrustedChecks]
  if (names.length === 0) return { kind: 'none' }
  const why = "checks do not run from an agent's own shell; claim with the tool complete_task, or with the stop hook"
  return { kind: 'done', evidence: names.map((name) => ({ name, result: 'could-not-run' as const, why })) }
}

async function recordDecision(
  world: World,
  { known, request, task, called, decided, isGated }: Deciding & { decided: Decided; isGated: boolean },
): Promise<ClaimAnswered | 'conflict'> {
  const { decision, verified, observed, facts } = decided
  const head = { session: known.sessionId, task: task.id, request: request.id, claim: called.claim.id }
  if (verified?.run !== undefined) {
    const { run, evidence } = verified
    const waiting: Event = { ...stamp(world), kind: 'claim.verifying', ...head, run, evidence }
    if (called.run !== run && (await world.store.append([waiting], expectedOf(known))) === 'conflict') return 'conflict'
    await settleIfEnded(world, run)
    return { kind: 'verifying', claim: called.claim, task: task.id, checks: runningIn(facts) }
  }
  const events: Event[] = [
    ...(verified ? [{ ...stamp(world), kind: 'claim.verified' as const, ...head, evidence: verified.evidence }] : []),
    {
      ...stamp(world),
      kind: 'claim.decided',
      ...head,
      decision,
      ...(observed ? { observed } : {}),
      progress: called.progress - request.moves + movesAfter(request, observed),
      ...(isGated ? { inMidWork: true } : {}),
    },
    ...(isGated ? [] : ending(world, known.sessionId, task.id, decision)),
  ]
  if ((await world.store.append(events, expectedOf(known))) === 'conflict') return 'conflict'
  return { kind: 'decided', claim: called.claim, task: task.id, decision }
}

/** Without a hook no stop will ever end the task: the answer does. */
export function ending(world: World, session: string, task: string, decision: Decision): Event[] {
  if (decision.kind !== 'allow' || decision.outcome === undefined || decision.outcome === 'cancelled') return []
  const { outcome, because } = decision
  return [{ ...stamp(world), kind: 'task.ended', session, task, outcome, because }]
}

function runningIn({ verification }: Facts): readonly string[] {
  return verification.kind === 'running' ? verification.checks : []
}
