// What a person answered to a review, whole, until the agent has been told: the store keeps it with its secrets masked.
import { join } from 'node:path'
import type { TaskState } from '../../contract/state.ts'
import { feedbackText } from '../../domain/review/feedback.ts'
import { wordsFolder } from '../home/stint-files.ts'
import type { World } from '../world.ts'

const LARGEST = 4 * 1024 * 1024

/** Undefined: the agent has been told all there is. */
export function readFeedback(world: Pick<World, 'files' | 'stateHome'>, task: TaskState): string | undefined {
  const kept = feedbackText(task.review)
  if (kept === undefined || !task.review) return undefined
  const read = world.files.readText(feedbackFile(world, task.id, task.review.id), LARGEST)
  return read.kind === 'text' ? read.text : kept
}

/** After the answer was recorded: a second answer must not overwrite the first. */
export async function writeFeedback(world: World, task: TaskState, text: string): Promise<void> {
  const { disk } = await world.openWorkshop()
  if (task.review) disk.writeWhole(feedbackFile(world, task.id, task.review.id), text)
}

/** Once it has been told. */
export async function removeFeedback(world: World, task: TaskState): Promise<void> {
  if (!task.review) return
  const file = feedbackFile(world, task.id, task.review.id)
  if (world.files.exists(file)) (await world.openWorkshop()).disk.remove(file)
}

function feedbackFile(world: Pick<World, 'stateHome'>, task: string, review: string): string {
  return join(wordsFolder(world, task), `${review}.txt`)
}
