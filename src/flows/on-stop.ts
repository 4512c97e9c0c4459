// A stop: gather, decide, record, answer. Two processes that see the same stop give one decision.
import type { Agent, HookAnswer } from '../agents/agent.ts'
import type { Decision, Verify } from '../contract/decision.ts'
import type { Evidence } from '../contract/evidence.ts'
import type { Facts } from '../contract/facts.ts'
import type { Host } from '../contract/hook-event.ts'
import type { Policy } from '../contract/policy.ts'
import type { RequestState, Seen } from '../contract/state.ts'
import { decide } from '../gate/decide.ts'
import { STUCK_AFTER } from '../gate/guard.ts'
import { movesAfter } from '../tasks/progress.ts'
import { answerBy } from './answer-by.ts'
import { asksOnly } from '../tasks/question.ts'
import { type Known, loadKnown, type Reading, readRequest, type Stop, toFacts } from './gather.ts'
import { loadPolicy } from './load-policy.ts'
import { type ClaimRead, readClaim } from './read-claim.ts'
import { openRequest } from './open-request.ts'
import { obey } from './orders.ts'
import { type Place, placeOf } from './place.ts'
import { recordStop } from './record-stop.ts'
import { FLUSH, isSameStop, msSince, sizeNow, stopKey } from './same-stop.ts'
import { tellAll, tellDecision, toldLate } from './tell.ts'
import { stamp, type World } from './world.ts'

const MOST_TRIES = 5
/** What may come after the checks: the tree is read once more. */
const READING_MS = 700

export async function onStop(world: World, agent: Agent, host: Host, stop: Stop): Promise<HookAnswer> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const answer = await tryStop(world, agent, host, stop)
    if (answer !== 'conflict') return answer
  }
  return { kind: 'tell', line: 'Fullstop: the stop was allowed, because other processes kept changing this session.' }
}

async function tryStop(world: World, agent: Agent, host: Host, stop: Stop): Promise<HookAnswer | 'conflict'> {
  const known = await loadKnown(world, agent, stop.agentSessionId)
  const { policy, problems } = await policyFor(world, host, stop, known)
  if (policy.mode === 'off') return { kind: 'silent' }
  const before = known.session.state?.request?.lastDecision
  if (before && (await isSameStop(world, agent, stop, before))) {
    return toAnswer(before.decision, known.task.state?.id, problems)
  }
  const gathered = await gather(world, agent, { host, stop, known, policy })
  if (gathered.kind === 'refused') return unreadable(world, agent, stop, gathered.why)
  const { place, isQuestion, reading, read } = gathered
  const obeyed = reading.order ? await obey(world, { agent, host, event: stop, known }, reading.order) : undefined
  const size = reading.transcript.kind === 'entries' ? reading.transcript.size : undefined
  const key = stopKey(world, agent, stop, size)
  const opening = place.opens
    ? openRequest(world, agent, { known, origin: stop, host, policy, heard: false, prompt: place.prompt, isQuestion })
    : { events: [], task: place.task?.id, request: place.request?.id }
  const decided = await decideNow(world, { host, stop, known, policy }, gathered, opening.task)
  const { facts, decision, verified, seen } = await lookOnce(world, gathered, policy, decided)
  const appended = await world.store.append(
    [
      ...recordStop(world, { known, opening, stop, key, decision, read, reading, facts, verified, seen }),
      ...(obeyed?.events ?? []),
    ],
    [
      { kind: 'session', id: known.sessionId, version: known.session.version },
      ...(known.task.state ? [{ kind: 'task' as const, id: known.task.state.id, version: known.task.version }] : []),
    ],
  )
  if (appended === 'conflict') return 'conflict'
  if (verified?.run !== undefined) await settleIfEnded(world, verified.run)
  const lines = [...(obeyed ? [obeyed.text] : []), ...toldLate(known), ...problems]
  return toAnswer(decision, opening.task, lines)
}

/** What a claim was found to rest on, and the run that it still waits for. */
export interface VerifiedStop {
  readonly evidence: Evidence
  readonly run?: string
}

interface Decided {
  readonly facts: Facts
  readonly decision: Decision
  readonly verified?: VerifiedStop
  /** What was looked at beyond the transcript. */
  readonly seen?: Seen
}

