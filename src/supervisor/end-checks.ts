// The checks that a claim waits for are ended with the run that waits for them.
import type { TaskState } from '../contract/state.ts'
import { stopRun } from '../flows/run-request.ts'
import { workspaceId } from '../flows/workspace.ts'
import type { World } from '../flows/world.ts'

export async function endChecks(world: World, { policy }: TaskState): Promise<void> {
  if (policy.root === undefined) return
  const { state } = await world.store.loadWorkspace(workspaceId(world, policy.root))
  if (state?.run && !state.run.ended) stopRun(world, await world.openWorkshop(), state.run.id)
}
