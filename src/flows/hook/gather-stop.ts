// Gathers the facts of a stop: the request from the transcript, its newest claim, and how the session can claim.
import type { Agent } from '../../agents/agent.ts'
import type { Facts } from '../../contract/facts.ts'
import type { HookOrigin, Host, StopRequested } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import type { Needs } from '../../contract/session-read.ts'
import type { CalledFound } from '../../domain/facts/called.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import { stillNeeded } from '../../domain/facts/needs.ts'
import { factsOfStop } from '../../domain/facts/of-stop.ts'
import { type Place, placeOf } from '../../domain/facts/place.ts'
import { isBehind } from '../../domain/facts/request-read.ts'
import { policyUnder } from '../../domain/gate/policy.ts'
import { reachable, toWays } from '../../domain/strategies/ways.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { findClaim } from '../session/find-claim.ts'
import { reachOf } from '../session/reach.ts'
import { mayClaimInLine } from '../session/read-claim.ts'
import { type Reading, readRequest } from '../session/read-request.ts'
import { msSince } from '../session/same-stop.ts'
import type { World } from '../world.ts'

export interface Asked {
  readonly host: Host
  readonly stop: HookOrigin & StopRequested
  readonly known: Known
  readonly policy: Policy
}

export interface Gathered {
  readonly kind: 'gathered'
  readonly place: Place
  readonly reading: Reading
  readonly claim: ClaimRead
  /** A claim by tool or command that this session's main agent made. */
  readonly found: CalledFound
  readonly facts: Facts
  /** The policy that holds for this stop, with a way to claim that can be reached. */
  readonly policy: Policy
  /** The transcript does not end with the agent's last words yet. */
  readonly isBehind: boolean
}

export type Refused = { readonly kind: 'refused'; readonly why: string }

export async function gatherStop(world: World, agent: Agent, asked: Asked): Promise<Gathered | Refused> {
  const reach = reachOf(world, asked.host, asked.policy)
  const policy = reachable(asked.policy, reach)
  const ways = toWays(policy, { reach, sessionId: asked.stop.agentSessionId })
  const mayClaim = mayClaimInLine(policy)
  const read = (needs: Needs): Reading =>
    readRequest(world, agent, asked.stop, asked.known, { ...needs, ...(mayClaim ? { mayClaim } : {}) })
  const reading = read({ running: true })
  if (reading.transcript.kind === 'refused') return reading.transcript
  const gathered = await gatherFrom(world, { ...asked, policy }, reading, ways)
  const needs = stillNeeded(reading.transcript, gathered.facts, gathered.found)
  return needs ? gatherFrom(world, { ...asked, policy }, read(needs), ways) : gathered
}

async function gatherFrom(
  world: World,
  { host, stop, known, policy }: Asked,
  reading: Reading,
  ways: Facts['ways'],
): Promise<Gathered> {
  const place = placeOf(known, reading, stop.promptId)
  const behind = stop.transcriptPath !== undefined && isBehind(reading, stop.lastMessage)
  const { found, claim } = await findClaim(world, {
    session: known.sessionId,
    place,
    read: reading,
    policy,
    said: stop.lastMessage,
    sessionId: stop.agentSessionId,
    isBehind: behind,
  })
  const facts = factsOfStop({
    stop,
    host,
    policy,
    request: reading,
    place,
    read: claim,
    found,
    untold: known.session.state?.untold,
    elapsedMs: place.request ? msSince(world, place.request.openedAt) : 0,
    ways,
  })
  return {
    kind: 'gathered',
    place,
    reading,
    claim,
    found,
    facts,
    policy: policyUnder(policy, reading.order),
    isBehind: behind,
  }
}
