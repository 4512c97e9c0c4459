// `address_comment`: what the agent did about a comment of the user.
import { z } from 'zod'
import { bounded, said } from '../fields.ts'
import { defineTool } from '../tool.ts'

const description = `Answer one comment of the user on your work. The feedback that you were given names each comment by its id. Call this once for each, after you dealt with it: say what you did, or why you did nothing. The user reads your words beside the comment.`

const Input = z.object({
  id: bounded(100).describe('The id of the comment, as the feedback names it.'),
  what: said('What you did about it, or why nothing.'),
})
const Output = z.object({
  message: z.string().describe('The whole answer in words.'),
  task_id: z.string(),
  open: z.array(z.string()).describe('Comments that are still without an answer.'),
})

export const addressComment = defineTool({
  name: 'address_comment',
  title: 'Answer a comment of the user',
  description,
  input: Input,
  output: Output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call: async ({ world, caller }, input) => {
    const flow = await import('../../../flows/review/address.ts')
    const addressed = await flow.addressComment(world, caller, input)
    if (addressed.kind === 'refused') {
      return { isRefused: true, text: `Nothing was recorded: ${addressed.why}.\nNext: ${addressed.next}.` }
    }
    const { open, task } = addressed
    const rest = open.length === 0 ? 'No comment is left.' : `Still without an answer: ${open.join(', ')}.`
    const message = `Recorded what you did about ${input.id}. ${rest}`
    return { isRefused: false, text: message, structured: { message, task_id: task, open: [...open] } }
  },
})
