// What a person reads of us beside the agent's own words.
import type { Decision } from '../contract/decision.ts'

/** Each in a line of its own, under our name. */
export function tellAll(sentences: readonly string[]): string {
  return sentences.map((sentence) => `Fullstop: ${sentence}`).join('\n')
}

/** The line that says that the gate let an agent go, and how far the work is proven. */
export function tellDecision(decision: Decision, task: string | undefined): string | undefined {
  const why = decision.because[0]?.text ?? ''
  const more = task === undefined ? '' : ` More: fullstop show ${task}`
  if (decision.kind === 'ask-human') {
    const next = task === undefined ? '' : ` Go on with a prompt, or end it: fullstop cancel ${task}`
    return `Fullstop: a person must look at this (${why}); this version has no review command yet.${next}`
  }
  if (decision.kind !== 'allow' || decision.outcome === undefined || decision.outcome === 'cancelled') return undefined
  if (decision.outcome === 'completed') return `Fullstop: completed, ${why}.${more}`
  return `Fullstop: not proven done: ${decision.outcome} (${why}).${more}`
}
