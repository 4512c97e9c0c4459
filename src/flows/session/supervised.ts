// Decides whether this process runs inside an agent that `fullstop run` started. A repository can set the variable that
// says so, so the variable counts only in a process that descends from the host of that stint.
import { readStintProcesses, STINT_MARK } from '../home/stint-files.ts'
import type { World } from '../world.ts'

type Here = Pick<World, 'env' | 'files' | 'processes' | 'stateHome' | 'ancestors'>

/** The stint that this process belongs to. */
export async function ownStint(world: Here): Promise<string | undefined> {
  const stint = world.env[STINT_MARK]
  if (stint === undefined || stint === '') return undefined
  const host = readStintProcesses(world, stint)?.host
  if (typeof host !== 'string' || !world.processes.isAlive(host)) return undefined
  const pid = Number.parseInt(host, 10)
  return (await world.ancestors()).some((one) => one.pid === pid) ? stint : undefined
}

/**
 * FULLSTOP_TRUST for a process that an agent started. The variable itself may come from the repository's settings there,
 * so the value is the one that the person gave to `fullstop run`.
 */
export async function trustOfRun(world: Here): Promise<string | undefined> {
  const stint = await ownStint(world)
  return stint === undefined ? undefined : readStintProcesses(world, stint)?.trust
}

export function withTrust(world: World, trust: string | undefined): World {
  return { ...world, env: { ...world.env, FULLSTOP_TRUST: trust } }
}
