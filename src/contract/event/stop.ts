// Events of a stop: decided, broken off by a fault, or not decided because the hook failed.
import { z } from 'zod'
import { Claim } from '../claim.ts'
import { Decision } from '../decision.ts'
import { Evidence } from '../evidence.ts'
import { TodoItem, Work } from '../work.ts'
import { Head } from './head.ts'
import { Observed } from './request.ts'

export const StopDecided = z.strictObject({
  ...Head,
  kind: z.literal('stop.decided').describe('The agent stopped, and the stop was allowed, refused or left to a person.'),
  session: z.string(),
  task: z.string().optional(),
  request: z.string().optional(),
  /** The same stop seen twice has the same key; absent where two stops cannot be told apart. */
  key: z.string().optional(),
  decision: Decision,
  /** Refusals given in this request, this one included. */
  continuations: z.int(),
  /** The last words the decision was made from, cut and masked. */
  lastWords: z.string().optional(),
  /** Why text that looked like a claim was not one. */
  nearMisses: z.array(z.string()),
  /** What the transcript had told up to `offset`. */
  work: Work.optional(),
  todos: z.array(TodoItem).optional(),
  /** The todo list was followed only up to here: older calls on it are read when a claim needs them. */
  todosFrom: z.int().optional(),
  offset: z.int().optional(),
  /** The claim waits for this run of its checks. */
  verifying: z.strictObject({ claim: Claim, run: z.string(), evidence: Evidence }).optional(),
  observed: Observed.optional(),
  /** The agent's own goal feature is active. */
  vendorGoal: z.boolean().optional(),
  planMode: z.boolean().optional(),
  /** Hashes of the prompts with which the host will wake the session up: they are not a person's. */
  wakeUps: z.array(z.string()).optional(),
})

export const StopFailed = z.strictObject({
  ...Head,
  kind: z.literal('stop.failed').describe('The agent reported that an error ended its turn.'),
  session: z.string(),
  cause: z.string(),
  detail: z.string(),
})

export const HookFailed = z.strictObject({
  ...Head,
  kind: z
    .literal('hook.failed')
    .describe('A hook call could not be handled, or its order needs a person. It never holds the agent.'),
  /** Where the call names one that is open, and its log should tell. */
  task: z.string().optional(),
  agent: z.string(),
  code: z.string(),
  message: z.string(),
})
