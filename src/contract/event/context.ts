// Events of the saved context of a task, and of the brief made from it.
import { z } from 'zod'
import { ContextUpdate, Observation } from '../context.ts'
import { Head } from './head.ts'

/** A fresh or compacted session was told how this task stands. */
export const BriefGiven = z.strictObject({
  ...Head,
  kind: z.literal('brief.given'),
  session: z.string(),
  task: z.string(),
  source: z.string(),
  characters: z.int(),
})

export const ContextSaved = z.strictObject({
  ...Head,
  kind: z.literal('context.saved'),
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

/** What is left of a save whose context was cleared. */
export const ContextErased = z.strictObject({ ...Head, kind: z.literal('context.erased'), task: z.string() })

/** The save came from elsewhere: what stood there before stands again. */
export const ContextWithdrawn = z.strictObject({
  ...Head,
  kind: z.literal('context.withdrawn'),
  task: z.string(),
  save: z.string(),
  why: z.enum(['subagent', 'another-session']),
})

export const ContextCleared = z.strictObject({
  ...Head,
  kind: z.literal('context.cleared'),
  task: z.string(),
  by: z.enum(['agent', 'person', 'age']),
})
