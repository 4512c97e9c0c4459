// What a person said, as they said it: the store keeps it with its secrets masked, the agent must read it whole. A file of
// its own, gone as soon as the agent has been told.
import { join } from 'node:path'
import { wordsFolder } from '../home/stint-files.ts'
import type { World } from '../world.ts'

const LARGEST = 16 * 1024 * 1024

function wordsFile(world: Pick<World, 'stateHome'>, task: string, turn: number): string {
  return join(wordsFolder(world, task), `${turn}.txt`)
}

/** `turn`: how often the agent had been told something before. */
export async function writeWords(world: World, task: string, turn: number, text: string): Promise<void> {
  const { disk } = await world.openWorkshop()
  disk.writeWhole(wordsFile(world, task, turn), text)
}

export function readWords(world: Pick<World, 'files' | 'stateHome'>, task: string, turn: number): string | undefined {
  const read = world.files.readText(wordsFile(world, task, turn), LARGEST)
  return read.kind === 'text' && read.text.trim() !== '' ? read.text : undefined
}

/** Those that the agent has been told. */
export async function removeWords(world: World, task: string, { turns }: { readonly turns: number }): Promise<void> {
  const { disk } = await world.openWorkshop()
  for (let turn = 0; turn < turns; turn++) {
    const file = wordsFile(world, task, turn)
    if (world.files.exists(file)) disk.remove(file)
  }
}
