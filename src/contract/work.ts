// What a request did so far, folded from the transcript: the base of conversation test, balanced mode and progress.
import { z } from 'zod'

export const LastTool = z.strictObject({ name: z.string(), detail: z.string().optional(), failed: z.boolean() })
export type LastTool = z.infer<typeof LastTool>

export const TodoItem = z.strictObject({
  id: z.string(),
  text: z.string(),
  status: z.enum(['open', 'done', 'cancelled']),
})
export type TodoItem = z.infer<typeof TodoItem>

export const Work = z.strictObject({
  /** All tool calls but our own tools and the todo list. */
  calls: z.int(),
  /** Those that may change something: edits and commands that are not read-only. */
  workCalls: z.int(),
  /** Calls that wrote files, or may have. */
  writes: z.int().optional(),
  /** Grows whenever files were written, a command ran that had not run before, or todos moved. */
  progress: z.int(),
  /** Hashes of the distinct commands that ran, newest last, bounded. */
  commands: z.array(z.string()),
  lastTool: LastTool.optional(),
  /** Tool calls whose result has not been seen yet, newest last, bounded. */
  pending: z.array(
    z.strictObject({
      id: z.string(),
      access: z.enum(['read', 'write', 'run', 'todo', 'ours']),
      name: z.string(),
      detail: z.string().optional(),
      writes: z.boolean().optional(),
      searches: z.boolean().optional(),
      /** The list that the call will leave if it does not fail. */
      todos: z.array(TodoItem).optional(),
    }),
  ),
  /** What still runs beside the conversation, bounded; only where the transcript tells of it. */
  background: z.array(z.strictObject({ id: z.string(), label: z.string(), command: z.string().optional() })).optional(),
  recentErrors: z.array(z.string()),
  /** Open items that the agent took off its list or cancelled, bounded. */
  dropped: z.array(z.string()).optional(),
  /** False where the start of the request could not be read: then nothing may be concluded from absence. */
  whole: z.boolean(),
})
export type Work = z.infer<typeof Work>
