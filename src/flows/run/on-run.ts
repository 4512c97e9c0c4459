// The entrance to runs: how a run begins, how it is resumed, and how a cancelled one is left. A front end says what is
// wanted and shows the run; the rules are here.
//
//   run.ts            the supervisor's loop: asks for the next step, does it, records it
//   step.ts           the next step, from how far the task has come
//   supervising.ts    what a supervisor is given, and how it loads the task
//   opening/          which run is meant, which agent, where; one run at a time in a tree
//   take-baseline.ts  the checks as they stand before the agent begins
//   start-stint.ts    a stint begins: told, recorded, started
//   watch-stint.ts    follows a stint, and ends it when a budget is used up
//   stint-turn.ts     one turn of the agent
//   on-run-stop.ts    the agent has stopped: gather, decide, record
//   end-checks.ts     ends the checks that a cancelled run waits for
//   keep-time.ts      only work counts as time
//   interruption.ts   Ctrl-C once: after this turn; twice: now
//   remove-inputs.ts  removes what the agent was told, once it is decided
//   leave-run.ts      cleans up after a run, however it ended
//   on-order.ts       cancel, pause, unpause
//   follow-agent.ts   `fullstop attach`: follows a run from beside it
import type { Config } from '../../contract/config/config.ts'
import { FullstopError } from '../../contract/error.ts'
import type { Actor } from '../../contract/event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import type { RunTask } from '../../contract/state.ts'
import { withFlags } from '../../domain/policy/flags.ts'
import { budgetName, budgetsOf, raiseOption, usedUp } from '../../domain/tasks/run/budgets.ts'
import {
  type Added,
  isOnlyLeft,
  isUnchanged,
  isUnfinished,
  policyOfToday,
  whoMayResume,
  type WantedRun,
} from '../../domain/tasks/run/former-run.ts'
import { stamp, type World } from '../world.ts'
import { findFormer, findRun } from './opening/find-runs.ts'
import { endCancelled, leaveEnded, leaveUnwatched } from './leave-run.ts'
import { attachRun, openRun, takeUpRun } from './opening/open-run.ts'
import { refuseBesideAgent, takeFolder, takeFreeFolder } from './opening/run-folder.ts'
import { placeOf } from './opening/run-place.ts'
import { standingClaim } from './opening/standing-claim.ts'
import { supervise } from './run.ts'
import { loadRun, type Supervising } from './supervising.ts'

/** How a front end shows a run and asks the person about it. */
export interface RunWatching extends Pick<Supervising, 'jitter' | 'firstPauseMs'> {
  /** Called once the task is there, before it is supervised; events up to `after` were told earlier. */
  readonly open: (run: { readonly task: string; readonly after: number }) => Watcher
  /** A person is there who can be shown a review. */
  readonly canReview: boolean
  /** The request was left unfinished, and continues. */
  readonly onFormer: (task: RunTask) => void
}

export interface Watcher extends Pick<Supervising, 'interruption' | 'onLook' | 'ask' | 'review'> {
  readonly close: () => Promise<void>
}

/** Alone in its tree: continues the run that was left at this request, or opens a task. Resolves with the ended task. */
export async function onRun(world: World, wanted: WantedRun, watching: RunWatching): Promise<RunTask> {
  const place = placeOf(world, wanted.setup.cwd)
  const folder = await takeFolder(world, place)
  try {
    const former = await findFormer(world, place, wanted)
    if (!former) {
      const task = await openRun(world, wanted)
      return await superviseTask(world, { task, after: 0 }, watching)
    }
    watching.onFormer(former)
    const after = await lastEvent(world, former.id)
    await attachRun(world, former)
    return await superviseTask(world, { task: former.id, after }, watching)
  } finally {
    folder.release()
  }
}

/** The same for a task whose id was chosen beforehand: it is opened once, and continues wherever it stands. */
export async function onNamedRun(
  world: World,
  wanted: WantedRun & { readonly task: string },
  watching: RunWatching,
): Promise<RunTask> {
  const { task: id } = wanted
  const folder = await takeFolder(world, placeOf(world, wanted.setup.cwd))
  try {
    const { state } = await world.store.loadTask(id)
    if (!state) {
      await openRun(world, wanted)
      return await superviseTask(world, { task: id, after: 0 }, watching)
    }
    const task = await loadRun({ world, task: id })
    if (!isUnfinished(task)) return task
    const after = await lastEvent(world, id)
    await attachRun(world, task)
    return await superviseTask(world, { task: id, after }, watching)
  } finally {
    folder.release()
  }
}

