// What both claiming tools show of themselves; what they do is loaded with the first call.
import { z } from 'zod'
import { ClaimStatus } from '../../../contract/claim.ts'
import { Outcome } from '../../../contract/outcome.ts'
import type { Annotations } from '../tool.ts'

export const claimAnnotations: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

export const ClaimOutput = z.object({
  message: z.string().describe('The whole answer in words.'),
  status: ClaimStatus.optional(),
  decision: z.enum(['accepted', 'go-on', 'refused', 'verifying', 'awaiting-review', 'nothing-open']),
  outcome: Outcome.optional().describe('How the task ends with this.'),
  may_stop: z.boolean(),
  task_id: z.string().optional(),
})
