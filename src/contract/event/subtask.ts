// Events of subtasks. The first two are addressed to the parent; that it was told is a matter of the subtask.
import { z } from 'zod'
import { Outcome } from '../outcome.ts'
import { Head } from './head.ts'

export const SubtaskStarted = z.strictObject({
  ...Head,
  kind: z.literal('subtask.started').describe('The agent split off a subtask. Recorded for the parent task.'),
  task: z.string(),
  subtask: z.string(),
  request: z.string(),
})

export const SubtaskEnded = z.strictObject({
  ...Head,
  kind: z.literal('subtask.ended').describe('A subtask ended. Recorded for the parent task.'),
  task: z.string(),
  subtask: z.string(),
  outcome: Outcome,
  /** What its last claim said was done, and what remains. */
  summary: z.string().optional(),
  remainingWork: z.string().optional(),
  /** The results of its checks, in a line. */
  evidence: z.string().optional(),
  /** What its agent used, with the subtasks below it. */
  used: z.strictObject({ tokens: z.number(), cost: z.number().optional() }).optional(),
})

/** A process is about to tell the agent of the parent: until it has, or is gone, no other one does. */
export const SubtaskTelling = z.strictObject({
  ...Head,
  kind: z
    .literal('subtask.telling')
    .describe("A process is about to tell the parent task's agent how the subtask ended."),
  task: z.string(),
  parent: z.string(),
  /** Which process; absent: the answer was not sent after all. */
  by: z.string().optional(),
})

export const SubtaskTold = z.strictObject({
  ...Head,
  kind: z.literal('subtask.told').describe("The parent task's agent was told how the subtask ended."),
  task: z.string(),
  parent: z.string(),
})
