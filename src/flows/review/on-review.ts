// The entrance to reviews: what waits for a person, what they are shown, and what becomes of their answer.
//
//   list.ts           everything that waits for a person
//   material.ts       everything that a review shows
//   changes.ts        what changed between a kept moment and now
//   look.ts           what a person saw, so that the next review shows what is new
//   viewed.ts         which changed files a person has read
//   comment.ts        comments on lines: drafts until they are sent
//   answer.ts         the answer: the first one counts
//   say-answer.ts     what became of an answer, in words
//   address.ts        what the agent did about a comment
//   ask-on-screen.ts  asks the person in the agent's own screen while the call waits
//   form-filler.ts    whether settings of the agent could fill in that form
//   late-answer.ts    an answer that came after the form was taken back
import type { Answerer } from '../../contract/view/comment.ts'
import type { ReviewDiff, ReviewMaterial, WaitingReview } from '../../contract/view/review.ts'
import type { TaskState } from '../../contract/state.ts'
import { leaveEnded } from '../run/leave-run.ts'
import type { World } from '../world.ts'
import { type ReviewAnswered, type Answering, answerReview } from './answer.ts'
import { type Commented, type Commenting, draftComment, removeComment } from './comment.ts'
import { diffOf } from './changes.ts'
import { listWaiting } from './list.ts'
import { lookNow, noteLook } from './look.ts'
import { loadMaterial, NO_FILES } from './material.ts'
import { type ViewedFile, markFile } from './viewed.ts'

/** Everything that waits, longest first. */
export async function onList(world: World): Promise<readonly WaitingReview[]> {
  return listWaiting(world)
}

/** What a review shows. `viewer`: a person sees it, so that their next one shows what changed since. */
export async function onOpen(
  world: World,
  task: TaskState,
  viewer?: Answerer | undefined,
): Promise<ReviewMaterial | undefined> {
  const material = await loadMaterial(world, task)
  if (material && !material.end && viewer) await noteLook(world, task, viewer)
  return material
}

/** What a task changed, whether or not it waits for a person. */
export async function onFiles(world: World, task: TaskState): Promise<ReviewDiff> {
  const now = await lookNow(world, task)
  return now ? diffOf(world, task, now.reading) : NO_FILES
}

/** A person has seen the review as it is now. */
export async function onLook(world: World, task: TaskState, viewer: Answerer): Promise<void> {
  await noteLook(world, task, viewer)
}

/** A person has read a file of the review, or takes that back. */
export async function onFileRead(world: World, task: string, read: ViewedFile): Promise<boolean> {
  return markFile(world, task, read)
}

/** The first answer counts. A run that ends by it, and that nobody supervises, is cleaned up after. */
export async function onAnswer(world: World, task: string, answering: Answering): Promise<ReviewAnswered> {
  const answered = await answerReview(world, task, answering)
  if (answered.kind === 'given' && answered.task.status === 'ended' && answered.task.run) await leaveEnded(world, task)
  return answered
}

/** A draft, until it is sent with `request-changes`. */
export async function onComment(world: World, task: string, commenting: Commenting): Promise<Commented> {
  return draftComment(world, task, commenting)
}

export async function onRemoveComment(
  world: World,
  task: string,
  removing: { readonly comment: string; readonly by: Answerer },
): Promise<Commented> {
  return removeComment(world, task, removing)
}
