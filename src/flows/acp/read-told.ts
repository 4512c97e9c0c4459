// What the agent has told of its sessions: it has passed already, and is read when it is needed or when there is much of it.
import { stepPermission, stepUpdate } from '../../agents/acp/updates.ts'
import { toMessage } from '../../agents/acp/wire.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { GateState } from './gate-state.ts'
import { noteRead } from './gated-session.ts'

const UNTOLD = ['agent_thought_chunk', 'user_message_chunk', 'available_commands_update', 'session_info_update'].map(
  (name) => Buffer.from(`"sessionUpdate":"${name}"`),
)
const HEAD_BYTES = 400
const NEWLINE = 10
const MOST_UNREAD = 8 * 1024 * 1024
/** Read in one go: a cancel of the editor must not wait for more. */
const SLICE_BYTES = 256 * 1024

export function readAlong(gate: GateState): void {
  if (gate.unreadBytes > MOST_UNREAD) void readTold(gate)
}

/** Everything that was told until now; what comes meanwhile is left for the next time. */
export function readTold(gate: GateState): Promise<void> {
  const lines = gate.unread
  gate.unread = []
  gate.unreadBytes = 0
  gate.reading = gate.reading.then(() => readLines(gate, lines))
  return gate.reading
}

async function readLines(gate: GateState, told: readonly Buffer[]): Promise<void> {
  let bytes = 0
  for (const lines of told) {
    for (let from = 0; from < lines.length;) {
      const newline = lines.indexOf(NEWLINE, from)
      const line = lines.subarray(from, newline < 0 ? lines.length : newline)
      from += line.length + 1
      bytes += line.length
      if (bytes > SLICE_BYTES) {
        bytes = 0
        await new Promise((resolve) => setImmediate(resolve))
      }
      readLine(gate, line)
    }
  }
}

function readLine({ sessions }: GateState, line: Buffer): void {
  const head = line.subarray(0, HEAD_BYTES)
  if (UNTOLD.some((mark) => head.includes(mark))) return
  const message = toMessage(parseLine(line.toString()))
  if (message?.kind !== 'notice' && message?.kind !== 'request') return
  const { method, params } = message
  const session = sessions.get(String(params['sessionId']))
  if (!session || session.isLoading) return
  if (method === 'session/update') noteRead(session, stepUpdate(session.telling, params['update']))
  if (method === 'session/request_permission') noteRead(session, stepPermission(session.telling, params, false))
}
