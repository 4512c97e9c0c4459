// Rule 12: every `continue` is tested here before it is given, so that every loop has an end with a name.
import type { Allow, Continue, Reason } from '../../contract/decision.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { HARD_END } from '../../contract/config/hard-end.ts'

/** A refusal before its text is written: only one that the guards let pass is ever told. */
export type RefusalDraft = Omit<Continue, 'say'> & {
  /** What the agent is told word for word, in place of our own text. */
  readonly words?: string | undefined
  /** Reasons that the text names beside those that decided. */
  readonly mentions?: readonly Reason[]
}

/** So many refusals without progress are given; the next stop passes. */
export const STUCK_AFTER = 3

/** How many refusals this request may get, or undefined for "no cap". */
export function refusalLimit(facts: Pick<Facts, 'blockCap'>, policy: Policy): number | undefined {
  if (policy.maxContinuations === 0) return undefined
  const most = Math.min(policy.maxContinuations, HARD_END.continuations)
  return facts.blockCap === 0 ? most : Math.min(most, Math.max(facts.blockCap - 1, 0))
}

export function guard(decision: RefusalDraft, facts: Facts, policy: Policy): RefusalDraft | Allow {
  const ended = decision.counts.includes('refusal')
    ? (hardEnd(facts) ?? usedUp(facts, policy) ?? overBudget(facts, policy) ?? stuck(decision, facts, policy))
    : endOfWait(decision, facts, policy)
  if (!ended) return decision
  const newest = facts.claim?.status ?? facts.newestClaim?.status
  return {
    kind: 'allow',
    rule: 12,
    because: [ended.reason, ...decision.because],
    outcome: newest === 'partial' ? 'partial' : ended.outcome,
  }
}

interface End {
  readonly reason: Reason
  readonly outcome: Outcome
}

function usedUp(facts: Facts, policy: Policy): End | undefined {
  const limit = refusalLimit(facts, policy)
  // The host counts every refusal, also one that only sent the agent to wait.
  if (facts.blockCap > 0 && facts.waits > 0 && facts.continuations + facts.waits >= facts.blockCap - 1) {
    return end('cap-reached', `${facts.continuations + facts.waits} refusals, and the host honours no more`, 'capped')
  }
  if (limit !== undefined && facts.continuations >= limit) {
    return end('cap-reached', `${facts.continuations} of ${limit} refusals used up`, 'capped')
  }
  return undefined
}

function hardEnd(facts: Facts, refusals = facts.continuations): End | undefined {
  if (refusals >= HARD_END.continuations) {
    return end('cap-reached', `the hard end of ${HARD_END.continuations} refusals is reached`, 'capped')
  }
  // A person who resumes a run begins a new request; waiting for a usage limit to pass is not work.
  const workedMs = Math.min(facts.elapsedMs, facts.spentMs ?? facts.elapsedMs) - (facts.waitedMs ?? 0)
  if (workedMs >= HARD_END.ms) return end('cap-reached', 'the hard end of 8 hours is reached', 'capped')
  return undefined
}

/** Sending the agent to wait for running checks or subtasks, or a fresh session on its way, is counted by no other guard. */
function endOfWait({ rule, because }: RefusalDraft, facts: Facts, policy: Policy): End | undefined {
  // Subtasks count against the budgets: what they used up is not spent once more.
  if (because[0]?.code === 'subtask-ended') return hardEnd(facts) ?? overBudget(facts, policy)
  if (rule !== 6 && rule !== 5 && rule !== 2) return undefined
  return hardEnd(facts, facts.continuations + facts.waits) ?? overTime(facts, policy)
}

function overTime(facts: Facts, { budget: { timeMs } }: Policy): End | undefined {
  if (timeMs === undefined || (facts.spentMs ?? facts.elapsedMs) < timeMs) return undefined
  return end('over-budget', 'the time budget is used up', 'over-budget')
}

function overBudget(facts: Facts, policy: Policy): End | undefined {
  const { tokens, cost } = policy.budget
  const overdue = overTime(facts, policy)
  if (overdue) return overdue
  if (tokens !== undefined && (facts.tokens ?? 0) >= tokens) {
    return end('over-budget', 'the token budget is used up', 'over-budget')
  }
  if (cost !== undefined && (facts.cost ?? 0) >= cost)
    return end('over-budget', 'the cost budget is used up', 'over-budget')
  return undefined
}

function stuck(decision: RefusalDraft, facts: Facts, policy: Policy): End | undefined {
  if (policy.maxContinuations === 0) return undefined
  if (policy.repeatsReminder && decision.rule === 11) return undefined
  const idle = facts.refusals.filter((given) => given.progress === facts.progress)
  const same = idle.filter((given) => given.fingerprint === decision.fingerprint)
  if (same.length >= STUCK_AFTER) {
    return end('same-refusal', `the same refusal was given ${same.length} times with no progress in between`, 'stuck')
  }
  if (idle.length >= STUCK_AFTER) return end('no-progress', `${idle.length} refusals brought no progress`, 'stuck')
  return undefined
}

function end(code: Reason['code'], text: string, outcome: Outcome): End {
  return { reason: { code, text }, outcome }
}
