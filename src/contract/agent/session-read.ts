// What was read of an agent's session since the last reading: entries of its transcript, or why there are none.
import type { Entry } from './entry.ts'

export interface EntriesRead {
  readonly kind: 'entries'
  readonly entries: readonly Entry[]
  /** Up to here the transcript has been read. */
  readonly offset: number
  readonly size: number
  /** False: something between the last reading and this one was left out. */
  readonly whole: boolean
  /** Some lines of the request were skipped. */
  readonly isSparse: boolean
  /** Todo changes after this offset have not been applied yet. */
  readonly todosFrom?: number
  /** The offset of the newest line that made progress, relative to the start of this reading. */
  readonly movedAt?: number
  /** Reading stopped early: the transcript is too long, or damaged. */
  readonly gaveUp: boolean
}

export type SessionRead =
  | EntriesRead
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string }

/** Facts that must be found however far back they are. */
export interface ReadNeeds {
  /** Prompts, in a session without a prompt hook. */
  readonly prompts?: boolean
  /** All changes to the todo list. A claim needs them; other stops get them within the byte budget. */
  readonly todos?: boolean
  /** Background work and the host's own goal: both let a stop pass. */
  readonly running?: boolean
  /** Parse every line. */
  readonly everything?: boolean
  /** Far back, only words that may hold a claim are needed. It is given a line, its bytes each as one character. */
  readonly mayClaim?: (line: string) => boolean
}
