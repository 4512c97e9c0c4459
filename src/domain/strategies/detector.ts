// The shape every text detector shares: a reading of assistant text goes in, a finding comes out.
// A detector is pure, runs in linear time and never throws.
import type { Grammar } from './grammar.ts'

export interface Reading {
  readonly text: string
  readonly sessionId?: string
  /** What stands before `::` in a done token; if left out, `FULLSTOP_DONE` and `TASKMASTER_DONE` both count. */
  readonly prefix?: string
  readonly exitCode?: number
  /** Completion phrases beside the built-in ones. */
  readonly phrases?: readonly string[]
  /** The agent has an explicit way to claim, so guessing from phrases is switched off. */
  readonly explicitChannel?: boolean
}

export interface Match {
  readonly found: true
  readonly strategy: string
  /** The exact text the claim was read from. */
  readonly text: string
  /** Where it stands in the text of the reading. */
  readonly at: number
}

export interface Miss {
  readonly found: false
  readonly strategy: string
  /** Why each near miss did not count; empty if nothing looked like a claim. */
  readonly because: readonly string[]
}

export type Finding = Match | Miss

/** The grammar is passed in: every hook loads the detectors, few need the grammar. */
export type Detector = (reading: Reading, grammar: Grammar) => Finding
