// State from events: `stepSession` and `stepTask` are the only places where state changes.
import type { Event, EventOf } from '../../contract/event.ts'
import type { Decision, ReasonCode } from '../../contract/decision.ts'
import type { SessionSource } from '../../contract/hook-event.ts'
import type { ClaimStatus } from '../../contract/claim.ts'
import type { RequestState, SessionState, TaskState } from '../../contract/state.ts'
import { movesAfter, progressOf } from './progress.ts'
import { withConsequences } from '../gate/consequences.ts'
import { openReview, withReview } from '../review/fold.ts'
import { counted } from './count.ts'
import { bound, decidedByCall, isCalled, madeByCall, verified, verifying, voided } from './called.ts'
import { cutPrompt, emptyWork } from './request.ts'
import { openedRun, stepRun, withoutStints } from './run.ts'
import { given } from '../../contract/given.ts'

const TITLE_CHARACTERS = 200
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
    ...(event.wakeUps === undefined
      ? {}
      : { wakeUps: [...new Set([...event.wakeUps, ...state.wakeUps])].slice(0, MOST_WAKE_UPS) }),
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
    ...(event.observed === undefined ? {} : { observed: { ...request.observed, ...event.observed } }),
    ...(event.key === undefined ? {} : { lastDecision: { key: event.key, at: event.at, decision } }),
  }
  if (decision.kind !== 'continue') return { ...remembered, closed: true }
  return { ...counted(remembered, decision, progressOf(remembered)), closed: false }
}

export function stepTask(before: TaskState | undefined, event: Event): TaskState | undefined {
  if (event.kind === 'task.opened') return opened(event)
  if (!before || isRunProgress(event)) return before
  return withReview(before, stepped(before, event), event)
}

function stepped(before: TaskState, event: Event): TaskState {
  const state = before.run ? { ...before, run: stepRun(before.run, event) } : before
  const now = { ...state, updatedAt: event.at }
  switch (event.kind) {
    case 'request.opened':
      return goesOn(prompted(reopened(now), event.prompt))
    case 'prompt.joined':
      return goesOn(prompted(reopened(now), event.prompt, event.isFeedback))
    case 'stop.decided':
      return taskStopped(reopened(now), event)
    case 'claim.made':
      return entitled({ ...now, claims: state.claims + 1 }, event.claim.originalRequestSummary)
    case 'context.saved':
      return entitled(now, event.update.originalRequest)
    case 'claim.voided':
      return { ...now, claims: Math.max(state.claims - 1, 0) }
    case 'claim.decided':
      return claimDecidedIn(now, event)
    case 'check.finished':
      return event.cause === 'baseline' ? { ...now, baseline: [...(state.baseline ?? []), event.check] } : now
    case 'task.ended':
      return state.status === 'ended' ? state : { ...ended(now, event.outcome, event.at), ...byCall(event) }
    case 'task.cancelled':
      // Cancel wins every race: it overrides whatever else ended the task at the same moment.
      return ended(now, 'cancelled', event.at)
    case 'task.resumed':
      return takenUp(now, event)
    case 'run.attached':
      return { ...now, ...given({ programs: event.programs }) }
    case 'wait.started':
      return state.status === 'open' ? { ...now, status: 'waiting' } : now
    case 'wait.ended':
      return state.status === 'waiting' ? { ...now, status: 'open' } : now
    case 'task.withdrawn':
      return { ...ended(now, 'cancelled', event.at), isWithdrawn: true }
    case 'task.paused':
      return state.status === 'ended' ? state : { ...now, status: 'paused' }
    case 'task.unpaused':
      return state.status === 'paused' ? { ...now, status: isReviewLeft(state) ? 'awaiting-review' : 'open' } : state
    case 'review.approved':
      // What follows for the task comes with the answer, or at the stop of an agent that is still at work.
      return isAnswerTo(state, event) ? { ...now, status: 'open' } : now
    case 'review.changes-requested':
      return isAnswerTo(state, event) ? { ...now, status: 'open' } : state
    case 'review.answered':
      return isAnswerTo(state, event) ? reopenedBy(now) : state
    case 'review.rejected':
      // A task that asked a question has ended already: nobody will answer it now.
      return state.status === 'ended' && isAnswerTo(state, event) ? ended(now, 'rejected', event.at) : now
    default:
      return now
  }
}

/** The progress of a round of checks changes nothing for the task: its meaning for a claim is decided elsewhere. */
function isRunProgress(event: Event): boolean {
  if (event.kind === 'check.finished' || event.kind === 'checks.finished') return event.cause !== 'baseline'
  // A notification about the task does not make it newer either.
  if (event.kind === 'notification.sent' || event.kind === 'notification.failed') return true
  return ['checks.started', 'check.started', 'claim.verified', 'brief.given'].includes(event.kind)
}

