// Acceptance criteria: what the result of a task must meet, and what a claim says of each.
import { z } from 'zod'
import { CRITERION_STATES } from './names.ts'

export const Criterion = z.strictObject({
  /** Short and stable: the tracker's own, or `c1`, `c2`, … */
  id: z.string(),
  text: z.string(),
})
export type Criterion = z.infer<typeof Criterion>

export const CriterionState = z.enum(CRITERION_STATES)
export type CriterionState = z.infer<typeof CriterionState>

/** One row of a claim. */
export const CriterionRow = z.strictObject({
  id: z.string(),
  state: CriterionState,
  /** Of `met`: the check or file that shows it. Of `not-applicable`: why. Of `open`: what is missing, if it is said. */
  by: z.string().optional(),
})
export type CriterionRow = z.infer<typeof CriterionRow>
