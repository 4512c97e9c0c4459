// Events of a request: a person typed a prompt.
import { z } from 'zod'
import { Head } from './head.ts'

/** What was looked at beyond the transcript: if it moves, that is progress. */
export const Observed = z.strictObject({
  tree: z.string().optional(),
  checks: z.string().optional(),
  todos: z.string().optional(),
  /** Acceptance criteria for which any claim of the request had a row that names what shows it. */
  rows: z.array(z.string()).optional(),
})

export const RequestOpened = z.strictObject({
  ...Head,
  kind: z.literal('request.opened').describe('A person typed a prompt that starts a request.'),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  promptId: z.string().optional(),
  /** What the person typed, secrets masked; absent where it could not be read. */
  prompt: z.string().optional(),
  isQuestion: z.boolean(),
  /** The prompt hook told us, rather than the transcript. */
  heard: z.boolean(),
  /** Where in the transcript the request begins, and whether the agent's own goal feature is active there. */
  offset: z.int().optional(),
  vendorGoal: z.boolean().optional(),
  planMode: z.boolean().optional(),
  /** What a supervisor saw of the workspace then. */
  observed: Observed.optional(),
})

export const PromptJoined = z.strictObject({
  ...Head,
  kind: z
    .literal('prompt.joined')
    .describe(
      'A person typed a prompt while the agent was working, or answered a review. It belongs to the same request.',
    ),
  session: z.string(),
  task: z.string(),
  request: z.string(),
  promptId: z.string().optional(),
  prompt: z.string(),
  isQuestion: z.boolean(),
  heard: z.boolean(),
  /** A person's answer to a review, not something they typed to the agent. */
  isFeedback: z.boolean().optional(),
})
