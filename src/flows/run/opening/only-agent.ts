// The agent of a run for which the person named none: the only one that is installed.
import type { Agent } from '../../../agents/agent.ts'
import { FullstopError } from '../../../contract/error.ts'
import { findProgram } from '../../install/find-agents.ts'
import type { World } from '../../world.ts'

export async function onlyAgent(world: World, drivable: readonly Agent[]): Promise<Agent> {
  const installed: Agent[] = []
  for (const agent of drivable) if (await findProgram(world, agent.program)) installed.push(agent)
  const [one, other] = installed
  if (one && !other) return one
  if (!one) throw noneInstalled(drivable)
  const names = installed.map(({ id }) => id).join(', ')
  throw new FullstopError(
    'usage',
    `run: more than one agent is installed: ${names}`,
    `say which: --agent ${one.id}; to choose it for good: \`fullstop config set agent ${one.id}\``,
  )
}

function noneInstalled(drivable: readonly Agent[]): FullstopError {
  const programs = drivable.map(({ program }) => program)
  const [first] = drivable
  return new FullstopError(
    'agent-missing',
    `no agent is installed: none of ${programs.join(', ')} is on the PATH`,
    `install one, such as \`npm install -g ${first?.npmPackage}\` (all of them: \`fullstop agents\`); any other program runs with --agent-command`,
  )
}
