// The checks as they stand before the agent begins: waited for, also by a supervisor that comes after a crash.
import type { Event } from '../../contract/event.ts'
import type { RunTask } from '../../contract/state.ts'
import { type RoundState, waitForRound } from '../home/follow.ts'
import { roundOf, type RoundRequest } from '../home/rounds/round-request.ts'
import { isStillborn, startAgain, startRound } from '../home/rounds/start-round.ts'
import { isTrusted } from '../project/trust.ts'
import { workspaceId } from '../home/workspace.ts'
import { stamp, type World } from '../world.ts'
import { followRun, type Supervising } from './supervising.ts'

const LONGEST_MS = 24 * 3_600_000

export async function takeBaseline(supervising: Supervising, task: RunTask): Promise<void> {
  const { world, interruption } = supervising
  const { root, trustHash, trustedAt } = task.policy
  if (root === undefined || (trustHash !== undefined && !isTrusted(world, trustedAt ?? root, trustHash))) {
    return giveUp(world, task, 'the checks are not trusted')
  }
  const shop = await world.openWorkshop()
  const request = startRound(world, shop, toAsk(world, task, root))
  const readRun = followRun(supervising)
  const wait = (round: RoundRequest): Promise<RoundState> =>
    waitForRound(world, shop, round, {
      until: world.now().getTime() + LONGEST_MS,
      onLook: async () => {
        await supervising.onLook({ task, isVerifying: true })
        const isWanted = !interruption.asked.aborted && (await readRun()).status !== 'ended'
        return isWanted ? undefined : 'enough'
      },
    })
  const first = await wait(request)
  const state = first === 'lost' && isStillborn(world, request) ? await wait(startAgain(world, shop, request)) : first
  if (state === 'lost') await giveUp(world, task, 'the process that ran the checks is gone without a result')
}

export function baselineRun({ hashOf }: Pick<World, 'hashOf'>, task: string): string {
  return roundOf(hashOf('baseline', task))
}

/** By its name the same run is found again, also by a supervisor that comes after a crash. */
function toAsk({ hashOf }: World, { id, policy }: RunTask, root: string): Parameters<typeof startRound>[2] {
  return {
    run: baselineRun({ hashOf }, id),
    root,
    cause: 'baseline',
    checks: policy.checks,
    task: id,
    mayReuse: false,
    counts: true,
  }
}

/** Without a baseline every failure counts as the agent's: said so, and the agent begins. */
async function giveUp(world: World, { id, policy, session }: RunTask, why: string): Promise<void> {
  const workspace = workspaceId(world, policy.root ?? '')
  const { state } = await world.store.loadWorkspace(workspace)
  const event: Event = {
    ...stamp(world),
    kind: 'checks.finished',
    session,
    task: id,
    workspace,
    run: world.newId('run'),
    cause: 'baseline',
    valid: [],
    artefacts: [...(state?.artefacts ?? [])],
    notes: [`the baseline could not be taken: ${why}`],
  }
  await world.store.append([event])
}
