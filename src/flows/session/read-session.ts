// Reads the part of the agent's session that is new to us: from the hook call, if the agent sends its entries with it,
// otherwise from the transcript file.
import type { Agent } from '../../agents/agent.ts'
import type { HookOrigin } from '../../contract/hook-event.ts'
import type { Needs, SessionRead } from '../../contract/session-read.ts'
import type { SessionState } from '../../contract/state.ts'
import { endOfDelivered, readDelivered } from '../../domain/tasks/delivered.ts'
import type { World } from '../world.ts'
import { readTranscript } from './read-transcript.ts'

export interface SessionQuery {
  readonly state: SessionState | undefined
  readonly needs: Needs
}

export function readSession(
  world: World,
  agent: Pick<Agent, 'transcript'>,
  { delivered, transcriptPath, promptId }: HookOrigin,
  { state, needs }: SessionQuery,
): SessionRead {
  if (delivered) return readDelivered(delivered, state?.offset)
  if (!agent.transcript || transcriptPath === undefined) return { kind: 'missing' }
  return readTranscript(world, agent.transcript, {
    path: transcriptPath,
    from: state?.offset,
    todosFrom: state?.todosFrom,
    promptId,
    commands: state?.request?.work.commands ?? [],
    needs: { prompts: state?.promptsHeard !== true, ...needs },
  })
}

/** The length of the session: bytes of its transcript, or items. Undefined if neither is known. */
export function sessionSize(
  { files }: Pick<World, 'files'>,
  { delivered, transcriptPath }: HookOrigin,
): number | undefined {
  if (delivered) return endOfDelivered(delivered)
  return transcriptPath === undefined ? undefined : files.sizeOf(transcriptPath)
}
