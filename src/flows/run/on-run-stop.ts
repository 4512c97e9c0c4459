// A supervised agent has stopped, or was stopped: gather, decide, record. The same decision as at a hook's stop, with what
// only a supervisor knows: how the agent's process ended, what it used, and the tree at every stop.
import type { AgentEnd } from '../../contract/agent-end.ts'
import type { Decision, Probe } from '../../contract/decision.ts'
import type { Facts, WaitingFor, WaysToClaim } from '../../contract/facts.ts'
import type { Host } from '../../contract/hook-event.ts'
import type { Observed, RequestState, RunState, TaskState } from '../../contract/state.ts'
import type { RunSetup } from '../../contract/run-setup.ts'
import { asDecision } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { movesAfter } from '../../domain/tasks/progress.ts'
import { usedBy } from '../../domain/tasks/run.ts'
import type { StintReading } from '../../domain/tasks/stint.ts'
import { expectedOf } from '../claim/decide-call.ts'
import { decideStop } from '../hook/decide-stop.ts'
import { type Known, loadSession, type Stop } from '../session/gather.ts'
import { type Gathered, gatherFrom } from '../hook/gather-stop.ts'
import { maskFor } from '../project/mask.ts'
import { digestOfTodos, driverOf, toReading } from '../session/read-stints.ts'
import { recordStop } from '../hook/record-stop.ts'
import { lookAtTree } from '../verify/tree-now.ts'
import { isOnPath } from '../session/ways.ts'
import type { World } from '../world.ts'

const MOST_TRIES = 5
/** A supervisor has the time that checks take. */
const PATIENCE_MS = 7 * 24 * 3_600_000

export interface RunStop {
  readonly task: string
  readonly reading: StintReading
  readonly end: AgentEnd
  /** How a question may be answered from here. */
  readonly answer?: RunSetup['answer']
  readonly onLook?: (open: readonly string[]) => void
  /** Whoever interrupts the run wants no decision any more. */
  readonly signal: AbortSignal
}

export type RunStopped =
  | { readonly kind: 'decided'; readonly decision: Decision }
  | Probe
  | { readonly kind: 'interrupted' }

export async function onRunStop(world: World, stop: RunStop): Promise<RunStopped> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const stopped = await tryStop(world, stop)
    if (stopped !== 'conflict') return stopped
  }
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
  const gathered = await gatherRun(world, asked, { task, run, known, observed })
  const decided = await decideStop(
    world,
    {
      host: hostNow(world),
      known: gathered.known,
      policy: task.policy,
      run: checksOfStop(world, { id: task.id, run }, request.id),
      reading: looked?.reading,
      ...(asked.onLook ? { onLook: asked.onLook } : {}),
    },
    gathered,
    task.id,
  )
  if (asked.signal.aborted) return { kind: 'interrupted' }
  const { facts, verified } = decided
  if (decided.decision.kind === 'probe') return decided.decision
  const decision = asDecision(decided.decision)
  const events = recordStop(world, {
    known,
    opening: { events: [], task: task.id, request: request.id },
    stop: gathered.stop,
    key,
    decision,
    read: gathered.read,
    called: gathered.called,
    reading: gathered.reading,
    facts,
    verified,
    observed: { ...observed, ...decided.observed },
  })
  if ((await world.store.append(events, expectedOf(known))) === 'conflict') return 'conflict'
  return { kind: 'decided', decision }
}

type Stopped = Pick<TaskState, 'id'> & { readonly run: RunState }

function keyOfStop({ hashOf }: Pick<World, 'hashOf'>, { id, run }: Stopped, request: string): string {
  return hashOf(id, request, ...run.undecided, `${run.turns}`)
}

/** The run of the checks for the stop that is to be decided now: the same for whoever decides it. */
export function checksOfStop(world: Pick<World, 'hashOf'>, stopped: Stopped, request: string): string {
  return `run_${world.hashOf('claim', keyOfStop(world, stopped, request))}`
}

/** What was found out since the agent stopped was found out for this stop, whoever supervised then. */
function sinceStop(world: World, { stoppedAt }: RunState): World {
  return stoppedAt === undefined ? world : { ...world, startedAt: () => new Date(stoppedAt) }
}

interface Here {
  readonly task: TaskState
  readonly run: RunState
  readonly known: Known
  readonly observed: Observed
}

type GatheredRun = Gathered & { readonly known: Known; readonly stop: Stop }

async function gatherRun(world: World, asked: RunStop, here: Here): Promise<GatheredRun> {
  const { task, run, observed } = here
  const { policy } = task
  const known = withObserved(here.known, observed)
  const reading = toReading(task, asked.reading, maskFor(world, [policy.root, task.cwd]))
  const stop = toStop(task, run, asked)
  const { agentSessionId: session = run.stint?.agentSessionId, hasServer } = asked.reading
  const ways = runWays(world, task, { session, hasServer })
  const gathered = await gatherFrom(world, { host: hostNow(world), stop, known, policy }, reading, ways)
  const facts = supervised(gathered, asked, here, world.now())
  const read = run.isProbed ? asProbed(gathered.read) : gathered.read
  const claim = read.claim ? { claim: read.claim } : {}
  const all = { ...facts, ...claim }
  return { ...gathered, read, facts: all, decision: decide(all, policy), known, stop }
}

