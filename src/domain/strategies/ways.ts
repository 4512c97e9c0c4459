// How a session can claim: the strategies of its policy that can be reached from it.
import type { WaysToClaim } from '../../contract/facts.ts'
import type { Policy } from '../../contract/policy.ts'

/** What was found beside the session. */
export interface Reach {
  /** Our server runs beside the agent. */
  readonly tool: boolean
  /** The agent's shell finds our command. */
  readonly cli: boolean
}

export interface Speaker {
  readonly reach: Reach
  /** The id that the done token must name; absent while nobody knows it. */
  readonly sessionId: string | undefined
  /** The channel of the call that is being answered: it can be reached. */
  readonly via?: 'tool' | 'cli'
  /** The program may print our words back, so no signal may stand in them whole. */
  readonly isEchoed?: boolean
}

export function toWays(policy: Policy, { reach, sessionId, via, isEchoed = false }: Speaker): WaysToClaim {
  const { strategies, donePrefix, phrases } = policy
  return {
    tool: via === 'tool' || (strategies.includes('tool') && reach.tool),
    cli: via === 'cli' || (strategies.includes('cli') && reach.cli),
    ...(strategies.includes('done-token') && sessionId !== undefined
      ? { doneToken: `${donePrefix}::${sessionId}` }
      : {}),
    promiseTag: strategies.includes('promise-tag') || strategies.includes('relaxed-tag'),
    ...(strategies.includes('heuristic') && phrases[0] ? { phrase: phrases[0] } : {}),
    ...(isEchoed ? { isEchoed } : {}),
  }
}

const BY_WORDS: readonly string[] = ['done-token', 'promise-tag', 'relaxed-tag', 'heuristic']

/** A gate that no claim could satisfy would be a trap: if no way of the config can be reached, the done token is one. */
export function reachable(policy: Policy, reach: Reach): Policy {
  const { strategies } = policy
  const isReachable = (name: string): boolean =>
    BY_WORDS.includes(name) || (name === 'tool' && reach.tool) || (name === 'cli' && reach.cli)
  return strategies.some(isReachable) ? policy : { ...policy, strategies: [...strategies, 'done-token'] }
}
