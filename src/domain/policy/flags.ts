// The policy of a task was frozen when it opened. Options that the person gives now stand above it, and nothing else does.
import type { Config } from '../../contract/config/config.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { resolvePolicy } from './policy.ts'
import { given } from '../../contract/given.ts'

export function withFlags(policy: Policy, flags: Config): Policy {
  const { policy: said } = resolvePolicy({ env: {}, attended: false, supervised: true, flags })
  const { supervision: before } = policy
  const { supervision: now } = said
  if (!before || !now) return policy
  const wait = flags.limits === undefined ? before.longestWaitMs : now.longestWaitMs
  return {
    ...policy,
    maxContinuations: flags.maxContinuations ?? policy.maxContinuations,
    budget: { ...policy.budget, ...said.budget },
    supervision: {
      continue: flags.continue ?? before.continue,
      idleTimeoutMs: flags.idleTimeout === undefined ? before.idleTimeoutMs : now.idleTimeoutMs,
      settleMs: flags.settle === undefined ? before.settleMs : now.settleMs,
      ...given({ longestWaitMs: wait }),
    },
  }
}
