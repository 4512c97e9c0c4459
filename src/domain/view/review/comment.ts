// A comment of a review as a value to draw, with the agent's reply.
import { given } from '../../../contract/given.ts'
import type { ReviewComment } from '../../../contract/view/review.ts'
import { answererText } from '../../review/answerer.ts'
import { quoted } from '../../review/feedback.ts'
import { inLine, oneLine, printable } from '../../text/printable.ts'
import type { Tone } from '../part.ts'

export interface CommentView {
  readonly id: string
  /** `src/a.ts:12`. */
  readonly place: string
  readonly path: string
  readonly line: number
  /** Of a range. */
  readonly lastLine?: number
  readonly side: 'old' | 'new'
  /** The line as it was when the comment was written. */
  readonly lineText: string
  readonly state: ReviewComment['state']
  /** `draft`, `open`, `addressed`: a person reads it before the words. */
  readonly label: string
  readonly tone?: Tone
  readonly at: string
  readonly by?: string
  readonly words: readonly string[]
  readonly reply?: { readonly at: string; readonly words: readonly string[] }
  /** The line that it is about is no longer there. */
  readonly isOutdated: boolean
}

/** What a person reads of a comment's state. */
export const COMMENT_LABEL = { draft: 'draft', sent: 'open', addressed: 'addressed' } as const
const TONE = { draft: undefined, sent: 'warn', addressed: 'good' } as const

export function viewComment(comment: ReviewComment, isOutdated: boolean): CommentView {
  const { id, path, line, lastLine, side, lineText, state, at, by, words, reply } = comment
  const range = lastLine === undefined || lastLine === line ? `${line}` : `${line}-${lastLine}`
  return {
    id,
    place: `${inLine(path)}:${range}${side === 'old' ? ' (before)' : ''}`,
    path,
    line,
    side,
    lineText: oneLine(quoted(lineText), 300),
    ...given({ lastLine }),
    state,
    label: COMMENT_LABEL[state],
    ...given({ tone: TONE[state], by: by && answererText(by) }),
    at,
    words: printable(words).split('\n'),
    ...given({ reply: reply && { at: reply.at, words: printable(reply.what).split('\n') } }),
    isOutdated,
  }
}
