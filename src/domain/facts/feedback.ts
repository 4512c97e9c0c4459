// What a person answered to a review, and the agent has not been told yet.
import type { Facts } from '../../contract/facts.ts'
import type { TaskState } from '../../contract/state.ts'
import { feedbackText } from '../review/feedback.ts'

export function feedbackFacts(task: TaskState | undefined): Pick<Facts, 'review'> {
  const feedback = feedbackText(task?.review)
  return feedback === undefined ? {} : { review: { answer: 'request-changes', feedback } }
}
