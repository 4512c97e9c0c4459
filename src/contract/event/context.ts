// Events of the saved context of a task, and of the brief made from it.
import { z } from 'zod'
import { ContextUpdate, Observation } from '../context.ts'
import { Head } from './head.ts'

export const BriefGiven = z.strictObject({
  ...Head,
  kind: z.literal('brief.given').describe('A fresh or compacted session was given the brief of the task.'),
  session: z.string(),
  task: z.string(),
  source: z.string(),
  characters: z.int(),
})

export const ContextSaved = z.strictObject({
  ...Head,
  kind: z.literal('context.saved').describe('The agent saved its context.'),
  session: z.string(),
  task: z.string(),
  save: z.string(),
  agentSessionId: z.string(),
  toolUseId: z.string().optional(),
  /** Equal for the same words about the same files. */
  digest: z.string(),
  update: ContextUpdate,
  seen: Observation,
})

export const ContextErased = z.strictObject({
  ...Head,
  kind: z.literal('context.erased').describe('A save whose content is gone, because the context was cleared.'),
  task: z.string(),
})

export const ContextWithdrawn = z.strictObject({
  ...Head,
  kind: z
    .literal('context.withdrawn')
    .describe('A save came from a subagent or another session. The save before it counts again.'),
  task: z.string(),
  save: z.string(),
  why: z.enum(['subagent', 'another-session']),
})

export const ContextCleared = z.strictObject({
  ...Head,
  kind: z
    .literal('context.cleared')
    .describe('The saved context of a task was deleted: by the agent, by a person, or because of its age.'),
  task: z.string(),
  by: z.enum(['agent', 'person', 'age']),
})
