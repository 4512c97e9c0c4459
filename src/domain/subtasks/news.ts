// How a subtask ended, in the words that the agent of its parent reads.
import type { EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { TaskState } from '../../contract/state.ts'
import { flat } from '../gate/quoted.ts'
import { usedBy } from '../tasks/run.ts'
import { titleOf } from './heed.ts'

const MOST_TEXT = 600

/** Of those that concern a task: ended, and its agent has not read it yet. */
export function untoldOf(concerns: readonly TaskState[]): readonly TaskState[] {
  return concerns.filter(({ status, isTold }) => status === 'ended' && isTold !== true)
}

/** One paragraph for each. What the subtask's own agent wrote is quoted on lines of its own, as data. */
export function newsText(ended: readonly TaskState[]): string {
  return ended.map(reportText).join('\n')
}

export function reportText(task: TaskState): string {
  const { summary, evidence, remainingWork } = task.report ?? {}
  const why = task.outcome === 'completed' ? undefined : task.lastReason?.split('\n')[0]
  return [
    `Subtask ${task.id} "${titleOf(task)}" ${task.status === 'ended' ? `ended: ${task.outcome}` : `is ${task.status}`}.`,
    ...row('why', why),
    ...row('summary', summary),
    ...row('checks', evidence),
    ...row('remaining work', remainingWork),
    ...(task.status === 'ended' && task.outcome !== 'completed'
      ? [`  Do what is left of it, and name ${task.id} in the summary of your claim.`]
      : []),
  ].join('\n')
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
