// What the person reads from us in the agent's own screen: one line for each decision, beside the agent's own words.
// The agent reads message.ts and answer.ts.
import type { Allow, Decision, ReasonCode } from '../../../contract/decision.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import type { SessionState } from '../../../contract/state.ts'
import { firstLine, flat } from './quoted.ts'

/** Each in a line of its own, under our name. */
export function tellAll(sentences: readonly string[]): string {
  return sentences.map((sentence) => `Fullstop: ${sentence}`).join('\n')
}

export interface PersonTold {
  readonly task: string | undefined
  readonly policy: Pick<Policy, 'checks' | 'untrustedChecks' | 'around'>
  /** What the remedies that this session was told already were for. */
  readonly remedied: readonly ReasonCode[]
}

/** The line that says that the gate let an agent go, and how far the work is proven. A refusal speaks for itself. */
export function tellDecision(decision: Decision, told: PersonTold): string | undefined {
  const { task } = told
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
  if (decision.outcome === 'unverified')
    return `Fullstop: unverified, ${unverified(decision, told) ?? `${why}.${more}`}`
  return `Fullstop: not proven done: ${decision.outcome} (${why}).${more}`
}

/** With what would help, once in a session; undefined where no command of ours would. */
function unverified({ because: [first] }: Allow, { policy, remedied }: PersonTold): string | undefined {
  const { checks, untrustedChecks, around } = policy
  const untrusted = untrustedChecks.filter((name) => around?.checks.includes(name) !== true)
  const isNew = first !== undefined && !remedied.includes(first.code)
  if (untrusted.length > 0) {
    const what = `the checks of this project are not trusted (${untrusted.map(flat).join(', ')}).`
    return isNew ? `${what} To let them run: \`fullstop trust\` in a terminal.` : what
  }
  if (first?.code === 'no-check-exists' && checks.length === 0 && untrustedChecks.length === 0) {
    const what = 'no check exists here.'
    const remedy = 'To have the next task checked: `fullstop checks find` in a terminal.'
    return isNew ? `${what} ${remedy}` : what
  }
  return undefined
}

/** What was found out after the agent had stopped, for the person who comes next. */
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
