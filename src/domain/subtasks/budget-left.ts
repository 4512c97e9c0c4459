// What a subtask may use: no more than its parent has left.
import { given } from '../../contract/given.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunState } from '../../contract/state.ts'
import { usedBy } from '../tasks/run/run.ts'

export function budgetLeft({ timeMs, tokens, cost }: Policy['budget'], run: RunState, now: Date): Policy['budget'] {
  const used = usedBy(run)
  const spentMs = run.spentMs + Math.max(0, now.getTime() - Date.parse(run.tick))
  return given({
    timeMs: timeMs === undefined ? undefined : Math.max(0, timeMs - spentMs),
    tokens: tokens === undefined ? undefined : Math.max(0, tokens - used.tokens),
    cost: cost === undefined ? undefined : Math.max(0, cost - (used.cost ?? 0)),
  })
}
