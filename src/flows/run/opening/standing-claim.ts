// The claim that an unverified run ended with, where a person resumes it on the same tree: a check that could not run, or
// that was not there yet, may prove it now, without the agent.
import type { EventOf } from '../../../contract/event.ts'
import type { RunTask } from '../../../contract/state.ts'
import { type Added, claimOfEnd, mayStand, type TreeToday } from '../../../domain/tasks/run/former-run.ts'
import { eventsOf } from '../../home/tasks/task-events.ts'
import { PROJECT_FILE } from '../../project/load-policy.ts'
import { lookAtTree } from '../../verify/tree-now.ts'
import type { World } from '../../world.ts'

export async function standingClaim(
  world: World,
  task: RunTask,
  added: Added,
): Promise<EventOf<'claim.made'> | undefined> {
  if (!mayStand(task, added)) return undefined
  const { root } = added.policy
  const today = root === undefined ? undefined : await treeToday(world, root)
  // There should be one, and it could not be read.
  if (root !== undefined && !today) return undefined
  return claimOfEnd(await eventsOf(world, task.id, 'last'), { today, wasTreeless: task.policy.root === undefined })
}

async function treeToday(world: World, root: string): Promise<TreeToday | undefined> {
  const looked = await lookAtTree(world, root, { walks: true })
  return looked && { hash: looked.hash, beside: looked.without(PROJECT_FILE) }
}
