// What outlives a session: the agent's own notes on a task, and what we add to them.
import { z } from 'zod'
import { PLAIN_ID } from './plain-id.ts'

export const FileOperation = z.enum(['created', 'modified', 'deleted', 'read'])
export type FileOperation = z.infer<typeof FileOperation>

export const TouchedFile = z.strictObject({ path: z.string(), operation: FileOperation, timestamp: z.string() })
export type TouchedFile = z.infer<typeof TouchedFile>

export const RecentToolCall = z.strictObject({
  name: z.string(),
  timestamp: z.string(),
  input: z.string().optional(),
  output: z.string().optional(),
  status: z.enum(['pending', 'completed', 'error']),
})
export type RecentToolCall = z.infer<typeof RecentToolCall>

/** One save: what the agent told, secrets masked already. */
export const ContextUpdate = z.strictObject({
  originalRequest: z.string(),
  summary: z.string(),
  currentStatus: z.string(),
  keyDecisions: z.array(z.string()).optional(),
  filesModified: z.array(z.strictObject({ path: z.string(), operation: FileOperation })).optional(),
  /** Absent: what is stored stays. */
  remainingWork: z.string().optional(),
  blockers: z.array(z.string()).optional(),
})
export type ContextUpdate = z.infer<typeof ContextUpdate>

/** What we saw ourselves at that moment. */
export const Observation = z.strictObject({
  /** From git: what changed since the task began. */
  files: z.array(TouchedFile),
  recentToolCalls: z.array(RecentToolCall),
})
export type Observation = z.infer<typeof Observation>

/** The stored context, in the shape in which it is handed out. */
export const SessionContext = z.strictObject({
  sessionId: z.string(),
  taskId: z.string(),
  updatedAt: z.string(),
  originalRequest: z.string(),
  summary: z.string(),
  keyDecisions: z.array(z.string()),
  filesModified: z.array(TouchedFile),
  currentStatus: z.string(),
  remainingWork: z.string().optional(),
  recentToolCalls: z.array(RecentToolCall),
  blockers: z.array(z.string()),
  estimatedTokens: z.int().optional(),
})
export type SessionContext = z.infer<typeof SessionContext>

const MOST_TEXT = 32_768
const MOST_ITEM = 4096
const MOST_ITEMS = 1000

function atMost(most: number): z.ZodString {
  return z.string().max(most, `has more than ${most} characters`)
}

function listOf<T extends z.ZodType>(item: T): z.ZodDefault<z.ZodArray<T>> {
  return z.array(item).max(MOST_ITEMS, `has more than ${MOST_ITEMS} items`).default([])
}

/** A file `{taskId}.json` of the `context-memory` server, within the limits of our own tools. Unknown keys are ignored. */
export const OlderContext = z.object({
  sessionId: atMost(MOST_ITEM).default(''),
  taskId: z.string().regex(PLAIN_ID, 'is not an id that can name a task'),
  updatedAt: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date'),
  originalRequest: atMost(MOST_TEXT),
  summary: atMost(MOST_TEXT),
  currentStatus: atMost(MOST_TEXT),
  keyDecisions: listOf(atMost(MOST_ITEM)),
  filesModified: listOf(TouchedFile.loose().extend({ path: atMost(MOST_ITEM), timestamp: z.string().default('') })),
  remainingWork: atMost(MOST_TEXT).optional(),
  blockers: listOf(atMost(MOST_ITEM)),
  recentToolCalls: listOf(
    RecentToolCall.loose().extend({
      timestamp: z.string().default(''),
      input: z.unknown().optional(),
      output: z.unknown().optional(),
    }),
  ),
})
export type OlderContext = z.infer<typeof OlderContext>

/** One save as the store folds it. */
export interface Saved {
  readonly id: string
  readonly at: string
  readonly sessionId: string
  readonly taskId: string
  readonly update: ContextUpdate
  readonly seen: Observation
}

/** The context of a task; `before` is what stood there before the last save, so that one can be taken back. */
export interface ContextState {
  readonly context: SessionContext
  readonly save: string
  /** Of the last save. */
  readonly digest: string
  readonly toolUseId?: string
  readonly before?: SessionContext
}
