// The newest claim by tool or command, as a stop finds it: seen to come from this session's main agent or not, spent by
// a refusal, stale by later work, or to be taken up.
import type { Event } from '../../contract/event.ts'
import type { CalledClaim, RequestState } from '../../contract/state.ts'
import type { ClaimCallSeen } from '../../domain/tasks/request.ts'
import { takesBack } from '../../domain/strategies/take-back.ts'
import type { Known, Reading } from '../session/gather.ts'
import { UNKNOWN_AGENT } from '../session/identify.ts'
import { eventsOf } from '../home/task-events.ts'
import type { World } from '../world.ts'

export interface CalledAt {
  readonly called: CalledClaim
  /** How the call was found here; `hint`: nothing could tell, so what it said of itself counts. */
  readonly by: 'bound' | 'transcript' | 'hint' | 'elsewhere'
  /** Where it was taken to belong, if that was another session or request. */
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

export interface CalledQuery {
  readonly known: Known
  /** The request that goes on; absent where this stop opens one. */
  readonly request: RequestState | undefined
  readonly reading: Reading
  /** The transcript has not been written to its end yet. */
  readonly isBehind: boolean
}

export async function findCalled(world: World, query: CalledQuery): Promise<CalledFound> {
  const { request, reading, isBehind } = query
  const calls = reading.window.claimCalls
  const own = request?.called
  const seen = own && calls.findLast((call) => isCallOf(call, own))
  // A claim that is neither seen nor bound may be a subagent's: it hides none that is seen.
  const elsewhere = await takenElsewhere(world, query, seen || own?.isBound ? own : undefined)
  if (elsewhere) return { kind: 'ours', ...elsewhere }
  if (!own) return { kind: 'none' }
  if (seen) return { kind: 'ours', called: own, by: 'transcript', workedAfter: seen.workedAfter }
  if (own.isBound) return { kind: 'ours', called: own, by: 'bound', workedAfter: false }
  // What was read and does not hold the call is proof against it; what could not be read is none.
  const isWhole = isReadFromPrompt(reading) && !isBehind
  return isWhole ? { kind: 'not-ours', called: own } : { kind: 'ours', called: own, by: 'hint', workedAfter: false }
}

/** From where the request begins, if not from the beginning of the file. */
function isReadFromPrompt({ transcript, window }: Reading): boolean {
  if (transcript.kind !== 'entries' || transcript.isSparse) return false
  return transcript.whole || window.work.whole || window.opened !== undefined || window.joined.length > 0
}

/** A claim that was taken for another session's, and is newer than the one we know of. */
async function takenElsewhere(
  world: World,
  { known, reading }: CalledQuery,
  own: CalledClaim | undefined,
): Promise<CalledAt | undefined> {
  const newest = reading.window.claimCalls.findLast((call) => call.receipt !== undefined)
  if (!newest?.receipt || newest.receipt.id === own?.claim.id) return undefined
  const { receipt, via, workedAfter } = newest
  const found = await loadCalled(world, receipt.task, receipt.id)
  if (!found || (own && own.at >= found.called.at) || !isCallOf(newest, found.called)) return undefined
  // Any tool may return a receipt: what another session was seen to make stays there, and a call is known by its own id.
  const isForeign = found.from?.session !== known.sessionId
  const { isBound, toolUseId } = found.called
  if (isForeign && (isBound || (toolUseId !== undefined && via === 'tool' && newest.id !== toolUseId))) return undefined
  // A shell prints whatever it is told to: there only what nobody else owns can be meant.
  if (via === 'cli' && found.from?.isNobodys !== true) return undefined
  return { ...found, by: 'elsewhere', workedAfter }
}

function isCallOf(call: ClaimCallSeen, { claim, toolUseId }: CalledClaim): boolean {
  if (call.via !== (claim.channel === 'cli' ? 'cli' : 'tool')) return false
  if (call.receipt) return call.receipt.id === claim.id
  // A command's output may have been cut off or thrown away; a tool call has its own id.
  return call.via === 'cli' || call.id === toolUseId
}

/** A claim from the log of the task that it was taken for. */
export async function loadCalled(
  world: World,
  task: string,
  id: string,
): Promise<Pick<CalledAt, 'called' | 'from'> | undefined> {
  const events = await eventsOf(world, task, 'last')
  const made = events.findLast((event) => event.kind === 'claim.made' && event.claim.id === id)
  if (made?.kind !== 'claim.made' || !made.call) return undefined
  // A subagent may have said the same before; what was moved to another session is gone from here.
  if (events.some((event) => event.kind === 'claim.voided' && event.claim === id && event.why === 'another-session')) {
    return undefined
  }
  const decided = events.findLast((event) => event.kind === 'claim.decided' && event.claim === id)
  const run = runOf(events, id)
  const isVerified = events.some((event) => event.kind === 'claim.verified' && event.claim === id)
  const opened = events.find((event) => event.kind === 'task.opened')
  const { claim, call, at, session, request } = made
  return {
    called: {
      ...call,
      isBound: call.isBound || events.some((event) => event.kind === 'claim.bound' && event.claim === id),
      claim,
      at,
      ...(run === undefined ? {} : { run }),
      ...(isVerified ? { isVerified } : {}),
      ...(decided?.kind === 'claim.decided' ? { decision: decided.decision, decidedAt: decided.at } : {}),
      before: { continuations: 0, refusals: [], blockedPushes: 0, moves: 0 },
    },
    from: { session, task, request, isNobodys: opened?.kind === 'task.opened' && opened.agent === UNKNOWN_AGENT },
  }
}

function runOf(events: readonly Event[], id: string): string | undefined {
  const last = events.findLast(
    (event) => (event.kind === 'claim.verified' || event.kind === 'claim.verifying') && event.claim === id,
  )
  if (last?.kind === 'claim.verifying') return last.run
  return last?.kind === 'claim.verified' ? last.evidence.run : undefined
}

/** The agent's last words may take back what it claimed before them. */
export function isTakenBack({ claim }: CalledClaim, lastMessage: string | undefined): boolean {
  return claim.status === 'success' && lastMessage !== undefined && takesBack(lastMessage) !== null
}
