// Cleans up after a run: at its end, after it was cancelled, after its supervisor was killed, and after a failure of our
// own.
import {
  pidFile,
  readStintEnd,
  readStintRequest,
  stintFolder,
  stintName,
  stintsFolder,
  wordsFolder,
} from '../home/stint-files.ts'
import type { RunTask } from '../../contract/state.ts'
import { removeStints } from '../verify/forget-files.ts'
import type { World } from '../world.ts'
import { endChecks } from './end-checks.ts'
import { newInterruption } from './interruption.ts'
import { hasAgent, runsAround } from './opening/find-runs.ts'
import { leaveStint, orderEnd } from '../stint/leave-stint.ts'
import type { RunPlace } from './opening/run-place.ts'
import { followStint } from './stint-turn.ts'
import { loadRun, type Supervising } from './supervising.ts'

const LOOK_MS = 50
/** As long as a supervisor takes to end an agent that does not want to end, and more. */
const LONGEST_MS = 20_000

/**
 * Nothing of the agent stays behind, nor of what it printed, once nobody needs it. Call it only as the supervisor of the
 * task, or knowing that it has none: the files of a stint belong to its supervisor.
 */
export async function leave(supervising: Supervising, task: RunTask): Promise<RunTask> {
  const { world } = supervising
  const { stint, undecided, phase } = task.run
  const isEnded = task.status === 'ended'
  if (stint && (stint.isAlive || (phase === 'running' && (isEnded || hasBegun(world, stint.id))))) {
    await leaveStint(world, stint.id)
  }
  // What it used until it was cancelled is used.
  if (stint && isEnded && phase === 'running' && readStintEnd(world, stint.id)) await followStint(supervising, task)
  if (task.outcome === 'cancelled' || task.outcome === 'interrupted') await endChecks(world, task)
  const isNeeded = undecided.length > 0 || !task.run.isBegun
  if (isEnded && (!isNeeded || task.outcome === 'cancelled')) await removeStints(world, task.id)
  return task
}

function hasBegun(world: World, stint: string): boolean {
  return world.files.exists(pidFile(world, stint))
}

/** The process that supervises the task lives. */
export async function isSupervised(world: World, { session }: Pick<RunTask, 'session'>): Promise<boolean> {
  const { host } = (await world.store.loadSession(session)).state ?? {}
  return host !== undefined && world.processes.isAlive(host)
}

/**
 * A run that takes a tree cleans up after the ended runs in it, and keeps others from taking one of them up meanwhile. A
 * supervisor that was killed at the end of its task may have left its agent at its prompt, or its files.
 */
export async function leaveAllEnded(world: World, place: RunPlace): Promise<void> {
  for (const task of (await runsAround(world, place)).filter(({ status }) => status === 'ended')) {
    if (task.run.stint && (await hasAgent(world, task))) await leaveStint(world, task.run.stint.id)
    if (hasLeftovers(world, task)) await leaveEnded(world, task.id)
  }
}

/** A failure of our own must not leave an agent behind that nobody watches. */
export async function leaveUnwatched(world: World, id: string): Promise<void> {
  try {
    const { run } = await loadRun({ world, task: id })
    if (run.stint && (run.phase === 'running' || run.stint.isAlive)) await leaveStint(world, run.stint.id)
  } catch {
    // The store is what failed. An agent that was started for one turn ends with it, and `resume` finds it.
    await leaveWaiting(world, id)
  }
}

/** One that talks with us would wait for an answer for ever. Whose it is stands in the files of its stint too. */
async function leaveWaiting(world: World, id: string): Promise<void> {
  const { disk } = await world.openWorkshop()
  for (const name of disk.names(stintsFolder(world)).map((entry) => entry.replace(/\/$/, ''))) {
    const request = readStintRequest(world, name)
    const isWaiting = request?.pipe === true || request?.terminal !== undefined
    if (isWaiting && request.task === id && !readStintEnd(world, name)) await leaveStint(world, name)
  }
}

/**
 * The agent of a task that was cancelled ends at once, and its supervisor is waited for: the files are the supervisor's.
 * False: it lives on, and cleans up when it can.
 */
export async function endCancelled(world: World, task: RunTask): Promise<boolean> {
  const { stint, phase } = task.run
  if (stint && (phase === 'running' || stint.isAlive)) orderEnd(world, await world.openWorkshop(), stint.id)
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    if (!(await isSupervised(world, task))) return true
    await world.sleep(LOOK_MS)
  }
  return false
}

/** Only if it has ended and nobody supervises it: somebody may have taken it up meanwhile. */
export async function leaveEnded(world: World, id: string): Promise<void> {
  const task = await loadRun({ world, task: id })
  if (task.status !== 'ended' || (await isSupervised(world, task))) return
  const nobody = { interruption: newInterruption(), onLook: async () => undefined, jitter: () => 0, firstPauseMs: 0 }
  await leave({ world, task: id, ...nobody }, task)
}

/** Its supervisor was killed before it had cleaned up. */
function hasLeftovers(world: World, { id, outcome, run }: RunTask): boolean {
  if (outcome !== 'cancelled') return false
  const stints = [...(run.stint ? [run.stint.id] : []), stintName(world, id, run.turns)]
  const folders = [wordsFolder(world, id), ...stints.map((stint) => stintFolder(world, stint))]
  return folders.some((folder) => world.files.isFolder(folder))
}
