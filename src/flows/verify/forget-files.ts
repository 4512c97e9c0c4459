// What a task left on disk beside the store: the logs of its checks, the workspace as it was when it began, what its agent
// was told and printed.
import type { Event } from '../../contract/event.ts'
import type { TaskState } from '../../contract/state.ts'
import { removeStart } from './start/keep-start.ts'
import { reviewedName } from './start/load-start.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { aliveFile, endFile, stintFolder, stintName, wordsFolder } from '../home/stint-files.ts'
import { takeLockPatiently } from '../home/take-lock.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { roundFolder } from '../home/workspace.ts'
import type { World } from '../world.ts'

export async function forgetFiles(world: World, { id, start }: TaskState): Promise<void> {
  const { disk } = await world.openWorkshop()
  const events = await eventsOf(world, id)
  const runs = events.flatMap((event) => (event.kind === 'checks.started' ? [event.run] : []))
  for (const run of runs) disk.remove(roundFolder(world, run))
  for (const name of [start, ...events.flatMap(keptWith)]) if (name !== undefined) removeStart(world, disk, name)
  await removeStints(world, id)
}

/** The workspace as a person saw it, or as it was when it was put before them. */
function keptWith(event: Event): readonly (string | undefined)[] {
  if ('look' in event) return [event.look]
  const isAsked = 'decision' in event && event.decision.kind === 'ask-human'
  return isAsked ? [reviewedName(event.id)] : []
}

/** For a task that nobody supervises and whose agent is gone: a process that watches a stint relies on its files. */
export async function removeStints(world: World, task: string): Promise<void> {
  const shop = await world.openWorkshop()
  const events = await eventsOf(world, task)
  const started = events.flatMap((event) => (event.kind === 'stint.started' ? [event.stint] : []))
  // The task may have ended after the next stint was written down and before it was recorded.
  const { state } = await world.store.loadTask(task)
  const next = state?.run ? [stintName(world, task, state.run.turns)] : []
  for (const stint of [...started, ...next]) await removeStint(world, shop, stint)
  shop.disk.remove(wordsFolder(world, task))
}

/** A host that has told the end leaves by then, however long its reaper takes. */
const LEAVING_MS = 15_000

/**
 * The lock keeps a host out that was started and has not begun. The folder goes in one step: a host that comes while
 * its files are removed one by one would find no trace of an end, and start the agent.
 */
async function removeStint(world: World, shop: Workshop, stint: string): Promise<void> {
  const folder = stintFolder(world, stint)
  const removed = `${folder}.removed`
  shop.disk.remove(removed)
  if (!world.files.isFolder(folder)) return
  const patienceMs = world.files.exists(endFile(world, stint)) ? LEAVING_MS : undefined
  const lock = await takeLockPatiently(world, shop, aliveFile(world, stint), patienceMs)
  if (!lock) return
  try {
    shop.disk.move(folder, removed)
  } catch {
    // Windows moves no folder with an open file in it; the lock is one.
  } finally {
    lock.release()
  }
  for (const path of [removed, folder]) shop.disk.remove(path)
}
