// What the banner tells of a review that is another one by now.
import { counted } from '../parts/words.tsx'
import type { WebReview } from '../values.ts'

export function newsOf(before: WebReview, after: WebReview): string {
  if (after.end && !before.end) return `This review is over: ${after.end.text}.`
  if (after.review !== before.review) return 'The agent has claimed again: a newer review waits.'
  if (after.approval.isChanged && !before.approval.isChanged) return 'The files have changed since the checks ran.'
  const drafts = after.drafts - before.drafts
  if (drafts > 0) return `${counted(drafts, 'more draft')} came from elsewhere.`
  return 'The review has changed.'
}