/** Decides; where that needs the checks, runs them in between. */
async function decideNow(world: World, asked: Asked, gathered: Gathered, taskId: string | undefined): Promise<Decided> {
  const { facts, decision, place, reading } = gathered
  const policy = policyUnder(asked.policy, reading.order)
  if (decision.kind !== 'verify') return { facts, decision }
  const { claim } = facts
  if (!claim) throw new Error('checks were asked for without a claim')
  const { verify } = await import('./verify.ts')
  const isCarried = gathered.read.claim === undefined
  const until = answerBy(world, asked.host)
  const verified = await inTime(world, until, () =>
    verify(world, {
      policy,
      claim,
      session: asked.known.sessionId,
      taskId,
      task: place.task,
      verifying: place.request?.verifying,
      isCarried,
      until,
    }),
  )
  const seen: Seen | undefined = verified.run === undefined ? seenIn(verified.evidence) : undefined
  const found: Facts = {
    ...(verified.isStale ? withoutClaim(facts) : facts),
    progress: withMoves(facts, place.request, seen),
    verification: verified.verification,
    warnings: [...facts.warnings, ...verified.evidence.warnings],
    tampering: verified.evidence.tampering,
  }
  const again = decide(found, policy)
  if (again.kind === 'verify') throw new Error('checks were asked for once more after they had run')
  if (verified.isStale) return { facts: found, decision: again, ...(seen ? { seen } : {}) }
  const evidence = { ...verified.evidence, warnings: [...found.warnings] }
  return {
    facts: found,
    decision: again,
    verified: { evidence, ...(verified.run === undefined ? {} : { run: verified.run }) },
    ...(seen ? { seen } : {}),
  }
}

/** Checks go on beside us; but a workspace that cannot even be read in time must not hold the agent. */
async function inTime<T>(world: World, until: number, work: () => Promise<T>): Promise<T> {
  const late = world.sleep(until - world.now().getTime() + READING_MS).then(() => undefined)
  const done = await Promise.race([work(), late])
  if (done !== undefined) return done
  throw new Error('the workspace could not be read within the time limit of the hook')
}

function seenIn({ tree, checks }: Evidence): Seen {
  return {
    ...(tree === undefined ? {} : { tree }),
    checks: checks.map(({ name, result }) => `${name}=${result}`).join(),
  }
}

function withMoves(facts: Facts, request: RequestState | undefined, seen: Seen | undefined): number {
  return facts.progress - (request?.moves ?? 0) + movesAfter(request, seen)
}

/** The tree is looked at just before the guards would call the agent stuck: it may have moved where no transcript tells. */
async function lookOnce(
  world: World,
  { place, reading }: Gathered,
  policy: Policy,
  decided: Decided,
): Promise<Decided> {
  const { facts, decision } = decided
  const idle = facts.refusals.filter((given) => given.progress === facts.progress).length
  const isStuck = decision.kind === 'allow' && decision.outcome === 'stuck'
  const isNext = decision.kind === 'continue' && decision.counted && idle >= STUCK_AFTER - 1
  if (decided.seen !== undefined || policy.root === undefined || (!isStuck && !isNext)) return decided
  const { treeNow } = await import('./tree-now.ts')
  const tree = await treeNow(world, policy.root)
  if (tree === undefined) return decided
  const seen = { tree }
  const moved = { ...facts, progress: withMoves(facts, place.request, seen) }
  if (moved.progress === facts.progress) return { ...decided, seen }
  const again = decide(moved, policyUnder(policy, reading.order))
  return again.kind === 'verify' ? { ...decided, seen } : { facts: moved, decision: again, seen }
}

/** Work came after the claim that was still being verified. */
function withoutClaim({ claim: _stale, ...facts }: Facts): Facts {
  return { ...facts, staleClaim: 'you claimed success, but the tree changed before its checks had ended: claim again' }
}

/** The run may have ended between our last look and the record that its end looks for. */
async function settleIfEnded(world: World, run: string): Promise<void> {
  const { readRunRequest, stateOfRun } = await import('./run-request.ts')
  const request = readRunRequest(world, run)
  if (!request) return
  const shop = await world.openWorkshop()
  if ((await stateOfRun(world, shop, request)) !== 'ended') return
  const { settle } = await import('./settle.ts')
  await settle(world, shop, request)
}

/** The open task's frozen policy, else the one a new task would get; the person's own mode stands above both. */
async function policyFor(
  world: World,
  host: Host,
  stop: Stop,
  known: Known,
): Promise<{ policy: Policy; problems: readonly string[] }> {
  const frozen = known.openTask?.policy
  const sessionMode = known.session.state?.mode
  if (frozen) return { policy: sessionMode ? { ...frozen, mode: sessionMode } : frozen, problems: [] }
  return loadPolicy(world, { cwd: stop.cwd, attended: host.attended, sessionMode })
}

interface Asked {
  readonly host: Host
  readonly stop: Stop
  readonly known: Known
  readonly policy: Policy
}

interface Gathered {
  readonly kind: 'gathered'
  readonly place: Place
  readonly isQuestion: boolean
  readonly reading: Reading
  readonly read: ClaimRead
  readonly facts: Facts
  readonly decision: Decision | Verify
}

