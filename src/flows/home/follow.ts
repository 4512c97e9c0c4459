// The one follower of the store: screens and waits learn here which events were recorded since they last asked, how a task
// stands, and when a round of checks has ended. What they do with it is left to them.
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { RecordedEvent, Versioned } from '../../adapters/store/store.ts'
import type { Event } from '../../contract/event.ts'
import type { TaskState, WorkspaceState } from '../../contract/state.ts'
import type { World } from '../world.ts'
import { endedFile, pidFile, type RoundRequest } from './rounds/round-request.ts'
import { aliveFile, workspaceId } from './workspace.ts'

const LOOK_MS = 50
/** A round of quick checks is not waited for much longer than it takes: between so many looks its process is listened for. */
const QUICK_LOOKS = 12
/** Whether it has said that it ended costs next to nothing to see. */
const HEAR_MS = 2
/** Whether its process still lives is asked less often: that takes longer than to see that it has ended. */
const LOOKS_PER_PROBE = 4
/** By then a process that was started has begun, on a busy machine too. */
const STARTING_MS = 10_000

type Following = Pick<World, 'store'>

/** Each call gives the next events of a task, each event once; none: ask again later. */
export function followEvents({ store }: Following, task: string, after = 0): () => Promise<readonly Event[]> {
  const next = followNumbered({ store }, after, task)
  return async () => (await next()).map(({ event }) => event)
}

/** The same for whatever is recorded after this number, of all tasks. */
export function followAll({ store }: Following, after: number): () => Promise<readonly Event[]> {
  const next = followNumbered({ store }, after)
  return async () => (await next()).map(({ event }) => event)
}

/** The same with their numbers, for a follower that may have to begin again after one of them; of one task or of all. */
export function followNumbered(
  { store }: Following,
  after: number,
  task?: string,
): () => Promise<readonly RecordedEvent[]> {
  let last = after
  return async () => {
    // Somebody may have asked at the same time, and been given some of them.
    const changes = (await store.changes(last, task)).filter(({ seq }) => seq > last)
    last = changes.at(-1)?.seq ?? last
    return changes
  }
}

/** The number of the newest event. */
export async function newestNumber({ store }: Following): Promise<number> {
  const [newest] = await store.readEvents({ most: 1, newest: true })
  return newest?.seq ?? 0
}

/** Each call gives the task as it stands. It is loaded again only after an event of it was recorded. */
export function followTask({ store }: Following, task: string): () => Promise<TaskState | undefined> {
  let known: Versioned<TaskState> | undefined
  let nextEvents = followEvents({ store }, task)
  return async () => {
    if (known && (await nextEvents()).length === 0) return known.state
    const isFirst = known === undefined
    known = await store.loadTask(task)
    if (isFirst) nextEvents = followEvents({ store }, task, known.version)
    return known.state
  }
}

/** `lost`: the process of the round is gone and recorded no end. */
export type RoundState = 'ended' | 'running' | 'lost'

/** Looks until the round has ended, the time is up, or `onLook` answers that it has seen enough. */
export async function waitForRound(
  world: World,
  shop: Workshop,
  request: RoundRequest,
  { until, onLook }: { until: number; onLook?: (workspace: WorkspaceState | undefined) => Promise<void | 'enough'> },
): Promise<RoundState> {
  for (let look = 1; ; look++) {
    const { state, workspace } = await (look % LOOKS_PER_PROBE === 0
      ? lookAtRound(world, shop, request)
      : lookForEnd(world, request))
    if (state !== 'running') return state
    if ((await onLook?.(workspace)) === 'enough') return 'running'
    const left = until - world.now().getTime()
    if (left <= 0) return 'running'
    if (look < QUICK_LOOKS) await untilHeard(world, request, Math.min(LOOK_MS, left))
    else await world.sleep(Math.min(LOOK_MS, left))
  }
}

async function untilHeard(world: World, { run }: RoundRequest, mostMs: number): Promise<void> {
  const file = endedFile(world, run)
  for (let waited = 0; waited < mostMs && !world.files.exists(file); waited += HEAR_MS) await world.sleep(HEAR_MS)
}

const LAST_MS = 15

/** Until the process of an ended round is gone: what follows from the results is recorded by then. */
export async function waitForLastWord(
  world: World,
  shop: Workshop,
  { run }: Pick<RoundRequest, 'run'>,
  until: number,
): Promise<void> {
  while (shop.isLocked(aliveFile(world, run)) && world.now().getTime() < until) await world.sleep(LAST_MS)
}

export async function stateOfRound(world: World, shop: Workshop, request: RoundRequest): Promise<RoundState> {
  return (await lookAtRound(world, shop, request)).state
}

interface Look {
  readonly state: RoundState
  readonly workspace: WorkspaceState | undefined
}

/** What the store alone tells. */
async function lookForEnd(world: World, { run, root }: RoundRequest): Promise<Look> {
  const { state: workspace } = await world.store.loadWorkspace(workspaceId(world, root))
  return { state: workspace?.endedRuns.includes(run) ? 'ended' : 'running', workspace }
}

async function lookAtRound(world: World, shop: Workshop, request: RoundRequest): Promise<Look> {
  const before = await lookForEnd(world, request)
  if (before.state === 'ended') return before
  // Asked before the lock is looked at: a process that takes it in between has begun, and is not lost.
  const hasBegun = world.files.exists(pidFile(world, request.run))
  if (shop.isLocked(aliveFile(world, request.run))) return before
  const after = await lookForEnd(world, request)
  if (after.state === 'ended') return after
  // A process that was just started has not taken its lock yet.
  const isYoung = world.now().getTime() - Date.parse(request.askedAt) < STARTING_MS && !hasBegun
  return { ...after, state: isYoung ? 'running' : 'lost' }
}
