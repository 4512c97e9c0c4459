// Decides whether a person sits at the client that started our server, so that what the client answers is theirs.
import { agents } from '../../agents/index.ts'
import { isFromShell } from '../home/marks.ts'
import { STINT_MARK } from '../home/stint-files.ts'
import type { World } from '../world.ts'
import { agentProgram, agentSign } from './agent-above.ts'
import { callHost } from './open-by-call.ts'

/**
 * In doubt nobody is there. A client that an agent started would answer for the agent, so below an agent only that
 * agent's own process counts, and only if it is not headless. A fence, not a wall.
 */
export async function isPersonBeside(world: World, agent: string): Promise<boolean> {
  if (!callHost(world, agent).attended || isFromShell(world.env) || (world.env[STINT_MARK] ?? '') !== '') return false
  const client = Number.parseInt(world.processes.starters()[0] ?? '', 10)
  const above = await world.forebears()
  const words = above.find(({ pid }) => pid === client)?.words ?? []
  const program = agentProgram(words)
  if (program === undefined) return agentSign({}, () => above) === undefined
  const own = agents.find((one) => one.id === agent && one.program === program)
  const isHeadless = own?.isInteractive?.(words) !== true
  return (
    !isHeadless &&
    agentSign({}, () => above.map((one) => (one.pid === client ? { ...one, words: [] } : one))) === undefined
  )
}
