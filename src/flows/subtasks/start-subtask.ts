// The entrance to subtasks: starts one. Its bounds are tested, its checks are taken from those of the task, and it is
// opened as a task of its own, in a session of its own, so that the parent's request stays untouched.
//
//   list-subtasks.ts  the subtasks of a task, as its agent is shown them
import { given } from '../../contract/given.ts'
import type { Event } from '../../contract/event.ts'
import { FullstopError } from '../../contract/error.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import type { RunTask, TaskState } from '../../contract/state.ts'
import { MOST_SUBTASKS, planSubtask } from '../../domain/subtasks/plan.ts'
import { budgetLeft } from '../../domain/subtasks/budget-left.ts'
import { isOpen } from '../../domain/subtasks/heed.ts'
import { BY_CALL } from '../../domain/tasks/fold-session.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { maskFor } from '../project/mask.ts'
import { type Caller, identify, type Identity, otherAtWork } from '../session/identify.ts'
import { expectedOf, loadSession } from '../session/load-known.ts'
import { callHost, callPolicy, openByCall } from '../session/open-by-call.ts'
import { openRequest } from '../session/open-request.ts'
import { chooseAgent } from '../run/opening/choose-agent.ts'
import { writeWords } from '../stint/words.ts'
import { keepStart } from '../verify/start/keep-start.ts'
import { stamp, type World } from '../world.ts'

export interface WantedSubtask {
  readonly request: string
  /** Names of checks; absent: all of the task. */
  readonly checks?: readonly string[] | undefined
  readonly agent?: string | undefined
  readonly detached?: boolean | undefined
}

export type StartedSubtask =
  | {
      readonly kind: 'started'
      readonly subtask: string
      readonly task: string
      readonly checks: readonly string[]
      readonly isApart: boolean
    }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_REQUEST = 8000

export async function startSubtask(world: World, caller: Caller, wanted: WantedSubtask): Promise<StartedSubtask> {
  const started = await untilRecorded(() => tryStart(world, caller, wanted))
  return started ?? { kind: 'refused', why: 'other processes kept changing this task', next: 'call it again' }
}

async function tryStart(world: World, caller: Caller, wanted: WantedSubtask): Promise<StartedSubtask | 'conflict'> {
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return identified
  const { identity } = identified
  if (identity.isSubagent) return OF_SUBAGENT
  const elsewhere = otherAtWork(identity)
  if (elsewhere) return elsewhere
  const { known } = identity
  if (known.task.state && !known.openTask) return nothingOpen(known.task.state)
  const policy = known.openTask?.policy ?? (await callPolicy(world, caller.cwd, identity))
  const above = await openByCall(world, identity, policy, { cwd: caller.cwd })
  const others = await world.store.listSubtasks(above.task, MOST_SUBTASKS)
  const depth = 1 + (await depthOf(world, known.openTask))
  const open = others.filter(isOpen).length
  const plan = planSubtask({ policy, depth, open, all: others.length, checks: wanted.checks })
  if (plan.kind === 'refused') return plan
  const parent = known.openTask
  const isApart = wanted.detached === true || wanted.agent !== undefined
  if (isApart && !parent?.run) return WITHOUT_SUPERVISOR
  const opening =
    isApart && parent?.run
      ? await openApart(world, { ...parent, run: parent.run }, plan.policy, wanted)
      : await openOwn(world, identity, { parent: above.task, policy: plan.policy, wanted, cwd: caller.cwd })
  if (opening.kind === 'refused') return opening
  const started: Event = {
    ...stamp(world),
    kind: 'subtask.started',
    task: above.task,
    subtask: opening.subtask,
    request: opening.request,
  }
  const events = [...above.events, ...opening.events, started]
  if ((await world.store.append(events, expectedOf(known))) === 'conflict') return 'conflict'
  const checks = [...plan.policy.checks.map(({ name }) => name), ...plan.policy.untrustedChecks]
  return { kind: 'started', subtask: opening.subtask, task: above.task, checks, isApart }
}

interface Opening {
  readonly parent: string
  readonly policy: Policy
  readonly wanted: WantedSubtask
  readonly cwd: string
}

