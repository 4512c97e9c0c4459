// An ACP agent under `fullstop run`. The session is made or loaded, and prompted; a continuation is one more prompt in the
// same process. Permission requests are answered by what the run permits.
import type { Json } from '../../contract/agent/edit.ts'
import type { Permissions } from '../../contract/agent/run-setup.ts'
import type { Signal } from '../../contract/agent/signal.ts'
import type { Spoken } from '../../contract/agent/conversation.ts'
import { isReadOnlyCommand } from '../../domain/shell/read-only.ts'
import type { ConversationOpening, Driver, SeenCall } from '../agent.ts'
import { exitOf } from '../formats/exit.ts'
import { isRecord, text } from '../formats/hook-input.ts'
import { isOurCommand } from '../formats/our-command.ts'
import {
  commandIn,
  endTelling,
  NOTHING_TOLD,
  ourTool,
  stepPermission,
  stepUpdate,
  type SessionTelling,
} from './updates.ts'
import {
  endOf,
  endOfError,
  failure,
  METHOD_NOT_FOUND,
  type AcpMessage,
  optionFor,
  type Params,
  promptOf,
  PROTOCOL_VERSION,
  request,
  result,
  stdioServer,
  type RequestId,
  toMessage,
} from './wire.ts'

export const driver: Driver = {
  start: () => ({ args: [], contractInPrompt: true }),
  // The agent chooses the id; it takes the place of ours in the prompt once it is known.
  takesId: true,
  toSignals: () => [],
  toEnd: exitOf,
  toCalls,
  conversation: { open, again, speak },
}

type Talk = {
  /** Whose answer is awaited. */
  readonly step: 'initialize' | 'new' | 'load' | 'prompt' | 'idle' | 'over'
  readonly prompt: string
  readonly placeholder: string
  readonly isResumed: boolean
  readonly sessionId: string | null
  readonly session: Json
  readonly permissions: Permissions
  readonly permits: readonly string[]
  readonly refused: readonly string[]
  readonly telling: SessionTelling
}

const ASKED = {
  initialize: 'fullstop-initialize',
  new: 'fullstop-new',
  load: 'fullstop-load',
  prompt: 'fullstop-prompt',
}
const MOST_REFUSED = 20

function open(opening: ConversationOpening): Spoken {
  const { session, server, serverEnv, model, cwd } = opening
  const state: Talk = {
    ...talkOf(opening),
    step: 'initialize',
    isResumed: session.kind === 'resume',
    session: { cwd, mcpServers: [stdioServer(server, serverEnv)] } as Json,
  }
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false }
  const hello = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities,
    clientInfo: { name: 'fullstop', version: '1' },
  }
  const signals: Signal[] = model === undefined ? [] : [{ kind: 'notice', text: NO_MODEL }]
  return spoken(state, signals, [request(ASKED.initialize, 'initialize', hello)])
}

const NO_MODEL = 'an ACP agent chooses its model itself: --model was not passed on'

function again(opening: ConversationOpening): Spoken {
  return prompted(talkOf(opening), opening.session.id)
}

function talkOf({ session, prompt, permissions, permits }: ConversationOpening): Talk {
  return {
    step: 'prompt',
    prompt,
    placeholder: session.id,
    isResumed: false,
    sessionId: session.kind === 'resume' ? session.id : null,
    session: null,
    permissions,
    permits,
    refused: [],
    telling: NOTHING_TOLD,
  }
}

function speak(kept: Json, line: unknown): Spoken {
  const state = kept as unknown as Talk
  const message = toMessage(line)
  if (!message || state.step === 'over') return spoken(state)
  switch (message.kind) {
    case 'request':
      return answered(state, message)
    case 'notice':
      return noticed(state, message)
    case 'error':
      return failed(state, message)
    case 'result':
      return isAwaited(state, message) ? advanced(state, message.result) : spoken(state)
  }
}

function isAwaited({ step }: Talk, { id }: { readonly id: RequestId }): boolean {
  return step !== 'idle' && step !== 'over' && id === ASKED[step]
}

function spoken(state: Talk, signals: readonly Signal[] = [], send: readonly string[] = []): Spoken {
  return { state: state as unknown as Json, signals, send }
}

