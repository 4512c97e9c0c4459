// How a session can claim: the strategies of its policy that can be reached from it.
import type { Way, WayByCall, WaysToClaim } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { strategies } from './index.ts'
import type { Row } from './strategy.ts'

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

/** In the order of the table, whatever the order of the policy. */
export function toWays(policy: Policy, speaker: Speaker): WaysToClaim {
  return strategies.flatMap((row) => toWay(row, policy, speaker) ?? [])
}

function toWay(row: Row, policy: Policy, { reach, sessionId, via, isEchoed = false }: Speaker): Way | undefined {
  const { name: strategy, kind } = row
  const isOn = policy.strategies.includes(strategy)
  if (kind === 'tool' || kind === 'cli') return via === kind || (isOn && reach[kind]) ? { strategy, kind } : undefined
  const said = kind === 'words' && isOn ? row.sayHow(policy, sessionId) : undefined
  if (!said) return undefined
  return isEchoed ? { strategy, kind: 'described', say: said.described } : { strategy, kind: said.kind, say: said.say }
}

/** Words carry no rows: a claim that needs them must be a call, by the command if nothing else can be reached. */
export function waysWithRows(ways: WaysToClaim, criteria: readonly unknown[] = []): WaysToClaim {
  if (criteria.length === 0) return ways
  const calls = ways.flatMap((way): WayByCall[] =>
    way.kind === 'tool' || way.kind === 'cli' ? [{ ...way, needsRows: true }] : [],
  )
  return calls.length > 0 ? calls : [{ strategy: 'cli', kind: 'cli', needsRows: true }]
}

/** A policy with a strategy that can carry rows. */
export function withCalls(policy: Policy): Policy {
  const { strategies: on } = policy
  return on.includes('tool') || on.includes('cli') ? policy : { ...policy, strategies: [...on, 'cli'] }
}

/** A gate that no claim could satisfy would be a trap: if no way of the config can be reached, the done token is one. */
export function reachable(policy: Policy, reach: Reach): Policy {
  const isReachable = ({ name, kind }: Row): boolean =>
    policy.strategies.includes(name) && (kind === 'words' || ((kind === 'tool' || kind === 'cli') && reach[kind]))
  return strategies.some(isReachable) ? policy : { ...policy, strategies: [...policy.strategies, 'done-token'] }
}