function opened(event: EventOf<'task.opened'>): TaskState {
  return {
    id: event.task,
    status: 'open',
    agent: event.agent,
    session: event.session,
    ...given({ cwd: event.cwd }),
    policy: event.policy,
    ...given({ before: event.before, start: event.start, programs: event.programs }),
    ...(event.run === undefined ? {} : { run: openedRun(event.run, event.at) }),
    openedAt: event.at,
    updatedAt: event.at,
    prompts: 0,
    stops: 0,
    refusals: 0,
    claims: 0,
  }
}

/** Where no prompt was heard, the agent's own words stand for it. */
function entitled(state: TaskState, request: string | undefined): TaskState {
  return state.title !== undefined || request === undefined
    ? state
    : { ...state, title: request.slice(0, TITLE_CHARACTERS) }
}

/** The first prompt names the task; an answer to a review does not. */
function prompted(state: TaskState, prompt: string | undefined, isFeedback = false): TaskState {
  const title =
    (state.prompts > 0 || isFeedback ? state.title : undefined) ?? prompt?.slice(0, TITLE_CHARACTERS) ?? state.title
  return { ...state, prompts: state.prompts + 1, ...given({ title }) }
}

function byCall({ byCall: isByCall }: EventOf<'task.ended'>): { endedByCall?: boolean } {
  return isByCall ? { endedByCall: true } : {}
}

/** The rest of a task after its events are erased: enough to list and to show it. */
export function erasedTask(state: TaskState, at: string): TaskState {
  const { baseline: _checks, start: _start, run: _run, review: _review, programs: _programs, ...row } = state
  return { ...row, policy: { ...state.policy, checks: [] }, erasedAt: at }
}

/** A person resumes the task, also one that had ended. */
function takenUp(state: TaskState, { policy }: EventOf<'task.resumed'>): TaskState {
  const changed = withoutCancelled(policy ? { ...state, policy } : state)
  return state.status === 'ended' ? reopenedBy(changed) : changed
}

function reopenedBy(state: TaskState): TaskState {
  const { outcome: _before, endedAt: _then, endedByCall: _how, ...rest } = state
  return { ...rest, status: 'open' }
}

/** An answer counts only for the review that waits. */
function isAnswerTo(state: TaskState, { review }: { readonly review: string }): boolean {
  return openReview(state)?.id === review
}

/** It waited for a review when it was paused. */
function isReviewLeft({ review }: TaskState): boolean {
  return review?.kind === 'claim' && review.end === undefined
}

/** With a cancel the files of its stints are gone: nothing is left of them to follow or to decide upon. */
function withoutCancelled(state: TaskState): TaskState {
  return state.run && state.outcome === 'cancelled' ? { ...state, run: withoutStints(state.run) } : state
}

/** Work after a call had ended the task opens it again. */
function reopened(state: TaskState): TaskState {
  if (!state.endedByCall || state.outcome === 'cancelled') return state
  const { endedByCall: _before, outcome: _answered, endedAt: _then, ...rest } = state
  return { ...rest, status: 'open' }
}

/** A person's prompt resumes a task that waits, also one that waits for a review. */
function goesOn(state: TaskState): TaskState {
  return ['waiting', 'awaiting-review', 'verifying'].includes(state.status) ? { ...state, status: 'open' } : state
}

function taskStopped(state: TaskState, event: EventOf<'stop.decided'>): TaskState {
  const { decision } = event
  const lastReason = decision.because[0]?.text
  const counted: TaskState = {
    ...state,
    stops: state.stops + 1,
    refusals: state.refusals + (decision.kind === 'continue' ? 1 : 0),
    ...given({ lastReason }),
  }
  if (state.status === 'ended' || state.status === 'paused') return counted
  if (decision.kind === 'ask-human') return { ...counted, status: 'awaiting-review' }
  if (decision.kind === 'allow') return { ...counted, status: decision.status ?? 'open' }
  return { ...counted, status: 'open' }
}

function claimDecidedIn(
  state: TaskState,
  { decision, byCall: isByCall, inMidWork }: EventOf<'claim.decided'>,
): TaskState {
  const isRefused = decision.kind === 'continue'
  const counted = isByCall
    ? { ...state, calls: (state.calls ?? 0) + 1, refusals: state.refusals + (isRefused ? 1 : 0) }
    : state
  return inMidWork ? withReason(counted, decision) : claimAnswered(counted, decision)
}

function claimAnswered(state: TaskState, decision: EventOf<'claim.decided'>['decision']): TaskState {
  if (state.status === 'ended' || state.status === 'paused') return state
  const status = decision.kind === 'ask-human' ? 'awaiting-review' : 'open'
  return { ...withReason(state, decision), status }
}

function withReason(state: TaskState, decision: EventOf<'claim.decided'>['decision']): TaskState {
  const lastReason = decision.because[0]?.text
  return lastReason === undefined ? state : { ...state, lastReason }
}

function ended(state: TaskState, outcome: NonNullable<TaskState['outcome']>, at: string): TaskState {
  return { ...state, status: 'ended', outcome, endedAt: state.endedAt ?? at }
}