function ended(state: Talk, end: Extract<Signal, { kind: 'ended' }>['end'], before: readonly Signal[] = []): Spoken {
  const denied = state.refused.length > 0 ? { denied: [...state.refused] } : {}
  const over: Signal = { kind: 'ended', end: { ...end, ...denied } }
  // The agent waits for the next prompt.
  if (end.kind === 'stopped') return spoken({ ...state, step: 'idle' }, [...before, over])
  return { ...spoken({ ...state, step: 'over' }, [...before, over]), closes: true }
}

function advanced(state: Talk, value: Params): Spoken {
  switch (state.step) {
    case 'initialize':
      return begun(state, value)
    case 'new': {
      const id = text(value, 'sessionId')
      if (id === undefined) return ended(state, { kind: 'not-started', detail: 'it made no session' })
      return prompted({ ...state, sessionId: id }, id)
    }
    case 'load':
      return prompted(state, state.sessionId ?? '')
    case 'prompt': {
      const { telling, entries } = endTelling(state.telling)
      return ended({ ...state, telling }, endOf(value['stopReason']), [
        ...toEntries(entries),
        ...usageIn(value['usage']),
      ])
    }
    case 'idle':
    case 'over':
      return spoken(state)
  }
}

/** A session can be resumed without its history, or loaded with it; where neither is offered, a fresh one takes over. */
function begun(state: Talk, { protocolVersion, agentCapabilities }: Params): Spoken {
  if (protocolVersion !== PROTOCOL_VERSION)
    return ended(state, {
      kind: 'not-started',
      detail: `it speaks version ${String(protocolVersion).slice(0, 20)} of ACP, not 1`,
    })
  const { cwd, mcpServers } = state.session as Params
  if (!state.isResumed)
    return spoken({ ...state, step: 'new' }, [], [request(ASKED.new, 'session/new', { cwd, mcpServers })])
  const can = isRecord(agentCapabilities) ? agentCapabilities : {}
  const of = isRecord(can['sessionCapabilities']) ? can['sessionCapabilities'] : {}
  const method = isRecord(of['resume']) ? 'session/resume' : can['loadSession'] === true ? 'session/load' : undefined
  if (method === undefined) return ended(state, { kind: 'session-missing', detail: 'it cannot load a session' })
  const params = { sessionId: state.sessionId, cwd, mcpServers }
  return spoken({ ...state, step: 'load' }, [], [request(ASKED.load, method, params)])
}

function prompted(state: Talk, id: string): Spoken {
  const words = state.prompt.replaceAll(state.placeholder, () => id)
  // What was told until now is history.
  const next: Talk = { ...state, step: 'prompt', prompt: '', session: null, telling: NOTHING_TOLD }
  return spoken(next, [{ kind: 'session', id }], [request(ASKED.prompt, 'session/prompt', promptOf(id, words))])
}

function failed(state: Talk, message: Extract<AcpMessage, { kind: 'error' }>): Spoken {
  if (!isAwaited(state, message)) return spoken(state)
  const end = endOfError(message)
  if (end.kind === 'auth') return ended(state, end)
  if (state.step === 'load') return ended(state, { ...end, kind: 'session-missing' })
  if (state.step !== 'prompt') return ended(state, { ...end, kind: 'not-started' })
  const { telling, entries } = endTelling(state.telling)
  return ended({ ...state, telling }, end, toEntries(entries))
}

function noticed(state: Talk, { method, params }: Extract<AcpMessage, { kind: 'notice' }>): Spoken {
  if (
    method !== 'session/update' ||
    (state.step !== 'prompt' && state.step !== 'idle') ||
    params['sessionId'] !== state.sessionId
  )
    return spoken(state)
  const { update } = params
  const { telling, entries } = stepUpdate(state.telling, update)
  return spoken({ ...state, telling }, [...toEntries(entries), ...begins(update), ...contextIn(update)])
}

/** The end of work in the background is not told: here, where nobody watches, it is not waited for. */
function toEntries(entries: ReturnType<typeof stepUpdate>['entries']): Signal[] {
  return entries.map((entry) => ({
    kind: 'entry',
    entry: entry.kind === 'background' ? { kind: 'tool-returned', id: entry.id, failed: false } : entry,
  }))
}

