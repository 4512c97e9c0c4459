// The newest claim of a request: in the agent's own words, or by a call.
import { given } from '../../contract/given.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Receipt } from '../../contract/agent/entry.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RequestState } from '../../contract/state.ts'
import {
  type CalledFound,
  calledIn,
  callElsewhere,
  findCalled,
  type LoadedCall,
  withCalled,
} from '../../domain/facts/called.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import { promptsAt, type StopPlace } from '../../domain/facts/place.ts'
import type { RequestRead } from '../../domain/facts/request-read.ts'
import { mayClaim } from '../../domain/strategies/looks-like.ts'
import type { Window } from '../../domain/tasks/request/request.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import type { World } from '../world.ts'

export interface ClaimQuery {
  readonly session: string
  readonly place: StopPlace
  readonly read: RequestRead
  readonly policy: Policy
  /** The agent's last words, which need not be in the transcript yet. */
  readonly said: string | undefined
  /** The id that a done token must name. */
  readonly sessionId: string
  /** Of the agent's process, if it has ended. */
  readonly exitCode?: number | undefined
  /** The transcript has not been written to its end yet. */
  readonly isBehind: boolean
}

export interface ClaimFound {
  readonly found: CalledFound
  readonly claim: ClaimRead
}

export async function findClaim(world: World, query: ClaimQuery): Promise<ClaimFound> {
  const found = await findCall(world, query)
  const spoken = await findInWords(world, query)
  const isTakenBack = found.kind === 'ours' && (await takesBackClaim(query))
  return { found, claim: withCalled(spoken, found, isTakenBack) }
}

/** The newest claim by tool or command; a claim with a receipt may be recorded in another task. */
async function findCall(world: World, { session, place, read, isBehind }: ClaimQuery): Promise<CalledFound> {
  const { request } = place
  const receipt = callElsewhere(read, request)?.receipt
  const loaded = receipt && (await loadCalled(world, receipt))
  return findCalled({ session, request, read, isBehind, loaded })
}

/** A claim from the log of the task that it was recorded in. */
export async function loadCalled(world: World, { task, id }: Receipt): Promise<LoadedCall | undefined> {
  return calledIn(await eventsOf(world, task, 'last'), task, id)
}

/** The newest claim in the assistant's own words; the last ones need not be in the transcript yet. */
async function findInWords(world: World, query: ClaimQuery): Promise<ClaimRead> {
  const { said, sessionId, exitCode = 0, policy, read, place } = query
  const { texts, staleTexts } = read.window
  const messages = said === undefined ? texts : [...texts, said]
  // Most stops hold nothing that looks like a claim: then the grammar need not even be loaded.
  if (![...staleTexts, ...messages].some(mayClaim(policy))) return { nearMisses: [] }
  const { newestInWords } = await import('../../domain/strategies/newest-claim.ts')
  const { match, isStale, nearMisses } = newestInWords(
    {
      messages,
      staleMessages: staleTexts,
      own: ownTexts(read.window, place.request),
      prompts: promptsAt(place, read.window),
    },
    policy.strategies,
    { sessionId, exitCode, phrases: policy.phrases, ...given({ prefix: policy.donePrefix }) },
  )
  if (isStale) return { stale: 'you claimed success, but worked on after it: claim again', nearMisses }
  if (!match) return { nearMisses }
  const claim: Claim = { id: world.newId('clm'), status: 'success', channel: match.strategy, text: match.text }
  return { claim, nearMisses }
}

function ownTexts(window: Window, request: RequestState | undefined): (string | undefined)[] {
  const last = request?.lastDecision?.decision
  return [last?.kind === 'continue' ? last.say : undefined, ...(request?.prompts ?? []), window.opened?.text]
}

async function takesBackClaim({ said, place, read }: ClaimQuery): Promise<boolean> {
  if (said === undefined) return false
  const { takesClaimBack } = await import('../../domain/strategies/standing.ts')
  return takesClaimBack(said, promptsAt(place, read.window))
}
