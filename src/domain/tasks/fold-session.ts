// The state of a session from events: `stepSession` is the only place where it changes.
import type { Event, EventOf } from '../../contract/event.ts'
import type { Decision, ReasonCode } from '../../contract/decision.ts'
import type { SessionSource } from '../../contract/agent/hook-event.ts'
import type { ClaimStatus } from '../../contract/claim.ts'
import type { RequestState, SessionState } from '../../contract/state.ts'
import { movesAfter, progressOf } from './progress.ts'
import { withConsequences } from '../gate/consequences.ts'
import { counted } from './count.ts'
import { bound, decidedByCall, isCalled, madeByCall, verified, verifying, voided } from './called.ts'
import { cutPrompt } from './request/request.ts'
import { emptyWork } from './request/work.ts'
import { given } from '../../contract/given.ts'

const MOST_PROMPT_IDS = 50
const MOST_PROMPTS = 10
const MOST_WAKE_UPS = 20
const STARTS: readonly string[] = ['startup', 'resume', 'clear', 'compact'] satisfies SessionSource[]
/** The source of a session that no hook told of, only a call. */
export const BY_CALL = 'call'

/** A person's prompt resets these, whether it opens a request or joins one. */
export const freshGuards = { continuations: 0, refusals: [], blockedPushes: 0, questionsPushed: 0, waits: 0 } as const

export function stepSession(state: SessionState | undefined, event: Event): SessionState | undefined {
  if (event.kind === 'session.seen') return seen(state, event)
  if (!state) return undefined
  const now: SessionState = { ...state, lastSeen: event.at, gated: state.gated !== false || isFromHook(event) }
  switch (event.kind) {
    case 'session.ended':
      return { ...closed(now), ended: true }
    case 'session.mode-set':
      return { ...now, mode: event.mode }
    case 'task.opened':
      return withoutRequest(followed({ ...now, task: event.task, todos: [] }, undefined))
    case 'request.opened':
      return requestOpened(now, event)
    case 'prompt.joined':
      return promptJoined(now, event)
    case 'claim.made':
      return claimMade(now, event)
    case 'claim.bound':
      return inRequest(now, event.request, (request) => bound(request, event))
    case 'claim.voided':
      return inRequest(now, event.request, (request) => voided(request, event))
    case 'claim.verifying':
      return inRequest(now, event.request, (request) => verifying(request, event))
    case 'claim.verified':
      return inRequest(now, event.request, (request) => verified(request, event))
    case 'claim.decided':
      return claimDecided(now, event)
    case 'stop.decided':
      return stopDecided(now, event)
    case 'brief.given':
      return event.task === state.task ? now : { ...now, briefed: event.task }
    default:
      return now
  }
}

/** Only a hook tells of these. */
function isFromHook(event: Event): boolean {
  if (event.kind === 'request.opened' || event.kind === 'prompt.joined') return event.heard
  return ['stop.decided', 'stop.failed', 'tool.used', 'session.ended', 'compaction.started'].includes(event.kind)
}

function inRequest(state: SessionState, id: string, change: (request: RequestState) => RequestState): SessionState {
  return state.request?.id === id ? { ...state, request: change(state.request) } : state
}

function seen(state: SessionState | undefined, event: EventOf<'session.seen'>): SessionState {
  // An agent's shell may have moved by the time of a compaction.
  const cwd = event.source === 'compact' ? (state?.cwd ?? event.cwd) : (event.cwd ?? state?.cwd)
  // A new process has left its request behind; only a compaction continues it.
  const isSameProcess = event.source === 'compact' || event.source === BY_CALL
  const { ended: _again, ...before } = (state && !isSameProcess ? closed(state) : state) ?? {}
  return {
    promptsHeard: false,
    todos: [],
    vendorGoal: false,
    wakeUps: [],
    ...before,
    id: event.session,
    agent: event.agent,
    agentSessionId: event.agentSessionId,
    ...given({ cwd }),
    attended: event.attended,
    // Sessions that an older version knew had hooks: there was nothing else.
    gated: (state !== undefined && state.gated !== false) || event.source !== BY_CALL,
    ...(event.host === undefined ? {} : { host: event.host, hostSince: event.at }),
    ...given({ client: event.client, transcriptPath: event.transcriptPath }),
    ...(STARTS.includes(event.source) ? { startsHeard: true } : {}),
    lastSeen: event.at,
  }
}

function closed(state: SessionState): SessionState {
  return state.request ? { ...state, request: { ...state.request, closed: true } } : state
}

function withoutRequest(state: SessionState): SessionState {
  const { request: _ended, ...rest } = state
  return rest
}

function requestOpened(state: SessionState, event: EventOf<'request.opened'>): SessionState {
  const request: RequestState = {
    id: event.request,
    openedAt: event.at,
    promptIds: event.promptId === undefined ? [] : [event.promptId],
    prompts: event.prompt === undefined ? [] : [cutPrompt(event.prompt)],
    isQuestion: event.isQuestion,
    closed: false,
    work: emptyWork(event.prompt !== undefined),
    moves: 0,
    ...given({ observed: event.observed }),
    ...freshGuards,
  }
  const heard = state.promptsHeard || event.heard
  return {
    ...withoutUntold(state),
    promptsHeard: heard,
    request,
    ...given({ offset: event.offset, vendorGoal: event.vendorGoal, planMode: event.planMode }),
  }
}

