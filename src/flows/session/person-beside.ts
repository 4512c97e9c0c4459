// Decides whether a person sits at the client that started our server, so that what the client answers is theirs.
import type { Ancestor } from '../../adapters/platform/processes/ancestors.ts'
import type { Agent } from '../../agents/agent.ts'
import { agents, findAgent } from '../../agents/index.ts'
import type { SessionState } from '../../contract/state.ts'
import { isFromShell } from '../home/marks.ts'
import { STINT_MARK } from '../home/stint-files.ts'
import type { World } from '../world.ts'
import { agentProgram, agentSign } from './agent-above.ts'
import { callHost } from './open-by-call.ts'
import { isInDoubt } from './order-origin.ts'

/**
 * In doubt nobody is there. A client that an agent started would answer for the agent, so below an agent only that
 * agent's own process counts, and only if it is not headless. Where the session's hooks told of its process, nothing else
 * counts. A fence, not a wall.
 */
export async function isPersonBeside(world: World, agent: string, session?: SessionState): Promise<boolean> {
  if (!isAttended(world, agent, session) || isFromShell(world.env) || (world.env[STINT_MARK] ?? '') !== '') return false
  const [client = ''] = world.processes.starters()
  if (session?.host !== undefined && session.host !== client) return false
  const above = await world.ancestors()
  const pid = pidOf(client)
  const words = above.find((one) => one.pid === pid)?.words ?? []
  const program = agentProgram(words)
  if (program === undefined) return agentSign({}, () => above) === undefined
  const own = agents.find((one) => one.id === agent && one.program === program)
  if (!own || own.isInteractive?.(words) === false || (await isInDoubt(world, own, session))) return false
  const itself = processesOf(world, own, { pid, above })
  return agentSign({}, () => above.map((one) => (itself.includes(one.pid) ? { ...one, words: [] } : one))) === undefined
}

/** The agent's process; a daemon and the screen that started it are one agent. */
function processesOf(
  { processes }: World,
  own: Agent,
  { pid, above }: { readonly pid: number; readonly above: readonly Ancestor[] },
): readonly number[] {
  const wordsOf = (one: number): readonly string[] => above.find((ancestor) => ancestor.pid === one)?.words ?? []
  if (own.isDaemon?.(wordsOf(pid).join(' ')) !== true) return [pid]
  const line = processes.above().map(pidOf)
  const parents = line.slice(line.indexOf(pid) + 1)
  const others = parents.findIndex((one) => agentProgram(wordsOf(one)) !== own.program)
  return [pid, ...parents.slice(0, others === -1 ? parents.length : others)]
}

function pidOf(key: string): number {
  return Number.parseInt(key, 10)
}

/** The environment tells; where it does not, the hooks have read it in the transcript at the newest prompt. */
function isAttended(world: World, agent: string, session: SessionState | undefined): boolean {
  if (callHost(world, agent).attended) return true
  return findAgent(agent)?.transcript?.attendance !== undefined && session?.attended === true
}
