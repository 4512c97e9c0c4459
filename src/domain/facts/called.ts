// The newest claim by tool or command, as a stop finds it: made by this session's main agent or not, spent by a refusal,
// stale by later work, or to be decided now.
import type { Event, EventOf } from '../../contract/event.ts'
import type { CalledClaim, RequestState } from '../../contract/state.ts'
import { beforeNewest, voided } from '../tasks/called.ts'
import type { ClaimCallSeen } from '../tasks/request/request.ts'
import type { ClaimRead } from './claim-read.ts'
import type { RequestRead } from './request-read.ts'
import { given } from '../../contract/given.ts'

/** The agent of a task that was opened for a call nobody could place. */
export const UNKNOWN_AGENT = 'mcp'

export interface CalledAt {
  readonly called: CalledClaim
  /** How the call was found here; `hint`: nothing could tell, so the session it named counts. */
  readonly by: 'bound' | 'transcript' | 'hint' | 'elsewhere'
  /** Where it was recorded first, if in another session or request. */
  readonly from?: From
  readonly workedAfter: boolean
}

export interface From {
  readonly session: string
  readonly task: string
  readonly request: string
  /** The task was opened for the call alone: without it, it is nothing. */
  readonly isNobodys: boolean
}

export type CalledFound =
  | { readonly kind: 'none' }
  /** It came from a subagent, or from a process that this session does not know. */
  | { readonly kind: 'not-ours'; readonly called: CalledClaim }
  | ({ readonly kind: 'ours' } & CalledAt)

/** A claim that the log of a task holds. */
export type LoadedCall = Pick<CalledAt, 'called'> & { readonly from: From }

/** The call whose claim may be recorded elsewhere; its task's log must be loaded to know. */
export function callElsewhere({ window }: RequestRead, request: RequestState | undefined): ClaimCallSeen | undefined {
  const newest = window.claimCalls.findLast((call) => call.receipt !== undefined)
  return newest?.receipt?.id === knownHere(window.claimCalls, request)?.claim.id ? undefined : newest
}

/** A claim that is neither seen nor bound may be a subagent's: it hides none that is seen. */
function knownHere(calls: readonly ClaimCallSeen[], request: RequestState | undefined): CalledClaim | undefined {
  const own = request?.called
  return own && (own.isBound || calls.some((call) => isCallOf(call, own))) ? own : undefined
}

export interface CalledQuery {
  readonly session: string
  /** The request that continues; absent if this stop opens one. */
  readonly request: RequestState | undefined
  readonly read: RequestRead
  /** The transcript has not been written to its end yet. */
  readonly isBehind: boolean
  /** The claim of `callElsewhere`, if its log holds one. */
  readonly loaded: LoadedCall | undefined
}

export function findCalled({ session, request, read, isBehind, loaded }: CalledQuery): CalledFound {
  const calls = read.window.claimCalls
  const newest = loaded && callElsewhere(read, request)
  if (loaded && newest && isMeant(newest, loaded, { session, own: knownHere(calls, request) }))
    return { kind: 'ours', ...loaded, by: 'elsewhere', workedAfter: newest.workedAfter }
  const own = request?.called
  if (!own) return { kind: 'none' }
  const seen = calls.findLast((call) => isCallOf(call, own))
  if (seen) return { kind: 'ours', called: own, by: 'transcript', workedAfter: seen.workedAfter }
  if (own.isBound) return { kind: 'ours', called: own, by: 'bound', workedAfter: false }
  // A transcript that was read and does not hold the call is proof against it; one that could not be read is none.
  const isWhole = isReadFromPrompt(read) && !isBehind
  return isWhole ? { kind: 'not-ours', called: own } : { kind: 'ours', called: own, by: 'hint', workedAfter: false }
}

/** Read from the start of the request, if not from the start of the file. */
function isReadFromPrompt({ transcript, window }: RequestRead): boolean {
  if (transcript.kind !== 'entries' || transcript.isSparse) return false
  return transcript.whole || window.work.whole || window.opened !== undefined || window.joined.length > 0
}

/** A claim recorded elsewhere is this session's, and newer than the one that is known here. */
function isMeant(
  call: ClaimCallSeen,
  { called, from }: LoadedCall,
  { session, own }: { readonly session: string; readonly own: CalledClaim | undefined },
): boolean {
  if ((own && own.at >= called.at) || !isCallOf(call, called)) return false
  // Any tool may return a receipt: a claim that another session was seen to make stays there, and a call has its own id.
  const isAnother = called.toolUseId !== undefined && call.via === 'tool' && call.id !== called.toolUseId
  if (from.session !== session && (called.isBound || isAnother)) return false
  // A shell prints whatever it is told to: there only a claim that nobody else owns can be meant.
  return call.via !== 'cli' || from.isNobodys
}

