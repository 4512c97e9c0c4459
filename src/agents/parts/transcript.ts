// The transcript of an agent: its lines to entries, and how important lines are found by their bytes.
import type { Entry } from '../../contract/agent/entry.ts'
import type { Environment } from './places.ts'

export interface TranscriptReader {
  /** One line of the transcript, already parsed, to what it says. Lines that say nothing to us yield nothing. */
  readonly toEntries: (line: unknown) => readonly Entry[]
  /** Every line with a message or a tool call contains one of these; tool results do not. */
  readonly speaks: readonly string[]
  readonly glance: Glance
  /** Precedes the id of the turn in many lines of every turn. */
  readonly turnMark: string
  readonly landmarks: Landmarks
  /** Tool calls of the main chain in the same line, for a session that takes the work up. */
  readonly toCalls?: (line: unknown) => readonly SeenCall[]
  /** Folders beside the home directory where the agent may keep transcripts. */
  readonly folders: (env: Environment) => readonly string[]
  /**
   * The turn in which something was said or done, by what the hook calls it. Only for hosts that end a turn when a prompt
   * which joins it is held back.
   */
  readonly turnOf?: (line: unknown) => string | undefined
  /** Whether a person sits at the session, where only its transcript tells. */
  readonly attendance?: Attendance
}

/** A tool call or what it returned; texts whole, as the agent wrote them. */
export type SeenCall =
  | { readonly kind: 'called'; readonly id: string; readonly name: string; readonly at: string; readonly input: string }
  | { readonly kind: 'returned'; readonly id: string; readonly failed: boolean; readonly output: string }

/** Asked of the newest line that may tell, then of the one before it, at last of the first line. */
export interface Attendance {
  /** Stands in every line that may tell. */
  readonly mark: string
  readonly of: (line: unknown) => boolean | undefined
}

/**
 * Byte strings by which important lines are found far back in a transcript. A false hit costs time only, because each
 * line found is parsed.
 */
export interface Landmarks {
  /** A person's prompt that can start a turn, and one typed in mid-work. */
  readonly prompts: readonly string[]
  readonly joined: readonly string[]
  /** Calls that change the agent's todo list. */
  readonly todos: readonly string[]
  /** The state of the host's goal and mode: at the start of a turn, and anywhere in it. */
  readonly begins: readonly string[]
  readonly states: readonly string[]
  /** Background work that started, and background work that ended. */
  readonly running: readonly string[]
  readonly ended: readonly string[]
}

/**
 * How lines far back are told apart by their bytes. In JSON a bare quote never stands within a string: what an agent or a
 * tool wrote cannot be mistaken for these.
 */
export interface Glance {
  /** A line with one of these is always parsed: prompts, the host's goal and mode, and calls that a name does not tell. */
  readonly telling: readonly string[]
  /** Stands in every line with words of the assistant. */
  readonly words: string
  /** Stands right before the name of a call. */
  readonly call: string
  /** Ends what tells of a call, so many bytes behind the mark or later. */
  readonly ends: string
  readonly endsFrom: number
  /**
   * A call that looks at something or keeps a list: it changes nothing, and claims nothing. Told by what stands between
   * the mark and its end, at most `idleBytes`, each as one character; false in doubt.
   */
  readonly isIdle: (told: string) => boolean
  /** Every one costs: a long reading asks thousands of times. */
  readonly idleBytes: number
}
