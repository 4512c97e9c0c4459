// An answer that came after its form was taken back: what the person is told of it.
import { endText } from '../../domain/review/end-text.ts'
import type { World } from '../world.ts'

export async function lateAnswerText(world: World, task: string, answer: string): Promise<string> {
  const { state } = await world.store.loadTask(task)
  const end = state?.review?.end
  const why = end
    ? `${endText(end, world.now())}.`
    : `the form had been taken back. Nobody has answered yet: fullstop review ${task}`
  return `Fullstop: your answer "${answer}" came too late and does not count: ${why}`
}
