// `get_session_context`: what is stored of the task, as data or as the brief.
import { z } from 'zod'
import { SessionContext } from '../../../contract/context.ts'
import { taskId } from '../fields.ts'
import { defineTool } from '../tool.ts'

const description = `Read what is stored of this task: what an earlier session saved, and what was seen of it. Call it when you take a task up, or when you are not sure what was decided before.

format prompt (default): a text to read. format raw: the fields.`

const Input = z.object({
  task_id: taskId.describe('Your own task by its id, or one that an ended session left; leave it out for yours.'),
  format: z.enum(['raw', 'prompt']).default('prompt').describe('raw: the stored fields; prompt: a text to read.'),
})

const Output = z.object({
  has_context: z.boolean(),
  context: SessionContext.optional(),
  formatted_prompt: z.string().optional(),
})

export const getSessionContext = defineTool({
  name: 'get_session_context',
  title: 'Read the context of the task',
  description,
  input: Input,
  output: Output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call: async ({ world, caller }, { task_id: id, format }) => {
    const { getContext } = await import('../../../flows/memory/get-context.ts')
    const found = await getContext(world, { ...caller, taskId: id }, format)
    if (found.kind === 'refused') {
      return { isRefused: true, text: `The context was not read: ${found.why}.\nNext: ${found.next}.` }
    }
    const structured: z.infer<typeof Output> = {
      has_context: found.kind !== 'none',
      ...(found.kind === 'raw' ? { context: found.context } : {}),
      ...(found.kind === 'prompt' ? { formatted_prompt: found.text } : {}),
    }
    return { isRefused: false, text: JSON.stringify(structured), structured }
  },
})
