// The states a task can be in, and how it can end. `completed` is the only success.
import { z } from 'zod'

export const Outcome = z.enum([
  'completed',
  'unverified',
  'partial',
  'blocked',
  'needs-input',
  'rejected',
  'capped',
  'stuck',
  'over-budget',
  'agent-failed',
  'usage-limited',
  'interrupted',
  'cancelled',
])
export type Outcome = z.infer<typeof Outcome>

export const TaskStatus = z.enum(['open', 'verifying', 'waiting', 'paused', 'awaiting-review', 'ended'])
export type TaskStatus = z.infer<typeof TaskStatus>
