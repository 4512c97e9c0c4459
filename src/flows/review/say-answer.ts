// What became of an answer, in words: how the task continues, or why the answer does not count.
import type { TaskState } from '../../contract/state.ts'
import { endText } from '../../domain/review/end-text.ts'
import { isSupervised } from '../run/leave-run.ts'
import type { World } from '../world.ts'
import type { ReviewAnswered } from './answer.ts'

/** What the files of an approval are compared with. */
export const SINCE = { checks: 'the checks ran', look: 'the last look', claim: 'the agent claimed' } as const

/** How the task continues, and what is left to do for the person. */
export async function whatFollows(world: World, task: TaskState): Promise<string> {
  const { id, outcome, run, review } = task
  const drafts = review?.comments.filter(({ state }) => state === 'draft').length ?? 0
  const unsent = drafts === 0 ? '' : ` ${drafts === 1 ? '1 draft was' : `${drafts} drafts were`} not sent.`
  const above = await waitingAbove(world, task)
  if (outcome !== undefined) return `${id} is ${outcome}.${unsent}${above}`
  const what = review?.feedback?.kind === 'answer' ? 'The answer' : 'The feedback'
  if (run && (await isSupervised(world, { session: task.session })))
    return `${what} is kept: the run of ${id} continues.`
  if (above !== '') return `${what} is kept.${above}`
  if (run) return `${what} is kept. The agent is told by: fullstop resume ${id}`
  return `${what} is kept. The agent is told with its next stop, or with the next prompt in its session.`
}

/** A subtask with a session of its own continues with the task above it, and so does that task. */
async function waitingAbove(world: World, { run, parent }: TaskState): Promise<string> {
  const above = run && parent !== undefined ? (await world.store.loadTask(parent)).state : undefined
  if (!above?.run || above.status === 'ended' || (await isSupervised(world, above))) return ''
  return ` Its task continues by: fullstop resume ${above.id}`
}

export function whyRefused(answered: Exclude<ReviewAnswered, { kind: 'given' }>, now: Date): string {
  switch (answered.kind) {
    case 'late':
      return `too late: ${endText(answered.end, now)}`
    case 'changed':
      return `not approved: the files have changed since ${SINCE[answered.since]}`
    case 'nothing-waits':
    case 'unfit':
    case 'wordless':
      return answered.why
  }
}
