// How a review was answered, in words: who, what, and how long ago.
import type { ReviewEnd } from '../../contract/view/review.ts'
import { ageText } from '../text/age.ts'
import { oneLine } from '../text/printable.ts'
import { answererText } from './answerer.ts'

const DONE: Readonly<Record<ReviewEnd['kind'], string>> = {
  approve: 'approved',
  'request-changes': 'asked for changes',
  stands: 'said that the check stands',
  reject: 'rejected it',
  answer: 'answered',
  prompt: 'went on with a prompt',
  resumed: 'resumed the task',
  cancelled: 'cancelled the task',
}

/** `ana (at a terminal) asked for changes 3 minutes ago: Use the cache.` */
export function endText({ kind, by, at, words }: ReviewEnd, now: Date): string {
  const who = by ? answererText(by) : 'the user'
  return `${who} ${DONE[kind]} ${ageText(at, now)}${words === undefined ? '' : `: ${oneLine(words, 200)}`}`
}
