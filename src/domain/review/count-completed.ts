// How many of the subtasks of a task are completed, in words.
import type { ReviewSubtask } from '../../contract/view/review.ts'

/** `2 of 3 completed` */
export function countCompleted(subtasks: readonly Pick<ReviewSubtask, 'outcome'>[]): string {
  return `${subtasks.filter(({ outcome }) => outcome === 'completed').length} of ${subtasks.length} completed`
}
