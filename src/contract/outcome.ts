// How a task can end, and the one table of exit codes that `run` and the other commands use.
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
