// A person's comment on a line of a change, and who gives an answer to a review.
import { z } from 'zod'

/** Where an answer came from, and under which name. */
export const Answerer = z.strictObject({
  name: z.string().optional(),
  by: z.enum(['terminal', 'browser', 'script', 'prompt', 'agent-screen']),
})
export type Answerer = z.infer<typeof Answerer>

export const Comment = z.strictObject({
  id: z.string(),
  path: z.string(),
  /** From 1. Of a range the first line; `lastLine` is its last. */
  line: z.int().min(1),
  lastLine: z.int().min(1).optional(),
  /** `old`: the line stands in the file as it was when the task began. */
  side: z.enum(['old', 'new']),
  /** The first line as it was when the comment was written, cut. */
  lineText: z.string(),
  words: z.string(),
})
export type Comment = z.infer<typeof Comment>
