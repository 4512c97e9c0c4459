// What an agent is answered when it claims by tool or command: the claim's status in the words that its users know, then
// what happens next.
import type { Claim } from '../../../contract/claim.ts'
import type { Allow, Decision } from '../../../contract/decision.ts'
import { firstLine, flat } from './quoted.ts'

export interface AnswerText {
  /** Refused: the tool answers with an error. */
  readonly isRefused: boolean
  readonly text: string
}

export function answerText(claim: Claim, decision: Decision): AnswerText {
  if (decision.kind === 'ask-human')
    return asked(
      claim,
      decision.because.map(({ text }) => firstLine(text)),
    )
  if (decision.kind === 'allow') return allowed(claim, decision)
  if (claim.status === 'success') return { isRefused: true, text: decision.say }
  const next =
    decision.rule === 8
      ? 'This does not end the task: continue with the remaining work, then claim again.'
      : 'Try another way now. If nothing works, claim blocked again, with `needs` if only the user can help: then you may stop.'
  return { isRefused: false, text: `${opening(claim)}\n${next}` }
}

/** The user is there to be asked; the agent may go. */
function asked(claim: Claim, why: readonly string[]): AnswerText {
  const text = `Claim recorded. A person must look before it counts: ${why.join('; ')}.\nStop now and tell the user what you did and why they are asked.`
  return { isRefused: false, text: claim.status === 'success' ? text : `${opening(claim)}\n${text}` }
}

function allowed(claim: Claim, decision: Allow): AnswerText {
  const why = decision.because.map(({ text }) => firstLine(text)).join('; ')
  if (decision.rule === 1) return { isRefused: false, text: `You may stop: ${why}.` }
  if (decision.rule === 12) {
    const text = `Not proven done: ${decision.outcome ?? 'capped'} (${why}).\nYou may stop. Tell the user plainly what is not done.`
    return claim.status === 'success'
      ? { isRefused: true, text }
      : { isRefused: false, text: `${opening(claim)}\n${text}` }
  }
  if (decision.because.some(({ code }) => code === 'watching')) {
    return { isRefused: false, text: `Not accepted, but you may stop: ${why}. Tell the user plainly what is not done.` }
  }
  if (decision.outcome === 'rejected') {
    return { isRefused: true, text: `A person rejected the result: ${why}.\nYou may stop.` }
  }
  if (claim.status !== 'success') return { isRefused: false, text: `${opening(claim)}\n${next(claim, decision)}` }
  return { isRefused: false, text: proven(claim, decision, why) }
}

function next({ needs }: Claim, { outcome }: Allow): string {
  if (outcome === 'needs-input') return `You may stop: tell the user what you need (${needs ?? 'input'}) and what for.`
  return `You may stop. The task is recorded as ${outcome ?? 'open'}: tell the user what is missing.`
}

/** Nothing but `completed` is called a success. */
function proven(claim: Claim, { outcome, because }: Allow, why: string): string {
  const stays = 'You may stop now; if you change anything more, claim again.'
  if (because.some(({ code }) => code.startsWith('approved'))) return `${opening(claim)}\nReviewed: ${why}. ${stays}`
  if (outcome === 'completed') return `${opening(claim)}\nVerified: ${why}. ${stays}`
  if (outcome !== 'unverified') return `Claim recorded: ${why}. ${stays}`
  return `Claim recorded as unverified: ${why}.\nTell the user that nothing has checked this work. ${stays}`
}

/** In one line: no words of the agent may pass for a line of ours. */
function opening({ status, remainingWork = 'not named' }: Claim): string {
  if (status === 'success') return 'Task completed successfully.'
  const words = status === 'blocked' ? 'Task blocked.' : 'Task partially completed.'
  return `${words} Remaining work: ${flat(remainingWork)}`
}
