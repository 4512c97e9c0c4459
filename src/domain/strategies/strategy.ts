// What is known of a strategy: one row of the table in `index.ts`. Every hook loads the rows, so they are light: a
// detector is given the grammar instead of importing it, and makes its patterns when it is called.
import type { Policy } from '../../contract/config/policy.ts'
import type { Detector } from './detector.ts'

export type Row = ByWords | ByCall | Beside

interface Named {
  /** As `detect.strategies` lists it; a claim keeps it as its channel. */
  readonly name: string
  readonly onByDefault: boolean
}

/** The agent claims in its own words. */
export interface ByWords extends Named {
  readonly kind: 'words'
  /** Explicit: while it is on, no claim is guessed from phrases. */
  readonly isExplicit: boolean
  /** It cannot be looked for without the id of the session. */
  readonly needsSessionId?: boolean
  /** A piece of every text that claims like this; a pattern of letters if any case will do; '' if any text may. */
  readonly looksLike: (policy: Policy) => string | RegExp
  readonly detect: Detector
  /** Undefined: the session cannot claim like this. */
  readonly sayHow: (policy: Policy, sessionId: string | undefined) => Said | undefined
}

export interface Said {
  /** `line`: it must stand alone on its line. */
  readonly kind: 'line' | 'words'
  /** What the agent must end its message with. */
  readonly say: string
  /** The same for a program that may print our words back: the signal must not stand in them whole. */
  readonly described: string
}

/** The agent claims by our tool, or by our command in its shell. */
export interface ByCall extends Named {
  readonly kind: 'tool' | 'cli'
}

/** No way to claim: `probe` asks for a claim, a `fact` stands beside one. */
export interface Beside extends Named {
  readonly kind: 'probe' | 'fact'
}
