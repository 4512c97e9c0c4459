// The lines that a person reads from us, beside the agent's own words.
import type { Decision } from '../../contract/decision.ts'
import type { SessionState } from '../../contract/state.ts'
import { firstLine } from '../../domain/gate/quoted.ts'

/** Each in a line of its own, under our name. */
export function tellAll(sentences: readonly string[]): string {
  return sentences.map((sentence) => `Fullstop: ${sentence}`).join('\n')
}

/** The line that says that the gate let an agent go, and how far the work is proven. */
export function tellDecision(decision: Decision, task: string | undefined): string | undefined {
  const [first, ...others] = decision.because
  const why = `${firstLine(first?.text ?? '')}${decision.kind === 'ask-human' && others.length > 0 ? `, and ${others.length} more` : ''}`
  const more = task === undefined ? '' : ` More: fullstop show ${task}`
  if (decision.kind === 'ask-human') {
    const next = task === undefined ? '' : ` Answer it: fullstop review ${task}`
    return `Fullstop: a person must look at this (${why}).${next}`
  }
  if (decision.kind === 'allow' && decision.status === 'verifying') {
    return `Fullstop: the claim is being verified, ${why}. You are told with your next prompt, or run: fullstop wait${task === undefined ? '' : ` ${task}`}`
  }
  if (decision.kind !== 'allow' || decision.outcome === undefined || decision.outcome === 'cancelled') return undefined
  if (decision.outcome === 'completed') return `Fullstop: completed, ${why}.${more}`
  return `Fullstop: not proven done: ${decision.outcome} (${why}).${more}`
}

/** What was found out after the agent had stopped, for whoever comes next. */
export function toldLate({ session }: { readonly session: { readonly state: SessionState | undefined } }): string[] {
  const untold = session.state?.untold
  if (!untold) return []
  const { decision, task } = untold
  const why = decision.because.map((reason) => firstLine(reason.text)).join('; ')
  const more = ` More: fullstop evidence ${task}`
  if (decision.kind === 'continue') return [`the checks ended after the last stop: ${why}.${more}`]
  if (decision.kind === 'ask-human') return [`the checks ended after the last stop; a person must look: ${why}.${more}`]
  const outcome = decision.outcome ?? 'not proven done'
  return [`the checks ended after the last stop: ${outcome} (${why}).${more}`]
}
