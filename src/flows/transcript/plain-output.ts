// What a program printed that no driver knows, as a reading: all of it is the assistant's words, without our own that it
// printed back and without what steers a terminal.
import { join } from 'node:path'
import type { TaskState } from '../../contract/state.ts'
import { plainText } from '../../domain/strategies/plain-text.ts'
import { withoutSent } from '../../domain/strategies/echo.ts'
import { openReading, stepReading, type StintReading } from '../../domain/tasks/run/stint.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { startOf } from './read-stints.ts'
import { outputFile, stintFolder } from '../home/stint-files.ts'
import type { World } from '../world.ts'

/** A claim stands at the end. */
const MOST_READ = 1024 * 1024
/** What the program was sent, as a file in the folder of its stint. */
export const INPUT = 'input.txt'
/** What it was told last at its prompt. */
export const TOLD = 'told.txt'

export function readPlain(world: World, task: TaskState, known: Known): StintReading {
  const stint = task.run?.stint
  const reading = openReading(startOf(known))
  if (!stint) return reading
  const range = { from: stint.offset, most: MOST_READ }
  const part = world.files.readPart(outputFile(world, stint.id), range, [world.stateHome])
  if (part.kind !== 'part') return reading
  const sent = [INPUT, TOLD].flatMap((name) => {
    const read = world.files.readText(join(stintFolder(world, stint.id), name), 16 * MOST_READ)
    return read.kind === 'text' ? [read.text] : []
  })
  const said = sent.reduce(withoutSent, plainText(part.text)).trim()
  return said === '' ? reading : stepReading(reading, { kind: 'entry', entry: { kind: 'said', text: said } })
}
