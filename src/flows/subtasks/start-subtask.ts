// A task gets a subtask: its bounds are tested, its checks taken from those of the task, and it is opened as a task of its
// own, in a session of its own, so that nothing of the parent's request is touched.
import { given } from '../../contract/given.ts'
import type { Event } from '../../contract/event.ts'
import type { Policy } from '../../contract/policy.ts'
import type { TaskState } from '../../contract/state.ts'
import { MOST_SUBTASKS, planSubtask } from '../../domain/subtasks/plan.ts'
import { isOpen } from '../../domain/subtasks/heed.ts'
import { BY_CALL } from '../../domain/tasks/fold-session.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { maskFor } from '../project/mask.ts'
import { type Caller, identify, type Identity, otherAtWork } from '../session/identify.ts'
import { expectedOf, loadSession } from '../session/load-known.ts'
import { callHost, callPolicy, openByCall } from '../session/open-by-call.ts'
import { openRequest } from '../session/open-request.ts'
import { keepStart } from '../verify/start.ts'
import { stamp, type World } from '../world.ts'

export interface WantedSubtask {
  readonly request: string
  /** Names of checks; absent: all of the task. */
  readonly checks?: readonly string[] | undefined
  readonly agent?: string | undefined
  readonly detached?: boolean | undefined
}

export type StartedSubtask =
  | { readonly kind: 'started'; readonly subtask: string; readonly task: string; readonly checks: readonly string[] }
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
  if (wanted.detached || wanted.agent !== undefined) return WITHOUT_SUPERVISOR
  const opening = await openOwn(world, identity, { parent: above.task, policy: plan.policy, wanted, cwd: caller.cwd })
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
  return { kind: 'started', subtask: opening.subtask, task: above.task, checks }
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
): Promise<{ events: Event[]; subtask: string; request: string }> {
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
  return { events, subtask, request }
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
