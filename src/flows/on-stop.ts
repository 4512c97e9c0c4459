// A stop: gather, decide, record, answer. Two processes that see the same stop give one decision.
import type { Agent, HookAnswer } from '../agents/agent.ts'
import type { Decision } from '../contract/decision.ts'
import type { Facts } from '../contract/facts.ts'
import type { Host } from '../contract/hook-event.ts'
import type { Policy } from '../contract/policy.ts'
import { decide } from '../gate/decide.ts'
import { asksOnly } from '../tasks/question.ts'
import { type Known, loadKnown, type Reading, readRequest, type Stop, toFacts } from './gather.ts'
import { loadPolicy } from './load-policy.ts'
import { type ClaimRead, readClaim } from './read-claim.ts'
import { openRequest } from './open-request.ts'
import { obey } from './orders.ts'
import { type Place, placeOf } from './place.ts'
import { recordStop } from './record-stop.ts'
import { FLUSH, isSameStop, msSince, sizeNow, stopKey } from './same-stop.ts'
import { tellAll, tellDecision } from './tell.ts'
import { stamp, type World } from './world.ts'

const MOST_TRIES = 5

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
  const { place, isQuestion, reading, read, facts, decision } = gathered
  const obeyed = reading.order ? await obey(world, { agent, host, event: stop, known }, reading.order) : undefined
  const size = reading.transcript.kind === 'entries' ? reading.transcript.size : undefined
  const key = stopKey(world, agent, stop, size)
  const opening = place.opens
    ? openRequest(world, agent, { known, origin: stop, host, policy, heard: false, prompt: place.prompt, isQuestion })
    : { events: [], task: place.task?.id, request: place.request?.id }
  const appended = await world.store.append(
    [...recordStop(world, { known, opening, stop, key, decision, read, reading, facts }), ...(obeyed?.events ?? [])],
    [
      { kind: 'session', id: known.sessionId, version: known.session.version },
      ...(known.task.state ? [{ kind: 'task' as const, id: known.task.state.id, version: known.task.version }] : []),
    ],
  )
  if (appended === 'conflict') return 'conflict'
  return toAnswer(decision, opening.task, obeyed ? [obeyed.text, ...problems] : problems)
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
  readonly decision: Decision
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
    elapsedMs: place.request ? msSince(world, place.request.openedAt) : 0,
  })
  return {
    kind: 'gathered',
    place,
    isQuestion,
    reading,
    read,
    facts,
    decision: decideNow(facts, policyUnder(policy, reading.order)),
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
function mayChange(decision: Decision): boolean {
  const code = decision.because[0]?.code
  if (code === 'no-open-task' || code === 'conversation') return true
  return decision.kind !== 'allow' || decision.rule > 10
}

function hasGrown(world: World, stop: Stop, { transcript }: Reading): boolean {
  const size = sizeNow(world, stop)
  return size !== undefined && (transcript.kind !== 'entries' || size !== transcript.size)
}

function decideNow(facts: Facts, policy: Policy): Decision {
  const decision = decide(facts, policy)
  if (decision.kind !== 'verify') return decision
  throw new Error(`checks were asked for that this version cannot run: ${decision.checks.join(', ')}`)
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
