// What the agent is told after a person asked for changes, or answered its question.
import { plural } from '../text/plural.ts'
import type { ReviewComment } from '../../contract/view/review.ts'
import type { ReviewState } from '../../contract/state.ts'

/** Undefined: the agent has been told all there is. */
export function feedbackText(review: ReviewState | undefined): string | undefined {
  if (!review?.feedback) return undefined
  const { kind, words = '', batch } = review.feedback
  if (kind === 'answer') return `The user answers your question: ${words}`
  const comments = review.comments.filter((one) => one.state !== 'draft' && one.batch === batch)
  const left = review.comments.filter((one) => one.state === 'sent' && one.batch !== batch)
  const stillOpen = left.length === 0 ? [] : [STILL_OPEN, ...left.map(toLines)]
  const how = comments.length + left.length === 0 ? [] : [HOW_TO_REPLY]
  const first = `${FIRST} ${words === '' ? plural(comments.length, 'comment') : words}`
  return [first, ...comments.map(toLines), ...stillOpen, ...how].join('\n\n')
}

const FIRST = 'Please address this feedback:'
const STILL_OPEN = 'Still open from before:'

const HOW_TO_REPLY =
  'Say for each comment what you did about it: call address_comment {id, what}, or name its id in your answer.'

/** A line of this text that names no comment, without the marks at its ends. */
export function isOfFeedback(line: string): boolean {
  const isOurs = [FIRST, STILL_OPEN, HOW_TO_REPLY].some((ours) => line.startsWith(ours.slice(0, -1)))
  return isOurs || line === BEFORE.slice(1, -1) || line === EMPTY_LINE.slice(1, -1)
}

function toLines(comment: ReviewComment): string {
  const { id, side, lineText, words } = comment
  const where = side === 'old' ? ` ${BEFORE}` : ''
  return [
    `${id} ${placeOfComment(comment)}${where}`,
    `  > ${quoted(lineText)}`,
    ...words.split('\n').map((text) => `  ${text}`),
  ].join('\n')
}

const EMPTY_LINE = '(empty line)'

/** A line that a comment is about, as it is shown. */
export function quoted(lineText: string): string {
  return lineText.trim() === '' ? EMPTY_LINE : lineText
}

const BEFORE = '(as it was before your change)'

/** `src/a.ts:3-5`. */
export function placeOfComment({ path, line, lastLine }: ReviewComment): string {
  return `${path}:${lastLine === undefined || lastLine === line ? line : `${line}-${lastLine}`}`
}