function begins(update: unknown): Signal[] {
  if (!isRecord(update) || update['sessionUpdate'] !== 'tool_call') return []
  const id = text(update, 'toolCallId')
  return id === undefined ? [] : [{ kind: 'doing', id, text: (text(update, 'title') ?? 'a tool').slice(0, 300) }]
}

/** How full the model's context is, and what the session has cost. */
function contextIn(update: unknown): Signal[] {
  if (!isRecord(update) || update['sessionUpdate'] !== 'usage_update') return []
  const used = count(update['used'])
  const size = count(update['size'])
  return [
    ...(size > 0 ? [{ kind: 'context', window: size } as const] : []),
    ...(used > 0 ? [{ kind: 'spent', id: 'context', tokens: 0, context: used } as const] : []),
  ]
}

/** Not in the stable schema yet: told by some agents with the end of a turn. */
function usageIn(usage: unknown): Signal[] {
  const tokens = isRecord(usage) ? count(usage['totalTokens']) : 0
  return tokens > 0 ? [{ kind: 'spent', id: 'turn', tokens }] : []
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0
}

/** A vendor's own request gets the answer that we do not know it. */
function answered(state: Talk, { id, method, params }: Extract<AcpMessage, { kind: 'request' }>): Spoken {
  if (method !== 'session/request_permission')
    return spoken(state, [], [failure(id, METHOD_NOT_FOUND, `there is no method ${method.slice(0, 60)}`)])
  const call = callIn(params, state.telling)
  const allows = isPermitted(state, call)
  const optionId = optionFor(params['options'], allows)
  const outcome = optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId }
  const { telling, entries } = stepPermission(state.telling, params, !allows)
  const refused = allows ? state.refused : [...new Set([...state.refused, labelOf(call)])].slice(0, MOST_REFUSED)
  return spoken({ ...state, telling, refused }, toEntries(entries), [result(id, { outcome })])
}

/** For a session that takes the work up: each line by itself, without what was told of the call before. */
function toCalls(line: unknown): readonly SeenCall[] {
  const message = toMessage(line)
  const update = message?.kind === 'notice' ? message.params['update'] : undefined
  const id = isRecord(update) ? text(update, 'toolCallId') : undefined
  if (!isRecord(update) || id === undefined) return []
  const { status, rawInput, content, rawOutput } = update
  const name = text(update, 'title') ?? ''
  if (update['sessionUpdate'] === 'tool_call') {
    const isOurs = ourTool({ name, title: name, input: JSON.stringify(rawInput ?? '') }) !== undefined
    return isOurs ? [] : [{ kind: 'called', id, name, at: '', input: JSON.stringify(rawInput ?? '') }]
  }
  if (status !== 'completed' && status !== 'failed') return []
  return [{ kind: 'returned', id, failed: status === 'failed', output: JSON.stringify(content ?? rawOutput ?? '') }]
}

interface AskedCall {
  readonly name: string
  readonly title: string
  readonly kind: string
  readonly input: string
}

/** The request may leave out what was told of the call before. */
function callIn({ toolCall }: Params, telling: SessionTelling): AskedCall {
  const call = isRecord(toolCall) ? toolCall : {}
  const before = telling.calls.find(({ id }) => id === text(call, 'toolCallId'))
  return {
    name: text(call, 'name') ?? before?.name ?? '',
    title: text(call, 'title') ?? before?.title ?? '',
    kind: text(call, 'kind') ?? before?.kind ?? 'other',
    input: call['rawInput'] === undefined ? (before?.input ?? '') : JSON.stringify(call['rawInput']),
  }
}

/** `edits`: files and the commands of trusted checks. Nobody can be asked about anything else. */
function isPermitted({ permissions, permits }: Talk, call: AskedCall): boolean {
  if (permissions === 'all' || ourTool(call) !== undefined) return true
  if (permissions === 'settings') return false
  if (['read', 'edit', 'delete', 'move', 'search', 'think', 'switch_mode'].includes(call.kind)) return true
  const command = call.kind === 'execute' ? commandIn(call)?.trim() : undefined
  if (command === undefined) return false
  return permits.includes(command) || isOurCommand(command) || isReadOnlyCommand(command)
}

function labelOf(call: AskedCall): string {
  const what = call.kind === 'execute' ? commandIn(call) : call.title
  return `${call.name || call.kind}${what ? ` (${what})` : ''}`.slice(0, 200)
}
