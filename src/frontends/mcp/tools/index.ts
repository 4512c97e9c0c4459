// The table of tools. Adding one is a file and a line here.
import type { Tool } from '../tool.ts'
import { addressComment } from './address-comment.ts'
import { attemptCompletion } from './attempt-completion.ts'
import { clearSessionContext } from './clear-session-context.ts'
import { completeTask } from './complete-task.ts'
import { getSessionContext } from './get-session-context.ts'
import { listSubtasks } from './list-subtasks.ts'
import { startSubtask } from './start-subtask.ts'
import { updateSessionContext } from './update-session-context.ts'

export const tools: readonly Tool[] = [
  completeTask,
  attemptCompletion,
  updateSessionContext,
  getSessionContext,
  clearSessionContext,
  addressComment,
  startSubtask,
  listSubtasks,
]
