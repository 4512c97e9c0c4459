// Supervises a task from the command line: alone in its folder, with a screen, to an exit code.
import { join } from 'node:path'
import { FullstopError } from '../../contract/error.ts'
import { exitCode, exitCodeOf, outcomeExit } from '../../contract/exit-code.ts'
import type { RunTask } from '../../contract/state.ts'
import { aliveFile } from '../../flows/home/stint-files.ts'
import { overlap, placeOf, takePlace } from '../../flows/run/run-place.ts'
import { eventsOf } from '../../flows/home/task-events.ts'
import type { World } from '../../flows/world.ts'
import { FIRST_PAUSE_MS } from '../../domain/gate/patience.ts'
import { newInterruption } from '../../flows/run/interruption.ts'
import { endCancelled, hasLeftovers, isSupervised, leaveEnded } from '../../flows/run/leave-run.ts'
import { leaveStint } from '../../flows/run/leave-stint.ts'
import { supervise } from '../../flows/run/run.ts'
import { inLine, oneLine, printable } from '../../domain/text/printable.ts'
import type { Context } from './command.ts'
import { isPerson } from './person.ts'
import { runReport } from './screen/run-report.ts'
import { openRunScreen } from './screen/run-screen.ts'
import { styleFor } from './screen/style.ts'
import { troubleOf } from './trouble.ts'

const MOST_TASKS = 10_000

/** For tests: the first pause after a fault, in milliseconds. */
const PAUSE_VARIABLE = 'FULLSTOP_FIRST_PAUSE_MS'

/** `after`: what was recorded up to there has been told before. */
export async function superviseHere(
  world: World,
  { task, after = 0 }: { readonly task: string; readonly after?: number },
  context: Context,
): Promise<number> {
  const interruption = newInterruption()
  context.onInterrupt((signal) => {
    if (signal !== 'SIGINT') return interruption.demand()
    if (!interruption.asked.aborted && !context.terminal.output) {
      context.complain('fullstop: it ends after this turn; Ctrl-C again ends it now\n')
    }
    interruption.ask()
  })
  const screen = openRunScreen(world, { task, after, interruption }, context)
  const canAsk = isPerson(context) && context.options['json'] !== true
  try {
    const ended = await supervise({
      world,
      task,
      interruption,
      onLook: screen.look,
      ...(canAsk
        ? {
            ask: async (question: string, signal: AbortSignal) => {
              await screen.pause()
              return context.ask(`\n${oneLine(question, 2000)}\n> `, AbortSignal.any([interruption.asked, signal]))
            },
          }
        : {}),
      jitter: Math.random,
      firstPauseMs: firstPause(context),
    })
    await screen.close()
    return await tellEnd(world, ended, context)
  } catch (error) {
    await screen.close().catch(() => undefined)
    await leaveRunning(world, task)
    return failed(error, { task, home: world.stateHome }, context)
  }
}

interface Failing {
  readonly task: string
  readonly home: string
}

/** Never a success: whatever the agent said, nothing was proven. */
function failed(error: unknown, { task, home }: Failing, context: Context): number {
  if (error instanceof FullstopError && exitCodeOf(error.code) !== exitCode.internal) throw error
  const { what, mend } = wordsOf(error, home)
  context.complain(
    printable(`fullstop: ${what}\n  next: ${mend === undefined ? '' : `${mend}, then `}fullstop resume ${task}\n`),
  )
  return exitCode.no
}

function wordsOf(error: unknown, home: string): { what: string; mend?: string } {
  const known = error instanceof FullstopError ? error : troubleOf(error, home)
  if (known) return { what: known.message, mend: known.hint }
  return { what: `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}` }
}

function firstPause({ env }: Context): number {
  const ms = Number(env[PAUSE_VARIABLE])
  return ms > 0 ? ms : FIRST_PAUSE_MS
}

/** A failure of our own must not leave an agent behind that nobody watches. */
async function leaveRunning(world: World, id: string): Promise<void> {
  try {
    const { state } = await world.store.loadTask(id)
    const stint = state?.run?.phase === 'running' || state?.run?.stint?.isAlive ? state.run.stint : undefined
    if (stint) await leaveStint(world, stint.id)
  } catch {
    // The store is what failed: the agent then ends with its turn, and `resume` finds it.
  }
}

