// Whether two readings of a review say the same to a person.
import type { WebReview } from '../values.ts'

export function isSameReview(one: WebReview, other: WebReview): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
