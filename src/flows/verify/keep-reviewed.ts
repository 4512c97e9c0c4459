// A person must look: the files are kept as they are now, so that what changes before they answer can be shown.
import type { Decision } from '../../contract/decision.ts'
import { openReview } from '../../domain/review/fold.ts'
import { isInRepository } from '../home/workspace.ts'
import type { World } from '../world.ts'
import { readWorkspace } from './read-tree.ts'
import { reviewedName, startFile } from './start/load-start.ts'

/** After the decision is recorded, while the agent is still held. Never rejects: then nobody knows what changed. */
export async function keepReviewed(world: World, task: string | undefined, decision: Decision): Promise<void> {
  if (task === undefined || decision.kind !== 'ask-human') return
  try {
    const { state } = await world.store.loadTask(task)
    const review = state && openReview(state)
    const root = state?.policy.root
    if (!review || root === undefined || !isInRepository(world, root)) return
    const name = reviewedName(review.id)
    if (world.files.exists(startFile(world, name))) return
    const read = await readWorkspace(world, await world.openWorkshop(), root)
    const { keepLook } = await import('./start/keep-start.ts')
    if (read.ok) await keepLook(world, read.reading, name)
  } catch {
    // The store is locked, or the disk is full.
  }
}
