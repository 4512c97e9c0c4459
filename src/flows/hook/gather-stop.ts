// Gathers the facts of a stop: the request from the transcript, its newest claim, and how the session can claim.
import type { Facts } from '../../contract/facts.ts'
import type { HookOrigin, StopRequested } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { ReadNeeds } from '../../contract/agent/session-read.ts'
import type { TaskState } from '../../contract/state.ts'
import type { CalledFound } from '../../domain/facts/called.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import { stillNeeded } from '../../domain/facts/needs.ts'
import { factsOfStop } from '../../domain/facts/of-stop.ts'
import { type StopPlace, placeOf } from '../../domain/facts/place.ts'
import { isBehind } from '../../domain/facts/request-read.ts'
import { awaitsWords } from '../../domain/gate/awaits-words.ts'
import { policyUnder } from '../../domain/policy/policy.ts'
import { mayClaimInLine } from '../../domain/strategies/looks-like.ts'
import { type Reach, reachable, toWays, waysWithRows } from '../../domain/strategies/ways.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { type Mask, maskedFacts, maskedTask } from '../../domain/tasks/masked.ts'
import { loosens } from '../../domain/tasks/typed-order.ts'
import { findClaim } from '../session/find-claim.ts'
import { reachOf } from '../session/reach.ts'
import { LOOK_MS, longestFlushMs, msSince } from '../session/same-stop.ts'
import { type SessionReading, readRequest } from '../transcript/source.ts'
import type { World } from '../world.ts'
import type { HookCall } from './hook-call.ts'
import { isDoubted } from './orders.ts'
import { given } from '../../contract/given.ts'

/** A call of a session as far as it is known. */
export interface SessionCall extends HookCall {
  readonly known: Known
  readonly policy: Policy
  /** Of the secrets in the folders of the session. */
  readonly mask: Mask
}

type Stop = HookOrigin & StopRequested

export interface Gathered {
  readonly kind: 'gathered'
  readonly place: StopPlace
  readonly reading: SessionReading
  readonly claim: ClaimRead
  /** A claim by tool or command that this session's main agent made. */
  readonly found: CalledFound
  readonly facts: Facts
  /** The policy that holds for this stop, with a way to claim that can be reached. */
  readonly policy: Policy
  /** The transcript does not end with the agent's last words yet. */
  readonly isBehind: boolean
  /** An order in the transcript that does not count: nothing shows that a person gave it. */
  readonly doubted?: string
}

export type Refused = { readonly kind: 'refused'; readonly why: string }

/** Gathers; while the transcript is behind and its end could change the decision, gathers again. */
export async function gatherStop(world: World, asked: SessionCall, stop: Stop): Promise<Gathered | Refused> {
  let gathered = await gatherOnce(world, asked, stop)
  // Counted in looks and not by the clock: on a busy machine the host takes longer too.
  const before = asked.known.session.state?.request?.lastDecision?.key
  for (let waited = 0; waited < longestWait(gathered, before); waited += LOOK_MS) {
    if (gathered.kind === 'refused' || !gathered.isBehind || !mayChange(gathered)) break
    await world.sleep(LOOK_MS)
    const size = asked.source.size()
    if (size !== undefined && size !== sizeRead(gathered)) gathered = await gatherOnce(world, asked, stop)
  }
  return gathered
}

function longestWait(gathered: Gathered | Refused, before: string | undefined): number {
  const isThere = gathered.kind === 'gathered' && gathered.reading.transcript.kind === 'entries'
  return longestFlushMs(isThere, before)
}

/** A stop that opens a task finds it without any subtask. */
async function concernsOf({ store }: World, { task, opens }: StopPlace): Promise<readonly TaskState[]> {
  return task === undefined || opens ? [] : store.listConcerns(task.id)
}

function mayChange({ facts, policy, found }: Gathered): boolean {
  // A claim that only names this session may be a subagent's: the transcript shows whose it is.
  return (found.kind === 'ours' && found.by === 'hint') || awaitsWords(facts, policy)
}

export function sizeRead({ reading: { transcript } }: Gathered): number | undefined {
  return transcript.kind === 'entries' ? transcript.size : undefined
}

async function gatherOnce(world: World, asked: SessionCall, stop: Stop): Promise<Gathered | Refused> {
  const { host, source, known, mask } = asked
  const { state } = known.session
  const reach = reachOf(world, host, asked.policy)
  const policy = reachable(asked.policy, reach)
  const mayClaim = mayClaimInLine(policy)
  const read = (needs: ReadNeeds): SessionReading =>
    readRequest(source, { state, mask, needs: { ...needs, ...(mayClaim ? { mayClaim } : {}) } })
  const reading = read({ running: true })
  if (reading.transcript.kind === 'refused') return reading.transcript
  const here = { ...asked, policy, reach }
  const gathered = await gatherFrom(world, here, reading, stop)
  const needs = stillNeeded(reading.transcript, gathered.facts, gathered.found)
  return needs ? gatherFrom(world, here, read(needs), stop) : gathered
}

/**
 * An agent can write to its own transcript. Where the prompt hook is heard, it has heard every order of the person, so an
 * order that loosens counts only where that hook is not registered.
 */
async function isOrderDoubted(world: World, asked: SessionCall, order: string | undefined): Promise<boolean> {
  if (order === undefined || !loosens(order)) return false
  return asked.known.session.state?.promptsHeard === true || isDoubted(world, asked, order)
}

async function gatherFrom(
  world: World,
  asked: SessionCall & { readonly reach: Reach },
  read: SessionReading,
  stop: Stop,
): Promise<Gathered> {
  const { host, source, known, policy, reach, mask } = asked
  const { agentSessionId: sessionId, lastMessage: said } = stop
  const { order, ...others } = read
  const doubted = (await isOrderDoubted(world, asked, order)) ? order : undefined
  const reading: SessionReading = doubted === undefined ? read : others
  const place = placeOf(known, reading, source.turn)
  const behind = source.path !== undefined && isBehind(reading, said)
  const { found, claim } = await findClaim(world, {
    session: known.sessionId,
    place,
    read: reading,
    policy,
    said,
    sessionId,
    isBehind: behind,
  })
  const facts = factsOfStop({
    stop: { ...stop, background: stop.background.map((task) => maskedTask(task, mask)) },
    host,
    policy,
    request: reading,
    place,
    read: claim,
    found,
    untold: known.session.state?.untold,
    elapsedMs: place.request ? msSince(world, place.request.openedAt) : 0,
    ways: waysWithRows(toWays(policy, { reach, sessionId }), known.openTask?.criteria),
    concerns: await concernsOf(world, place),
  })
  return {
    kind: 'gathered',
    place,
    reading,
    claim,
    found,
    facts: maskedFacts(facts, mask),
    policy: policyUnder(policy, reading.order),
    isBehind: behind,
    ...given({ doubted }),
  }
}
