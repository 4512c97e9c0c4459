// Reads the request of a session: its transcript, with the secrets of its folders masked.
import type { Agent } from '../../agents/agent.ts'
import type { HookOrigin } from '../../contract/hook-event.ts'
import type { Needs } from '../../contract/session-read.ts'
import { type RequestRead, toRequestRead } from '../../domain/facts/request-read.ts'
import type { Known } from '../../domain/tasks/known.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { maskFor } from '../project/mask.ts'
import type { World } from '../world.ts'
import { readSession } from './read-session.ts'

export interface Reading extends RequestRead {
  /** For any other text of this moment that is kept. */
  readonly mask: Mask
}

/** `needs`: what must not be missed in a long request. */
export function readRequest(
  world: World,
  agent: Pick<Agent, 'transcript'>,
  origin: HookOrigin,
  known: Known,
  needs: Needs,
): Reading {
  const { state } = known.session
  const mask = maskFor(world, [state?.cwd, origin.cwd])
  return { ...toRequestRead(state, readSession(world, agent, origin, { state, needs }), mask), mask }
}
