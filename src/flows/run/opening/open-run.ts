// A task that a supervisor opens, takes on again, or takes up after it had ended.
import { FullstopError } from '../../../contract/error.ts'
import type { Actor, Event, EventOf } from '../../../contract/event.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import type { RunTask } from '../../../contract/state.ts'
import { programVariables } from '../../../domain/checks/program-variables.ts'
import { withCriteria } from '../../../domain/gate/words/criteria-text.ts'
import { maskedCriteria, troubleWith } from '../../../domain/tasks/criteria.ts'
import type { Added, WantedRun } from '../../../domain/tasks/run/former-run.ts'
import { withCalls } from '../../../domain/strategies/ways.ts'
import { untilRecorded } from '../../home/until-recorded.ts'
import { maskFor } from '../../project/mask.ts'
import { newsForSession } from '../../session/subtask-news.ts'
import { keepStart } from '../../verify/start/keep-start.ts'
import { lookAtTree, type LookedAt } from '../../verify/tree-now.ts'
import { stamp, type World } from '../../world.ts'
import { writeWords } from '../../stint/words.ts'
import { given } from '../../../contract/given.ts'

/** A program that is started by its command line alone. */
export const BY_COMMAND = 'command'
/** The same for one that speaks ACP. */
export const BY_ACP = 'acp'

export async function openRun(world: World, wanted: WantedRun): Promise<string> {
  const { agent, setup, prompt } = wanted
  const policy = wanted.criteria?.length ? withCalls(wanted.policy) : wanted.policy
  const trouble = troubleWith(wanted.criteria ?? [])
  if (trouble !== undefined) throw new FullstopError('usage', trouble, 'shorten, merge or rename them')
  const mask = maskFor(world, [policy.root, setup.cwd])
  const criteria = maskedCriteria(wanted.criteria, mask)
  const task = wanted.task ?? world.newId('task')
  const session = `ses_${world.hashOf('run', task)}`
  const looked = await look(world, policy)
  const start = await keepStart(world, policy, looked?.reading)
  const opened: Event = {
    ...stamp(world),
    kind: 'task.opened',
    session,
    task,
    agent,
    cwd: setup.cwd,
    policy,
    ...given({ start }),
    run: setup,
    ...(criteria.length > 0 ? { criteria: [...criteria] } : {}),
  }
  await writeWords(world, task, 0, withCriteria(prompt, wanted.criteria))
  await world.store.append([
    sessionSeen(world, { session, agent, task, cwd: setup.cwd }),
    opened,
    {
      ...stamp(world),
      kind: 'request.opened',
      session,
      task,
      request: world.newId('req'),
      prompt: mask(prompt),
      isQuestion: false,
      heard: true,
      observed: given({ tree: looked?.hash }),
    },
    { ...stamp(world), kind: 'run.attached', session, task, source: 'run', programs: programVariables(world.env) },
  ])
  return task
}

/** After another supervisor is gone: the task continues where it stands. */
export async function attachRun(world: World, task: RunTask, budget?: Policy['budget']): Promise<void> {
  await world.store.append(attached(world, task, { budget }))
}

interface Attaching {
  /** What a subtask may use. */
  readonly budget?: Policy['budget'] | undefined
  /** A claim that stands is decided first. */
  readonly isStanding?: true | undefined
}

function attached(world: World, { session, id, agent, run }: RunTask, attaching: Attaching): readonly Event[] {
  return [
    sessionSeen(world, { session, agent, task: id, cwd: run.setup.cwd }),
    {
      ...stamp(world),
      kind: 'run.attached',
      session,
      task: id,
      source: 'resume',
      programs: programVariables(world.env),
      ...given({ ...attaching }),
    },
  ]
}

export interface TakingUp extends Added {
  readonly actor: Actor
  /** Recorded in the same moment: both happened, or neither. */
  readonly beside?: readonly Event[]
  /** Decided before the agent is asked to continue. */
  readonly standing?: EventOf<'claim.made'> | undefined
}

/**
 * A person wants it to continue after it had ended: the guards count afresh, the budgets do not. If somebody has
 * cancelled it since it was looked at, it stays cancelled.
 */
export async function takeUpRun(world: World, task: RunTask, taking: TakingUp): Promise<void> {
  const taken = await untilRecorded(() => tryTakeUp(world, task, taking))
  if (!taken) throw new FullstopError('store-unwritable', 'other processes kept changing this task', 'try again')
}

async function tryTakeUp(
  world: World,
  task: RunTask,
  taking: TakingUp,
): Promise<'taken-up' | 'cancelled' | 'conflict'> {
  const { policy, setup, words, actor, beside = [], standing } = taking
  const { session, id } = task
  const { version, state } = await world.store.loadTask(id)
  if (state?.outcome === 'cancelled' && task.outcome !== 'cancelled') return 'cancelled'
  // Subtasks may have ended after the task had: its agent reads that first.
  const news = await newsForSession(world, id)
  const said = [words, news?.text].filter((part) => part !== undefined)
  if (said.length > 0) await writeWords(world, id, task.run.turns, said.join('\n\n'))
  const text = words === undefined ? {} : { prompt: maskFor(world, [policy.root, setup.cwd])(words) }
  const resumed: Event = {
    ...stamp(world),
    kind: 'task.resumed',
    session,
    task: id,
    actor,
    policy,
    run: setup,
  }
  const opened: Event = {
    ...stamp(world),
    kind: 'request.opened',
    session,
    task: id,
    request: world.newId('req'),
    ...text,
    isQuestion: false,
    heard: true,
    observed: await observe(world, policy),
  }
  const expected = [{ kind: 'task' as const, id, version }, ...(news?.expected ?? [])]
  // The agent has to hear of a subtask first.
  const claimed = news || !standing ? [] : [{ ...standing, ...stamp(world), request: opened.request }]
  const isStanding = claimed.length > 0 ? true : undefined
  const events = [
    ...attached(world, task, { isStanding }),
    resumed,
    opened,
    ...claimed,
    ...(news?.told ?? []),
    ...beside,
  ]
  if ((await world.store.append(events, expected)) === 'conflict') return 'conflict'
  news?.onceAnswered()
  return 'taken-up'
}

async function observe(world: World, { root }: Policy): Promise<{ tree?: string }> {
  return given({ tree: (await look(world, { root }))?.hash })
}

async function look(world: World, { root }: Pick<Policy, 'root'>): Promise<LookedAt | undefined> {
  return root === undefined ? undefined : lookAtTree(world, root, { walks: true })
}

interface Seen {
  readonly session: string
  readonly agent: string
  readonly task: string
  readonly cwd: string
}

/** One session of ours for all of the agent's own: the request and its guards continue over all of them. */
function sessionSeen(world: World, { session, agent, task, cwd }: Seen): Event {
  const host = world.processes.keyOf(world.processes.self)
  return {
    ...stamp(world),
    kind: 'session.seen',
    session,
    agent,
    agentSessionId: task,
    cwd,
    attended: false,
    source: 'run',
    ...given({ host }),
  }
}
