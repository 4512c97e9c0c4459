// The checks that a claim waits for are ended with the run that waits for them.
import type { TaskState } from '../contract/state.ts'
import { readRunRequest, stopRun } from '../flows/run-request.ts'
import { workspaceId } from '../flows/workspace.ts'
import type { World } from '../flows/world.ts'

/** Only those of this task: others may have checks run in the same folder. */
export async function endChecks(world: World, { id, policy }: TaskState): Promise<void> {
  if (policy.root === undefined) return
  const { state } = await world.store.loadWorkspace(workspaceId(world, policy.root))
  const run = state?.run && !state.run.ended ? state.run.id : undefined
  if (run !== undefined && readRunRequest(world, run)?.task === id) stopRun(world, await world.openWorkshop(), run)
}
