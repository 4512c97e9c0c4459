// What outlives a session: the agent's own notes on a task, and what we add to them.
import { z } from 'zod'

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
