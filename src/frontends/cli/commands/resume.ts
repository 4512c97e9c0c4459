// `fullstop resume TASK`: continues a task that `fullstop run` opened, after a crash, a limit, or a change of mind.
import { exitCode, outcomeExit } from '../../../contract/exit-code.ts'
import type { ListState } from '../../../contract/list.ts'
import type { RunTask } from '../../../contract/state.ts'
import { endText } from '../../../domain/review/end-text.ts'
import { withFlags } from '../../../domain/policy/flags.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { onResume, type Resumed, type RunWatching, type WantedResume } from '../../../flows/run/on-run.ts'
import { findList, isListName, unfinishedIn } from '../../../flows/lists/find-lists.ts'
import { onListResume } from '../../../flows/lists/on-list.ts'
import { runsIn } from '../../../flows/run/opening/find-runs.ts'
import type { World } from '../../../flows/world.ts'
import type { Command, Context } from '../command.ts'
import { actorOf, isFromAgent, refuseAgent, requirePerson } from '../person.ts'
import { runOptions, toFlags, toSetup } from '../run/run-options.ts'
import { showRun, tellEnd } from '../run/supervise.ts'
import { type PlannedRun, planRun } from '../run/plan-run.ts'
import { showList } from '../run/supervise-list.ts'
import { usage } from '../usage.ts'

export const command: Command = {
  name: 'resume',
  group: 'Work',
  summary: 'Continue a task of `run` after a crash, a limit or an answer',
  args: ['[TASK]', '[PROMPT]'],
  passesOn: 'OPTIONS OF THE AGENT',
  options: runOptions,
  examples: [
    { line: 'fullstop resume', does: 'the newest task that was run in this folder' },
    { line: 'fullstop resume task_7k3f', does: 'continues where it stopped; opens its review if it waits for one' },
    { line: 'fullstop resume task_7k3f "use the staging key"', does: 'answers a question, or adds to the request' },
    { line: 'fullstop resume task_7k3f --max-cost 10', does: 'after its budget was used up' },
    { line: 'fullstop resume list_9x2m', does: 'continues a list of tasks, and tries again what was not completed' },
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
  const [name, words] = context.args
  const list = isListName(name) ? await findList(world, name) : await listMeant(world, context)
  if (list) return resumeList(world, list, context)
  let lines: readonly string[] = []
  const wanted: WantedResume = {
    name,
    cwd: context.cwd,
    words: words?.trim() === '' ? undefined : words,
    flags: () => toFlags(command, context),
    setup: (before) => toSetup(command, context, before),
    ...(isFromAgent(context)
      ? {}
      : {
          policy: async (task) => {
            const planned = await planNow(world, context, task)
            lines = planned.lines
            return planned.policy
          },
        }),
    by: {
      actor: actorOf(context),
      requirePerson: () => requirePerson(context, 'resume'),
      refuseAgent: () => refuseAgent(context, 'resume'),
    },
  }
  const run = async (watching: RunWatching): Promise<number> => {
    const resumed = await onResume(world, wanted, watching)
    if (resumed.kind !== 'rejected') return told(world, resumed, context)
    context.complain(`fullstop: ${whyRejected(resumed.task, world.now())}\n`)
    if (watching.canReview && context.confirm('Take it up again? [y/N] ')) {
      return told(world, await onResume(world, { ...wanted, isAgreed: true }, watching), context)
    }
    context.complain(`  next: fullstop resume ${resumed.task.id} "what is to be done instead"\n`)
    return outcomeExit.rejected
  }
  return showRun(world, context, { run, planned: () => lines })
}

/** Without a name: the unfinished list of this checkout, unless a run of this folder is newer. */
async function listMeant(world: World, { args, cwd }: Context): Promise<ListState | undefined> {
  if (args.length > 0) return undefined
  const list = await unfinishedIn(world, cwd)
  const [run] = list ? await runsIn(world, cwd) : []
  return run && list && run.openedAt > list.openedAt ? undefined : list
}

async function resumeList(world: World, list: ListState, context: Context): Promise<number> {
  if (context.args.length > 1) throw usage(command, 'a list takes no words: give them to a task of it')
  refuseAgent(context, 'resume')
  const setup = toSetup(command, context, list.setup)
  const policy = withFlags(list.policy, setup.flags ?? {})
  const wanted = { actor: actorOf(context), policy, setup }
  return showList(world, context, {
    run: (watching) => onListResume(world, list, wanted, watching),
    planned: () => [],
  })
}

/** As `run` would find it now, with the options of both command lines. */
async function planNow(world: World, context: Context, { policy, run, criteria }: RunTask): Promise<PlannedRun> {
  const setup = toSetup(command, context, run.setup)
  const query = { cwd: setup.cwd, attended: false, sessionMode: 'strict' as const, flags: setup.flags ?? {} }
  return planRun(world, { query, setup, criteria, frozen: policy }, context)
}

async function told(world: World, { kind, task }: Resumed, context: Context): Promise<number> {
  if (kind === 'completed') return nothingLeft(task, context)
  return kind === 'waits' ? stillWaits(task, context) : tellEnd(world, task, context)
}

/** `task_7k3f was rejected: ana (at a terminal) rejected it 3 minutes ago: Wrong approach.` */
function whyRejected({ id, review }: RunTask, now: Date): string {
  return `${id} was rejected${review?.end ? `: ${endText(review.end, now)}` : ''}`
}

function nothingLeft({ id }: RunTask, context: Context): number {
  context.complain(`fullstop: ${id} is completed: there is nothing left to do\n`)
  context.complain(`  next: fullstop evidence ${id} shows what proves it; fullstop run "…" begins a new task\n`)
  return exitCode.no
}

function stillWaits({ id, lastReason = '' }: RunTask, context: Context): number {
  context.complain(
    `fullstop: ${id} waits for a person: ${oneLine(lastReason, 300)}\n  next: fullstop review ${id}, or fullstop resume ${id} "what is to be changed"\n`,
  )
  return outcomeExit['awaiting-review']
}
