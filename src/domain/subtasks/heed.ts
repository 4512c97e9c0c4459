// What a task has to heed of its subtasks before it can be completed: open ones, and ended ones that nobody spoke of.
import type { Claim } from '../../contract/claim.ts'
import type { Facts } from '../../contract/facts.ts'
import type { TaskState } from '../../contract/state.ts'
import { oneLine } from '../text/printable.ts'

const TITLE_CHARACTERS = 60

export interface SubtaskSources {
  /** The subtasks that the store says concern the task. */
  readonly concerns: readonly TaskState[]
  readonly claim?: Claim | undefined
  /** The agent's last words. */
  readonly said?: string | undefined
  /** A supervisor decides at the next stop. */
  readonly isSupervised: boolean
}

export type SubtaskFacts = Pick<Facts, 'openSubtasks' | 'awaitedSubtasks' | 'heldSubtasks' | 'failedSubtasks'>

export function subtaskFacts({ concerns, claim, said, isSupervised }: SubtaskSources): SubtaskFacts {
  const spoken = [claim?.summary, claim?.remainingWork, said].filter(Boolean).join('\n')
  const failed = concerns.filter(isFailed).filter(({ id }) => !names(spoken, id))
  const awaited = isSupervised ? concerns.filter(isAwaited) : []
  const open = concerns.filter(isOpen)
  return {
    openSubtasks: open.map(openText),
    ...(awaited.length === 0 ? {} : { awaitedSubtasks: awaited.map(({ id }) => id) }),
    // Where another one is left to do, the agent is held to that.
    ...(areHeld(open) ? { heldSubtasks: open.map(heldText) } : {}),
    ...(failed.length === 0 ? {} : { failedSubtasks: failed.map(failedText) }),
  }
}

export function isOpen({ status }: TaskState): boolean {
  return status !== 'ended'
}

/** A supervisor can take it on: it has a session of its own, and waits for no person. */
export function isAwaited({ status, run }: TaskState): boolean {
  return run !== undefined && status !== 'ended' && status !== 'paused' && status !== 'awaiting-review'
}

/** A supervisor can show its review: it has a session of its own, which hears the answer. */
export function isReviewed({ status, run }: TaskState): boolean {
  return run !== undefined && status === 'awaiting-review'
}

/** There are some, and nothing happens to any of them before a person answers its review, or takes back a pause. */
export function areHeld(open: readonly TaskState[]): boolean {
  return open.length > 0 && open.every(({ status }) => status === 'awaiting-review' || status === 'paused')
}

/** It ended, and not as completed. */
export function isFailed({ status, outcome }: TaskState): boolean {
  return status === 'ended' && outcome !== 'completed'
}

/** An id is random: text that contains it means this subtask. A longer word that begins with it is another's. */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    if (!/[0-9a-z]/i.test(text.charAt(at + id.length))) return true
  }
  return false
}

function openText(task: TaskState): string {
  return `${task.id} "${titleOf(task)}" (${whatHelps(task)})`
}

function whatHelps({ id, status, run }: TaskState): string {
  if (status === 'awaiting-review') return 'a person has to answer its review: do the rest, then stop without a claim'
  if (status === 'paused') return 'the user paused it: do the rest, then stop without a claim'
  if (status === 'verifying') return 'its checks run: wait for them'
  if (run) return 'it has a session of its own: end your turn without a claim, and you are told when it ends'
  return `do it, then complete_task with task_id ${id}`
}

function heldText(task: TaskState): string {
  const why = task.status === 'paused' ? 'which the user paused' : 'which a person has to review'
  return `waits for subtask ${task.id} "${titleOf(task)}", ${why}`
}

function failedText(task: TaskState): string {
  return `subtask ${task.id} "${titleOf(task)}" ended as ${task.outcome}: say in your summary, with its id, what became of that work, or claim partial or blocked`
}

export function titleOf({ title = '' }: Pick<TaskState, 'title'>): string {
  return oneLine(title, TITLE_CHARACTERS)
}
