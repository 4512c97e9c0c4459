// Lines of the editor: prompts are told to the flows before the agent reads them, sessions get our server, and a cancel
// passes at once.
import { given } from '../../contract/given.ts'
import { ACP_SESSION } from '../../agents/acp/index.ts'
import {
  type AcpMessage,
  failure,
  INVALID_REQUEST,
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
import type { HookEvent } from '../../contract/agent/hook-event.ts'
import { parseLine } from '../transcript/read-tail.ts'
import { begun } from './begun.ts'
import type { AnsweredWork } from '../world.ts'
import { answer, type GateState, type Passed, finishCarried, show, tell } from './gate-state.ts'
import {
  type GatedSession,
  type GatedTurn,
  knownKey,
  note,
  noteRead,
  openGated,
  openTurn,
  originOf,
} from './gated-session.ts'
import { oneByOne } from './one-by-one.ts'
import { readTold } from './read-told.ts'

type Request = Extract<AcpMessage, { kind: 'request' }>
type Notice = Extract<AcpMessage, { kind: 'notice' }>

const ASKED = ['initialize', 'session/new', 'session/load', 'session/resume', 'session/fork', 'session/prompt']
const NOTED = ['session/set_mode', 'session/close', 'session/delete']
const CANCELS = ['session/cancel', '$/cancel_request']
const HEARD = [...ASKED, ...NOTED, ...CANCELS]
/** Longer lines are parsed only if they may be requests: an answer may hold a file of the editor. */
const PARSED_BYTES = 256 * 1024
/** In JSON a bare quote never stands within a string, and letters of a key have one escape. */
const CALLS = [Buffer.from('"method"'), Buffer.from('\\u')]
/** The mode in which agents only plan, by the name that they agree on. */
const PLAN = 'plan'

export function fromEditor(gate: GateState, line: Buffer): Passed {
  if (line.length > PARSED_BYTES && !CALLS.some((mark) => line.includes(mark))) return 'as-it-came'
  return oneByOne(line.toString().trimStart(), (text) => judged(gate, text))
}

function judged(gate: GateState, text: string): Passed {
  const line = parseLine(text)
  const message = toMessage(line)
  if (message?.kind !== 'request' && message?.kind !== 'notice') return 'as-it-came'
  const { method } = message
  if (!HEARD.includes(method)) return 'as-it-came'
  // Some editors ask for a cancel where the protocol has them tell it.
  if (CANCELS.includes(method)) return cancelled(gate, message)
  if (message.kind === 'request') return asked(gate, message, text)
  const { id } = line as Params
  return id === undefined || !ASKED.includes(method) ? 'as-it-came' : refused(gate, id)
}

/** Nobody could tell whose the answer is. */
function refused({ options }: GateState, id: unknown): Passed {
  options.toEditor(failure(id, INVALID_REQUEST, 'The id of a request is a text or a number.'))
  return 'held'
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
      const prompting = session ?? unknownSession(gate, params['sessionId'])
      if (!prompting || prompting.isClosed) return 'as-it-came'
      const turn = openTurn(prompting, id)
      void prompted(gate, prompting, { turn, line, params })
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

/** One that is being loaded, or that we did not see begin. Undefined: nothing that could be a session. */
function unknownSession(gate: GateState, wireId: unknown): GatedSession | undefined {
  if (typeof wireId !== 'string' && typeof wireId !== 'number') return undefined
  const { world, agentName, options } = gate
  const asked = [...gate.asked.values()].flatMap(({ opens }) => opens ?? [])
  const loading = asked.find((opens) => opens.wireId === wireId)
  const key = loading?.key ?? knownKey(world, agentName, String(wireId)) ?? world.newId('acp')
  const about = { wireId, key, cwd: loading?.cwd ?? options.cwd, planMode: false }
  const session = openGated(about)
  session.isLoading = loading !== undefined
  gate.sessions.set(session.id, session)
  if (!loading) void begun(gate, about, false)
  return session
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
  const { sessionId } = params
  const old = !isNew && (typeof sessionId === 'string' || typeof sessionId === 'number') ? sessionId : undefined
  const open = old === undefined ? undefined : sessions.get(String(old))
  // What is told until it is loaded is history.
  if (open) open.isLoading = true
  const kept = open?.key ?? (old === undefined ? undefined : knownKey(world, agentName, String(old)))
  const key = kept ?? world.newId('acp')
  const cwd = typeof params['cwd'] === 'string' ? params['cwd'] : ''
  requests.set(id, { method, opens: { key, cwd, ...given({ wireId: old }) } })
  const servers = Array.isArray(params['mcpServers']) ? (params['mcpServers'] as Params[]) : []
  const others = servers.filter((server) => server?.['name'] !== SERVER_NAME)
  const ours = stdioServer(options.server, { ...options.serverEnv, [ACP_SESSION]: key })
  return { instead: request(id, method, { ...params, mcpServers: [...others, ours] }) }
}

/** It passes in the same piece: the agent hears it before anything of ours. */
function cancelled(gate: GateState, message: Request | Notice): Passed {
  const { method, params } = message
  if (method === '$/cancel_request') return cancelledRequest(gate, message)
  const session = gate.sessions.get(String(params['sessionId']))
  if (session) for (const turn of session.turns.values()) cancelTurn(gate, session, turn)
  return 'as-it-came'
}

function cancelledRequest(gate: GateState, message: Request | Notice): Passed {
  const { method, params } = message
  for (const session of gate.sessions.values()) {
    const turn = session.turns.get(params['requestId'] as RequestId)
    if (!turn) continue
    cancelTurn(gate, session, turn)
    const renamed = { ...params, requestId: turn.agent }
    return { instead: message.kind === 'request' ? request(message.id, method, renamed) : notice(method, renamed) }
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
  await session.isReady
  if (turn.isCancelled || gate.isOver) return
  readTold(gate)
  // Between two turns it works only if something has woken it up.
  if (session.turns.size === 1 && session.items.flat().some(isWork)) noteRead(session, wokenUp(session.telling))
  const carried: AnsweredWork[] = []
  const event: HookEvent = {
    ...originOf(session),
    kind: 'prompt-submitted',
    by: 'person',
    text,
    ...(session.planMode ? { planMode: true } : {}),
  }
  const told = await tell(gate, event, carried)
  turn.isDeciding = false
  const { prompt: blocks } = params
  // What is no list of blocks is the agent's to refuse.
  const isSent = !turn.isCancelled && !gate.isOver && told.kind === 'inform' && Array.isArray(blocks)
  if (isSent) turn.carried = carried
  else void finishCarried(gate, carried, false)
  if (turn.isCancelled || gate.isOver) return
  if (told.kind === 'answer') {
    show(gate, session, told.text, { answer: true })
    return answer(gate, session, turn, result(turn.editor, { stopReason: 'end_turn' }))
  }
  if (told.kind === 'tell') show(gate, session, told.line, {})
  if (told.kind === 'inform' && told.tell !== undefined) show(gate, session, told.tell, {})
  note(session, [{ kind: 'prompt', by: 'person', text }])
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
