// Which agent a run starts: the one that is named, else the only one that is installed.
import type { Agent } from '../../../agents/agent.ts'
import { agents } from '../../../agents/index.ts'
import { FullstopError } from '../../../contract/error.ts'
import { nearest } from '../../../domain/text/nearest.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { agentMissing, findProgram } from '../../install/find-agents.ts'
import type { World } from '../../world.ts'

/** The agents that a run can start. */
export function drivable(): readonly Agent[] {
  return agents.filter((agent) => agent.driver)
}

export async function chooseAgent(world: World, name: string | undefined): Promise<Agent> {
  const agent = name === undefined ? await theOnlyOne(world) : named(name)
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

async function theOnlyOne(world: World): Promise<Agent> {
  const installed: Agent[] = []
  for (const agent of drivable()) if (await findProgram(world, agent.program)) installed.push(agent)
  const [one, other] = installed
  if (one && !other) return one
  if (!one) throw noneInstalled()
  const names = installed.map(({ id }) => id).join(', ')
  throw new FullstopError(
    'usage',
    `run: more than one agent is installed: ${names}`,
    `say which: --agent ${one.id}; to choose it for good: \`fullstop config set agent ${one.id}\``,
  )
}

function noneInstalled(): FullstopError {
  const programs = drivable().map(({ program }) => program)
  const [first] = drivable()
  return new FullstopError(
    'agent-missing',
    `no agent is installed: none of ${programs.join(', ')} is on the PATH`,
    `install one, such as \`npm install -g ${first?.npmPackage}\` (all of them: \`fullstop agents\`); any other program runs with --agent-command`,
  )
}
