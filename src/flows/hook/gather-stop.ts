// What a stop is decided from, gathered until it is whole: where the transcript is behind, it is looked at again.
import type { Agent } from '../../agents/agent.ts'
import type { Verdict } from '../../contract/decision.ts'
import type { Facts, WaysToClaim } from '../../contract/facts.ts'
import type { Host } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import { decide } from '../../domain/gate/decide.ts'
import { mayChangeWithWords } from '../../domain/gate/consequences.ts'
import { beforeNewest, voided } from '../../domain/tasks/called.ts'
import { asksOnly } from '../../domain/tasks/question.ts'
import { type Known, type Reading, readRequest, type Stop, toFacts } from '../session/gather.ts'
import type { CalledFound } from './called-claim.ts'
import { type Place, placeOf } from '../session/place.ts'
import { type ClaimRead, mayClaimInLine, readClaim } from '../session/read-claim.ts'
import type { Needs } from '../session/read-transcript.ts'
import { sessionSize } from '../session/read-session.ts'
import { FLUSH, msSince } from '../session/same-stop.ts'
import { reachable, waysOf } from '../session/ways.ts'
import type { World } from '../world.ts'

export interface Asked {
  readonly host: Host
  readonly stop: Stop
  readonly known: Known
  readonly policy: Policy
}

const NONE: CalledFound = { kind: 'none' }

export interface Gathered {
  readonly kind: 'gathered'
  readonly place: Place
  readonly isQuestion: boolean
  readonly reading: Reading
  readonly read: ClaimRead
  /** A claim by tool or command that this session's main agent made. */
  readonly called: CalledFound
  readonly facts: Facts
  readonly decision: Verdict
}

/** Gathers and decides; where the transcript is behind and could change the decision, looks again until it is written. */
export async function gatherStop(
  world: World,
  agent: Agent,
  asked: Asked,
): Promise<Gathered | { kind: 'refused'; why: string }> {
  const began = world.now().getTime()
  let gathered = await gatherOnce(world, agent, asked)
  while (gathered.kind === 'gathered' && isBehind(asked.stop, gathered.reading) && mayChange(gathered)) {
    if (world.now().getTime() - began >= FLUSH.longestMs) break
    await world.sleep(FLUSH.lookMs)
    if (hasGrown(world, asked.stop, gathered.reading)) gathered = await gatherOnce(world, agent, asked)
  }
  return gathered
}

async function gatherOnce(
  world: World,
  agent: Agent,
  { host, stop, known, policy: asWritten }: Asked,
): Promise<Gathered | { kind: 'refused'; why: string }> {
  const policy = reachable(world, asWritten, host)
  const mayClaim = mayClaimInLine(policy)
  const claims = mayClaim ? { mayClaim } : {}
  const reading = readRequest(world, agent, stop, known, { running: true, ...claims })
  if (reading.transcript.kind === 'refused') return reading.transcript
  const ways = waysOf(world, { agentSessionId: stop.agentSessionId, policy, host })
  const gathered = await gatherFrom(world, { host, stop, known, policy }, reading, ways)
  const needs = needsOf(gathered)
  if (!needs) return gathered
  const again = readRequest(world, agent, stop, known, { ...needs, ...claims })
  return gatherFrom(world, { host, stop, known, policy }, again, ways)
}

/** What a claim is held to even where it stands in lines that were passed over; undefined: there is no such claim. */
function needsOf({ reading, facts, called }: Gathered): Needs | undefined {
  const { transcript } = reading
  if (transcript.kind !== 'entries' || (!transcript.isSparse && transcript.todosFrom === undefined)) return undefined
  // A claim that only names this session is another's if no line of this one makes it.
  if (transcript.isSparse && called.kind === 'ours' && called.by === 'hint') return { everything: true, todos: true }
  return facts.claim?.status === 'success' ? { todos: true, running: true } : undefined
}

/** What the request window and the store make of the facts, however the window was read. */
export async function gatherFrom(
  world: World,
  { host, stop, known, policy }: Asked,
  reading: Reading,
  ways: WaysToClaim,
): Promise<Gathered> {
  const place = underOrder(placeOf(known, stop, reading), reading.order)
  const called = await calledHere(world, { stop, known, reading, place })
  const spoken = await readClaim(world, { stop, window: reading.window, policy, request: place.request })
  const read = await withCalled(spoken, called, stop)
  const isQuestion = asksQuestion(place, reading)
  const facts = toFacts({
    stop,
    host,
    policy,
    window: reading.window,
    read,
    user: place.user,
    taskOpen: place.opens || place.isOpen,
    request: requestFor(place, called),
    isQuestion,
    isWorkUnseen: isUnseen(reading),
    isReviewAwaited: place.task?.status === 'awaiting-review' && !place.opens,
    untold: known.session.state?.untold,
    elapsedMs: place.request ? msSince(world, place.request.openedAt) : 0,
    ways,
    refusedCall: called.kind === 'ours' ? called.called : undefined,
  })
  return {
    kind: 'gathered',
    place,
    isQuestion,
    reading,
    read,
    called,
    facts,
    decision: decide(facts, policyUnder(policy, reading.order)),
  }
}

