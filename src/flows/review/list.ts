// Everything that waits for a person: claims to be reviewed, and questions of agents.
import { given } from '../../contract/given.ts'
import type { WaitingReview } from '../../contract/view/review.ts'
import type { ReviewState, TaskState } from '../../contract/state.ts'
import { openReview } from '../../domain/review/fold.ts'
import { programOf } from '../../domain/view/task/task.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import type { World } from '../world.ts'

/** What has waited longest comes first. */
export async function listWaiting(world: World): Promise<readonly WaitingReview[]> {
  const waiting: WaitingReview[] = []
  for (const task of await world.store.listWaiting()) {
    const row = await toWaiting(world, task)
    if (row) waiting.push(row)
  }
  return waiting
}

async function toWaiting(world: World, task: TaskState): Promise<WaitingReview | undefined> {
  const review = openReview(task)
  if (!review || (await isLeftBehind(world, task))) return undefined
  return { ...toWaitingReview(task, review), ...given({ says: await saysWhat(world, task, review) }) }
}

async function saysWhat(world: World, { id }: TaskState, { because }: ReviewState): Promise<string | undefined> {
  if (because[0]?.code !== 'needs-input') return undefined
  const events = await eventsOf(world, id, 'last')
  return events.findLast((event) => event.kind === 'claim.made')?.claim.summary
}

export function toWaitingReview(task: TaskState, review: ReviewState): WaitingReview {
  return {
    review: review.id,
    kind: review.kind,
    task: task.id,
    agent: task.agent,
    ...given({ program: programOf(task.run?.setup), title: task.title, folder: task.cwd }),
    why: review.because,
    since: review.openedAt,
  }
}

/** Its session continued with another task: the question was answered in a prompt, or does not matter any more. */
export async function isLeftBehind(world: World, task: TaskState): Promise<boolean> {
  if (task.status !== 'ended') return false
  const { state } = await world.store.loadSession(task.session)
  return state?.task !== undefined && state.task !== task.id
}
