// The moments of a task that a person should hear of: they follow from its events alone, so every process finds the
// same ones.
import type { Event } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { MomentKind, NotifyPolicy } from '../../contract/config/notify.ts'
import type { Outcome, TaskStatus } from '../../contract/outcome.ts'
import type { TaskState } from '../../contract/state.ts'
import { stepTask } from '../tasks/fold-task.ts'

export interface Moment {
  /** The event that brought it about. */
  readonly id: string
  readonly at: string
  readonly kind: MomentKind
  readonly task: string
  readonly agent: string
  readonly status: TaskStatus
  readonly outcome?: Outcome
  readonly cwd?: string
  /** Of the project. */
  readonly root?: string
  /** What the user asked for, cut. */
  readonly request?: string
  readonly reason?: string
  readonly notify: NotifyPolicy
}

/** Those that these events of one task bring about, oldest first; none where its policy names no target. */
export function momentsIn(before: TaskState | undefined, events: readonly Event[]): Moment[] {
  const moments: Moment[] = []
  let state = before
  // A task that a call ended is ended once more by the stop after it: nobody needs to hear the same again.
  let told = before?.outcome
  for (const event of events) {
    const next = stepTask(state, event)
    if (isNewWork(event)) told = undefined
    const kind = next && kindOf(state, next, event, told)
    if (next?.status === 'ended') told = next.outcome
    if (next?.policy.notify && kind) moments.push(toMoment(kind, next, event, next.policy.notify))
    state = next
  }
  return moments
}

function isNewWork({ kind }: Event): boolean {
  return kind === 'request.opened' || kind === 'prompt.joined' || kind === 'task.resumed'
}

function kindOf(
  before: TaskState | undefined,
  after: TaskState,
  event: Event,
  told: Outcome | undefined,
): MomentKind | undefined {
  if (after.isWithdrawn) return undefined
  if (after.status === 'ended') {
    if (after.outcome === told) return undefined
    return after.outcome === 'needs-input' ? 'needs-you' : 'ended'
  }
  if (asksPerson(event, after)) return 'needs-you'
  if (before?.status === after.status) return undefined
  // A person who paused it knows that it is paused.
  const isPausedByUs = after.status === 'paused' && event.kind !== 'task.paused'
  return after.status === 'awaiting-review' || isPausedByUs ? 'needs-you' : undefined
}

/** It waits, and not for something that ends by itself. */
function asksPerson(event: Event, { status }: TaskState): boolean {
  return (
    status === 'waiting' &&
    event.kind === 'stop.decided' &&
    event.decision.because.some(({ code }) => code === 'question' || code === 'permission')
  )
}

function toMoment(kind: MomentKind, state: TaskState, event: Event, notify: NotifyPolicy): Moment {
  const { id, agent, status, outcome, cwd, title } = state
  return {
    id: event.id,
    at: event.at,
    kind,
    task: id,
    agent,
    status,
    ...given({ outcome, cwd, root: state.policy.root, request: title, reason: reasonIn(event) ?? state.lastReason }),
    notify,
  }
}

function reasonIn(event: Event): string | undefined {
  if (event.kind === 'task.ended') return event.because[0]?.text
  const isDecision = event.kind === 'stop.decided' || event.kind === 'claim.decided'
  return isDecision ? event.decision.because[0]?.text : undefined
}

/** Where a moment still has to be sent: neither sent nor given up. */
export function targetsLeft(moment: Moment, events: readonly Event[]): NotifyPolicy['targets'] {
  const finished = events.flatMap((event) =>
    (event.kind === 'notification.sent' || event.kind === 'notification.failed') && event.of === moment.id
      ? [event.to]
      : [],
  )
  return moment.notify.targets.filter((target) => !finished.includes(target))
}

/** Where the task is not known, an event of it that may be a moment is better looked at twice than lost. */
export function mayBeMoment({ kind }: Event): boolean {
  return kind === 'stop.decided' || kind === 'claim.decided' || /^(?:task|review)\./.test(kind)
}
