// Whether this process runs inside an agent that a living supervisor's host owns. Anybody can set a variable of the
// environment, a repository too: it counts only in a process that descends from that host.
import { readStintProcesses, STINT_MARK } from './stint-files.ts'
import type { World } from './world.ts'

type Here = Pick<World, 'env' | 'files' | 'processes' | 'stateHome' | 'forebears'>

/** The stint that this process belongs to. */
export async function ownStint(world: Here): Promise<string | undefined> {
  const stint = world.env[STINT_MARK]
  if (stint === undefined || stint === '') return undefined
  const host = readStintProcesses(world, stint)?.host
  if (typeof host !== 'string' || !world.processes.isAlive(host)) return undefined
  const pid = Number.parseInt(host, 10)
  return (await world.forebears()).some((one) => one.pid === pid) ? stint : undefined
}

/**
 * What FULLSTOP_TRUST is worth in a process that an agent started: there it may come from settings of the repository, so
 * that only what the person said who started the run counts.
 */
export async function trustOfRun(world: Here): Promise<string | undefined> {
  const stint = await ownStint(world)
  return stint === undefined ? undefined : readStintProcesses(world, stint)?.trust
}

export function withTrust(world: World, trust: string | undefined): World {
  return { ...world, env: { ...world.env, FULLSTOP_TRUST: trust } }
}
