// The facts that hold once the stop of a claim has passed: nobody can be held any more, so no guard counts anything.
import type { Facts } from '../../contract/facts.ts'

export const PAST_STOP = {
  user: 'none',
  taskOpen: true,
  subagent: false,
  planMode: false,
  vendorGoal: false,
  attended: true,
  supervised: false,
  openTodos: [],
  openSubtasks: [],
  conversation: false,
  isWorkUnseen: false,
  recentErrors: [],
  continuations: 0,
  refusals: [],
  waits: 0,
  blockedPushes: 0,
  questionsPushed: 0,
  blockCap: 0,
  elapsedMs: 0,
} as const satisfies Partial<Facts>
