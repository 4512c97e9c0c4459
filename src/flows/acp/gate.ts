// The entrance to the gate between an editor and an ACP agent. It passes every line through as it came, and holds one
// thing back until it is decided: the end of a turn.
//
//   editor-side.ts    lines from the editor: tells the flows of a hook about prompts, adds our server to sessions
//   agent-side.ts     lines from the agent: passes updates at once, may hold an answer
//   begun.ts          a session becomes known
//   turn-end.ts       the end of a turn: passes it, or sends the agent back within the same turn
//   one-by-one.ts     takes lists of messages apart
//   relay.ts          lines on their way through, written as they came
//   read-told.ts      reads the updates that have passed, when they are needed
//   gated-session.ts  what the gate knows of one session
//   gate-state.ts     what the gate knows of its connection
//   gated-process.ts  the mark on the processes of a gated agent, so that our hook stays silent there
import { failure, INTERNAL_ERROR } from '../../agents/acp/wire.ts'
import type { World } from '../world.ts'
import { fromAgent } from './agent-side.ts'
import { fromEditor } from './editor-side.ts'
import { type GateOptions, openGateState, type Passed } from './gate-state.ts'
import { passTold, readAlong } from './read-told.ts'

export interface Gate {
  readonly fromEditor: (line: Buffer) => Passed
  readonly fromAgent: (line: Buffer) => Passed
  /** For lines of the agent that need no look one by one: where they end. */
  readonly passTold: (whole: Buffer, text: string, from: number) => number
  /** Reads what has passed, once there is much of it. */
  readonly readPassed: () => void
  /** The agent is gone: every request that waits for an answer gets an error, never the end of a turn. */
  readonly agentGone: (why: string) => void
}

export function openGate(world: World, options: GateOptions): Gate {
  const gate = openGateState(world, options)
  return {
    fromEditor: (line) => fromEditor(gate, line),
    fromAgent: (line) => fromAgent(gate, line),
    passTold: (whole, text, from) => passTold(gate, whole, text, from),
    readPassed: () => readAlong(gate),
    agentGone: (why) => {
      gate.isOver = true
      for (const id of gate.asked.keys()) options.toEditor(failure(id, INTERNAL_ERROR, `The agent is gone: ${why}`))
      gate.asked.clear()
    },
  }
}
