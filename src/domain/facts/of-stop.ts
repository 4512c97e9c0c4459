// The facts of a stop that a hook reports.
import type { Facts, WaitingFor, WaysToClaim } from '../../contract/facts.ts'
import type { Host, StopRequested } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { TaskState, Untold } from '../../contract/state.ts'
import type { Work } from '../../contract/work.ts'
import { approvedFor } from '../review/fold.ts'
import { closingRequest } from '../last-words/last-words.ts'
import type { Window } from '../tasks/request/request.ts'
import { awaited } from '../tasks/request/waiting.ts'
import { type CalledFound, requestFor } from './called.ts'
import type { ClaimRead } from './claim-read.ts'
import { asksQuestion, type StopPlace, promptsAt } from './place.ts'
import { feedbackFacts } from './feedback.ts'
import { requestFacts } from './request-facts.ts'
import { isUnseen, type RequestRead } from './request-read.ts'
import { given } from '../../contract/given.ts'

export interface StopSources {
  readonly stop: StopRequested
  readonly host: Pick<Host, 'attended' | 'blockCap'>
  readonly policy: Policy
  readonly request: RequestRead
  readonly place: StopPlace
  readonly read: ClaimRead
  readonly found: CalledFound
  readonly untold: Untold | undefined
  /** Since the request was opened. */
  readonly elapsedMs: number
  readonly ways: WaysToClaim
  /** Subtasks that concern the task. */
  readonly concerns: readonly TaskState[]
}

export function factsOfStop(sources: StopSources): Facts {
  const { stop, host, policy, place, read, found, untold, concerns } = sources
  const { window } = sources.request
  const waitingFor = toWaitingFor(stop, policy, window.work)
  const shared = requestFacts({
    policy,
    window,
    read,
    request: requestFor(place.request, found),
    said: stop.lastMessage,
    prompts: promptsAt(place, window),
    untold,
    called: found.kind === 'ours' ? found.called : undefined,
    concerns,
    isSupervised: false,
    isWaiting: waitingFor !== undefined,
  })
  return {
    ...shared,
    user: place.user,
    taskOpen: place.opens || place.isOpen,
    ...(isInvoluntary(stop, window) ? { involuntary: window.involuntary } : {}),
    subagent: false,
    planMode: stop.planMode || window.planMode,
    vendorGoal: window.vendorGoal,
    attended: host.attended,
    supervised: false,
    ...feedbackFacts(place.task),
    ...given({ approvedFor: approvedFor(place.task, read.claim?.id) }),
    isReviewAwaited: place.task?.status === 'awaiting-review' && !place.opens,
    ...given({ waitingFor }),
    conversation: isConversation(window, asksQuestion(place, window), shared.openTodos.length),
    isWorkUnseen: isUnseen(sources.request),
    blockCap: host.blockCap,
    elapsedMs: sources.elapsedMs,
    ways: sources.ways,
  }
}

function isInvoluntary(
  stop: StopRequested,
  window: Window,
): window is Window & { involuntary: NonNullable<Window['involuntary']> } {
  return window.involuntary !== undefined && (stop.lastMessage === undefined || window.texts.length === 0)
}

function toWaitingFor(stop: StopRequested, policy: Policy, { background = [] }: Work): WaitingFor | undefined {
  const running = background.map(({ label, command }) => ({
    running: true,
    label,
    ...given({ command }),
  }))
  const task = awaited([...stop.background, ...running], policy.waitingIgnore)
  if (task) return { kind: 'background-work', what: task.label.slice(0, 120) }
  if (stop.wakeUps.length > 0) return { kind: 'wake-up' }
  return asksBack(stop.lastMessage)
}

export function asksBack(said: string | undefined): Extract<WaitingFor, { kind: 'question' }> | undefined {
  const question = said === undefined ? null : closingRequest(said)
  return question === null ? undefined : { kind: 'question', what: question }
}

/** A request that could not be read is never called a conversation; nor is one in which todos were opened. */
function isConversation({ work }: Window, isQuestion: boolean, openTodos: number): boolean {
  if (!work.whole || (openTodos > 0 && work.progress > 0)) return false
  return work.calls === 0 || (work.workCalls === 0 && isQuestion)
}
