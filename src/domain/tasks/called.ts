// A claim made by a call, as part of its request: made, bound to its session, verified, decided, or taken back.
import type { Claim } from '../../contract/claim.ts'
import type { EventOf } from '../../contract/event.ts'
import type { BeforeCall, CalledClaim, RequestState } from '../../contract/state.ts'
import { movesAfter, progressOf } from './progress.ts'
import { withConsequences } from '../gate/consequences.ts'
import { counted } from './count.ts'
import { given } from '../../contract/given.ts'

const MOST_TEXT = 4000

type Made = EventOf<'claim.made'> & { readonly call: NonNullable<EventOf<'claim.made'>['call']> }

export function madeByCall(request: RequestState, { claim, call, at }: Made): RequestState {
  const moves = request.moves + (hasMoved(request.called, call.tree) ? 1 : 0)
  const before = beforeCall(request)
  return { ...request, moves, called: { ...call, claim: cutClaim(claim), at, before, ...beforeUnseen(request) } }
}

/** The state is read at every stop: what it needs of a claim is kept there, all of it in the event. */
function cutClaim(claim: Claim): Claim {
  const { originalRequestSummary, summary, remainingWork, text } = claim
  return {
    ...claim,
    text: text.slice(0, MOST_TEXT),
    ...given({ originalRequestSummary, summary, remainingWork }, (words) => words.slice(0, MOST_TEXT)),
  }
}

/** If several calls in a row have no known caller, none of them may count. */
function beforeUnseen({ called }: RequestState): { beforeUnseen?: BeforeCall } {
  return called && !called.isBound ? { beforeUnseen: called.beforeUnseen ?? called.before } : {}
}

function beforeCall(request: RequestState): BeforeCall {
  return {
    ...given({ newestClaim: request.newestClaim }),
    continuations: request.continuations,
    refusals: request.refusals,
    blockedPushes: request.blockedPushes,
    moves: request.moves,
    ...given({ observed: request.observed }),
    ...(request.called ? { called: withoutOlder(request.called) } : {}),
    ...given({ lapsed: request.lapsed }),
  }
}

/** Where nothing tells of the work between two claims, the tree does. */
export function hasMoved(before: CalledClaim | undefined, tree: string | undefined): boolean {
  return before?.tree !== undefined && tree !== undefined && before.tree !== tree
}

/** One step back is remembered, not the whole row of them. */
function withoutOlder(called: CalledClaim): CalledClaim {
  const { called: _older, ...before } = called.before
  return { ...called, before }
}

/** The request as it was before its newest claim: a second partial one is told from the first by that. */
export function beforeNewest(request: RequestState, { before }: CalledClaim): RequestState {
  const { newestClaim: _this, ...rest } = request
  return { ...rest, ...given({ newestClaim: before.newestClaim }) }
}

export function isCalled(request: RequestState | undefined, claim: string): boolean {
  return request?.called?.claim.id === claim
}

export function bound(request: RequestState, { claim }: EventOf<'claim.bound'>): RequestState {
  return change(request, claim, (called) => ({ ...called, isBound: true }))
}

/** Whatever it moved is as it was before. */
export function voided(request: RequestState, { claim, why }: Voided): RequestState {
  if (!request.called) return request
  if (!isCalled(request, claim)) return { ...request, called: withoutVoided(request.called, claim) }
  const { called, newestClaim: _newest, observed: _observed, ...rest } = request
  return { ...rest, ...(why === 'not-seen' ? (called.beforeUnseen ?? called.before) : called.before) }
}

/** It was the one before: nothing may bring it back. */
function withoutVoided(called: CalledClaim, claim: string): CalledClaim {
  const { called: older, ...before } = called.before
  return older?.claim.id === claim ? { ...called, before } : called
}

type Voided = Pick<EventOf<'claim.voided'>, 'claim' | 'why'>

export function verifying(request: RequestState, event: EventOf<'claim.verifying'>): RequestState {
  return change(request, event.claim, (called) => ({ ...called, run: event.run, evidence: event.evidence }))
}

export function verified(request: RequestState, { claim, evidence }: EventOf<'claim.verified'>): RequestState {
  return change(request, claim, (called) => ({
    ...called,
    isVerified: true,
    ...given({ run: evidence.run }),
  }))
}

/** A refused call counts like a refused stop: it is one more push to continue. */
export function decidedByCall(request: RequestState, event: EventOf<'claim.decided'>): RequestState {
  const { observed, at } = event
  const decision = withConsequences(event.decision)
  const answered = change(request, event.claim, (called) => ({ ...called, decision, decidedAt: at }))
  const moved: RequestState = {
    ...answered,
    moves: movesAfter(request, observed),
    ...given({ observed }, (seen) => ({ ...request.observed, ...seen })),
  }
  // A call that had to wait for its checks was answered, not sent away.
  if (decision.kind !== 'continue' || decision.counts.includes('wait')) return moved
  return counted(moved, decision, event.progress ?? progressOf(moved))
}

function change(request: RequestState, claim: string, how: (called: CalledClaim) => CalledClaim): RequestState {
  return request.called && isCalled(request, claim) ? { ...request, called: how(request.called) } : request
}
