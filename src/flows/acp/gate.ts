// The gate between an editor and an ACP agent: reads along, lets everything pass, and holds one thing back, the end of a
// turn, until it is decided. Whatever it does not understand goes through as it came.
import { acp, ACP_SESSION } from '../../agents/acp/index.ts'
import { endTelling, stepPermission, stepUpdate } from '../../agents/acp/updates.ts'
import {
  type AcpMessage,
  failure,
  INTERNAL_ERROR,
  notice,
  type Params,
  promptOf,
  PROTOCOL_VERSION,
  request,
  type RequestId,
  result,
  SERVER_NAME,
  stdioServer,
  toMessage,
  wordsOf,
} from '../../agents/acp/wire.ts'
import type { HookAnswer } from '../../agents/agent.ts'
import type { HookEvent, Host } from '../../contract/hook-event.ts'
import { loadKnown } from '../session/load-known.ts'
import { onFailure } from '../hook/on-failure.ts'
import { onHook } from '../hook/on-hook.ts'
import { parseLine } from '../transcript/read-tail.ts'
import type { World } from '../world.ts'
import {
  forgetItems,
  type GatedSession,
  type GatedTurn,
  keepKey,
  knownKey,
  lastWords,
  note,
  noteRead,
  openGated,
  originOf,
} from './gated-session.ts'

export interface GateOptions {
  /** The command line of the agent. */
  readonly command: readonly string[]
  readonly pid: number | undefined
  readonly server: readonly [string, ...string[]]
  readonly serverEnv: Readonly<Record<string, string>>
  readonly toEditor: (line: string) => void
  readonly toAgent: (line: string) => void
}

/** What becomes of a line: it passes as it came, is replaced, or stays here. */
export type Passed = 'as-it-came' | 'held' | { readonly instead: string }

export interface Gate {
  readonly fromEditor: (line: Buffer) => Passed
  readonly fromAgent: (line: Buffer) => Passed
  /** Reads what has passed, once there is much of it. Else it is read when it is needed: that costs the editor no time. */
  readonly keepUp: () => void
  /** The agent is gone: whoever waits for an answer gets an error, never the end of a turn. */
  readonly agentGone: (why: string) => void
}

/** As long as a person waits for checks before the stop is allowed, and the result is told later. */
const WITHIN_MS = 10 * 60_000
const ASKED = ['initialize', 'session/new', 'session/load', 'session/resume', 'session/fork', 'session/prompt']
const HEARD = [...ASKED, 'session/set_mode', 'session/cancel', 'session/close', 'session/delete', '$/cancel_request']
/** In JSON a bare quote never stands within a string; a slash may be written with a backslash. */
const EDITOR_MARKS = HEARD.flatMap((name) => [name, name.replace('/', '\\/')]).map((name) => Buffer.from(`"${name}"`))
const UPDATE = Buffer.from('"method":"session/update"')
const UNTOLD = ['agent_thought_chunk', 'user_message_chunk', 'available_commands_update', 'session_info_update'].map(
  (name) => Buffer.from(`"sessionUpdate":"${name}"`),
)
const HEAD_BYTES = 400
const MOST_UNREAD = 8 * 1024 * 1024
/** The mode in which agents only plan, by the name that they agree on. */
const PLAN = 'plan'
/** The guards end every turn long before; should they ever fail, this does. */
const HARD_END = 100

interface Asked {
  readonly method: string
  /** Of a session that is made or loaded. */
  readonly opens?: { readonly key: string; readonly cwd: string; readonly id?: string }
}

interface Begun {
  readonly id: string
  readonly key: string
  readonly cwd: string
  readonly isNew: boolean
  readonly planMode: boolean
}

