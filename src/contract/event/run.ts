// Events of a supervised run: the stints of the agent, waits, budgets and the clock.
import { z } from 'zod'
import { AgentEnd, Usage } from '../agent/agent-end.ts'
import { Head, Programs } from './head.ts'

/** How a stint came about. */
export const StintHow = z.enum(['first', 'same', 'fresh', 'again', 'probe'])
export type StintHow = z.infer<typeof StintHow>

export const RunAttached = z.strictObject({
  ...Head,
  kind: z
    .literal('run.attached')
    .describe('A supervisor took charge of the task: the first one, or another after that one was gone.'),
  session: z.string(),
  task: z.string(),
  source: z.enum(['run', 'resume']),
  /** The claim that the task ended with is decided first; the agent does not start yet. */
  isStanding: z.boolean().optional(),
  /** The variables that decide which programs its checks run, as the person who started it has them. */
  programs: Programs.optional(),
  /** What a subtask may use: what the task above it has left when it begins. */
  budget: z
    .strictObject({ timeMs: z.number().optional(), tokens: z.number().optional(), cost: z.number().optional() })
    .optional(),
})

/** One process of the agent begins. `again`: what a limit or a fault broke off; `probe`: it is only asked for its claim. */
export const StintStarted = z.strictObject({
  ...Head,
  kind: z.literal('stint.started').describe('The supervisor started a process of the agent.'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  how: StintHow,
  /** The agent's own session, where it is known before the agent tells it. */
  agentSessionId: z.string().optional(),
  isBriefed: z.boolean(),
})

export const StintKnown = z.strictObject({
  ...Head,
  kind: z.literal('stint.known').describe('The agent reported the id of its own session.'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  agentSessionId: z.string(),
  model: z.string().optional(),
})

/** What was typed for it into the program of a stint that waits at its prompt. */
export const StintTold = z.strictObject({
  ...Head,
  kind: z.literal('stint.told').describe('The supervisor typed a message into a program that waits at its prompt.'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  how: StintHow,
  /** Where in its output the answer begins. */
  offset: z.int(),
})

export const StintSettled = z.strictObject({
  ...Head,
  kind: z.literal('stint.settled').describe('The program waits at its prompt: its turn is over.'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  /** What an agent told of its turn; absent for a program that nobody understands. */
  turn: z
    .strictObject({
      usage: Usage.optional(),
      contextUse: z.number().optional(),
      isCompacted: z.boolean().optional(),
      isEmpty: z.boolean().optional(),
      /** Tool calls that were denied because nobody could be asked. */
      denied: z.array(z.string()).optional(),
      notes: z.array(z.string()),
    })
    .optional(),
})

export const StintEnded = z.strictObject({
  ...Head,
  kind: z.literal('stint.ended').describe('The process of the agent ended, with how it ended and what it used.'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  end: AgentEnd,
  /** When the agent ended; its end may have been seen later. */
  endedAt: z.string(),
  /** Over the agent's own session so far. */
  usage: Usage.optional(),
  /** How full the model's context is, from 0 to 1, where that is known. */
  contextUse: z.number().optional(),
  /** The session was compacted meanwhile. */
  isCompacted: z.boolean().optional(),
  /** Nothing was said or done in it. */
  isEmpty: z.boolean().optional(),
  notes: z.array(z.string()),
})

export const WaitStarted = z.strictObject({
  ...Head,
  kind: z.literal('wait.started').describe('The run waits for a usage limit, or before it tries again after a fault.'),
  session: z.string(),
  task: z.string(),
  until: z.string(),
  why: z.string(),
})

export const WaitEnded = z.strictObject({
  ...Head,
  kind: z.literal('wait.ended').describe('The wait is over.'),
  session: z.string(),
  task: z.string(),
})

export const BudgetWarned = z.strictObject({
  ...Head,
  kind: z.literal('budget.warned').describe('Four fifths of a budget are used.'),
  session: z.string(),
  task: z.string(),
  budget: z.enum(['time', 'tokens', 'cost']),
  used: z.number(),
  limit: z.number(),
})

export const ClockSkipped = z.strictObject({
  ...Head,
  kind: z
    .literal('clock.skipped')
    .describe(
      'The machine slept or its clock was set. This time does not count as work. Less than 0: it was set back.',
    ),
  session: z.string(),
  task: z.string(),
  ms: z.number(),
})
