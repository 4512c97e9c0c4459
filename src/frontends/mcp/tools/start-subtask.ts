// `start_subtask`: a part of the task becomes a task of its own, with checks of its own.
import { z } from 'zod'
import { bounded, names, said, taskId } from '../fields.ts'
import { defineTool } from '../tool.ts'

const description = `Split a part off your task as a subtask: it is claimed and checked by itself, and your own task cannot be completed while it is open.

Do it yourself: work on it, then call complete_task with its id as task_id. Under \`fullstop run\`, detached or another agent gives it a session of its own: it begins when you end your turn, and you continue with its outcome.

A subtask that does not end as completed must be named by its id in the summary of your own claim.`

const Input = z.object({
  request: said('The complete request. The session that does it may know nothing else.'),
  checks: names('The checks that must pass, by name; left out: all checks of the project.').optional(),
  agent: bounded(100)
    .describe('The agent that does it, in a session of its own. Only under `fullstop run`.')
    .optional(),
  detached: z.boolean().describe('In a session of its own. Only under `fullstop run`.').optional(),
  task_id: taskId,
})

const Output = z.object({
  message: z.string().describe('The whole answer in words.'),
  subtask_id: z.string(),
  task_id: z.string().describe('The task that it is a subtask of.'),
  checks: z.array(z.string()),
})

export const startSubtask = defineTool({
  name: 'start_subtask',
  title: 'Split off a subtask',
  description,
  input: Input,
  output: Output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  call: async ({ world, caller }, { task_id: id, ...wanted }) => {
    const { answerSubtask } = await import('./subtasks.ts')
    return answerSubtask(world, { ...caller, taskId: id }, wanted)
  },
})
