// The checks that a claim waits for are ended with the run that waits for them.
import { checksOfStop } from './on-run-stop.ts'
import type { RunTask } from '../../contract/state.ts'
import { pidFile, readRoundRequest, type RoundRequest } from '../home/rounds/round-request.ts'
import { stopRound } from '../home/rounds/start-round.ts'
import { aliveFile, workspaceId } from '../home/workspace.ts'
import type { World } from '../world.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { baselineRun } from './take-baseline.ts'

const LOOK_MS = 50
/** A check gets three seconds to end by itself; a runner that was started has begun by then. */
const LONGEST_MS = 10_000

/** Only those of this task: others may have checks run in the same folder. Also those that are just being started. */
export async function endChecks(world: World, task: RunTask): Promise<void> {
  if (task.policy.root === undefined) return
  const shop = await world.openWorkshop()
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const running = (await runsOf(world, task)).filter((request) => isRunning(world, shop, request))
    if (running.length === 0) return
    for (const { run } of running) stopRound(world, shop, run)
    await world.sleep(LOOK_MS)
  }
}

async function runsOf(world: World, task: RunTask): Promise<readonly RoundRequest[]> {
  const { id, policy, session } = task
  const { state } = await world.store.loadWorkspace(workspaceId(world, policy.root ?? ''))
  const request = (await world.store.loadSession(session)).state?.request
  const recorded = state?.run && !state.run.ended ? [state.run.id] : []
  const asked = [baselineRun(world, id), ...(request ? [checksOfStop(world, task, request.id)] : [])]
  return [...new Set([...recorded, ...asked])].flatMap((run) => {
    const found = readRoundRequest(world, run)
    return found?.task === id ? [found] : []
  })
}

/** A process that was just started has not taken its lock yet. */
function isRunning(world: World, shop: Workshop, { run, askedAt }: RoundRequest): boolean {
  if (shop.isLocked(aliveFile(world, run))) return true
  const isYoung = Math.abs(world.now().getTime() - Date.parse(askedAt)) < LONGEST_MS
  return isYoung && !world.files.exists(pidFile(world, run))
}
