// Which agent a run starts: the one that is named, else the only one that is installed.
import type { Agent } from '../../../agents/agent.ts'
import { agents } from '../../../agents/index.ts'
import { FullstopError } from '../../../contract/error.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { agentMissing, findProgram } from '../../install/find-agents.ts'
import type { World } from '../../world.ts'
import { onlyAgent } from './only-agent.ts'

/** The agents that a run can start. */
export function drivable(): readonly Agent[] {
  return agents.filter((agent) => agent.driver)
}

export async function chooseAgent(world: World, name: string | undefined): Promise<Agent> {
  const agent = name === undefined ? await onlyAgent(world, drivable()) : named(name)
  if ((await findProgram(world, agent.program)) === undefined) throw agentMissing(agent)
  return agent
}

function named(name: string): Agent {
  const found = drivable().find(({ id }) => id === name.toLowerCase())
  if (found) return found
  const known = drivable().map(({ id }) => id)
  const near = nearest(name, known)
  throw new FullstopError(
    'unknown-agent',
    `there is no agent "${oneLine(name, 40)}"`,
    `${near ? `did you mean ${near}? Known` : 'known'}: ${known.join(', ')}; any other by --agent-command`,
  )
}