/** Gathers and decides; where the transcript is behind and could change the decision, looks again until it is written. */
async function gather(world: World, agent: Agent, asked: Asked): Promise<Gathered | { kind: 'refused'; why: string }> {
  const began = world.now().getTime()
  let gathered = await gatherOnce(world, agent, asked)
  while (gathered.kind === 'gathered' && isBehind(asked.stop, gathered.reading) && mayChange(gathered.decision)) {
    if (world.now().getTime() - began >= FLUSH.longestMs) break
    await world.sleep(FLUSH.lookMs)
    if (hasGrown(world, asked.stop, gathered.reading)) gathered = await gatherOnce(world, agent, asked)
  }
  return gathered
}

async function gatherOnce(
  world: World,
  agent: Agent,
  { host, stop, known, policy }: Asked,
): Promise<Gathered | { kind: 'refused'; why: string }> {
  const reading = readRequest(world, agent, stop, known)
  if (reading.transcript.kind === 'refused') return reading.transcript
  const place = underOrder(placeOf(known, stop, reading), reading.order)
  const read = await readClaim(world, { stop, window: reading.window, policy, request: place.request })
  const isQuestion = asksQuestion(place, reading)
  const facts = toFacts({
    stop,
    host,
    policy,
    window: reading.window,
    read,
    user: place.user,
    taskOpen: place.opens || place.isOpen,
    request: place.request,
    isQuestion,
    isWorkCutOff: isCutOff(reading),
    isReviewAwaited: place.task?.status === 'awaiting-review' && !place.opens,
    untold: known.session.state?.untold,
    elapsedMs: place.request ? msSince(world, place.request.openedAt) : 0,
  })
  return {
    kind: 'gathered',
    place,
    isQuestion,
    reading,
    read,
    facts,
    decision: decide(facts, policyUnder(policy, reading.order)),
  }
}

/** An order that only the transcript tells of holds for this very stop. */
function underOrder(place: Place, order: string | undefined): Place {
  if (order === 'cancel' && place.isOpen) return { ...place, user: 'cancelled' }
  return order === 'pause' && place.isOpen ? { ...place, user: 'paused' } : place
}

function policyUnder(policy: Policy, order: string | undefined): Policy {
  if (order === 'off') return { ...policy, mode: 'off' }
  return order === 'on' || order === 'strict' ? { ...policy, mode: 'strict' } : policy
}

/** Only asked where it can matter: a request that changed something is no conversation, whatever was asked. */
function asksQuestion(place: Place, { window }: Reading): boolean {
  if (!place.opens) return place.request?.isQuestion === true
  return window.work.workCalls === 0 && place.prompt !== undefined && asksOnly(place.prompt.text)
}

/** Not only is the start of the request unknown: there was more of it than we read. */
function isCutOff({ window, transcript }: Reading): boolean {
  return transcript.kind === 'entries' && !transcript.whole && !window.work.whole
}

function isBehind(stop: Stop, { window, transcript }: Reading): boolean {
  if (!stop.lastMessage?.trim() || stop.transcriptPath === undefined) return false
  if (transcript.kind !== 'entries') return true
  const said = window.lastSaid?.trim() ?? ''
  return said === '' || !stop.lastMessage.trim().endsWith(said)
}

/** What the user ordered, what the host says of itself, and an accepted claim stand whatever the transcript adds. */
function mayChange(decision: Decision | Verify): boolean {
  if (decision.kind === 'verify') return true
  const code = decision.because[0]?.code
  if (code === 'no-open-task' || code === 'conversation') return true
  return decision.kind !== 'allow' || decision.rule > 10
}

function hasGrown(world: World, stop: Stop, { transcript }: Reading): boolean {
  const size = sizeNow(world, stop)
  return size !== undefined && (transcript.kind !== 'entries' || size !== transcript.size)
}

async function unreadable(world: World, agent: Agent, stop: Stop, why: string): Promise<HookAnswer> {
  const message = `the transcript ${JSON.stringify((stop.transcriptPath ?? '').slice(0, 200))} cannot be read: ${why}`
  await world.store.append([
    {
      ...stamp(world),
      kind: 'hook.failed',
      agent: agent.id,
      code: 'input-invalid',
      message,
    },
  ])
  return { kind: 'tell', line: `Fullstop: the stop was allowed, because ${message}.` }
}

function toAnswer(decision: Decision, task: string | undefined, problems: readonly string[]): HookAnswer {
  const line = [tellDecision(decision, task), tellAll(problems)].filter(Boolean).join('\n')
  if (decision.kind === 'continue') return { kind: 'refuse', say: decision.say, ...(line ? { tell: line } : {}) }
  return line ? { kind: 'tell', line } : { kind: 'silent' }
}
