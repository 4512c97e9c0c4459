// What a task left on disk beside the store: the logs of its checks, the workspace as it was when it began, what its agent
// was told and printed.
import { join } from 'node:path'
import type { TaskState } from '../contract/state.ts'
import { startFile } from './start.ts'
import { stintFolder } from './stint-files.ts'
import { eventsOf } from './task-events.ts'
import { runFolder } from './workspace.ts'
import type { World } from './world.ts'

export async function forgetFiles(world: World, { id, start }: TaskState): Promise<void> {
  const { disk } = await world.openWorkshop()
  const events = await eventsOf(world, id)
  const runs = events.flatMap((event) => (event.kind === 'checks.started' ? [event.run] : []))
  for (const run of runs) disk.remove(runFolder(world, run))
  if (start !== undefined) disk.remove(startFile(world, start))
  await removeStints(world, id)
}

/** For a task whose agent is gone. */
export async function removeStints(world: World, task: string): Promise<void> {
  const { disk } = await world.openWorkshop()
  const events = await eventsOf(world, task)
  const stints = events.flatMap((event) => (event.kind === 'stint.started' ? [event.stint] : []))
  for (const stint of stints) disk.remove(stintFolder(world, stint))
  disk.remove(wordsFolder(world, task))
}

/** Where what a person said is kept until the agent has been told. */
export function wordsFolder({ stateHome }: Pick<World, 'stateHome'>, task: string): string {
  return join(stateHome, 'words', task)
}
