// Acceptance criteria: what the result of a task must meet, and what a claim says of each.
import { z } from 'zod'

export const Criterion = z.strictObject({
  /** Short and stable: the tracker's own, or `c1`, `c2`, … */
  id: z.string(),
  text: z.string(),
})
export type Criterion = z.infer<typeof Criterion>