async function tellEnd(world: World, task: RunTask, context: Context): Promise<number> {
  if (context.options['json'] !== true) {
    const report = runReport(task, await eventsOf(world, task.id), styleFor(context))
    context.print(`${report.join('\n')}\n`)
  }
  if (task.outcome !== undefined) return outcomeExit[task.outcome]
  return task.status === 'awaiting-review' ? outcomeExit['awaiting-review'] : outcomeExit.interrupted
}

/** How much has been recorded of a task. */
export async function recordedSoFar(world: World, task: string): Promise<number> {
  const [newest] = await world.store.readEvents({ task, most: 1, newest: true })
  return newest?.seq ?? 0
}

export interface Folder {
  readonly release: () => void
}

/** Somebody supervises the task, or its agent is at work without anybody. */
export async function isUnderWay(world: World, { run, session }: RunTask): Promise<boolean> {
  const { isLocked } = await world.openWorkshop()
  if (run.stint && isLocked(aliveFile(world, run.stint.id))) return true
  return isSupervised(world, { session })
}

/** Two agents that work in one tree undo each other's work, wherever in it they were started. */
export async function takeFolder(world: World, cwd: string): Promise<Folder> {
  const shop = await world.openWorkshop()
  const place = placeOf(world, cwd)
  shop.disk.makeFolder(join(world.stateHome, 'locks'))
  shop.correctHome(world.stateHome, { isDeep: true })
  const lock = await takePlace(world, shop, place)
  if (lock) {
    await leaveAllEnded(world, cwd)
    return lock
  }
  const around = (await runsAround(world, cwd)).filter((task) => task.status !== 'ended')
  const other = await firstOf(around, (task) => isSupervised(world, task))
  throw new FullstopError(
    'run-busy',
    `another run is at work in ${inLine(place.root)}${other ? `: ${other.id}, ${oneLine(other.title ?? '', 60)}` : ''}`,
    other ? `wait for it, or end it: fullstop cancel ${other.id}` : 'wait for it',
  )
}

/** The first one of which it holds, else the first one. */
async function firstOf<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await holds(one)) return one
  return all[0]
}

/** A supervisor that is gone may have left its agent at work in this tree. */
export async function refuseBesideAgent(world: World, { id, run: { setup } }: RunTask): Promise<void> {
  const { isLocked } = await world.openWorkshop()
  const other = (await runsAround(world, setup.cwd)).find(
    ({ id: one, run }) => one !== id && run.stint && isLocked(aliveFile(world, run.stint.id)),
  )
  if (!other) return
  throw new FullstopError(
    'run-busy',
    `${other.id} has an agent that is still at work here: ${oneLine(other.title ?? '', 60)}`,
    `take it up: fullstop resume ${other.id}; or end it: fullstop cancel ${other.id}`,
  )
}

/** A supervisor that was killed at the very end of its task may have left its agent at its prompt, or its files. */
async function leaveAllEnded(world: World, cwd: string): Promise<void> {
  const { isLocked } = await world.openWorkshop()
  for (const task of await runsAround(world, cwd)) {
    if (task.status !== 'ended') continue
    const { stint } = task.run
    if (stint && isLocked(aliveFile(world, stint.id))) await leaveStint(world, stint.id)
    if (hasLeftovers(world, task)) await leaveEnded(world, task.id)
  }
}

/** Whoever takes the folder cleans up after its ended tasks, and nobody takes one of them up meanwhile. */
export async function leaveCancelled(world: World, task: RunTask): Promise<void> {
  if (!(await endCancelled(world, task))) return
  const folder = await takeFolder(world, task.run.setup.cwd).catch((error: unknown) => {
    if (error instanceof FullstopError && error.code === 'run-busy') return undefined
    throw error
  })
  if (folder) folder.release()
  // Another task is run there: then nobody can take this one up either.
  else await leaveEnded(world, task.id)
}

/** Tasks that a supervisor opened in this very folder, newest first. */
export async function runsIn(world: World, cwd: string): Promise<readonly RunTask[]> {
  const folder = world.files.realPath(cwd)
  return runsWhere(world, (other) => world.files.realPath(other) === folder)
}

/** … or anywhere in the tree that it belongs to. */
export async function runsAround(world: World, cwd: string): Promise<readonly RunTask[]> {
  const place = placeOf(world, cwd)
  return runsWhere(world, (folder) => overlap(world, place, placeOf(world, folder)))
}

async function runsWhere(world: World, isMeant: (folder: string) => boolean): Promise<readonly RunTask[]> {
  const tasks = await world.store.listRuns(isMeant, MOST_TASKS)
  return tasks.flatMap((task) => (task.run ? [{ ...task, run: task.run }] : []))
}
