// Shows a run on the command line, from its first event to an exit code. The rules of a run are in `flows/run`.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode, exitCodeOf, outcomeExit } from '../../../contract/exit-code.ts'
import type { RunTask, TaskState } from '../../../contract/state.ts'
import { FIRST_PAUSE_MS } from '../../../domain/gate/wait-for-provider.ts'
import { areHeld, isOpen } from '../../../domain/subtasks/heed.ts'
import { oneLine, printable } from '../../../domain/text/printable.ts'
import { type ReportPlace, viewReport } from '../../../domain/view/task/report.ts'
import { findHere } from '../../../flows/install/find-checks.ts'
import { writable } from '../../../flows/install/missing-programs.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import { type Interruption, newInterruption } from '../../../flows/run/interruption.ts'
import type { RunWatching, Watcher } from '../../../flows/run/on-run.ts'
import { loadDriver } from '../../../flows/transcript/read-stints.ts'
import { changedNow } from '../../../flows/verify/start/touched-files.ts'
import { isInRepository } from '../../../flows/home/workspace.ts'
import type { World } from '../../../flows/world.ts'
import { askReview } from '../review/ask-review.ts'
import type { Context } from '../command.ts'
import { isPerson } from '../person.ts'
import { runReport } from '../screen/run/run-report.ts'
import { openRunScreen, titleOf, type WatchedRun } from '../screen/run/run-screen.ts'
import { paperFor } from '../screen/paper.ts'
import { calledAs } from '../called.ts'
import { troubleOf } from '../trouble.ts'
import { given } from '../../../contract/given.ts'

/** For tests: the first pause after a fault, in milliseconds. */
const PAUSE_VARIABLE = 'FULLSTOP_FIRST_PAUSE_MS'

export interface ShownRun {
  readonly run: (watching: RunWatching) => Promise<number>
  /** What is said before the agent starts. */
  readonly planned: () => readonly string[]
}

/** Calls the flow with a screen. A failure while the task is supervised is told with the way to resume it. */
export async function showRun(world: World, context: Context, { run, planned }: ShownRun): Promise<number> {
  let supervised: string | undefined
  const watching: RunWatching = {
    jitter: Math.random,
    firstPauseMs: firstPause(context),
    canReview: isAttended(context),
    onFormer: ({ id }) => context.complain(`fullstop: ${id} has the same request and is not finished: it continues\n`),
    open: ({ task, after }) => {
      supervised = task
      const lines = planned()
      if (lines.length > 0) context.print(`${lines.join('\n')}\n`)
      return watch(world, { task, after, interruption: interruptedBy(context) }, context)
    },
  }
  try {
    return await run(watching)
  } catch (error) {
    if (supervised === undefined) throw error
    return failed(error, { task: supervised, home: world.stateHome }, context)
  }
}

/** A screen for one run, and the person behind it. */
export function watch(world: World, watched: WatchedRun, context: Context): Watcher {
  const { interruption } = watched
  const screen = openRunScreen(world, watched, context)
  const ask = async (question: string, signal: AbortSignal): Promise<string | undefined> => {
    await screen.pause()
    return context.ask(`\n${oneLine(question, 2000)}\n> `, AbortSignal.any([interruption.asked, signal]))
  }
  const review = async (id: string, signal: AbortSignal): Promise<void> => {
    await screen.pause()
    await askReview(world, context, { task: id, signal: AbortSignal.any([interruption.asked, signal]) })
  }
  return { interruption, onLook: screen.look, close: screen.close, ...(isAttended(context) ? { ask, review } : {}) }
}

export function isAttended(context: Context): boolean {
  return isPerson(context) && context.options['json'] !== true
}

/** Ctrl-C once ends the run after this turn, twice at once; any other signal at once. */
export function interruptedBy(context: Context): Interruption {
  const interruption = newInterruption()
  context.onInterrupt((signal) => {
    if (signal !== 'SIGINT') return interruption.demand()
    if (!interruption.asked.aborted && !context.terminal.output) {
      context.complain('fullstop: it ends after this turn; Ctrl-C again ends it now\n')
    }
    interruption.ask()
  })
  return interruption
}

export function firstPause({ env }: Context): number {
  const ms = Number(env[PAUSE_VARIABLE])
  return ms > 0 ? ms : FIRST_PAUSE_MS
}

interface Failing {
  readonly task: string
  readonly home: string
}

/** Never a success: whatever the agent said, nothing was proven. */
export function failed(error: unknown, { task, home }: Failing, context: Context): number {
  if (error instanceof FullstopError && exitCodeOf(error.code) !== exitCode.internal) throw error
  const { what, fix } = wordsOf(error, home)
  const again = `fullstop resume ${task}`
  const next = fix === undefined ? again : fix.includes(again) ? fix : `${fix}, then ${again}`
  context.complain(printable(`fullstop: ${what}\n  next: ${next}\n`))
  return exitCode.no
}

function wordsOf(error: unknown, home: string): { what: string; fix?: string } {
  const known = error instanceof FullstopError ? error : troubleOf(error, home)
  if (known) return { what: known.message, fix: known.hint }
  return { what: `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` }
}

/** Prints the report of a task that is no longer supervised, and gives its exit code. */
export async function tellEnd(world: World, task: RunTask, context: Context): Promise<number> {
  if (context.options['json'] !== true) {
    const view = viewReport(task, await eventsOf(world, task.id), await reportPlace(world, task, context))
    const isVerbose = context.options['verbose'] === true
    context.print(`${runReport(view, paperFor(context), { isVerbose }).join('\n')}\n`)
  }
  if (task.outcome !== undefined) return outcomeExit[task.outcome]
  const isReviewed = [task, ...(await heldBelow(world, task))].some(({ status }) => status === 'awaiting-review')
  return isReviewed ? outcomeExit['awaiting-review'] : outcomeExit.interrupted
}

/** Subtasks without which it cannot continue, and with which only a person can. */
async function heldBelow(world: World, { id }: RunTask): Promise<readonly TaskState[]> {
  const open = (await world.store.listConcerns(id)).filter(isOpen)
  return areHeld(open) ? open : []
}

async function findableIn(world: World, cwd: string): Promise<ReportPlace['findable']> {
  const { found } = await findHere(world, cwd)
  if (found.length === 0) return 'nothing'
  return (await writable(world, found)).length > 0 ? 'checks' : 'unrunnable'
}

/** Of a task that ended with a claim. Its evidence tells of them, unless there was no check. */
async function changedIn(world: World, task: RunTask): Promise<ReportPlace['changed']> {
  if (task.outcome !== 'completed' && task.outcome !== 'unverified') return undefined
  if (!isInRepository(world, task.run.setup.cwd)) return 'no repository'
  return task.outcome === 'unverified' ? changedNow(world, task) : undefined
}

async function reportPlace(world: World, task: RunTask, { cwd, env }: Context): Promise<ReportPlace> {
  const { setup } = task.run
  const driver = await loadDriver(task)
  return {
    agent: titleOf(task),
    findable: task.outcome === 'unverified' ? await findableIn(world, setup.cwd) : 'nothing',
    ...given({ called: calledAs(env) }),
    ...(world.files.realPath(cwd) === setup.cwd ? {} : { folder: setup.cwd }),
    held: await heldBelow(world, task),
    changed: await changedIn(world, task),
    permitting: (denied) => driver?.toPermit?.(denied) ?? [],
  }
}
