// What an agent was told may hold what must not be kept: it goes once its answer has been decided upon.
import { join } from 'node:path'
import type { RunState } from '../../contract/state.ts'
import { INPUT, TOLD } from '../transcript/plain-output.ts'
import { openingFile, ordersFile, requestFile, stintFolder } from '../home/stint-files.ts'
import type { World } from '../world.ts'
import { PROMPT } from './start-stint.ts'

export async function removeInputs(world: World, { undecided, stint }: RunState): Promise<void> {
  // A screen draws anew what it was told, and a host follows its orders: for as long as it lives, both stay.
  if (stint?.isAlive) return
  const { disk } = await world.openWorkshop()
  for (const id of undecided) {
    const folder = stintFolder(world, id)
    // What never began is told the same once more.
    const told = id === stint?.id && !stint.isBegun ? [] : [join(folder, PROMPT)]
    const others = [
      join(folder, INPUT),
      join(folder, TOLD),
      requestFile(world, id),
      ordersFile(world, id),
      openingFile(world, id),
    ]
    for (const path of [...others, ...told]) disk.remove(path)
  }
}
