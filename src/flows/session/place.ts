// Where a stop stands: in a request that goes on, in one that begins with it, or after everything has ended.
import type { PromptEntry } from '../../contract/entry.ts'
import type { Facts } from '../../contract/facts.ts'
import type { RequestState, TaskState } from '../../contract/state.ts'
import { freshGuards, isItsOwn } from '../../domain/tasks/fold.ts'
import { asksOnly } from '../../domain/tasks/question.ts'
import type { Window } from '../../domain/tasks/request.ts'
import type { Known, Reading, Stop } from './gather.ts'

export interface Place {
  /** A person's prompt that we had not heard of opens a request by this stop. */
  readonly opens: boolean
  readonly prompt?: PromptEntry
  readonly isOpen: boolean
  readonly user: Facts['user']
  readonly task?: TaskState
  /** The request that goes on. */
  readonly request?: RequestState
}

export function placeOf(known: Known, stop: Stop, { window, transcript }: Reading): Place {
  const session = known.session.state
  const isOpen = known.openTask !== undefined
  const opening: Place = {
    opens: true,
    isOpen,
    user: userWord(known.openTask, window.interrupted),
    ...(known.openTask ? { task: known.openTask } : {}),
  }
  if (window.opened) return { ...opening, prompt: window.opened }
  // Nothing but this stop tells of a prompt: neither hook nor transcript can.
  const isBlind = session?.promptsHeard !== true && transcript.kind === 'missing'
  const isNewPrompt = stop.promptId !== undefined && session?.request?.promptIds.includes(stop.promptId) !== true
  if (!session?.request || (isBlind && !isOpen && isNewPrompt)) return opening
  const task = known.task.state
  return {
    opens: false,
    isOpen,
    user: userWord(task, window.interrupted),
    request: afterJoining(session.request, window),
    ...(task ? { task } : {}),
  }
}

/** A person spoke in mid-work, and only the transcript tells of it: the guards count afresh, as after a heard prompt. */
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
