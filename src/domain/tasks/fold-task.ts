// The state of a task from events: `stepTask` is the only place where it changes.
import type { Event, EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { TaskState } from '../../contract/state.ts'
import { isRefusedNothing } from '../gate/consequences.ts'
import { openReview, withReview } from '../review/fold.ts'
import { openedRun, stepRun, withoutStints } from './run/run.ts'

const TITLE_CHARACTERS = 200
const REPORT_CHARACTERS = 1000

export function stepTask(before: TaskState | undefined, event: Event): TaskState | undefined {
  if (event.kind === 'task.opened') return opened(event)
  if (!before) return before
  const known = before.parent === undefined ? before : reported(before, event)
  if (isRunProgress(event)) return known
  return untoldIfChanged(before, withReview(before, stepped(known, event), event))
}

/** What the parent of a subtask will be told of it. */
function reported(state: TaskState, event: Event): TaskState {
  if (event.kind === 'claim.made') {
    const { summary = event.claim.text, remainingWork } = event.claim
    const cut = {
      summary: summary.slice(0, REPORT_CHARACTERS),
      ...given({ remainingWork: remainingWork?.slice(0, REPORT_CHARACTERS) }),
    }
    return { ...state, report: cut }
  }
  if (event.kind !== 'claim.verified') return state
  return { ...state, report: { ...state.report, evidence: resultsOf(event.evidence) } }
}

function resultsOf({ checks, skipped }: EventOf<'claim.verified'>['evidence']): string {
  const results = [
    ...checks.map(({ name, result }) => `${name} ${result}`),
    ...skipped.map(({ name }) => `${name} skipped`),
  ]
  return (results.join(', ') || 'no check').slice(0, REPORT_CHARACTERS)
}

/** A subtask that ends in another way, or is open again, is told of once more. */
function untoldIfChanged(before: TaskState, after: TaskState): TaskState {
  if (before.outcome === after.outcome || (after.isTold === undefined && after.toldBy === undefined)) return after
  const { isTold: _told, toldBy: _by, ...rest } = after
  return rest
}

function telling({ toldBy: _before, ...state }: TaskState, by?: string): TaskState {
  return { ...state, ...given({ toldBy: by }) }
}

function stepped(before: TaskState, event: Event): TaskState {
  const state = before.run ? { ...before, run: stepRun(before.run, event) } : before
  const now = { ...state, updatedAt: event.at }
  switch (event.kind) {
    case 'request.opened':
      return continued(prompted(reopened(now), event.prompt))
    case 'prompt.joined':
      return continued(prompted(reopened(now), event.prompt, event.isFeedback))
    case 'stop.decided':
      return taskStopped(reopened(now), event)
    case 'claim.made':
      // One that stands was counted when it was made.
      if (event.call?.isStanding) return now
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
      return {
        ...now,
        ...given({ programs: event.programs }),
        ...(event.budget ? { policy: { ...now.policy, budget: event.budget } } : {}),
      }
    case 'wait.started':
      return state.status === 'open' ? { ...now, status: 'waiting' } : now
    case 'wait.ended':
      return state.status === 'waiting' ? { ...now, status: 'open' } : now
    case 'subtask.telling':
      return state.status === 'ended' ? telling(state, event.by) : state
    case 'subtask.told':
      return state.status === 'ended' ? { ...telling(state), isTold: true } : state
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
  return [
    'checks.started',
    'check.started',
    'proof.started',
    'proof.finished',
    'claim.verified',
    'brief.given',
  ].includes(event.kind)
}

function opened(event: EventOf<'task.opened'>): TaskState {
  return {
    id: event.task,
    status: 'open',
    agent: event.agent,
    session: event.session,
    ...given({ cwd: event.cwd }),
    policy: event.policy,
    ...given({ before: event.before, parent: event.parent, start: event.start }),
    ...given({ programs: event.programs, criteria: event.criteria }),
    ...given({ run: event.run }, (run) => openedRun(run, event.at)),
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
  const { baseline: _checks, start: _start, run: _run, review: _review, programs: _programs, ...known } = state
  const { criteria: _criteria, ...row } = known
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
function continued(state: TaskState): TaskState {
  return ['waiting', 'awaiting-review', 'verifying'].includes(state.status) ? { ...state, status: 'open' } : state
}

function taskStopped(state: TaskState, event: EventOf<'stop.decided'>): TaskState {
  const { decision } = event
  const lastReason = decision.because[0]?.text
  const counted: TaskState = {
    ...state,
    stops: state.stops + 1,
    refusals: state.refusals + (decision.kind === 'continue' && !isRefusedNothing(decision) ? 1 : 0),
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
