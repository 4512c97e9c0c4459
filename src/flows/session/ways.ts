// How a session can really claim: the tool where our server runs beside it, the command where its shell finds it.
import { delimiter, join } from 'node:path'
import type { WaysToClaim } from '../../contract/facts.ts'
import type { Host } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import { hasServer } from '../home/presence.ts'
import type { World } from '../world.ts'

export interface WaysQuery {
  readonly agentSessionId: string
  readonly policy: Policy
  readonly host: Host
  /** The way that was just taken is there. */
  readonly via?: 'tool' | 'cli'
}

/** Looked for only where somebody asks: most stops refuse nothing. */
export function waysOf(world: World, { agentSessionId, policy, host, via }: WaysQuery): WaysToClaim {
  const { strategies, donePrefix, phrases } = policy
  return {
    get tool() {
      return via === 'tool' || (strategies.includes('tool') && hasServer(world, host))
    },
    get cli() {
      return via === 'cli' || (strategies.includes('cli') && isOnPath(world))
    },
    ...(strategies.includes('done-token') ? { doneToken: `${donePrefix}::${agentSessionId}` } : {}),
    promiseTag: strategies.includes('promise-tag') || strategies.includes('relaxed-tag'),
    ...(strategies.includes('heuristic') && phrases[0] ? { phrase: phrases[0] } : {}),
  }
}

const BY_WORDS = ['done-token', 'promise-tag', 'relaxed-tag', 'heuristic']

/** A gate that cannot be satisfied would be a trap: where no way that the config names is there, the done token is one. */
export function reachable(world: World, policy: Policy, host: Host): Policy {
  const { strategies } = policy
  if (strategies.some((name) => BY_WORDS.includes(name))) return policy
  if (strategies.includes('tool') && hasServer(world, host)) return policy
  if (strategies.includes('cli') && isOnPath(world)) return policy
  return { ...policy, strategies: [...strategies, 'done-token'] }
}

export function isOnPath({ env, files }: World): boolean {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.slice(0, 100).some((folder) => files.exists(join(folder, 'fullstop')))
}
