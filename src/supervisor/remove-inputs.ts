// What an agent was told may hold what must not be kept: it goes once its answer has been decided upon.
import { join } from 'node:path'
import type { RunState } from '../contract/state.ts'
import { INPUT, TOLD } from '../flows/plain-output.ts'
import { stintFolder } from '../flows/stint-files.ts'
import type { World } from '../flows/world.ts'
import { PROMPT } from './start-stint.ts'

export async function removeInputs(world: World, { undecided, stint }: RunState): Promise<void> {
  const { disk } = await world.openWorkshop()
  for (const id of undecided) {
    // What never began is told the same once more.
    const names = id === stint?.id && !stint.isBegun ? [INPUT, TOLD] : [INPUT, TOLD, PROMPT]
    for (const name of names) disk.remove(join(stintFolder(world, id), name))
  }
}
