// Reads the request in which a call was made: from the output of a supervised agent, or from a known transcript.
import { findAgent } from '../../agents/index.ts'
import type { World } from '../world.ts'
import type { Identity } from './identify.ts'
import { type Reading, readRequest } from './read-request.ts'
import { readStints } from './read-stints.ts'
import { given } from '../../contract/given.ts'

export async function readCall(world: World, { agent, agentSessionId, known }: Identity): Promise<Reading> {
  if (known.openTask?.run) return readStints(world, known.openTask, known)
  const transcriptPath = known.session.state?.transcriptPath
  const origin = { agentSessionId, ...given({ transcriptPath }) }
  return readRequest(world, findAgent(agent) ?? {}, origin, known, { todos: true })
}
