// Lines of the agent: what it tells of its session passes at once and is read later, its answers may be held.
import { acp } from '../../agents/acp/index.ts'
import { type AcpMessage, type Params, toMessage } from '../../agents/acp/wire.ts'
import { loadKnown } from '../session/load-known.ts'
import { parseLine } from '../transcript/read-tail.ts'
import { type GateState, type Passed, tell } from './gate-state.ts'
import { keepKey, openGated, originOf } from './gated-session.ts'
import { readTold } from './read-told.ts'
import { ended } from './turn-end.ts'

export type AgentAnswer = Extract<AcpMessage, { kind: 'result' | 'error' }>

/** Enough to tell without parsing: most agents begin their lines like the first. */
const FIRST = '{"jsonrpc":"2.0","method":"session/update"'
const TOLD = [Buffer.from('"method":"session/update"'), Buffer.from('"method":"session/request_permission"')]
const HEAD_BYTES = 400
const PLAN = 'plan'

export function fromAgent(gate: GateState, line: Buffer): Passed {
  if (isTold(line)) {
    gate.unread.push(line)
    gate.unreadBytes += line.length
    return 'as-it-came'
  }
  const message = toMessage(parseLine(line.toString()))
  if (message?.kind !== 'result' && message?.kind !== 'error') return 'as-it-came'
  return answered(gate, message, line.toString())
}

/** Keeps all lines from there on that tell of a session, and says where they end. */
export function passTold(gate: GateState, whole: Buffer, text: string, from: number): number {
  let end = from
  while (text.startsWith(FIRST, end)) {
    const newline = text.indexOf('\n', end)
    if (newline < 0) break
    end = newline + 1
  }
  if (end > from) {
    gate.unread.push(whole.subarray(from, end))
    gate.unreadBytes += end - from
  }
  return end
}

function isTold(line: Buffer): boolean {
  const head = line.subarray(0, HEAD_BYTES)
  return TOLD.some((mark) => head.includes(mark))
}

function answered(gate: GateState, message: AgentAnswer, line: string): Passed {
  for (const session of gate.sessions.values()) {
    for (const turn of session.turns.values()) {
      if (turn.agent === message.id && !turn.isDeciding) return ended(gate, session, { turn, message, line })
    }
  }
  const { opens } = gate.asked.get(message.id) ?? {}
  gate.asked.delete(message.id)
  if (!opens) return 'as-it-came'
  const open = opens.id === undefined ? undefined : gate.sessions.get(opens.id)
  if (message.kind === 'error') {
    if (open) open.isLoading = false
    return 'as-it-came'
  }
  const id = opens.id ?? (typeof message.result['sessionId'] === 'string' ? message.result['sessionId'] : undefined)
  if (id === undefined) return 'as-it-came'
  const { key, cwd } = opens
  void begun(
    gate,
    { id, key, cwd, from: 0, planMode: isPlanning(message.result) },
    { isNew: opens.id === undefined, line },
  )
  return 'held'
}

/** The editor hears of the session once we know it: its first prompt finds it here. */
async function begun(
  gate: GateState,
  about: Parameters<typeof openGated>[0],
  { isNew, line }: { readonly isNew: boolean; readonly line: string },
): Promise<void> {
  const { world, agentName, sessions, options } = gate
  const { id, key } = about
  // History is read before the session is there, and so forgotten.
  await readTold(gate)
  const session = sessions.get(id) ?? openGated(about)
  sessions.set(id, session)
  session.isLoading = false
  session.planMode = about.planMode
  try {
    await keepKey(world, agentName, { id, key })
    const known = await loadKnown(world, acp, key)
    if (session.items.length === 0) session.from = known.session.state?.offset ?? 0
    const source = isNew ? 'startup' : 'resume'
    const told = await tell(gate, { ...originOf(session), kind: 'session-started', source })
    if (told.kind === 'inform') session.contract = told.text
  } catch {
    // Without our state folder nothing can be decided: the first prompt says why.
  }
  options.toEditor(line)
}

function isPlanning({ modes }: Params): boolean {
  return typeof modes === 'object' && modes !== null && (modes as Params)['currentModeId'] === PLAN
}