/** For the session of the parent to do: no hook will ever speak of it, so the answer to its claim ends it. */
async function openOwn(
  world: World,
  { agent, known }: Identity,
  { parent, policy, wanted, cwd }: Opening,
): Promise<Opened> {
  const subtask = world.newId('task')
  const request = maskFor(world, [policy.root, cwd])(wanted.request).slice(0, MOST_REQUEST)
  const start = await keepStart(world, policy)
  const { attended } = callHost(world, agent)
  const { events } = openRequest(
    world,
    { id: agent },
    {
      known: await loadSession(world, `ses_${world.hashOf('subtask', subtask)}`),
      sighting: { agentSessionId: subtask, cwd: known.openTask?.cwd ?? cwd },
      host: { attended, blockCap: 0 },
      policy,
      heard: false,
      isQuestion: false,
      source: BY_CALL,
      prompt: { text: request },
      task: subtask,
      parent,
      ...given({ start }),
    },
  )
  return { kind: 'opened', events, subtask, request }
}

interface Opened {
  readonly kind: 'opened'
  readonly events: readonly Event[]
  readonly subtask: string
  readonly request: string
}

/** With a session of its own: the supervisor of the parent takes it on once the parent's agent has stopped. */
async function openApart(
  world: World,
  parent: RunTask,
  policy: Policy,
  wanted: WantedSubtask,
): Promise<Opened | Extract<StartedSubtask, { kind: 'refused' }>> {
  const agent = await agentFor(world, parent, wanted.agent)
  if (typeof agent !== 'string') return agent
  const subtask = world.newId('task')
  const session = `ses_${world.hashOf('run', subtask)}`
  const request = maskFor(world, [policy.root, parent.cwd])(wanted.request).slice(0, MOST_REQUEST)
  const run = setupFor(parent, agent)
  const start = await keepStart(world, policy)
  await writeWords(world, subtask, 0, wanted.request)
  const head = { session, task: subtask }
  const events: Event[] = [
    {
      ...stamp(world),
      kind: 'session.seen',
      session,
      agent,
      agentSessionId: subtask,
      cwd: run.cwd,
      attended: false,
      source: 'run',
    },
    {
      ...stamp(world),
      kind: 'task.opened',
      ...head,
      agent,
      cwd: run.cwd,
      policy: { ...policy, budget: budgetLeft(policy.budget, parent.run, world.now()) },
      ...given({ start }),
      parent: parent.id,
      run,
    },
    {
      ...stamp(world),
      kind: 'request.opened',
      ...head,
      request: world.newId('req'),
      prompt: request,
      isQuestion: false,
      heard: true,
    },
  ]
  return { kind: 'opened', events, subtask, request }
}

/** The id of an agent that can be started here, or why there is none. */
async function agentFor(
  world: World,
  parent: RunTask,
  name: string | undefined,
): Promise<string | Extract<StartedSubtask, { kind: 'refused' }>> {
  if (name === undefined || name.toLowerCase() === parent.agent) return parent.agent
  try {
    return (await chooseAgent(world, name)).id
  } catch (error) {
    if (!(error instanceof FullstopError)) throw error
    return { kind: 'refused', why: error.message, next: `${error.hint}; or leave agent out` }
  }
}

/** Options of one agent mean nothing to another. */
function setupFor({ agent, run: { setup } }: RunTask, other: string): RunSetup {
  const { cwd, permissions, answer } = setup
  return other === agent ? setup : { cwd, permissions, args: [], ...given({ answer }) }
}

/** How many tasks stand above it. */
async function depthOf(world: World, task: TaskState | undefined): Promise<number> {
  if (task?.parent === undefined) return 0
  return 1 + (await depthOf(world, (await world.store.loadTask(task.parent)).state))
}

const OF_SUBAGENT: StartedSubtask = {
  kind: 'refused',
  why: 'a subagent cannot split the task',
  next: 'report to the agent that started you',
}

const WITHOUT_SUPERVISOR: StartedSubtask = {
  kind: 'refused',
  why: 'a subtask gets a session of its own only under `fullstop run`',
  next: 'leave agent and detached out, and do the subtask yourself',
}

function nothingOpen({ id, outcome }: TaskState): StartedSubtask {
  const next = 'continue without it; the next request of the user opens a task'
  return { kind: 'refused', why: `no task is open: ${id} has ended (${outcome ?? 'ended'})`, next }
}
