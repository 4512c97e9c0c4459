// What a person answered to a review: what the agent has not been told yet, and what holds for the rest of the task.
import type { Facts } from '../../contract/facts.ts'
import type { TaskState } from '../../contract/state.ts'
import { given } from '../../contract/given.ts'
import { feedbackText } from '../review/feedback.ts'

export function feedbackFacts(task: TaskState | undefined): Pick<Facts, 'review' | 'standing'> {
  return {
    ...given({ standing: task?.review?.standing }),
    ...given({ review: feedbackText(task?.review) }, (feedback) => ({ answer: 'request-changes' as const, feedback })),
  }
}
