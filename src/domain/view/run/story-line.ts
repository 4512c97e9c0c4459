// One line of the story of a run: a mark, what happened, and what followed from it.
import { given } from '../../../contract/given.ts'

/** What kind of thing happened; a front end chooses a symbol and a colour for it. */
export type StoryMark =
  | 'working'
  /** The agent was sent back. */
  | 'returned'
  /** A claim did not hold. */
  | 'refused'
  | 'proven'
  /** Claimed, and nothing shows whether it is so. */
  | 'unproven'
  | 'asks'
  | 'waits'
  | 'warning'
  | 'person'

export interface StoryLine {
  readonly mark: StoryMark
  readonly text: string
  /** What followed: `sent back, 1 of 5`. */
  readonly after?: string
  /** When it is tried again, ISO 8601; a front end shows it by the reader's clock. */
  readonly until?: string
}

export function storyLine(mark: StoryMark, text: string, more: Pick<StoryLine, 'after' | 'until'> = {}): StoryLine {
  return { mark, text, ...given({ after: more.after, until: more.until }) }
}
