// `clear_session_context`: what was saved of the task is erased.
import { z } from 'zod'
import { taskId } from '../fields.ts'
import { defineTool } from '../tool.ts'

const description = `Erase what was saved of this task. It is done for you when a task is completed; call it only if what is stored is wrong or too much, then save what matters again.`

const Input = z.object({ task_id: taskId })
const Output = z.object({
  message: z.string().describe('The whole answer in words.'),
  task_id: z.string(),
  was_there: z.boolean().describe('False: nothing was stored.'),
})

export const clearSessionContext = defineTool({
  name: 'clear_session_context',
  title: 'Erase the context of the task',
  description,
  input: Input,
  output: Output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  call: async ({ world, caller }, { task_id: id }) => {
    const { clearContext } = await import('../../../flows/memory/save-context.ts')
    const cleared = await clearContext(world, { ...caller, taskId: id })
    if (cleared.kind === 'refused') {
      return { isRefused: true, text: `Nothing was cleared: ${cleared.why}.\nNext: ${cleared.next}.` }
    }
    const message = `Context cleared for task ${cleared.task}${cleared.wasThere ? '' : ' (nothing was stored)'}`
    return {
      isRefused: false,
      text: message,
      structured: { message, task_id: cleared.task, was_there: cleared.wasThere },
    }
  },
})
