// `fullstop wait [TASK]`: waits for the checks of a claim, never longer than 90 seconds, and says how they ended.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import type { TaskState } from '../../../contract/state.ts'
import { ownTask } from '../../../flows/session/identify.ts'
import { markIn } from '../../../flows/home/marks.ts'
import { waitForLastWord, waitForRound } from '../../../flows/home/follow.ts'
import { readRoundRequest, type RoundRequest } from '../../../flows/home/rounds/round-request.ts'
import { isAlive } from '../../../flows/session/session-alive.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import { workspaceId } from '../../../flows/home/workspace.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { findTask } from '../../../flows/home/tasks/find-task.ts'
import { toMs } from '../../../domain/text/duration.ts'
import { isGood, resultsOfRound } from '../../../domain/view/evidence.ts'
import { neverCheckedText, waitedText } from '../../../domain/view/waited.ts'
import { usage } from '../usage.ts'
import { openRoundScreen } from '../screen/progress.ts'
import { showCheck } from '../screen/show-evidence.ts'
import { paperFor } from '../screen/paper.ts'
import { foldLines } from '../screen/wrap.ts'

const LONGEST_MS = 90_000
const MOST_TASKS = 200

export const command: Command = {
  name: 'wait',
  group: 'For agents and scripts',
  summary: "Wait for a task's running checks, 90 seconds at most",
  args: ['[TASK]'],
  options: {
    within: { type: 'string', value: 'TIME', summary: 'wait no longer than this; 90s is the most' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop wait', does: 'the task of this session, else the newest in this folder; then stop again' },
    {
      line: 'until fullstop wait task_7k3f; [ $? -ne 75 ]; do :; done',
      does: 'waits however long it takes: exit 75 means still running',
    },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      return await waitHere(world, context)
    } finally {
      world.store.close()
    }
  },
}

async function waitHere(world: World, context: Context): Promise<number> {
  const task = context.args[0] === undefined ? await taskHere(world, context) : await findTask(world, context.args[0])
  const request = await newestRun(world, task)
  const isJson = context.options['json'] === true
  if (!request) {
    context.print(
      isJson
        ? `${JSON.stringify({ state: 'none', checks: [] })}\n`
        : `${foldLines(neverCheckedText(task), paperFor(context).columns)}\n`,
    )
    return exitCode.yes
  }
  const shop = await world.openWorkshop()
  const paper = paperFor(context)
  const workspace = workspaceId(world, request.root)
  const names = request.checks.map(({ name }) => name)
  const screen = openRoundScreen(world, { workspace, run: request.run, names }, context, {
    isQuiet: isJson,
    show: (check) => showCheck(check, paper),
  })
  const until = world.now().getTime() + longest(context)
  const state = await waitForRound(world, shop, request, { until, onLook: screen.look })
  await screen.close()
  // The stop was allowed before: nobody but the process that ran the checks ends the task.
  const isDecidedLate = state === 'ended' && task.status === 'verifying'
  if (isDecidedLate) await waitForLastWord(world, shop, request, until)
  const now = isDecidedLate ? (await world.store.loadTask(task.id)).state : task
  // From the log: the workspace keeps only its newest results.
  const results = resultsOfRound(await eventsOf(world, task.id), request.run)
  return tell(context, { task: now ?? task, state, results, isJson })
}

function longest({ options }: Context): number {
  const within = options['within']
  if (typeof within !== 'string') return LONGEST_MS
  const ms = toMs(within)
  if (Number.isNaN(ms)) throw usage(command, `--within ${within.slice(0, 20)} is not a time such as 30s`)
  return Math.min(ms, LONGEST_MS)
}

interface Waited {
  readonly task: TaskState
  readonly state: 'ended' | 'running' | 'lost'
  readonly results: readonly CheckRun[]
  readonly isJson: boolean
}

function tell(context: Context, { task, state, results, isJson }: Waited): number {
  const code = exitOf(state, results)
  if (isJson) context.print(`${JSON.stringify({ task: task.id, state, checks: results }, null, 2)}\n`)
  else context.print(`${foldLines(waitedText(task, state, results), paperFor(context).columns)}\n`)
  return code
}

function exitOf(state: Waited['state'], results: readonly CheckRun[]): number {
  if (state === 'running') return exitCode.stillRunning
  return state === 'ended' && (results.length === 0 || isGood(results)) ? exitCode.yes : exitCode.no
}

/** The task of the session that this shell belongs to; where none is known, the newest of this folder, then any. */
async function taskHere(world: World, context: Context): Promise<TaskState> {
  const own = await ownTask(world, { meta: {}, cwd: context.cwd })
  if (own.kind === 'task') return own.task
  const isAgents = markIn(context.env) !== undefined
  const here = own.kind === 'unknown' ? await newestHere(world, context.cwd) : undefined
  if (here) return here
  if (own.kind === 'unknown' && !isAgents) return findTask(world, undefined)
  throw new FullstopError('unknown-task', 'this session has no task yet', 'name one: fullstop wait TASK')
}

/** Of a session that is still there, if there is one. */
async function newestHere(world: World, cwd: string): Promise<TaskState | undefined> {
  const here = world.files.realPath(cwd)
  const found: TaskState[] = []
  for (const task of await world.store.listTasks(MOST_TASKS)) {
    const folder = task.policy.root ?? task.cwd
    if (task.isWithdrawn || folder === undefined || !isWithin(here, world.files.realPath(folder))) continue
    if (isAlive(world, (await world.store.loadSession(task.session)).state)) return task
    found.push(task)
  }
  return found[0]
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** The run that the claim waits for, else the last one of the task. */
async function newestRun(world: World, task: TaskState): Promise<RoundRequest | undefined> {
  const session = await world.store.loadSession(task.session)
  const request = session.state?.task === task.id ? session.state.request : undefined
  const pending = request?.verifying?.run ?? (request?.called?.decision ? undefined : request?.called?.run)
  const events = await eventsOf(world, task.id)
  const run = pending ?? events.findLast(isStart)?.run
  return run === undefined ? undefined : readRoundRequest(world, run)
}

function isStart(event: Event): event is EventOf<'checks.started'> {
  return event.kind === 'checks.started'
}
