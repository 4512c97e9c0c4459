// What a row of a review asks of the room around it.
import type { CommentOnLine, FileSummary, Line } from '../values.ts'
import type { DiffRow } from './layout.ts'
import type { CodeToken } from './syntax.ts'
import type { WritingPlace } from './writing-place.ts'

export interface RowActions {
  readonly task: string
  /** False where nothing can be commented: the review is over, or it is none. */
  readonly canComment: boolean
  /** A comment is being written. */
  readonly isWriting: boolean
  readonly isOpen: (fold: string) => boolean
  readonly toggle: (fold: string) => void
  readonly goTo: (path: string, line?: number) => void
  readonly select: (row: DiffRow, side: 'old' | 'new', isRange: boolean) => void
  readonly comment: () => void
  readonly editDraft: (comment: CommentOnLine) => void
  readonly removeDraft: (comment: CommentOnLine) => void
  readonly keepWords: (place: WritingPlace, words: string) => Promise<boolean>
  readonly leaveWords: (hasWords: boolean) => void
  readonly setViewed?: ((file: FileSummary, isViewed: boolean) => void) | undefined
  readonly tokensOf: (file: FileSummary, line: Line) => readonly CodeToken[]
}
