// Lines of the agent: what it tells of its session passes at once and is read afterwards, its answers may be held.
import { acp } from '../../agents/acp/index.ts'
import { type AcpMessage, isSameId, type Params, type RequestId, toMessage } from '../../agents/acp/wire.ts'
import { loadKnown } from '../session/load-known.ts'
import { parseLine } from '../transcript/read-tail.ts'
import { type GateState, type Passed, tell } from './gate-state.ts'
import { keepKey, openGated, originOf } from './gated-session.ts'
import { oneByOne } from './one-by-one.ts'
import { readMessage, readTold } from './read-told.ts'
import { ended } from './turn-end.ts'

export type AgentAnswer = Extract<AcpMessage, { kind: 'result' | 'error' }>

const PLAN = 'plan'

export function fromAgent(gate: GateState, line: Buffer): Passed {
  return oneByOne(line.toString().trimStart(), (text) => judged(gate, text))
}

function judged(gate: GateState, text: string): Passed {
  const message = toMessage(parseLine(text))
  if (message?.kind === 'result' || message?.kind === 'error') return answered(gate, message, text)
  if (!message) return 'as-it-came'
  // What came before it is read before it.
  readTold(gate)
  readMessage(gate, message)
  return 'as-it-came'
}

function answered(gate: GateState, message: AgentAnswer, line: string): Passed {
  for (const session of gate.sessions.values()) {
    for (const turn of session.turns.values()) {
      if (isSameId(turn.agent, message.id) && !turn.isDeciding) return ended(gate, session, { turn, message, line })
      // A second answer to a prompt would end the turn of the editor before it is decided.
      if (isSameId(turn.agent, message.id) || isSameId(turn.editor, message.id)) return 'held'
    }
  }
  const id = askedId(gate, message.id)
  const { opens } = gate.asked.get(id) ?? {}
  gate.asked.delete(id)
  if (!opens) return 'as-it-came'
  const open = opens.id === undefined ? undefined : gate.sessions.get(opens.id)
  if (message.kind === 'error') {
    if (open) open.isLoading = false
    return 'as-it-came'
  }
  const made = opens.id ?? (typeof message.result['sessionId'] === 'string' ? message.result['sessionId'] : undefined)
  if (made === undefined) return 'as-it-came'
  const { key, cwd } = opens
  void begun(
    gate,
    { id: made, key, cwd, from: 0, planMode: isPlanning(message.result) },
    { isNew: opens.id === undefined, line },
  )
  return 'held'
}

function askedId({ asked }: GateState, id: RequestId): RequestId {
  return asked.has(id) ? id : ([...asked.keys()].find((one) => isSameId(one, id)) ?? id)
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
  readTold(gate)
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
