// Lines of the editor: prompts are told to the flows before the agent reads them, sessions get our server, and a cancel
// passes at once.
import { given } from '../../contract/given.ts'
import { ACP_SESSION } from '../../agents/acp/index.ts'
import {
  type AcpMessage,
  notice,
  type Params,
  PROTOCOL_VERSION,
  request,
  type RequestId,
  result,
  SERVER_NAME,
  stdioServer,
  toMessage,
  wordsOf,
} from '../../agents/acp/wire.ts'
import { wokenUp } from '../../agents/acp/updates.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import { parseLine } from '../transcript/read-tail.ts'
import { answer, type GateState, type Passed, show, tell } from './gate-state.ts'
import { type GatedSession, type GatedTurn, knownKey, note, noteRead, openTurn, originOf } from './gated-session.ts'
import { oneByOne } from './one-by-one.ts'
import { readTold } from './read-told.ts'

type Request = Extract<AcpMessage, { kind: 'request' }>
type Notice = Extract<AcpMessage, { kind: 'notice' }>

const ASKED = ['initialize', 'session/new', 'session/load', 'session/resume', 'session/fork', 'session/prompt']
const HEARD = [...ASKED, 'session/set_mode', 'session/cancel', 'session/close', 'session/delete', '$/cancel_request']
/** In JSON a bare quote never stands within a string; a slash may be written with a backslash. */
const MARKS = HEARD.flatMap((name) => [name, name.replace('/', '\\/')]).map((name) => Buffer.from(`"${name}"`))
/** Longer lines are parsed only if they may be for us: their method stands near an end, before or after the parameters. */
const PARSED_BYTES = 256 * 1024
const END_BYTES = 400
/** In a batch they stand anywhere. */
const BATCH = /^\s*(?:\[|$)/
/** The mode in which agents only plan, by the name that they agree on. */
const PLAN = 'plan'

export function fromEditor(gate: GateState, line: Buffer): Passed {
  if (line.length > PARSED_BYTES && !isForUs(line)) return 'as-it-came'
  return oneByOne(line.toString().trimStart(), (text) => judged(gate, text))
}

function judged(gate: GateState, text: string): Passed {
  const message = toMessage(parseLine(text))
  if (message?.kind === 'notice') return noticed(gate, message)
  if (message?.kind !== 'request' || !HEARD.includes(message.method)) return 'as-it-came'
  return asked(gate, message, text)
}

function isForUs(line: Buffer): boolean {
  const ends = [line.subarray(0, END_BYTES), line.subarray(-END_BYTES)]
  if (BATCH.test(String(ends[0]))) return true
  return MARKS.some((mark) => ends.some((end) => end.includes(mark)))
}

function asked(gate: GateState, message: Request, line: string): Passed {
  const { id, method, params } = message
  const session = gate.sessions.get(String(params['sessionId']))
  if (ASKED.includes(method)) gate.asked.set(id, { method })
  switch (method) {
    case 'initialize':
      return asVersion1(message)
    case 'session/new':
    case 'session/fork':
    case 'session/load':
    case 'session/resume':
      return withServer(gate, message)
    case 'session/prompt': {
      if (!session || session.isClosed) return 'as-it-came'
      const turn = openTurn(session, id)
      void prompted(gate, session, { turn, line, params })
      return 'held'
    }
    case 'session/set_mode':
      if (session) session.planMode = params['modeId'] === PLAN
      return 'as-it-came'
    default:
      if (session) left(gate, session)
      return 'as-it-came'
  }
}

/** The session is left: nothing of it is decided any more. Prompts that are under way still need their answers. */
function left(gate: GateState, session: GatedSession): void {
  session.isClosed = true
  for (const turn of session.turns.values()) cancelTurn(gate, session, turn)
  if (session.turns.size === 0) gate.sessions.delete(session.id)
}

/** A later version ends turns in another way; an editor that asks for it is offered the one that we know. */
function asVersion1({ id, method, params }: Request): Passed {
  const { protocolVersion: wanted } = params
  if (typeof wanted !== 'number' || wanted <= PROTOCOL_VERSION) return 'as-it-came'
  return { instead: request(id, method, { ...params, protocolVersion: PROTOCOL_VERSION }) }
}

function withServer({ world, options, agentName, sessions, asked: requests }: GateState, message: Request): Passed {
  const { id, method, params } = message
  const isNew = method === 'session/new' || method === 'session/fork'
  const old = isNew ? undefined : String(params['sessionId'])
  const open = old === undefined ? undefined : sessions.get(old)
  // What is told until it is loaded is history.
  if (open) open.isLoading = true
  const kept = open?.key ?? (old === undefined ? undefined : knownKey(world, agentName, old))
  const key = kept ?? world.newId('acp')
  const cwd = typeof params['cwd'] === 'string' ? params['cwd'] : ''
  requests.set(id, { method, opens: { key, cwd, ...given({ id: old }) } })
  const servers = Array.isArray(params['mcpServers']) ? (params['mcpServers'] as Params[]) : []
  const others = servers.filter((server) => server?.['name'] !== SERVER_NAME)
  const ours = stdioServer(options.server, { ...options.serverEnv, [ACP_SESSION]: key })
  return { instead: request(id, method, { ...params, mcpServers: [...others, ours] }) }
}

/** It passes in the same piece: the agent hears it before anything of ours. */
function noticed(gate: GateState, { method, params }: Notice): Passed {
  if (method === '$/cancel_request') return cancelledRequest(gate, params)
  const session = method === 'session/cancel' ? gate.sessions.get(String(params['sessionId'])) : undefined
  if (session) for (const turn of session.turns.values()) cancelTurn(gate, session, turn)
  return 'as-it-came'
}

function cancelledRequest(gate: GateState, params: Params): Passed {
  for (const session of gate.sessions.values()) {
    const turn = session.turns.get(params['requestId'] as RequestId)
    if (!turn) continue
    cancelTurn(gate, session, turn)
    return { instead: notice('$/cancel_request', { ...params, requestId: turn.agent }) }
  }
  return 'as-it-came'
}

function cancelTurn(gate: GateState, session: GatedSession, turn: GatedTurn): void {
  turn.isCancelled = true
  if (turn.isDeciding) answer(gate, session, turn, result(turn.editor, { stopReason: 'cancelled' }))
}

function isWork({ kind }: Entry): boolean {
  return kind === 'said' || kind === 'tool-called'
}

interface Prompt {
  readonly turn: GatedTurn
  readonly line: string
  readonly params: Params
}

/** The flows hear of a prompt before the agent does: it opens the request that the agent's work belongs to. */
async function prompted(gate: GateState, session: GatedSession, { turn, line, params }: Prompt): Promise<void> {
  const text = wordsOf(params['prompt'])
  turn.isDeciding = true
  readTold(gate)
  // Between two turns it works only if something has woken it up.
  if (session.turns.size === 1 && session.items.flat().some(isWork)) noteRead(session, wokenUp(session.telling))
  const told = await tell(gate, {
    ...originOf(session),
    kind: 'prompt-submitted',
    by: 'person',
    text,
    ...(session.planMode ? { planMode: true } : {}),
  })
  turn.isDeciding = false
  if (turn.isCancelled || gate.isOver) return
  if (told.kind === 'answer') {
    show(gate, session, told.text, { answer: true })
    return answer(gate, session, turn, result(turn.editor, { stopReason: 'end_turn' }))
  }
  if (told.kind === 'tell') show(gate, session, told.line, {})
  if (told.kind === 'inform' && told.tell !== undefined) show(gate, session, told.tell, {})
  note(session, [{ kind: 'prompt', by: 'person', text }])
  const { prompt: blocks } = params
  // What is no list of blocks is the agent's to refuse.
  if (!Array.isArray(blocks)) return gate.options.toAgent(line)
  const more = told.kind === 'inform' ? [told.text] : []
  // A command of the agent's own must stay as it is.
  if (session.contract !== undefined && !text.trimStart().startsWith('/')) {
    more.unshift(session.contract)
    session.contract = undefined
  }
  if (more.length === 0) return gate.options.toAgent(line)
  const prompt = [...(blocks as readonly unknown[]), ...more.map((part) => ({ type: 'text', text: part }))]
  gate.options.toAgent(request(turn.editor, 'session/prompt', { ...params, prompt }))
}