/** What only the supervisor knows stands above what was read. */
function supervised(
  gathered: Gathered,
  { end, answer, reading }: RunStop,
  { run, task, known }: Here,
  now: Date,
): Facts {
  const { request } = known.session.state ?? {}
  const { involuntary: _ofStream, waitingFor: asks, ...facts } = gathered.facts
  const { tokens, cost } = usedBy(run)
  const waitingFor = waits(end, asks)
  return {
    ...facts,
    ...toInvoluntary(end, gathered),
    supervised: true,
    canProbe: canProbe(task, run),
    planMode: reading.window.planMode,
    vendorGoal: false,
    ...(waitingFor ? { waitingFor } : {}),
    ...(answer ? { answer } : {}),
    ...refusedFor(gathered, request),
    ...(run.isAddedTo ? { isUnheard: true } : {}),
    spentMs: run.spentMs + Math.max(0, now.getTime() - Date.parse(run.tick)),
    waitedMs: run.waitedMs ?? 0,
    tokens,
    ...(cost === undefined ? {} : { cost }),
    isReviewAwaited: task.status === 'awaiting-review',
  }
}

/** The session may be another by now: a check that failed is told with its last words once more. */
function refusedFor({ called, facts }: Gathered, request: RequestState | undefined): Pick<Facts, 'refusedFor'> {
  if (facts.refusedClaim === undefined) return {}
  const byCall = called.kind === 'ours' ? called.called.decision : undefined
  const refused = byCall?.kind === 'continue' ? byCall : request?.lastDecision?.decision
  return refused?.kind === 'continue' ? { refusedFor: refused.because } : {}
}

/** A claim that was answered before the provider failed is the agent's word all the same; so is one whatever the exit code. */
function toInvoluntary(end: AgentEnd, { read }: Gathered): Pick<Facts, 'involuntary' | 'endDetail'> {
  const isAnswered = read.called?.decision?.kind === 'allow'
  const isSaid = read.claim !== undefined && end.kind === 'crashed' && end.exitCode !== undefined
  const isClaimed = isSaid || (isAnswered && ['api-error', 'usage-limit', 'crashed'].includes(end.kind))
  if (end.kind === 'stopped' || isClaimed) return {}
  return { involuntary: end.kind, ...(end.detail === undefined ? {} : { endDetail: end.detail }) }
}

function waits({ denied = [] }: AgentEnd, asks: WaitingFor | undefined): WaitingFor | undefined {
  if (denied.length > 0) return { kind: 'permission', what: denied.join(', ').slice(0, 200) }
  return asks?.kind === 'question' ? asks : undefined
}

function toStop(task: TaskState, run: RunState, { reading, end }: RunStop): Stop {
  const lastMessage = reading.window.lastSaid
  return {
    kind: 'stop-requested',
    agentSessionId: tokenId(task, run, reading),
    ...(lastMessage === undefined ? {} : { lastMessage }),
    ...(end.exitCode === undefined ? {} : { exitCode: end.exitCode }),
    afterRefusal: false,
    planMode: false,
    background: [],
    wakeUps: [],
  }
}

/** What the done token of this agent must name. */
function tokenId(task: TaskState, run: RunState, reading?: StintReading): string {
  if (driverOf(task) === undefined) return task.id
  return reading?.agentSessionId ?? run.stint?.agentSessionId ?? task.id
}

/** How the agent can really claim: a program that nobody knows has words only, unless its shell finds us. */
export function runWays(world: World, task: TaskState, { hasServer, session }: KnownSession = {}): WaysToClaim {
  const { strategies, donePrefix, phrases } = task.policy
  const isKnown = driverOf(task) !== undefined
  const id = isKnown ? session : task.id
  return {
    tool: isKnown && strategies.includes('tool') && hasServer !== false,
    cli: strategies.includes('cli') && isOnPath(world),
    ...(strategies.includes('done-token') && id !== undefined ? { doneToken: `${donePrefix}::${id}` } : {}),
    promiseTag: strategies.includes('promise-tag') || strategies.includes('relaxed-tag'),
    ...(strategies.includes('heuristic') && phrases[0] ? { phrase: phrases[0] } : {}),
    ...(isKnown ? {} : { isEchoed: true }),
  }
}

/** What is known of the agent's own session. */
interface KnownSession {
  readonly session?: string | undefined
  readonly hasServer?: boolean
}

function asProbed(read: Gathered['read']): Gathered['read'] {
  return read.claim && !read.called ? { ...read, claim: { ...read.claim, channel: 'probe' } } : read
}

/** Once per stop, and only an agent that still knows what it was asked. */
function canProbe(task: TaskState, run: RunState): boolean {
  if (!task.policy.strategies.includes('probe') || run.isProbed) return false
  return driverOf(task) !== undefined || run.stint?.isAlive === true
}

function toObserved(world: World, tree: string | undefined, { window }: StintReading): Observed {
  return { ...(tree === undefined ? {} : { tree }), todos: digestOfTodos(world, window.todos) }
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

function hostNow(world: World): Host {
  const already = world.now().getTime() - world.startedAt().getTime()
  return { attended: false, blockCap: 0, withinMs: already + PATIENCE_MS }
}
