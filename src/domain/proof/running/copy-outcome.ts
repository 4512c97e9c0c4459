// What a check came to in a copy of the workspace, as the judges of extra runs read it.
import type { ExtraRun, WhatRan } from '../../../contract/evidence.ts'
import type { CheckEnd } from '../../checks/output/outcome.ts'

export type CopyOutcome =
  | { readonly kind: 'not-run'; readonly why: string }
  | {
      readonly kind: 'ran'
      /** As for a check in the workspace: from `toOutcome` and `whatPassed`. */
      readonly end: CheckEnd
      /** Undefined where no runner is recognised. */
      readonly ran?: WhatRan | undefined
      readonly output: string
    }

/** A judge never throws, and in doubt it cannot tell. */
export interface ExtraAnswer {
  readonly answer: ExtraRun['answer']
  /** One line for people. */
  readonly why: string
  /** Tests of the start that fail on the current code. */
  readonly tests?: readonly string[]
  /** The assertion that it is about, as `file:line`. */
  readonly at?: string
  /** A person must say whether that is meant. */
  readonly asks?: true
}

export function cannotTell(why: string): ExtraAnswer {
  return { answer: 'cannot-tell', why }
}

/** Undefined where the run came to a verdict of its own. */
export function whyNoVerdict(outcome: CopyOutcome): string | undefined {
  if (outcome.kind === 'not-run') return outcome.why
  const { result, why } = outcome.end
  return result === 'timed-out' || result === 'could-not-run' ? why : undefined
}
