// The gate between an editor and an ACP agent: reads along, lets everything pass, and holds one thing back, the end of a
// turn, until it is decided. Whatever it does not understand goes through as it came.
import { failure, INTERNAL_ERROR } from '../../agents/acp/wire.ts'
import type { World } from '../world.ts'
import { fromAgent, passTold } from './agent-side.ts'
import { fromEditor } from './editor-side.ts'
import { type GateOptions, openGateState, type Passed } from './gate-state.ts'
import { readAlong } from './read-told.ts'

export interface Gate {
  readonly fromEditor: (line: Buffer) => Passed
  readonly fromAgent: (line: Buffer) => Passed
  /** For lines of the agent that need no look one by one: where they end. */
  readonly passTold: (whole: Buffer, text: string, from: number) => number
  /** Reads what has passed, once there is much of it. Else it is read when it is needed: that costs the editor no time. */
  readonly keepUp: () => void
  /** The agent is gone: whoever waits for an answer gets an error, never the end of a turn. */
  readonly agentGone: (why: string) => void
}

export function openGate(world: World, options: GateOptions): Gate {
  const gate = openGateState(world, options)
  return {
    fromEditor: (line) => fromEditor(gate, line),
    fromAgent: (line) => fromAgent(gate, line),
    passTold: (whole, text, from) => passTold(gate, whole, text, from),
    keepUp: () => readAlong(gate),
    agentGone: (why) => {
      gate.isOver = true
      for (const id of gate.asked.keys()) options.toEditor(failure(id, INTERNAL_ERROR, `The agent is gone: ${why}`))
      gate.asked.clear()
    },
  }
}
