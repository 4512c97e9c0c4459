// What can be reached from a session: our server beside the agent, our command on its PATH.
import { delimiter, join } from 'node:path'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Reach } from '../../domain/strategies/ways.ts'
import { hasServer } from '../home/presence.ts'
import type { World } from '../world.ts'

/** Only strategies of the policy are looked for. */
export function reachOf(world: World, host: Host, { strategies }: Policy): Reach {
  return {
    tool: strategies.includes('tool') && hasServer(world, host),
    cli: strategies.includes('cli') && isOnPath(world),
  }
}

export function isOnPath({ env, files }: World): boolean {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.slice(0, 100).some((folder) => files.exists(join(folder, 'fullstop')))
}
