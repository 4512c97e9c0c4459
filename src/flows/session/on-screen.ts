// Decides whether a person sits in front of the agent that started this process. The gate is off in headless sessions, and
// a repository can set the variables by which an agent calls itself headless, so we look at the agent's process.
import { agents } from '../../agents/index.ts'
import { agentProgram } from './agent-above.ts'
import type { World } from '../world.ts'

/** The id of the nearest agent above us, if its command line and its terminal show that a person is there. */
export async function agentOnScreen(
  world: Pick<World, 'env' | 'ancestors' | 'isAtTerminal'>,
): Promise<string | undefined> {
  const isInDoubt = agents.some((one) => one.isInteractive && one.hook?.host(world.env).attended === false)
  if (!isInDoubt) return undefined
  for (const { pid, words } of await world.ancestors()) {
    const program = agentProgram(words)
    if (program === undefined) continue
    const agent = agents.find((one) => one.program === program)
    return agent?.isInteractive?.(words) === true && (await world.isAtTerminal(pid)) ? agent.id : undefined
  }
  return undefined
}