export function openGate(world: World, options: GateOptions): Gate {
  const { toEditor, toAgent, command } = options
  const agentName = command.join(' ')
  const sessions = new Map<string, GatedSession>()
  /** Requests of the editor that the agent has not answered. */
  const asked = new Map<RequestId, Asked>()
  let passed: Buffer[] = []
  let passedBytes = 0
  let continuations = 0

  const host: Host = {
    attended: true,
    blockCap: 0,
    withinMs: WITHIN_MS,
    ...(options.pid === undefined ? {} : { pid: options.pid }),
  }

  /** Our own failure holds nobody up, and is said in one line. */
  const tell = async (event: HookEvent): Promise<HookAnswer> => {
    const now = world.now()
    // We live as long as the connection; each event begins anew, and two stops are never the same one.
    const here = { ...world, startedAt: () => now, bornAt: () => now }
    try {
      return await onHook(here, acp, host, event)
    } catch (error) {
      return onFailure(here, acp, host, { event, error })
    }
  }

  const show = ({ id }: GatedSession, text: string, about: Params): void => {
    const content = { type: 'text', text: `\n\n${text}\n\n` }
    const update = { sessionUpdate: 'agent_message_chunk', content, _meta: { fullstop: about } }
    toEditor(notice('session/update', { sessionId: id, update }))
  }

  const fromEditor: Gate['fromEditor'] = (line) => {
    if (!EDITOR_MARKS.some((mark) => line.includes(mark))) return 'as-it-came'
    const message = toMessage(parseLine(line.toString()))
    if (message?.kind === 'notice') return cancelled(message)
    if (message?.kind !== 'request' || !HEARD.includes(message.method)) return 'as-it-came'
    const { id, method, params } = message
    if (ASKED.includes(method)) asked.set(id, { method })
    switch (method) {
      case 'initialize':
        return asVersion1(message)
      case 'session/new':
      case 'session/fork':
      case 'session/load':
      case 'session/resume':
        return withServer(message)
      case 'session/prompt': {
        const session = sessions.get(String(params['sessionId']))
        if (!session) return 'as-it-came'
        const turn: GatedTurn = { editor: id, agent: id, continuations: 0, isCancelled: false, isDeciding: false }
        session.turns.set(id, turn)
        void prompted(session, turn, { line: line.toString(), params })
        return 'held'
      }
      case 'session/set_mode': {
        const session = sessions.get(String(params['sessionId']))
        if (session) session.planMode = params['modeId'] === PLAN
        return 'as-it-came'
      }
      default:
        // The session is left: nothing of it is decided any more.
        sessions.delete(String(params['sessionId']))
        return 'as-it-came'
    }
  }

  /** A later version ends turns in another way; whoever asks for it is answered with the one that we know. */
  const asVersion1 = ({ id, method, params }: Extract<AcpMessage, { kind: 'request' }>): Passed => {
    const { protocolVersion: wanted } = params
    if (typeof wanted !== 'number' || wanted <= PROTOCOL_VERSION) return 'as-it-came'
    return { instead: request(id, method, { ...params, protocolVersion: PROTOCOL_VERSION }) }
  }

  const withServer = ({ id, method, params }: Extract<AcpMessage, { kind: 'request' }>): Passed => {
    const isNew = method === 'session/new' || method === 'session/fork'
    const old = isNew ? undefined : String(params['sessionId'])
    // What is told until it is loaded is history.
    if (old !== undefined) sessions.delete(old)
    const key = (old === undefined ? undefined : knownKey(world, agentName, old)) ?? world.newId('acp')
    const cwd = typeof params['cwd'] === 'string' ? params['cwd'] : ''
    asked.set(id, { method, opens: { key, cwd, ...(old === undefined ? {} : { id: old }) } })
    const servers = Array.isArray(params['mcpServers']) ? (params['mcpServers'] as Params[]) : []
    const others = servers.filter((server) => server['name'] !== SERVER_NAME)
    const ours = stdioServer(options.server, { ...options.serverEnv, [ACP_SESSION]: key })
    return { instead: request(id, method, { ...params, mcpServers: [...others, ours] }) }
  }

  /** The cancel itself has passed by then: the agent hears it before anything of ours. */
  const cancelled = ({ method, params }: Extract<AcpMessage, { kind: 'notice' }>): Passed => {
    if (method === '$/cancel_request') return cancelledRequest(params)
    if (method !== 'session/cancel') return 'as-it-came'
    const session = sessions.get(String(params['sessionId']))
    if (session) for (const turn of session.turns.values()) cancelTurn(session, turn)
    return 'as-it-came'
  }

  const cancelledRequest = (params: Params): Passed => {
    for (const session of sessions.values()) {
      const turn = session.turns.get(params['requestId'] as RequestId)
      if (!turn) continue
      cancelTurn(session, turn)
      return { instead: notice('$/cancel_request', { ...params, requestId: turn.agent }) }
    }
    return 'as-it-came'
  }

  const cancelTurn = (session: GatedSession, turn: GatedTurn): void => {
    turn.isCancelled = true
    if (turn.isDeciding) answer(session, turn, result(turn.editor, { stopReason: 'cancelled' }))
  }

  /** The turn of the editor is over. */
  const close = (session: GatedSession, turn: GatedTurn): void => {
    session.turns.delete(turn.editor)
    asked.delete(turn.editor)
    if (turn.isCancelled) note(session, [{ kind: 'interrupted' }])
  }

  const answer = (session: GatedSession, turn: GatedTurn, line: string): void => {
    close(session, turn)
    toEditor(line)
  }

  const prompted = async (
    session: GatedSession,
    turn: GatedTurn,
    { line, params }: { readonly line: string; readonly params: Params },
  ): Promise<void> => {
    const text = wordsOf(params['prompt'])
    turn.isDeciding = true
    const told = await tell({
      ...originOf(session),
      kind: 'prompt-submitted',
      by: 'person',
      text,
      ...(session.planMode ? { planMode: true } : {}),
    })
    turn.isDeciding = false
    if (turn.isCancelled) return
    if (told.kind === 'answer') {
      show(session, told.text, { answer: true })
      return answer(session, turn, result(turn.editor, { stopReason: 'end_turn' }))
    }
    if (told.kind === 'tell') show(session, told.line, {})
    if (told.kind === 'inform' && told.tell !== undefined) show(session, told.tell, {})
    note(session, [{ kind: 'prompt', by: 'person', text }])
    const more = told.kind === 'inform' ? [told.text] : []
    // A command of the agent's own must stay as it is.
    if (session.contract !== undefined && !text.trimStart().startsWith('/')) {
      more.unshift(session.contract)
      session.contract = undefined
    }
    if (more.length === 0) return toAgent(line)
    const blocks = Array.isArray(params['prompt']) ? (params['prompt'] as readonly unknown[]) : []
    const prompt = [...blocks, ...more.map((part) => ({ type: 'text', text: part }))]
    toAgent(request(turn.editor, 'session/prompt', { ...params, prompt }))
  }

  const fromAgent: Gate['fromAgent'] = (line) => {
    if (line.subarray(0, HEAD_BYTES).includes(UPDATE)) {
      // A copy: the line itself is good until the next piece.
      passed.push(Buffer.from(line))
      passedBytes += line.length
      return 'as-it-came'
    }
    catchUp()
    const message = toMessage(parseLine(line.toString()))
    switch (message?.kind) {
      case 'request':
        if (message.method === 'session/request_permission') heardPermission(message.params)
        return 'as-it-came'
      case 'notice':
        if (message.method === 'session/update') updated(message.params)
        return 'as-it-came'
      case 'result':
      case 'error':
        return answered(message, line.toString())
      default:
        return 'as-it-came'
    }
  }

  const catchUp = (): void => {
    const lines = passed
    passed = []
    passedBytes = 0
    for (const line of lines) {
      const head = line.subarray(0, HEAD_BYTES)
      if (UNTOLD.some((mark) => head.includes(mark))) continue
      const message = toMessage(parseLine(line.toString()))
      if (message?.kind === 'notice') updated(message.params)
    }
  }

  const updated = (params: Params): void => {
    const session = sessions.get(String(params['sessionId']))
    if (session) noteRead(session, stepUpdate(session.telling, params['update']))
  }

  const heardPermission = (params: Params): void => {
    const session = sessions.get(String(params['sessionId']))
    if (session) noteRead(session, stepPermission(session.telling, params, false))
  }

  const answered = (message: Extract<AcpMessage, { kind: 'result' | 'error' }>, line: string): Passed => {
    for (const session of sessions.values()) {
      for (const turn of session.turns.values()) {
        if (turn.agent === message.id) return ended(session, turn, { message, line })
      }
    }
    const { opens } = asked.get(message.id) ?? {}
    asked.delete(message.id)
    if (message.kind === 'error' || !opens) return 'as-it-came'
    const id = opens.id ?? (typeof message.result['sessionId'] === 'string' ? message.result['sessionId'] : undefined)
    if (id === undefined) return 'as-it-came'
    void begun({ ...opens, id, isNew: opens.id === undefined, planMode: isPlanning(message.result) }, line)
    return 'held'
  }

  /** The editor hears of the session once we know it: its first prompt finds it here. */
  const begun = async ({ id, key, cwd, isNew, planMode }: Begun, line: string): Promise<void> => {
    try {
      await keepKey(world, agentName, { id, key })
      const known = await loadKnown(world, acp, key)
      const session = openGated({ id, key, cwd, planMode, from: known.session.state?.offset ?? 0 })
      sessions.set(id, session)
      const told = await tell({ ...originOf(session), kind: 'session-started', source: isNew ? 'startup' : 'resume' })
      if (told.kind === 'inform') session.contract = told.text
    } catch {
      // Without our state folder the session is not gated: the first prompt says why.
      if (!sessions.has(id)) sessions.set(id, openGated({ id, key, cwd, planMode, from: 0 }))
    }
    toEditor(line)
  }

  const ended = (
    session: GatedSession,
    turn: GatedTurn,
    { message, line }: { readonly message: Extract<AcpMessage, { kind: 'result' | 'error' }>; readonly line: string },
  ): Passed => {
    noteRead(session, endTelling(session.telling))
    const stopReason = message.kind === 'result' ? message.result['stopReason'] : undefined
    const isOurs = turn.agent !== turn.editor
    const own = isOurs ? renamed(line, turn.editor) : line
    // Another prompt has joined this one: the agent keeps working.
    const isLast = session.turns.size === 1
    if (stopReason !== 'end_turn' || turn.isCancelled || !isLast) {
      if (stopReason !== 'end_turn') void failed(session, message, stopReason)
      close(session, turn)
      return isOurs ? { instead: own } : 'as-it-came'
    }
    turn.isDeciding = true
    void decided(session, turn, own)
    return 'held'
  }

  /** Recorded, and nothing is decided about it. */
  const failed = async (
    session: GatedSession,
    message: Extract<AcpMessage, { kind: 'result' | 'error' }>,
    stopReason: unknown,
  ): Promise<void> => {
    if (stopReason === 'cancelled') return
    const cause = message.kind === 'error' ? 'api-error' : stopReason === 'max_tokens' ? 'output-cut' : 'agent-cap'
    const detail = message.kind === 'error' ? message.message : String(stopReason)
    await tell({ ...originOf(session), kind: 'stop-failed', cause, detail })
  }

  const decided = async (session: GatedSession, turn: GatedTurn, line: string): Promise<void> => {
    const told = await tell({
      ...originOf(session),
      kind: 'stop-requested',
      ...(lastWords(session) === undefined ? {} : { lastMessage: lastWords(session) ?? '' }),
      afterRefusal: turn.continuations > 0,
      planMode: session.planMode,
      background: [],
      wakeUps: [],
      delivered: { from: session.from, items: [...session.items] },
    })
    forgetItems(session)
    turn.isDeciding = false
    // Whoever cancels wants nothing more, and has been answered; one more prompt has set the agent to work already.
    if (turn.isCancelled) return
    if (told.kind !== 'refuse' || session.turns.size > 1 || turn.continuations >= HARD_END) {
      if (told.kind === 'tell') show(session, told.line, { continuations: turn.continuations })
      return answer(session, turn, line)
    }
    turn.continuations += 1
    turn.agent = `fullstop-${++continuations}-${session.key}`
    if (told.tell !== undefined) show(session, told.tell, {})
    show(session, firstLine(told.say), { continuation: turn.continuations })
    note(session, [{ kind: 'prompt', by: 'us', text: told.say }])
    toAgent(request(turn.agent, 'session/prompt', promptOf(session.id, told.say)))
  }

  return {
    fromEditor,
    fromAgent,
    keepUp: () => {
      if (passedBytes > MOST_UNREAD) catchUp()
    },
    agentGone: (why) => {
      for (const id of asked.keys()) toEditor(failure(id, INTERNAL_ERROR, `The agent is gone: ${why}`))
      asked.clear()
    },
  }
}

function isPlanning({ modes }: Params): boolean {
  return typeof modes === 'object' && modes !== null && (modes as Params)['currentModeId'] === PLAN
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

/** The answer of the agent, to the prompt of the editor. */
function renamed(line: string, id: RequestId): string {
  const message = parseLine(line) as Params
  return JSON.stringify({ ...message, id })
}
