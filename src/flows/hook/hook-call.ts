// Who asks, and where its session can be read: what every hook call with an answer has, whatever its event.
import type { Agent } from '../../agents/agent.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import { hostOf } from '../session/host-of.ts'
import { type Source, sourceOf, type ToldSession } from '../transcript/source.ts'
import type { World } from '../world.ts'

export interface HookCall {
  readonly agent: Agent
  readonly host: Host
  readonly source: Source
}

/** `known`: what the environment tells of the host. */
export function toCall(world: World, agent: Agent, known: Host, told: ToldSession): HookCall {
  const source = sourceOf(world, agent, told)
  return { agent, host: hostOf(world, agent, known, source), source }
}
