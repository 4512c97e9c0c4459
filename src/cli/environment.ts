// The environment as a command may use it. FULLSTOP_TRUST is for people and CI: an agent, or settings of a repository that
// an agent reads, could trust the repository in their name.
import { agentSign } from '../flows/agent-above.ts'
import { agentEnvironment } from './agent-environment.ts'
import { REAPER, RUNNER } from '../flows/run-request.ts'
import { HOST, STINT_REAPER } from '../flows/stint-files.ts'
import type { Env } from '../platform/env.ts'
import { forebears } from '../platform/forebears.ts'

/** Started by ourselves, with what we gave them. */
const OWN: readonly string[] = [RUNNER, REAPER, HOST, STINT_REAPER]

export async function environmentFor(command: string, env: Env): Promise<Env> {
  if (command === 'mcp') return (await agentEnvironment(env)).env
  if (!env['FULLSTOP_TRUST'] || OWN.includes(command)) return env
  return agentSign(env, forebears) === undefined ? env : { ...env, FULLSTOP_TRUST: undefined }
}
