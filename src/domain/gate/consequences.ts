// Questions that flows and folds ask about a decision. Which rule answers which question is known here and nowhere else.
import type { Allow, Continue, Count, Decision, Verdict } from '../../contract/decision.ts'
import type { EventOf } from '../../contract/event.ts'

/** After so many calls balanced mode holds the agent, whatever its last words say. */
export const SUBSTANTIAL_WORK_CALLS = 8

/** The decision with its consequences: version 0.1 stored decisions that did not state them. */
export function withConsequences(decision: Decision): Decision {
  if (decision.kind === 'continue' && decision.counts === undefined) return stated(decision)
  if (decision.kind !== 'allow' || decision.then !== undefined || decision.outcome !== undefined) return decision
  if (decision.rule === 10 && decision.status === 'waiting') return { ...decision, then: 'answer' }
  return decision.rule === 2 ? { ...decision, then: 'recover' } : decision
}

function stated({ counted, ...decision }: Continue & { readonly counted?: boolean }): Continue {
  return {
    ...decision,
    counts: counted === false ? ['wait'] : countsOf(decision.rule),
    ...(decision.rule === 8 ? { then: 'hand-over' } : {}),
  }
}

/** What a refusal by this rule counts toward. */
export function countsOf(rule: number): Count[] {
  if (rule === 9) return ['refusal', 'blocked-push']
  return rule === 10 ? ['refusal', 'question-push'] : ['refusal']
}

/** `decide` has decided; it does not ask for anything first. */
export function isFinal(verdict: Verdict): verdict is Decision {
  return 'rule' in verdict
}

/** For a flow that never lets `decide` ask for anything. */
export function asDecision(verdict: Verdict): Decision {
  if (isFinal(verdict)) return verdict
  throw new Error(`a decision was expected, not "${verdict.kind}"`)
}

/** A refusal that the guards count; the agent was not just sent to wait. */
export function isRefusal<T extends Verdict | Omit<Continue, 'say'>>(
  decision: T,
): decision is Extract<T, { readonly kind: 'continue' }> {
  return decision.kind === 'continue' && decision.counts.includes('refusal')
}

/** The user's word, an involuntary stop and a stop that is not ours stand whatever was claimed. */
export function restsOnClaim(decision: Verdict | Pick<Decision, 'rule'>): boolean {
  return !('rule' in decision) || decision.rule >= 4
}

/** An agent that continues after a fault, or with the end of the subtasks that it waited for, was refused nothing. */
export function isRefusedNothing({ because: [first] }: Pick<Decision, 'because'>): boolean {
  return first?.code === 'subtask-ended' || first?.code === 'not-the-agents-choice'
}

/** A claim was refused for what it said: until a better one comes, the agent hears the same. */
export function refusesClaim(decision: Decision | undefined): decision is Continue {
  return decision?.kind === 'continue' && decision.rule !== 6 && decision.rule <= 9
}

/** The decision on a claim whose task a person's answer has ended. */
export function endedByPerson({ because, outcome }: Pick<EventOf<'task.ended'>, 'because' | 'outcome'>): Allow {
  return { kind: 'allow', rule: 4, because, outcome }
}

/** Nothing is open that a claim could be about. */
export function isNothingOpen(decision: Decision): boolean {
  return decision.kind === 'allow' && decision.rule === 1
}

/** Watch mode: it would have been refused. */
export function isWatched(decision: Decision): boolean {
  return decision.kind === 'allow' && decision.because.some(({ code }) => code === 'watching')
}

/** The stop passes although the work is not shown to be done: a guard ended the loop, or we only watch. */
export function isLetGo(decision: Decision): boolean {
  return decision.kind === 'allow' && (decision.rule === 12 || isWatched(decision))
}

/** More words of the agent could change the decision: nothing above the claim has decided. */
export function mayChangeWithWords(decision: Verdict): boolean {
  if (!isFinal(decision) || decision.kind !== 'allow') return true
  const code = decision.because[0]?.code
  return code === 'no-open-task' || code === 'conversation' || decision.rule > 10
}
