// Where a stop stands: in a request that continues, in one that it opens, or after everything has ended.
import type { PromptEntry } from '../../contract/agent/entry.ts'
import type { Facts } from '../../contract/facts.ts'
import type { RequestState, TaskState } from '../../contract/state.ts'
import { freshGuards, isItsOwn } from '../tasks/fold-session.ts'
import type { Known } from '../tasks/known.ts'
import { asksOnly } from '../last-words/question.ts'
import type { Window } from '../tasks/request/request.ts'
import type { RequestRead } from './request-read.ts'
import { given } from '../../contract/given.ts'

export interface StopPlace {
  /** A person's prompt that we had not heard of opens a request by this stop. */
  readonly opens: boolean
  readonly prompt?: PromptEntry
  readonly isOpen: boolean
  readonly user: Facts['user']
  readonly task?: TaskState
  /** The request that continues. */
  readonly request?: RequestState
}

/** `promptId`: the host's id of the turn that stopped. */
export function placeOf(known: Known, read: RequestRead, promptId?: string): StopPlace {
  return underOrder(placeBefore(known, read, promptId), read.order)
}

function placeBefore(known: Known, { window, transcript }: RequestRead, promptId: string | undefined): StopPlace {
  const session = known.session.state
  const isOpen = known.openTask !== undefined
  const opening: StopPlace = {
    opens: true,
    isOpen,
    user: userWord(known.openTask, window.interrupted),
    ...given({ task: known.openTask }),
  }
  if (window.opened) return { ...opening, prompt: window.opened }
  // Only this stop shows that there was a prompt: neither hook nor transcript can.
  const isBlind = session?.promptsHeard !== true && transcript.kind === 'missing'
  const isNewPrompt = promptId !== undefined && session?.request?.promptIds.includes(promptId) !== true
  if (!session?.request || (isBlind && !isOpen && isNewPrompt)) return opening
  const task = known.task.state
  return {
    opens: false,
    isOpen,
    user: userWord(task, window.interrupted),
    request: afterJoining(session.request, window),
    ...given({ task }),
  }
}

/** A person spoke in mid-work, and only the transcript shows it: the guards start again, as after a heard prompt. */
function afterJoining(request: RequestState, { joined }: Window): RequestState {
  if (joined.length === 0 || (joined.length === 1 && isItsOwn(request, false))) return request
  const isQuestion = request.isQuestion && joined.every((prompt) => asksOnly(prompt.text))
  return { ...request, isQuestion, ...freshGuards }
}

export function userWord(task: TaskState | undefined, interrupted: boolean): Facts['user'] {
  if (task?.outcome === 'cancelled') return 'cancelled'
  if (task?.status === 'paused') return 'paused'
  return interrupted ? 'interrupted' : 'none'
}

/** An order that only the transcript shows holds for this very stop, also if the stop opens the task. */
function underOrder(place: StopPlace, order: string | undefined): StopPlace {
  // An order by itself asks nothing of the agent.
  if (order !== undefined && place.opens && !place.isOpen && !place.prompt) return { ...place, opens: false }
  const hasTask = place.isOpen || place.opens
  if (order === 'cancel' && hasTask) return { ...place, user: 'cancelled' }
  return order === 'pause' && hasTask ? { ...place, user: 'paused' } : place
}

/** The person only asked something. A request that changed something is no conversation, so that is looked at first. */
export function asksQuestion(place: StopPlace, { work }: Window): boolean {
  if (!place.opens) return place.request?.isQuestion === true
  return work.workCalls === 0 && place.prompt !== undefined && asksOnly(place.prompt.text)
}

/** What the person asked for, as far as it is known: of a prompt in the store its beginning. */
export function promptsAt(place: StopPlace, { joined }: Window): readonly string[] {
  const known = place.opens ? [] : (place.request?.prompts ?? [])
  return [...known, ...(place.prompt ? [place.prompt.text] : []), ...joined.map(({ text }) => text)]
}
