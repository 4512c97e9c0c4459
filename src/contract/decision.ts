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
  'tampered',
  'checks-running',
  'check-could-not-run',
  'no-check-exists',
  'failure-claimed-preexisting',
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
})

export const Continue = z.strictObject({
  kind: z.literal('continue'),
  rule: Rule,
  because: z.array(Reason),
  /** The refusal as the agent reads it. */
  say: z.string(),
  /** Equal fingerprints are the same refusal, whatever their numbers and paths. */
  fingerprint: z.string(),
  /** False only while checks run: no guard counts such a refusal. */
  counted: z.boolean(),
})

export const AskHuman = z.strictObject({ kind: z.literal('ask-human'), rule: Rule, because: z.array(Reason) })

export const Decision = z.discriminatedUnion('kind', [Allow, Continue, AskHuman])
export type Decision = z.infer<typeof Decision>
export type Allow = z.infer<typeof Allow>
export type Continue = z.infer<typeof Continue>
export type AskHuman = z.infer<typeof AskHuman>

/** Before it can decide, `decide` may ask the flow to run these checks. */
export interface Verify {
  readonly kind: 'verify'
  readonly checks: readonly string[]
}
