// Which changed files a person has read. A file that changes later is unread again, since its mark differs.
import type { Answerer } from '../../contract/view/comment.ts'
import { given } from '../../contract/given.ts'
import { openReview } from '../../domain/review/fold.ts'
import { stamp, type World } from '../world.ts'

export interface ViewedFile {
  readonly path: string
  /** Stands for what the file held; absent: they have not read it after all. */
  readonly mark: string | undefined
  readonly by: Answerer
}

const LONGEST = 200

/** False: nothing waits for a person there. */
export async function markFile(world: World, task: string, { path, mark, by }: ViewedFile): Promise<boolean> {
  const { state } = await world.store.loadTask(task)
  const review = state && openReview(state)
  if (!review) return false
  const known = review.viewedFiles ?? {}
  const before = Object.hasOwn(known, path) ? known[path] : undefined
  if (before === mark) return true
  const kept = given({ mark: mark?.slice(0, LONGEST) })
  await world.store.append([{ ...stamp(world), kind: 'file.viewed', task, review: review.id, by, path, ...kept }])
  return true
}