/** Most stops come after no such call: then nothing of it need be loaded. */
async function calledHere(
  world: World,
  { stop, known, reading, place }: { stop: Stop; known: Known; reading: Reading; place: Place },
): Promise<CalledFound> {
  const { request } = place
  if (request?.called === undefined && reading.window.claimCalls.length === 0) return NONE
  const { findCalled } = await import('./called-claim.ts')
  return findCalled(world, { known, request, reading, isBehind: isBehind(stop, reading) })
}

/** The newest claim counts; words that only repeat what a call said before them add nothing to it. */
async function withCalled(spoken: ClaimRead, found: CalledFound, stop: Stop): Promise<ClaimRead> {
  if (found.kind !== 'ours') return spoken
  const { called, workedAfter } = found
  const { claim, decision } = called
  if (decision?.kind === 'continue' || (spoken.claim && claim.status !== spoken.claim.status)) return spoken
  const { isTakenBack } = await import('./called-claim.ts')
  if (isTakenBack(called, stop.lastMessage)) {
    return { ...spoken, stale: 'you claimed success, but your last message takes it back' }
  }
  // Where there is a tree, it tells better than the calls whether anything changed.
  if (workedAfter && called.tree === undefined) {
    return spoken.claim
      ? spoken
      : { ...spoken, stale: `you claimed ${claim.status}, but worked on after it: claim again` }
  }
  const { stale: _older, ...rest } = spoken
  return { ...rest, claim, called }
}

/** As it was before the claim that is decided now. */
function requestFor({ request }: Place, found: CalledFound): Place['request'] {
  if (request && found.kind === 'not-ours') return voided(request, { claim: found.called.claim.id, why: 'not-seen' })
  if (!request || found.kind !== 'ours' || request.called?.claim.id !== found.called.claim.id) return request
  return beforeNewest(request, found.called)
}

/** An order that only the transcript tells of holds for this very stop, also where the stop opens the task. */
function underOrder(place: Place, order: string | undefined): Place {
  // An order by itself asks nothing of the agent.
  if (order !== undefined && place.opens && !place.isOpen && !place.prompt) return { ...place, opens: false }
  const hasTask = place.isOpen || place.opens
  if (order === 'cancel' && hasTask) return { ...place, user: 'cancelled' }
  return order === 'pause' && hasTask ? { ...place, user: 'paused' } : place
}

export function policyUnder(policy: Policy, order: string | undefined): Policy {
  if (order === 'off') return { ...policy, mode: 'off' }
  return order === 'on' || order === 'strict' ? { ...policy, mode: 'strict' } : policy
}

/** Only asked where it can matter: a request that changed something is no conversation, whatever was asked. */
function asksQuestion(place: Place, { window }: Reading): boolean {
  if (!place.opens) return place.request?.isQuestion === true
  return window.work.workCalls === 0 && place.prompt !== undefined && asksOnly(place.prompt.text)
}

/** There was more of the request than we read of it, or there is nothing to read. */
function isUnseen({ window, transcript }: Reading): boolean {
  if (transcript.kind !== 'entries') return true
  return (!transcript.whole || transcript.gaveUp) && !window.work.whole
}

function isBehind(stop: Stop, { window, transcript }: Reading): boolean {
  if (!stop.lastMessage?.trim() || stop.transcriptPath === undefined) return false
  if (transcript.kind !== 'entries') return true
  const said = window.lastSaid?.trim() ?? ''
  return said === '' || !stop.lastMessage.trim().endsWith(said)
}

/** What the user ordered, what the host says of itself, and an accepted claim stand whatever the transcript adds. */
function mayChange({ decision, called }: Gathered): boolean {
  // A claim that only names this session may be a subagent's: the transcript tells.
  return (called.kind === 'ours' && called.by === 'hint') || mayChangeWithWords(decision)
}

function hasGrown(world: World, stop: Stop, { transcript }: Reading): boolean {
  const size = sessionSize(world, stop)
  return size !== undefined && (transcript.kind !== 'entries' || size !== transcript.size)
}
