// What a person saw: kept beside the store, so that their next review shows what changed since.
import type { Answerer } from '../../contract/view/comment.ts'
import { given } from '../../contract/given.ts'
import type { ReviewState, TaskState } from '../../contract/state.ts'
import { openReview } from '../../domain/review/fold.ts'
import { keepLook, removeStart } from '../verify/start/keep-start.ts'
import { type LookedAt, lookAtTree } from '../verify/tree-now.ts'
import { stamp, type World } from '../world.ts'

/** The files as they are now; undefined where there are none that can be read. */
export async function lookNow(world: World, task: TaskState): Promise<LookedAt | undefined> {
  const { root } = task.policy
  return root === undefined ? undefined : lookAtTree(world, root, { walks: true })
}

/** A person has seen the review with the files as they are. Looking twice at the same is one look. */
export async function noteLook(world: World, task: TaskState, by: Answerer): Promise<void> {
  const review = openReview(task)
  if (!review) return
  const now = await lookNow(world, task)
  if (review.look && review.look.tree === now?.hash) return
  const look = now && (await keepLook(world, now.reading))
  await world.store.append([
    {
      ...stamp(world),
      kind: 'review.viewed',
      task: task.id,
      review: review.id,
      by,
      ...given({ tree: now?.hash, look }),
    },
  ])
  await forgetLook(world, review)
}

/** The look before it is never shown again. */
export async function forgetLook(world: World, { look }: ReviewState): Promise<void> {
  if (look?.name !== undefined) removeStart(world, (await world.openWorkshop()).disk, look.name)
}
