// How a subtask ended, in the words that the agent of its parent reads.
import type { EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { TaskState } from '../../contract/state.ts'
import { flat } from '../gate/words/quoted.ts'
import { usedBy } from '../tasks/run/run.ts'
import { titleOf } from './heed.ts'

const MOST_TEXT = 600

/** Of those that concern a task: ended, its agent has not read it yet, and no process that lives tells it right now. */
export function untoldOf(
  concerns: readonly TaskState[],
  isAlive: (process: string) => boolean = () => false,
): readonly TaskState[] {
  return concerns.filter(
    ({ status, isTold, toldBy }) => status === 'ended' && isTold !== true && (toldBy === undefined || !isAlive(toldBy)),
  )
}

/** One paragraph for each. What the subtask's own agent wrote is quoted on lines of its own, as data. */
export function newsText(ended: readonly TaskState[]): string {
  return ended.map(reportText).join('\n')
}

const MOST_NAMED = 3

/** `the agent is told how subtasks ended: task_a1 completed, task_b2 cancelled.` */
export function newsLine(ended: readonly TaskState[]): string {
  const named = ended.slice(0, MOST_NAMED).map(({ id, outcome }) => `${id} ${outcome}`)
  const more = ended.length - named.length
  const what = ended.length === 1 ? 'a subtask' : 'subtasks'
  return `the agent is told how ${what} ended: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

export function reportText(task: TaskState): string {
  const { summary, evidence, remainingWork } = task.report ?? {}
  return [
    `Subtask ${task.id} "${titleOf(task)}" ${task.status === 'ended' ? `ended: ${task.outcome}` : `is ${task.status}`}.`,
    ...row('why', whyEnded(task)),
    ...row('summary', summary),
    ...row('checks', evidence),
    ...row('remaining work', remainingWork),
    ...(task.status === 'ended' && task.outcome !== 'completed'
      ? [`  Do what is left of it, and name ${task.id} in the summary of your claim.`]
      : []),
  ].join('\n')
}

/** In the words of the person who ended it, else of the last decision. */
export function whyEnded({ outcome, review, lastReason }: TaskState): string | undefined {
  if (outcome === 'completed') return undefined
  if (outcome === 'cancelled') return 'a person cancelled it'
  if (outcome === 'rejected') return `a person rejected it: ${review?.end?.words ?? 'without a word'}`
  return lastReason?.split('\n')[0]
}

function row(label: string, text: string | undefined): string[] {
  return text === undefined || text.trim() === '' ? [] : [`  ${label}: ${flat(text).slice(0, MOST_TEXT)}`]
}

/** What the event says that is addressed to its parent. */
export function endedFields(task: TaskState): Omit<EventOf<'subtask.ended'>, 'id' | 'at' | 'kind' | 'task'> {
  const { summary, remainingWork, evidence } = task.report ?? {}
  return {
    subtask: task.id,
    outcome: task.outcome ?? 'cancelled',
    ...given({ summary, remainingWork, evidence, used: task.run && usedBy(task.run) }),
  }
}
