// A run of checks as it is asked for: written down in the run's own folder, read by the process that carries it out.
import { join } from 'node:path'
import type { CheckConfig } from '../contract/config.ts'
import type { RunCause } from '../contract/event.ts'
import type { Started } from '../platform/self.ts'
import type { Workshop } from '../platform/workshop.ts'
import { withoutMarks } from './marks.ts'
import { aliveFile, runFolder, workspaceId } from './workspace.ts'
import type { World } from './world.ts'

const LARGEST = 1024 * 1024
const LOOK_MS = 50

export interface RunRequest {
  readonly run: string
  readonly root: string
  readonly cause: RunCause
  readonly checks: readonly CheckConfig[]
  /** Whose claim waits for it. */
  readonly task?: string | undefined
  readonly session?: string | undefined
  /** Results that are known already may stand for a run. */
  readonly mayReuse: boolean
  /** Claims may rest on the results. Not where an agent's shell made the environment they ran in. */
  readonly counts: boolean
  readonly askedAt: string
}

/** The command line by which the binary carries out a run. */
export const RUNNER = 'runner'
export const GUARD = 'guard'
/** In the environment of every process of a check; its value is the workspace. */
export const CHECK_MARK = 'FULLSTOP_CHECK'

export interface StartedRun {
  readonly run: string
  readonly process: Started
}

/** The run goes on in a process of its own, whatever becomes of this one. */
export function startRun(world: World, shop: Workshop, request: Omit<RunRequest, 'run' | 'askedAt'>): StartedRun {
  const run = world.newId('run')
  const folder = runFolder(world, run)
  const whole: RunRequest = { ...request, run, askedAt: world.now().toISOString() }
  shop.disk.writeWhole(requestFile(world, run), JSON.stringify(whole))
  const env = withoutMarks(world.env)
  return { run, process: shop.startSelf([RUNNER, run], { env, log: join(folder, 'runner.log'), cwd: request.root }) }
}

export function readRunRequest(world: Pick<World, 'files' | 'stateHome'>, run: string): RunRequest | undefined {
  if (!/^run_[0-9a-z]+$/.test(run)) return undefined
  const read = world.files.readText(requestFile(world, run), LARGEST)
  return read.kind === 'text' ? (JSON.parse(read.text) as RunRequest) : undefined
}

function requestFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(runFolder(world, run), 'request.json')
}

export type RunState = 'ended' | 'running' | 'lost'

/** `lost`: its process is gone and it never told of an end. */
export async function stateOfRun(
  world: World,
  shop: Workshop,
  { run, root }: { run: string; root: string },
  process?: Started,
): Promise<RunState> {
  const hasEnded = async (): Promise<boolean> => {
    const { state } = await world.store.loadWorkspace(workspaceId(world, root))
    return state?.endedRuns.includes(run) === true
  }
  if (await hasEnded()) return 'ended'
  if (process && !process.hasEnded()) return 'running'
  if (shop.isLocked(aliveFile(world, run))) return 'running'
  return (await hasEnded()) ? 'ended' : 'lost'
}

/** Looks until the run has ended or the time is up. */
export async function waitForRun(
  world: World,
  shop: Workshop,
  run: { readonly run: string; readonly root: string },
  { until, process, onLook }: { until: number; process?: Started | undefined; onLook?: () => Promise<void> },
): Promise<RunState> {
  for (;;) {
    const state = await stateOfRun(world, shop, run, process)
    if (state !== 'running') return state
    await onLook?.()
    const left = until - world.now().getTime()
    if (left <= 0) return 'running'
    await world.sleep(Math.min(LOOK_MS, left))
  }
}
