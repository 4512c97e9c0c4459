// `fullstop resume TASK`: goes on with a task that `fullstop run` opened, after a crash, a limit, or a change of mind.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode, outcomeExit } from '../../../contract/exit-code.ts'
import type { Policy } from '../../../contract/policy.ts'
import type { RunTask, TaskState } from '../../../contract/state.ts'
import { resolvePolicy } from '../../../domain/gate/policy.ts'
import { stamp, type World } from '../../../flows/world.ts'
import { attachRun, takeUpRun } from '../../../flows/run/open-run.ts'
import { budgetsOf, usedUp } from '../../../domain/tasks/budgets.ts'
import type { Command, Context } from '../command.ts'
import { erasedLine } from '../erased.ts'
import { findTask } from '../find-task.ts'
import { actorOf, refuseAgent, requirePerson } from '../person.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { runOptions, toFlags, toSetup } from '../run-options.ts'
import { recordedSoFar, refuseBesideAgent, runsIn, superviseHere, takeFolder } from '../supervise.ts'

export const command: Command = {
  name: 'resume',
  summary: 'Go on with a task of `run` after a crash, a limit, or an answer',
  args: ['[TASK]', '[PROMPT]'],
  passesOn: 'OPTIONS OF THE AGENT',
  options: runOptions,
  examples: [
    { line: 'fullstop resume', does: 'the newest task that was run in this folder' },
    { line: 'fullstop resume task_7k3f', does: 'goes on where it stands; nothing is asked twice' },
    { line: 'fullstop resume task_7k3f "use the staging key"', does: 'answers a question, or adds to the request' },
    { line: 'fullstop resume task_7k3f --max-cost 10', does: 'after its budget was used up' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      return await resumeHere(world, context)
    } finally {
      world.store.close()
    }
  },
}

async function resumeHere(world: World, context: Context): Promise<number> {
  const task = await wanted(world, context)
  const words = context.args[1]?.trim() === '' ? undefined : context.args[1]
  if (task.outcome === 'completed') {
    // Should its agent still be there, it is not needed any more.
    const { release } = await takeFolder(world, task.run.setup.cwd)
    release()
    context.complain(`fullstop: ${task.id} is completed: there is nothing left to do\n`)
    return exitCode.no
  }
  // What a person put an end to, or on hold, only a person takes up.
  if (task.outcome === 'cancelled' || task.status === 'paused') requirePerson(context, 'resume')
  if (task.status === 'awaiting-review') refuseAgent(context, 'resume')
  const folder = await takeFolder(world, task.run.setup.cwd)
  try {
    const waits = task.status === 'awaiting-review' && words === undefined
    if (waits) return stillWaits(task, context)
    await refuseBesideAgent(world, task)
    const after = await recordedSoFar(world, task.id)
    await goOn(world, task, context, words)
    return await superviseHere(world, { task: task.id, after }, context)
  } finally {
    folder.release()
  }
}

async function wanted(world: World, { args, cwd }: Context): Promise<RunTask> {
  const task = args[0] === undefined ? (await runsIn(world, cwd))[0] : await findTask(world, args[0])
  if (!task) throw new FullstopError('unknown-task', 'nothing was run in this folder', 'name a task: fullstop tasks')
  if (task.run) return { ...task, run: task.run }
  if (task.erasedAt !== undefined) {
    throw new FullstopError('not-resumable', `${task.id}: ${erasedLine(task, task.erasedAt)}`, 'open a new task')
  }
  throw new FullstopError(
    'not-resumable',
    `${task.id} was not opened by \`fullstop run\``,
    `go on with it in its own session, or give its brief to another: fullstop brief ${task.id}`,
  )
}

function stillWaits({ id, lastReason = '' }: TaskState, context: Context): number {
  context.complain(
    `fullstop: ${id} waits for a person: ${oneLine(lastReason, 300)}\n  next: fullstop resume ${id} "what is to be changed", or fullstop cancel ${id}\n`,
  )
  return outcomeExit['awaiting-review']
}

/** A task that only lost its supervisor continues as it was. Anything else begins a new request, by a person's order. */
async function goOn(world: World, task: RunTask, context: Context, words: string | undefined): Promise<void> {
  if (task.status === 'paused') {
    await world.store.append([{ ...stamp(world), kind: 'task.unpaused', task: task.id, actor: actorOf(context) }])
  }
  const setup = toSetup(command, context, task.run.setup)
  const policy = withFlags(task.policy, toFlags(command, context))
  const isChanged = JSON.stringify([setup, policy]) !== JSON.stringify([task.run.setup, task.policy])
  if (task.status !== 'ended' && task.status !== 'awaiting-review' && words === undefined && !isChanged) {
    await attachRun(world, task)
    return
  }
  // Another request, other options or a higher budget: an agent would give itself more than the person did.
  refuseAgent(context, 'resume')
  const over = usedUp(budgetsOf({ ...task, policy }, undefined, new Date(task.run.tick)))
  if (over !== undefined) {
    throw new FullstopError(
      'usage',
      `the ${over} budget of ${task.id} is used up`,
      `allow more: fullstop resume ${task.id} --max-${over} …`,
    )
  }
  await takeUpRun(world, task, { policy, setup, words, actor: actorOf(context) })
}

/** The policy is frozen when the task opens; only what the person says now stands above it. */
function withFlags(policy: Policy, flags: ReturnType<typeof toFlags>): Policy {
  const { policy: said } = resolvePolicy({ env: {}, attended: false, supervised: true, flags })
  const { supervision: before } = policy
  const { supervision: now } = said
  if (!before || !now) return policy
  const wait = flags.limits === undefined ? before.longestWaitMs : now.longestWaitMs
  return {
    ...policy,
    maxContinuations: flags.maxContinuations ?? policy.maxContinuations,
    budget: { ...policy.budget, ...said.budget },
    supervision: {
      continue: flags.continue ?? before.continue,
      idleTimeoutMs: flags.idleTimeout === undefined ? before.idleTimeoutMs : now.idleTimeoutMs,
      settleMs: flags.settle === undefined ? before.settleMs : now.settleMs,
      ...(wait === undefined ? {} : { longestWaitMs: wait }),
    },
  }
}
