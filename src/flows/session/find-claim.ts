// The newest claim of a request: in the agent's own words, or by a call.
import type { Policy } from '../../contract/policy.ts'
import { type CalledFound, withCalled } from '../../domain/facts/called.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import type { StopPlace } from '../../domain/facts/place.ts'
import type { RequestRead } from '../../domain/facts/request-read.ts'
import type { World } from '../world.ts'
import { readClaim } from './read-claim.ts'

export interface ClaimQuery {
  readonly session: string
  readonly place: StopPlace
  readonly read: RequestRead
  readonly policy: Policy
  /** The agent's last words. */
  readonly said: string | undefined
  /** The id that a done token must name. */
  readonly sessionId: string
  readonly exitCode?: number | undefined
  /** The transcript has not been written to its end yet. */
  readonly isBehind: boolean
}

export interface ClaimFound {
  readonly found: CalledFound
  readonly claim: ClaimRead
}

export async function findClaim(world: World, asked: ClaimQuery): Promise<ClaimFound> {
  const { place, read, policy, said, sessionId, exitCode } = asked
  const found = await calledHere(world, asked)
  const spoken = await readClaim(world, {
    said,
    sessionId,
    exitCode,
    window: read.window,
    policy,
    request: place.request,
  })
  return { found, claim: withCalled(spoken, found, found.kind === 'ours' && (await isTakenBack(said))) }
}

/** Most stops follow no call, so nothing of it is loaded. */
async function calledHere(world: World, { session, place, read, isBehind }: ClaimQuery): Promise<CalledFound> {
  const { request } = place
  if (request?.called === undefined && read.window.claimCalls.length === 0) return { kind: 'none' }
  const { readCalled } = await import('./find-called.ts')
  return readCalled(world, { session, request, read, isBehind })
}

async function isTakenBack(said: string | undefined): Promise<boolean> {
  if (said === undefined) return false
  const { takesBack } = await import('../../domain/strategies/take-back.ts')
  return takesBack(said) !== null
}
