// What the agent is told after a person asked for changes, or answered its question.
import type { ReviewComment } from '../../contract/review.ts'
import type { ReviewState } from '../../contract/state.ts'

/** Undefined: the agent has been told all there is. */
export function feedbackText(review: ReviewState | undefined): string | undefined {
  if (!review?.feedback) return undefined
  const { kind, words = '', batch } = review.feedback
  if (kind === 'answer') return `The user answers your question: ${words}`
  const comments = review.comments.filter((one) => one.state !== 'draft' && one.batch === batch)
  const lines = comments.map(toLines)
  const how = comments.length === 0 ? [] : [HOW_TO_REPLY]
  const first = `Please address this feedback: ${words === '' ? counted(comments.length) : words}`
  return [first, ...lines, ...how].join('\n\n')
}

const HOW_TO_REPLY =
  'Say for each comment what you did about it: call address_comment {id, what}, or name its id in your answer.'

function toLines({ id, path, line, lastLine, side, lineText, words }: ReviewComment): string {
  const lines = lastLine === undefined || lastLine === line ? `${line}` : `${line}-${lastLine}`
  const where = side === 'old' ? ' (as it was before your change)' : ''
  return [`${id} ${path}:${lines}${where}`, `  > ${lineText}`, ...words.split('\n').map((text) => `  ${text}`)].join(
    '\n',
  )
}

function counted(comments: number): string {
  return comments === 1 ? '1 comment' : `${comments} comments`
}
