// The environment of a hook or an MCP server. It names the folders for state and config that were chosen for this process,
// so that every process started from here uses the same ones.
import { osHome } from '../../adapters/platform/account.ts'
import { agentConfigHome, agentHome } from '../../adapters/platform/agent-home.ts'
import type { Env } from '../../adapters/platform/env.ts'

export interface AgentEnvironment {
  readonly env: Env
  /** For the person. */
  readonly warnings: readonly string[]
}

/** Commands of ours that give FULLSTOP_HOME to an agent which they start. */
const GIVERS = ['host', 'doctor']

export async function agentEnvironment(env: Env): Promise<AgentEnvironment> {
  const around = { cwd: workingFolder(), osHome }
  const { home, warnings } = agentHome(env, around)
  if (env['FULLSTOP_HOME'] && home !== env['FULLSTOP_HOME'] && (await isGivenByUs())) {
    // Who gave the one folder gave the other: the trial must not be judged by the user's own config.
    const given = agentConfigHome({ ...env, FULLSTOP_LAUNCHER_CONFIG_HOME: undefined }, around)
    return { env: { ...env, FULLSTOP_CONFIG_HOME: given.home }, warnings: [] }
  }
  const config = agentConfigHome(env, around)
  return {
    env: { ...env, FULLSTOP_HOME: home, FULLSTOP_CONFIG_HOME: config.home },
    warnings: [...warnings, ...config.warnings],
  }
}

/** A run or the trial of `doctor` may have a folder of its own: then the process that gave it stands above this one. */
async function isGivenByUs(): Promise<boolean> {
  const { ancestors } = await import('../../adapters/platform/processes/ancestors.ts')
  return ancestors().some(({ words }) =>
    words.some((word, nth) => isOurs(word) && GIVERS.includes(words[nth + 1] ?? '')),
  )
}

/** The program, or the script that it is from source. */
function isOurs(word: string): boolean {
  return /(?:^|[\\/])(?:fullstop(?:-[\w-]+)?(?:\.exe)?|main\.ts)$/.test(word)
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    // It was removed: nothing lies inside it.
    return '/'
  }
}
