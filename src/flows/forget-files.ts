// What a task left on disk beside the store: the logs of its checks, and the workspace as it was when it began.
import type { TaskState } from '../contract/state.ts'
import { startFile } from './start.ts'
import { eventsOf } from './task-events.ts'
import { runFolder } from './workspace.ts'
import type { World } from './world.ts'

export async function forgetFiles(world: World, { id, start }: TaskState): Promise<void> {
  const { disk } = await world.openWorkshop()
  const events = await eventsOf(world, id)
  const runs = events.flatMap((event) => (event.kind === 'checks.started' ? [event.run] : []))
  for (const run of runs) disk.remove(runFolder(world, run))
  if (start !== undefined) disk.remove(startFile(world, start))
}
