// A supervised agent has stopped, or was stopped: gather, decide, record. The same decision as at a hook's stop, with what
// only a supervisor knows: how the agent's process ended, what it used, and the tree at every stop.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Decision, Probe } from '../../contract/decision.ts'
import type { Facts, WaysToClaim } from '../../contract/facts.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import type { Observed, RequestState, RunState, TaskState } from '../../contract/state.ts'
import type { CalledFound } from '../../domain/facts/called.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import { asProbed, factsOfRun } from '../../domain/facts/of-run.ts'
import { type StopPlace, placeOf } from '../../domain/facts/place.ts'
import { asDecision } from '../../domain/gate/consequences.ts'
import { toWays, waysWithRows } from '../../domain/strategies/ways.ts'
import { hasServer } from '../home/presence.ts'
import { roundOf } from '../home/rounds/round-request.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { movesAfter } from '../../domain/tasks/progress.ts'
import type { StintReading } from '../../domain/tasks/run/stint.ts'
import { maskedFacts } from '../../domain/tasks/masked.ts'
import { maskFor } from '../project/mask.ts'
import { findClaim } from '../session/find-claim.ts'
import { expectedOf, loadSession } from '../session/load-known.ts'
import { isOnPath } from '../session/reach.ts'
import type { SessionReading } from '../transcript/source.ts'
import { digestOfTodos, isDriven, toReading } from '../transcript/read-stints.ts'
import { msSince } from '../session/same-stop.ts'
import { withNews } from '../session/subtask-news.ts'
import { repliesInWords } from '../session/replies.ts'
import { stopEvents } from '../session/stop-events.ts'
import { decideWithChecks, type ToDecide } from '../verify/decide-with-checks.ts'
import { keepReviewed } from '../verify/keep-reviewed.ts'
import { lookAtTree } from '../verify/tree-now.ts'
import type { World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { given } from '../../contract/given.ts'

/** A supervisor has the time that checks take. */
const PATIENCE_MS = 7 * 24 * 3_600_000

export interface RunStop {
  readonly task: string
  readonly reading: StintReading
  readonly end: AgentEnd
  /** How a question may be answered from here. */
  readonly answer?: RunSetup['answer']
  readonly onLook?: (open: readonly string[]) => void
  /** A person who interrupts the run wants no decision any more. */
  readonly signal: AbortSignal
}

export type RunStopped =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | Probe
  | { readonly kind: 'interrupted' }

export async function onRunStop(world: World, stop: RunStop): Promise<RunStopped> {
  const stopped = await untilRecorded(() => tryStop(world, stop))
  if (stopped) return stopped
  throw new Error('other processes kept changing this task')
}

async function tryStop(anyTime: World, asked: RunStop): Promise<RunStopped | 'conflict'> {
  const { state: task } = await anyTime.store.loadTask(asked.task)
  if (!task?.run) throw new Error(`${asked.task} is no supervised task`)
  const run = task.run
  const world = sinceStop(anyTime, run)
  const known = await loadSession(world, task.session)
  const request = known.session.state?.request
  if (!request) throw new Error(`${asked.task} has no request`)
  const key = keyOfStop(world, { id: task.id, run }, request.id)
  if (request.lastDecision?.key === key) return { kind: 'decided', decision: request.lastDecision.decision }
  const { root } = task.policy
  const looked = root === undefined ? undefined : await lookAtTree(world, root, { walks: true })
  const observed = toObserved(world, looked?.hash, asked.reading)
  const gathered = await gatherRun(world, asked, { task, run, known: withObserved(known, observed) })
  const toDecide: ToDecide = {
    ...gathered,
    policy: task.policy,
    session: known.sessionId,
    taskId: task.id,
    task: gathered.place.task,
    request: gathered.place.request,
    run: checksOfStop(world, { id: task.id, run }, request.id),
    tree: looked?.reading,
  }
  const decided = await decideWithChecks(world, toDecide, { withinMs: patience(world), onLook: asked.onLook })
  if (asked.signal.aborted) return { kind: 'interrupted' }
  if (decided.decision.kind === 'probe') return decided.decision
  const { decision, told, expected } = await withNews(world, asDecision(decided.decision), task.id)
  const said = asked.reading.window.lastSaid
  const { mask } = gathered.reading
  const events = [
    ...(await repliesInWords(world, { session: known.sessionId, task: known.task.state, said, mask })),
    ...stopEvents(world, {
      ...gathered,
      ...decided,
      session: known.sessionId,
      opening: { events: [], task: task.id, request: request.id },
      said,
      wakeUps: [],
      key,
      decision,
      observed: { ...observed, ...decided.observed },
    }),
    ...told,
  ]
  if ((await world.store.append(events, [...expectedOf(known), ...expected])) === 'conflict') return 'conflict'
  await keepReviewed(world, task.id, decision)
  return { kind: 'decided', decision }
}

type Stopped = Pick<TaskState, 'id'> & { readonly run: RunState }

function keyOfStop({ hashOf }: Pick<World, 'hashOf'>, { id, run }: Stopped, request: string): string {
  // Where nothing is undecided, the ends of subtasks are what is decided upon.
  const since = run.undecided.length === 0 ? [`${run.subtaskEnds ?? 0}`, `${run.isReattached ?? false}`] : []
  return hashOf(id, request, ...run.undecided, `${run.turns}`, ...since)
}

/** The round of checks for the stop that is to be decided now: the same for every process that decides it. */
export function checksOfStop(world: Pick<World, 'hashOf'>, stopped: Stopped, request: string): string {
  return roundOf(world.hashOf('claim', keyOfStop(world, stopped, request)))
}

/** Results since the agent stopped count for this stop, no matter which supervisor got them. */
function sinceStop(world: World, { stoppedAt }: RunState): World {
  return stoppedAt === undefined ? world : { ...world, startedAt: () => new Date(stoppedAt) }
}

interface Here {
  readonly task: TaskState
  readonly run: RunState
  readonly known: Known
}

interface GatheredRun {
  readonly place: StopPlace
  readonly reading: SessionReading
  readonly claim: ClaimRead
  readonly found: CalledFound
  readonly facts: Facts
}

async function gatherRun(world: World, asked: RunStop, { task, run, known }: Here): Promise<GatheredRun> {
  const { policy } = task
  const { end, answer } = asked
  const reading = toReading(task, asked.reading, maskFor(world, [policy.root, task.cwd]))
  const place = placeOf(known, reading)
  const { found, claim } = await findClaim(world, {
    session: known.sessionId,
    place,
    read: reading,
    policy,
    said: reading.window.lastSaid,
    sessionId: tokenId(task, run, asked.reading),
    exitCode: end.exitCode,
    isBehind: false,
  })
  const read = run.isProbed ? asProbed(claim) : claim
  const { agentSessionId: session = run.stint?.agentSessionId } = asked.reading
  const facts = factsOfRun({
    task,
    run,
    end,
    answer,
    request: reading,
    place,
    read,
    found,
    untold: known.session.state?.untold,
    isThere: isDriven(task) || run.stint?.isAlive === true,
    elapsedMs: place.request ? msSince(world, place.request.openedAt) : 0,
    spentMs: run.spentMs + Math.max(0, world.now().getTime() - Date.parse(run.tick)),
    ways: runWays(world, task, { session, hasServer: asked.reading.hasServer && !isUnserved(world, run) }),
    concerns: await world.store.listConcerns(task.id),
  })
  return { place, reading, claim: read, found, facts: maskedFacts(facts, reading.mask) }
}

/** What the done token of this agent must name. */
function tokenId(task: TaskState, run: RunState, reading?: StintReading): string {
  if (!isDriven(task)) return task.id
  return reading?.agentSessionId ?? run.stint?.agentSessionId ?? task.id
}

/** An agent that waits for its next prompt has started our server by now, unless it leaves out servers of its client. */
function isUnserved(world: World, { stint }: RunState): boolean {
  return stint?.isAlive === true && !hasServer(world, { stint: stint.id })
}

/** How the agent can really claim: an unknown program has words only, unless its shell finds us. */
export function runWays(world: World, task: TaskState, { hasServer, session }: KnownSession = {}): WaysToClaim {
  const isKnown = isDriven(task)
  const reach = { tool: isKnown && hasServer !== false, cli: task.policy.strategies.includes('cli') && isOnPath(world) }
  const ways = toWays(task.policy, { reach, sessionId: isKnown ? session : task.id, isEchoed: !isKnown })
  return waysWithRows(ways, task.criteria)
}

/** What is known of the agent's own session. */
interface KnownSession {
  readonly session?: string | undefined
  readonly hasServer?: boolean
}

function toObserved(world: World, tree: string | undefined, { window }: StintReading): Observed {
  return { ...given({ tree }), todos: digestOfTodos(world, window.todos) }
}

/** As if it had been observed at the stop before: what moved since is progress already. */
function withObserved(known: Known, observed: Observed): Known {
  const { state } = known.session
  if (!state?.request) return known
  const request: RequestState = {
    ...state.request,
    moves: movesAfter(state.request, observed),
    observed: { ...state.request.observed, ...observed },
  }
  return { ...known, session: { ...known.session, state: { ...state, request } } }
}

/** Counted, like that of a hook, from the start of this process. */
function patience(world: World): number {
  return world.now().getTime() - world.startedAt().getTime() + PATIENCE_MS
}