function isCallOf(call: ClaimCallSeen, { claim, toolUseId }: CalledClaim): boolean {
  if (call.via !== (claim.channel === 'cli' ? 'cli' : 'tool')) return false
  if (call.receipt) return call.receipt.id === claim.id
  // A command's output may have been cut off or thrown away; a tool call has its own id.
  return call.via === 'cli' || call.id === toolUseId
}

/** The claim with this id from the log of the task that it was recorded in. */
export function calledIn(events: readonly Event[], task: string, id: string): LoadedCall | undefined {
  const made = events.findLast((event) => event.kind === 'claim.made' && event.claim.id === id)
  if (made?.kind !== 'claim.made' || !made.call) return undefined
  const opened = events.find((event) => event.kind === 'task.opened')
  // The session of the parent claims for a subtask that it does itself: the claim is that subtask's.
  if (opened?.kind === 'task.opened' && opened.parent !== undefined) return undefined
  // A claim that was moved to another session is gone from here; a subagent may have made the same before.
  if (events.some((event) => event.kind === 'claim.voided' && event.claim === id && event.why === 'another-session')) {
    return undefined
  }
  if (isSpokenAfter(events, made)) return undefined
  const decided = events.findLast((event) => event.kind === 'claim.decided' && event.claim === id)
  const run = runOf(events, id)
  const isVerified = events.some((event) => event.kind === 'claim.verified' && event.claim === id)
  const { claim, call, at, session, request } = made
  return {
    called: {
      ...call,
      isBound: call.isBound || events.some((event) => event.kind === 'claim.bound' && event.claim === id),
      claim,
      at,
      ...given({ run }),
      ...(isVerified ? { isVerified } : {}),
      ...(decided?.kind === 'claim.decided' ? { decision: decided.decision, decidedAt: decided.at } : {}),
      before: { continuations: 0, refusals: [], blockedPushes: 0, moves: 0 },
    },
    from: { session, task, request, isNobodys: opened?.kind === 'task.opened' && opened.agent === UNKNOWN_AGENT },
  }
}

/** A person answered the call with what they want changed: no transcript shows that they spoke, and the claim is spent. */
function isSpokenAfter(events: readonly Event[], made: EventOf<'claim.made'>): boolean {
  const { request } = made
  return events
    .slice(events.lastIndexOf(made))
    .some((event) => event.kind === 'prompt.joined' && event.isFeedback === true && event.request === request)
}

function runOf(events: readonly Event[], id: string): string | undefined {
  const last = events.findLast(
    (event) => (event.kind === 'claim.verified' || event.kind === 'claim.verifying') && event.claim === id,
  )
  if (last?.kind === 'claim.verifying') return last.run
  return last?.kind === 'claim.verified' ? last.evidence.run : undefined
}

/** The newest claim counts; words that only repeat an earlier call add nothing. `isTakenBack`: by the agent's last words. */
export function withCalled(spoken: ClaimRead, found: CalledFound, isTakenBack: boolean): ClaimRead {
  if (found.kind !== 'ours') return spoken
  const { called, workedAfter } = found
  const { claim, decision } = called
  if (decision?.kind === 'continue' || (spoken.claim && claim.status !== spoken.claim.status)) return spoken
  if (isTakenBack && claim.status === 'success') {
    return { ...spoken, stale: 'you claimed success, but your last message takes it back' }
  }
  // With a tree, the tree shows better than the calls whether anything changed.
  if (workedAfter && called.tree === undefined) {
    return spoken.claim
      ? spoken
      : { ...spoken, stale: `you claimed ${claim.status}, but worked on after it: claim again` }
  }
  const { stale: _older, ...rest } = spoken
  return { ...rest, claim, called }
}

/** The request as it was before the claim that is decided now. */
export function requestFor(request: RequestState | undefined, found: CalledFound): RequestState | undefined {
  if (request && found.kind === 'not-ours') return voided(request, { claim: found.called.claim.id, why: 'not-seen' })
  if (!request || found.kind !== 'ours' || request.called?.claim.id !== found.called.claim.id) return request
  return beforeNewest(request, found.called)
}
