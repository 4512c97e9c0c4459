// `attempt_completion`: the short form, a claim of success.
import { z } from 'zod'
import { said, taskId, text } from '../fields.ts'
import { defineTool } from '../tool.ts'
import { ClaimOutput, claimAnnotations } from './claim-shape.ts'
import { given } from '../../../contract/given.ts'

const description = `Claim that the task is done: the same as complete_task with status success. Call it only after you re-read the whole request and checked that each part of it is done. The project's own checks are then run; if one fails, the call fails with its output.

Not all done, or stuck: call complete_task with status partial or blocked instead.`

const Input = z.object({
  result: said('What you did, as you would tell the user.'),
  command: text('A command that shows the result. It runs only where the user allowed it.').optional(),
  task_id: taskId,
})

export const attemptCompletion = defineTool({
  name: 'attempt_completion',
  title: 'Claim that the task is done',
  description,
  input: Input,
  output: ClaimOutput,
  annotations: claimAnnotations,
  call: async (context, input) => {
    const { answerClaim } = await import('./claim.ts')
    const { result, command, task_id: id } = input
    return answerClaim(context, {
      taskId: id,
      statement: { status: 'success', summary: result, ...given({ command }) },
      text: JSON.stringify(input),
    })
  },
})
