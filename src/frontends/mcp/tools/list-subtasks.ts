// `list_subtasks`: how the subtasks of the task stand.
import { z } from 'zod'
import { Outcome, TaskStatus } from '../../../contract/outcome.ts'
import { taskId } from '../fields.ts'
import { defineTool } from '../tool.ts'

const description = `List the subtasks of your task: which are open, how the others ended, what was done and what remains.`

const Input = z.object({ task_id: taskId })
const Output = z.object({
  message: z.string().describe('The whole answer in words.'),
  task_id: z.string(),
  subtasks: z.array(
    z.object({
      subtask_id: z.string(),
      request: z.string(),
      status: TaskStatus,
      outcome: Outcome.optional(),
      summary: z.string().optional(),
      remaining_work: z.string().optional(),
      checks: z.string().optional(),
    }),
  ),
})

export const listSubtasks = defineTool({
  name: 'list_subtasks',
  title: 'List the subtasks',
  description,
  input: Input,
  output: Output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call: async ({ world, caller }, { task_id: id }) => {
    const { answerList } = await import('./subtasks.ts')
    return answerList(world, { ...caller, taskId: id })
  },
})
