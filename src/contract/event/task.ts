// Events of a task, from its opening to its end, with the orders that a person gives about it.
import { z } from 'zod'
import { Criterion } from '../criterion.ts'
import { Reason } from '../decision.ts'
import { Outcome } from '../outcome.ts'
import { Policy } from '../config/policy.ts'
import { RunSetup } from '../agent/run-setup.ts'
import { Actor, Head, Programs } from './head.ts'

export const TaskOpened = z.strictObject({
  ...Head,
  kind: z.literal('task.opened').describe('A task began. Its policy is fixed from here on.'),
  session: z.string(),
  task: z.string(),
  agent: z.string(),
  cwd: z.string().optional(),
  policy: Policy,
  /** The workspace as it was then is kept under this name. */
  start: z.string().optional(),
  /** The ended task of the same session before this one. */
  before: z.string().optional(),
  /** It is a subtask of this task. */
  parent: z.string().optional(),
  /** `fullstop run` opened it: this is how its agent is started. */
  run: RunSetup.optional(),
  /** What the result must meet; a claim of success has a row for each. */
  criteria: z.array(Criterion).optional(),
  /** The variables that decide which programs its checks run, as the agent's own hook found them. */
  programs: Programs.optional(),
})

export const TaskEnded = z.strictObject({
  ...Head,
  kind: z.literal('task.ended').describe('The task ended with an outcome.'),
  task: z.string(),
  outcome: Outcome,
  because: z.array(Reason),
  /** By the answer to a call, since no stop was ever heard of: one that comes after all decides anew. */
  byCall: z.boolean().optional(),
})

/** A person takes a task up that had ended; `policy` and `run` are what they changed for it. */
export const TaskResumed = z.strictObject({
  ...Head,
  kind: z.literal('task.resumed').describe('A person resumed a task that had ended.'),
  session: z.string(),
  task: z.string(),
  actor: Actor,
  policy: Policy.optional(),
  run: RunSetup.optional(),
})

export const TaskPaused = z.strictObject({
  ...Head,
  kind: z.literal('task.paused').describe('A person paused the task.'),
  task: z.string(),
  actor: Actor,
})

export const TaskUnpaused = z.strictObject({
  ...Head,
  kind: z.literal('task.unpaused').describe('A person ended the pause.'),
  task: z.string(),
  actor: Actor,
})

/** The tombstone: every decision reads it, and nothing after it holds the agent. */
export const TaskCancelled = z.strictObject({
  ...Head,
  kind: z.literal('task.cancelled').describe('A person cancelled the task. Nothing after this event holds the agent.'),
  task: z.string(),
  actor: Actor,
})

export const TaskWithdrawn = z.strictObject({
  ...Head,
  kind: z
    .literal('task.withdrawn')
    .describe('The task was opened for a call that belongs to another session. It does not count.'),
  task: z.string(),
})