export interface WantedResume {
  /** The task, or the beginning of its id; absent: the newest run of the folder. */
  readonly name: string | undefined
  readonly cwd: string
  /** An answer to a question, or an addition to the request. */
  readonly words?: string | undefined
  /** A person has agreed to take a rejected task up again. */
  readonly isAgreed?: boolean
  readonly flags: () => Config
  readonly setup: (before: RunSetup) => RunSetup
  /** The policy of today, for a person; absent: an agent asks, and the task keeps the one that it has. */
  readonly policy?: ((task: RunTask) => Promise<Policy>) | undefined
  readonly by: RunCaller
}

/** Who gives the order. The two functions throw `person-needed`. */
export interface RunCaller {
  readonly actor: Actor
  readonly requirePerson: () => void
  readonly refuseAgent: () => void
}

/**
 * `completed`: nothing is left to do. `waits`: for a person's review, and this order adds nothing. `rejected`: a person
 * ended it, and neither words nor a yes take it up again.
 */
export interface Resumed {
  readonly kind: 'completed' | 'waits' | 'rejected' | 'supervised'
  readonly task: RunTask
}

export async function onResume(world: World, wanted: WantedResume, watching: RunWatching): Promise<Resumed> {
  const task = await findRun(world, wanted)
  if (task.outcome !== 'completed') refuseCaller(task, wanted.by)
  const place = placeOf(world, task.run.setup.cwd)
  const folder = await takeFolder(world, place)
  try {
    // The folder was taken all the same: an agent that is still there is not needed any more.
    if (task.outcome === 'completed') return { kind: 'completed', task }
    const waits = task.status === 'awaiting-review' && wanted.words === undefined
    if (waits && !(watching.canReview && isUnchanged(task, toAdded(task, wanted)))) return { kind: 'waits', task }
    if (task.outcome === 'rejected' && wanted.words === undefined && !wanted.isAgreed) return { kind: 'rejected', task }
    await refuseBesideAgent(world, place, task)
    const after = await lastEvent(world, task.id)
    if (waits) await attachRun(world, task)
    else await takeUp(world, task, wanted)
    return { kind: 'supervised', task: await superviseTask(world, { task: task.id, after }, watching) }
  } finally {
    folder.release()
  }
}

/** The agent of a cancelled run ends, and its files go. */
export async function onCancelled(world: World, id: string): Promise<void> {
  // As it stands now: the run may have continued since the person looked at it.
  const task = await loadRun({ world, task: id })
  if (!(await endCancelled(world, task))) return
  const folder = await takeFreeFolder(world, placeOf(world, task.run.setup.cwd))
  // In a tree that another run holds, nobody can take this one up.
  if (folder) folder.release()
  else await leaveEnded(world, id)
}

function refuseCaller(task: RunTask, { requirePerson, refuseAgent }: RunCaller): void {
  const who = whoMayResume(task)
  if (who === 'person') requirePerson()
  if (who === 'no-agent') refuseAgent()
}

function toAdded(task: RunTask, { words, flags, setup }: WantedResume): Added {
  return { words, setup: setup(task.run.setup), policy: withFlags(task.policy, flags()) }
}

async function asOfToday(task: RunTask, wanted: WantedResume): Promise<Added> {
  const added = toAdded(task, wanted)
  return wanted.policy ? { ...added, policy: policyOfToday(task.policy, await wanted.policy(task)) } : added
}

async function takeUp(world: World, task: RunTask, wanted: WantedResume): Promise<void> {
  const { by } = wanted
  if (task.status === 'paused') {
    await world.store.append([{ ...stamp(world), kind: 'task.unpaused', task: task.id, actor: by.actor }])
  }
  const added = await asOfToday(task, wanted)
  if (isOnlyLeft(task, added)) return attachRun(world, task)
  // Another request, other options or a higher budget: an agent would give itself more than the person did.
  by.refuseAgent()
  const budgets = budgetsOf({ ...task, policy: added.policy }, undefined, new Date(task.run.tick))
  const over = usedUp(budgets)
  if (over === undefined) {
    const standing = await standingClaim(world, task, added)
    return takeUpRun(world, task, { ...added, actor: by.actor, standing })
  }
  throw new FullstopError(
    'usage',
    `the ${budgetName(over)} of ${task.id} is used up`,
    `allow more: fullstop resume ${task.id} ${raiseOption(budgets, over)}`,
  )
}

/** The number of the newest event of a task. */
async function lastEvent(world: World, task: string): Promise<number> {
  const [newest] = await world.store.readEvents({ task, most: 1, newest: true })
  return newest?.seq ?? 0
}

async function superviseTask(
  world: World,
  run: { readonly task: string; readonly after: number },
  { open, jitter, firstPauseMs }: RunWatching,
): Promise<RunTask> {
  const { close, ...watcher } = open(run)
  try {
    const task = await supervise({ world, task: run.task, ...watcher, jitter, firstPauseMs })
    await close()
    return task
  } catch (error) {
    await close().catch(() => undefined)
    await leaveUnwatched(world, run.task)
    throw error
  }
}
