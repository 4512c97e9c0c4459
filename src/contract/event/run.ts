// Events of a supervised run: the stints of the agent, waits, budgets and the clock.
import { z } from 'zod'
import { AgentEnd, Usage } from '../agent/agent-end.ts'
import { Head, Programs } from './head.ts'

/** How a stint came about. */
export const StintHow = z.enum(['first', 'same', 'fresh', 'again', 'probe'])
export type StintHow = z.infer<typeof StintHow>

/** A supervisor takes the task on: the one that opened it, or another after that one was gone. */
export const RunAttached = z.strictObject({
  ...Head,
  kind: z.literal('run.attached'),
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
  kind: z.literal('stint.started'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  how: StintHow,
  /** The agent's own session, where it is known before the agent tells it. */
  agentSessionId: z.string().optional(),
  isBriefed: z.boolean(),
})

/** The agent told which session of its own it works in. */
export const StintKnown = z.strictObject({
  ...Head,
  kind: z.literal('stint.known'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  agentSessionId: z.string(),
  model: z.string().optional(),
})

/** What was typed for it into the program of a stint that waits at its prompt. */
export const StintTold = z.strictObject({
  ...Head,
  kind: z.literal('stint.told'),
  session: z.string(),
  task: z.string(),
  stint: z.string(),
  how: StintHow,
  /** Where in its output the answer begins. */
  offset: z.int(),
})

/** The program waits: it has become quiet at its prompt, or said that its turn has ended. */
export const StintSettled = z.strictObject({
  ...Head,
  kind: z.literal('stint.settled'),
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
  kind: z.literal('stint.ended'),
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
  kind: z.literal('wait.started'),
  session: z.string(),
  task: z.string(),
  until: z.string(),
  why: z.string(),
})

export const WaitEnded = z.strictObject({
  ...Head,
  kind: z.literal('wait.ended'),
  session: z.string(),
  task: z.string(),
})

/** Four fifths of it are used up. */
export const BudgetWarned = z.strictObject({
  ...Head,
  kind: z.literal('budget.warned'),
  session: z.string(),
  task: z.string(),
  budget: z.enum(['time', 'tokens', 'cost']),
  used: z.number(),
  limit: z.number(),
})

/** So much time on the clock was no work: the machine slept, or its clock was set. Less than 0: it was set back. */
export const ClockSkipped = z.strictObject({
  ...Head,
  kind: z.literal('clock.skipped'),
  session: z.string(),
  task: z.string(),
  ms: z.number(),
})
