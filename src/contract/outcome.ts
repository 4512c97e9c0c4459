// The states a task can be in, and how it can end. `completed` is the only success.
import { z } from 'zod'
import { OUTCOMES, TASK_STATUSES } from './names.ts'

export const Outcome = z.enum(OUTCOMES)
export type Outcome = z.infer<typeof Outcome>

export const TaskStatus = z.enum(TASK_STATUSES)
export type TaskStatus = z.infer<typeof TaskStatus>
