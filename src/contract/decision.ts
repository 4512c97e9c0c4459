// Our answer to a stop or a claim, always with reasons.
import { z } from 'zod'
import { Outcome } from './outcome.ts'

export const ReasonCode = z.enum([
  // rule 1
  'mode-off',
  'cancelled',
  'paused',
  'interrupted',
  'no-open-task',
  // rule 2
  'not-the-agents-choice',
  // rule 3
  'subagent',
  'plan-mode',
  'vendor-goal',
  // rules 4 to 7
  'checks-passed',
  'approved',
  'approved-despite',
  'rejected',
  'changes-requested',
  'check-failed',
  'todo-open',
  'subtask-open',
  'subtask-ended',
  'subtask-failed',
  'criterion-open',
  'criterion-not-applicable',
  'tampered',
  'rigged',
  'old-tests-fail',
  'start-lost',
  'checks-running',
  'check-could-not-run',
  'no-check-exists',
  'failure-claimed-preexisting',
  'check-disputed',
  'review-needed',
  // rules 8 and 9
  'partial',
  'blocked',
  'needs-input',
  // rule 10
  'background-work',
  'wake-up',
  'permission',
  'question',
  'conversation',
  // rule 11
  'no-claim',
  'claim-stale',
  'claim-refused-before',
  'no-substantial-work',
  // rule 12
  'cap-reached',
  'over-budget',
  'same-refusal',
  'no-progress',
  // beside the rules
  'watching',
  'own-failure',
])
export type ReasonCode = z.infer<typeof ReasonCode>

export const Reason = z.strictObject({ code: ReasonCode, text: z.string() })
export type Reason = z.infer<typeof Reason>

/** The row of the decision table that decided; 0 stands for our own failure, which no row covers. */
export const Rule = z.int().min(0).max(12)
export type Rule = z.infer<typeof Rule>

export const Allow = z.strictObject({
  kind: z.literal('allow'),
  rule: Rule,
  because: z.array(Reason),
  /** How the task ends by this stop; absent: it does not end. */
  outcome: Outcome.optional(),
  /** The state the task takes if it does not end. */
  status: z.enum(['open', 'waiting', 'verifying']).optional(),
  /**
   * `recover`: a supervisor waits until the fault has passed. `answer`: a person is asked. `subtasks`: a supervisor takes
   * the open subtasks to their end. Absent: nothing follows.
   */
  then: z.enum(['recover', 'answer', 'subtasks']).optional(),
})

/** `wait`: the agent was sent to wait, and no other guard counts that. */
export const Count = z.enum(['refusal', 'wait', 'blocked-push', 'question-push'])
export type Count = z.infer<typeof Count>

export const Continue = z.strictObject({
  kind: z.literal('continue'),
  rule: Rule,
  because: z.array(Reason),
  /** The refusal as the agent reads it. */
  say: z.string(),
  /** Equal fingerprints are the same refusal, whatever their numbers and paths. */
  fingerprint: z.string(),
  /** What the guards count it toward. */
  counts: z.array(Count),
  /** `hand-over`: a supervisor may continue in a fresh session. */
  then: z.literal('hand-over').optional(),
})

export const AskHuman = z.strictObject({ kind: z.literal('ask-human'), rule: Rule, because: z.array(Reason) })

export const Decision = z.discriminatedUnion('kind', [Allow, Continue, AskHuman])
export type Decision = z.infer<typeof Decision>
export type Allow = z.infer<typeof Allow>
export type Continue = z.infer<typeof Continue>
export type AskHuman = z.infer<typeof AskHuman>

/** Before it can decide, `decide` asks the flow to run these checks. */
export interface Verify {
  readonly kind: 'verify'
  readonly checks: readonly string[]
}

/** Before it can decide, `decide` asks the supervisor to have the agent claim. */
export interface Probe {
  readonly kind: 'probe'
}

/** A claim made by a call is only recorded: the stop that follows decides it, and runs these checks. */
export interface Recorded {
  readonly kind: 'recorded'
  readonly checks: readonly string[]
}

export type Verdict = Decision | Verify | Probe | Recorded
