// The environment that a command sees. FULLSTOP_TRUST is for people and CI, so commands below an agent do not get it: the
// repository's settings for that agent could have set it.
import { agentSign } from '../../flows/session/agent-above.ts'
import { agentEnvironment } from './agent-environment.ts'
import { NOTIFIER } from '../../flows/home/notify-folder.ts'
import { REAPER, RUNNER } from '../../flows/home/rounds/round-request.ts'
import { HOST, STINT_REAPER } from '../../flows/home/stint-files.ts'
import type { Env } from '../../adapters/platform/env.ts'
import { ancestors } from '../../adapters/platform/processes/ancestors.ts'

/** Started by ourselves, with what we gave them. */
const OWN: readonly string[] = [RUNNER, REAPER, HOST, STINT_REAPER, NOTIFIER]

export async function environmentFor(command: string, env: Env): Promise<Env> {
  if (OWN.includes(command)) return env
  const asAgent = await agentEnvironment(env)
  if (command === 'mcp') return asAgent.env
  const isPlain = !env['FULLSTOP_TRUST'] && asAgent.warnings.length === 0
  if (isPlain || agentSign(env, ancestors) === undefined) return env
  // The agent's shell must find the store that its hooks use.
  return { ...asAgent.env, FULLSTOP_TRUST: undefined }
}