function promptJoined(state: SessionState, event: EventOf<'prompt.joined'>): SessionState {
  if (state.request?.id !== event.request) return state
  const promptIds =
    event.promptId === undefined ? state.request.promptIds : [...state.request.promptIds, event.promptId]
  const request: RequestState = {
    ...state.request,
    promptIds: promptIds.slice(-MOST_PROMPT_IDS),
    prompts: [...state.request.prompts, cutPrompt(event.prompt)].slice(-MOST_PROMPTS),
    isQuestion: state.request.isQuestion && event.isQuestion,
  }
  return {
    ...withoutUntold(state),
    // The prompt joins the request, but a person spoke.
    request:
      !event.isFeedback && isItsOwn(state.request, event.heard)
        ? request
        : { ...withoutPending(request), ...freshGuards, ...lapsedIn(state.request) },
    promptsHeard: state.promptsHeard || event.heard,
  }
}

function lapsedIn({ called, lapsed }: RequestState): { lapsed?: ClaimStatus } {
  const status = called && called.decision?.kind !== 'continue' ? called.claim.status : lapsed
  return given({ lapsed: status })
}

/** A request that a call opened learns only later what it was that the person had typed. */
export function isItsOwn({ prompts }: RequestState, heard: boolean): boolean {
  return prompts.length === 0 && !heard
}

/** How far the todo list was followed, where that is not as far as the rest. */
function followed(state: SessionState, todosFrom: number | undefined): SessionState {
  const { todosFrom: _before, ...rest } = state
  return todosFrom === undefined ? rest : { ...rest, todosFrom }
}

/** Whatever is told, is told with the event that comes next. */
function withoutUntold(state: SessionState): SessionState {
  const { untold: _told, ...rest } = state
  return rest
}

/** Neither a claim that waits for its checks nor one made by a call outlives a prompt or a stop. */
function withoutPending(request: RequestState): RequestState {
  const { verifying: _past, called: _spent, ...rest } = request
  return rest
}

/** The checks ended after the stop was allowed: the result is reported at the next event. */
function claimDecided(state: SessionState, event: EventOf<'claim.decided'>): SessionState {
  if (state.request?.id !== event.request) return state
  if (isCalled(state.request, event.claim)) return { ...state, request: decidedByCall(state.request, event) }
  return {
    ...state,
    request: withoutPending(state.request),
    untold: { task: event.task, decision: event.decision },
  }
}

function claimMade(state: SessionState, event: EventOf<'claim.made'>): SessionState {
  if (state.request?.id !== event.request) return state
  const newestClaim = { status: event.claim.status, progress: event.call?.progress ?? progressOf(state.request) }
  const made = event.call ? madeByCall(state.request, { ...event, call: event.call }) : state.request
  const { lapsed: _past, ...request } = made
  return { ...state, request: { ...request, newestClaim } }
}

function stopDecided(state: SessionState, event: EventOf<'stop.decided'>): SessionState {
  const read = {
    ...followed(withoutUntold(state), event.todosFrom),
    ...given({ todos: event.todos, offset: event.offset, vendorGoal: event.vendorGoal, planMode: event.planMode }),
    ...given({ remedied: remediedBy(state, event.decision) }),
    // A recurring one stays in the list, a single one is gone once it fired: both are remembered.
    ...given({ wakeUps: event.wakeUps }, (ids) => [...new Set([...ids, ...state.wakeUps])].slice(0, MOST_WAKE_UPS)),
  }
  if (state.request === undefined || state.request.id !== event.request) return read
  const request: RequestState = { ...state.request, ...given({ work: event.work }) }
  const after = decided(request, event)
  return { ...read, request: state.offset === undefined ? withWorkBefore(after) : after }
}

/** The line that tells of such an end says what helps. */
function remediedBy({ remedied }: SessionState, decision: Decision): readonly ReasonCode[] | undefined {
  const code = decision.kind === 'allow' && decision.outcome === 'unverified' ? decision.because[0]?.code : undefined
  return code === undefined ? remedied : [...new Set([...(remedied ?? []), code])]
}

/** A claim that was made before anything was read of the session: all that is read now was done by then. */
function withWorkBefore(request: RequestState): RequestState {
  const { newestClaim } = request
  return newestClaim ? { ...request, newestClaim: { ...newestClaim, progress: progressOf(request) } } : request
}

function decided(request: RequestState, event: EventOf<'stop.decided'>): RequestState {
  const decision = withConsequences(event.decision)
  const remembered: RequestState = {
    ...withoutPending(request),
    ...given({ verifying: event.verifying }),
    moves: movesAfter(request, event.observed),
    ...given({ observed: event.observed }, (seen) => ({ ...request.observed, ...seen })),
    ...given({ lastDecision: event.key }, (key) => ({ key, at: event.at, decision })),
  }
  if (decision.kind !== 'continue') return { ...remembered, closed: true }
  return { ...counted(remembered, decision, progressOf(remembered)), closed: false }
}
