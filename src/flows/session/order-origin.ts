// Decides whether a prompt that would loosen the gate comes from the agent's own screen. An agent's shell can call the
// hook too, with words of its own, and descends from the same process; the standard streams tell the two apart.
import type { StandardStreams, Stream } from '../../adapters/platform/processes/standard-streams.ts'
import type { Ancestor } from '../../adapters/platform/processes/ancestors.ts'
import type { Agent } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import type { SessionState } from '../../contract/state.ts'
import type { World } from '../world.ts'
import { agentProgram } from './agent-above.ts'

type Here = Pick<World, 'env' | 'processes' | 'ancestors' | 'openStreams'>
type Asking = Pick<Agent, 'program'>

/**
 * True only where something speaks against the agent itself; where the system does not tell, the order counts. A fence,
 * not a wall: an agent that builds streams and processes like those of its hooks still passes.
 */
export async function isInDoubt(
  world: Here,
  agent: Asking,
  session: Pick<SessionState, 'host'> | undefined,
): Promise<boolean> {
  const streams = await world.openStreams()
  if (!streams) return false
  const parents = parentsIn(world, await world.ancestors())
  const nearest = parents.findIndex(({ words }) => agentProgram(words) === agent.program)
  const host = session?.host !== undefined && world.processes.isAlive(session.host) ? pidOf(session.host) : undefined
  if (nearest === -1) return host !== undefined && isAgent(world, agent, host)
  const maker = streams.makerOf(0)
  if (maker !== undefined && maker === host) return false
  if (isToolCall(world, parents)) return true
  const top = parents[nearest - 1]?.pid ?? world.processes.self
  const own = parents.filter(({ words }) => agentProgram(words) === agent.program).map(({ pid }) => pid)
  return !isFedBy(own, world.processes.self, top, streams)
}

/** From parent to parent: groups and sessions do not count here. */
function parentsIn({ processes }: Here, ancestors: readonly Ancestor[]): Ancestor[] {
  return processes.above().flatMap((key) => ancestors.find(({ pid }) => pid === pidOf(key)) ?? [])
}

function pidOf(key: string): number {
  return Number.parseInt(key, 10)
}

/** The session's agent lives, and yet this hook call does not descend from it. */
function isAgent({ processes }: Here, agent: Asking, pid: number): boolean {
  return agentProgram((processes.commandOf(pid) ?? '').split(' ')) === agent.program
}

/** A variable that the agent gives to its tools and not to its hooks, unless the agent itself was started with it. */
function isToolCall({ env }: Here, parents: readonly Ancestor[]): boolean {
  const marks = agents.flatMap(({ toolMarks = [] }) => toolMarks)
  const outermost = parents.findLastIndex(({ words }) => agentProgram(words) !== undefined)
  const before = parents[outermost]?.env ?? {}
  const below = [env, ...parents.slice(0, outermost).map((one) => one.env)]
  return below.some((one) => marks.some((name) => (one[name] ?? '') !== '' && one[name] !== before[name]))
}

/**
 * Whether the process that the agent itself started (`top`) reads from the agent or writes to it. A script around the hook
 * may give the hook other streams than it got itself; sockets of another process tell nothing, so they count.
 */
function isFedBy(agent: readonly number[], self: number, top: number, streams: StandardStreams): boolean {
  const given = (stream: Stream): string | undefined => streams.linkOf(top, stream)
  const isOurs = (stream: Stream): boolean => given(stream) === streams.linkOf(self, stream)
  const isMade = (stream: Stream): boolean | undefined => {
    const maker = isOurs(stream) ? streams.makerOf(stream) : undefined
    return maker === undefined ? undefined : agent.includes(maker)
  }
  const [input, output] = [given(0), given(1)]
  if (input === undefined || output === undefined) return true
  if (isFile(input)) return false
  const isMadeByAgent = isMade(0) ?? isMade(1)
  if (isMadeByAgent !== undefined) return isMadeByAgent
  if (output.startsWith('socket:')) return true
  return !isFile(output) && agent.some((pid) => streams.isHeldBy(pid, output) !== false)
}

/** A file, a terminal or `/dev/null`; a file that is only in memory may be how an agent sends its input. */
function isFile(link: string): boolean {
  return link.startsWith('/') && !link.startsWith('/memfd:')
}
