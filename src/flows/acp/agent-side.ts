// Lines of the agent: what it tells of its session passes at once and is read afterwards, its answers may be held.
import { type AcpAnswer, isSameId, type Params, toAnswer, toMessage } from '../../agents/acp/wire.ts'
import { parseLine } from '../transcript/read-tail.ts'
import { begun } from './begun.ts'
import type { GateState, Passed } from './gate-state.ts'
import { oneByOne } from './one-by-one.ts'
import { readMessage, readTold } from './read-told.ts'
import { ended } from './turn-end.ts'

const PLAN = 'plan'
/** What an answer cannot do without. In JSON a bare quote never stands within a string, and letters have one escape. */
const ANSWERS = /"(?:result|error)"|\\u/

export function fromAgent(gate: GateState, line: Buffer): Passed {
  return oneByOne(line.toString().trimStart(), (text) => judged(gate, text))
}

function judged(gate: GateState, text: string): Passed {
  const line = parseLine(text)
  // Parsers that are lenient may find an answer in it: nobody should.
  if (line === undefined && ANSWERS.test(text)) return 'held'
  const answer = toAnswer(line)
  const passed = answer && (answered(gate, answer, text) ?? (isEnd(answer) ? 'held' : undefined))
  if (passed !== undefined) return passed
  const message = toMessage(line)
  if (!message) return 'as-it-came'
  // What came before it is read before it.
  readTold(gate)
  readMessage(gate, message)
  return 'as-it-came'
}

/** Undefined: to nothing that we know of. */
function answered(gate: GateState, answer: AcpAnswer, line: string): Passed | undefined {
  for (const session of gate.sessions.values()) {
    for (const turn of session.turns.values()) {
      if (isSameId(turn.agent, answer.id) && !turn.isDeciding) return ended(gate, session, { turn, answer, line })
      // A second answer to a prompt would end the turn of the editor before it is decided.
      if (isSameId(turn.agent, answer.id) || isSameId(turn.editor, answer.id)) return 'held'
    }
  }
  const ids = [...gate.asked.keys()]
  const id = ids.find((one) => one === answer.id) ?? ids.find((one) => isSameId(one, answer.id))
  if (id === undefined) return undefined
  const { opens } = gate.asked.get(id) ?? {}
  gate.asked.delete(id)
  if (!opens) return 'as-it-came'
  const open = opens.wireId === undefined ? undefined : gate.sessions.get(String(opens.wireId))
  if (answer.kind === 'error') {
    if (open) open.isLoading = false
    open?.setReady()
    return 'as-it-came'
  }
  const { key, cwd, wireId: old } = opens
  const wireId = old ?? answer.result['sessionId']
  if (typeof wireId !== 'string' && typeof wireId !== 'number') return 'as-it-came'
  // It passes before what the agent tells next: some editors want to know the session first. Prompts wait for it here.
  void begun(gate, { wireId, key, cwd, planMode: isPlanning(answer.result) }, old === undefined)
  return 'as-it-came'
}

/** Of a prompt that nobody sent. */
function isEnd(answer: AcpAnswer): boolean {
  return answer.kind === 'result' && answer.result['stopReason'] !== undefined
}

function isPlanning({ modes }: Params): boolean {
  return typeof modes === 'object' && modes !== null && (modes as Params)['currentModeId'] === PLAN
}
