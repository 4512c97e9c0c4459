// Reads the request in which a call was made: from the output of a supervised agent, or from a known transcript.
import type { Known } from '../../domain/tasks/known.ts'
import type { World } from '../world.ts'
import { readStints } from './read-stints.ts'
import { type SessionReading, readStored } from './source.ts'

export async function readCall(world: World, known: Known): Promise<SessionReading> {
  return known.openTask?.run ? readStints(world, known.openTask, known) : readStored(world, known.session.state)
}
