// The one line a person reads when the gate lets an agent go without proof of completion.
import type { Decision } from '../contract/decision.ts'

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
