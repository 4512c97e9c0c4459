// Messages of the protocol: the few that we write ourselves, and what others say in theirs. Foreign messages are read
// loosely: a field that is not what it should be is not there.
// https://agentclientprotocol.com/protocol/schema
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import { isRecord, records, text } from '../formats/hook-input.ts'

export const PROTOCOL_VERSION = 1

/** Null is allowed by the protocol. */
export type RequestId = string | number | null

/** Some clients take an answer to `"3"`, or to `[3]`, for one to 3. */
export function isSameId(asked: RequestId, answered: unknown): boolean {
  if (asked === answered) return true
  if (typeof asked === typeof answered || asked === '' || answered === '') return false
  const other = onlyIn(answered)
  if (asked === null || typeof other === 'object') return false
  return String(asked) === String(other) || Number(asked) === Number(other)
}

/** A list of one is read as its element. */
function onlyIn(id: unknown): unknown {
  let only = id
  while (Array.isArray(only) && only.length === 1) only = only[0]
  return only
}

export type AcpMessage =
  | { readonly kind: 'request'; readonly id: RequestId; readonly method: string; readonly params: Params }
  | { readonly kind: 'notice'; readonly method: string; readonly params: Params }
  | { readonly kind: 'result'; readonly id: RequestId; readonly result: Params }
  | { readonly kind: 'error'; readonly id: RequestId; readonly code: number; readonly message: string }

export type Params = Readonly<Record<string, unknown>>

/** `isPlain`: every client reads the same in it. */
export type AcpAnswer = (AnswerOf<'result'> | AnswerOf<'error'>) & { readonly id: unknown; readonly isPlain: boolean }

type AnswerOf<Kind> = Omit<Extract<AcpMessage, { readonly kind: Kind }>, 'id'>

/** Undefined: not a message of JSON-RPC. */
export function toMessage(line: unknown): AcpMessage | undefined {
  if (!isRecord(line)) return undefined
  const id = isId(line['id']) ? line['id'] : undefined
  const method = text(line, 'method')
  const params = isRecord(line['params']) ? line['params'] : {}
  if (method !== undefined)
    return id === undefined ? { kind: 'notice', method, params } : { kind: 'request', id, method, params }
  return id === undefined ? undefined : { ...endIn(line), id }
}

/** Also in a line that says more, under an id of any kind: some clients look for a result before they look for a method. */
export function toAnswer(line: unknown): AcpAnswer | undefined {
  if (!isRecord(line) || line['id'] === undefined) return undefined
  const ends = ['result', 'error'].filter((key) => line[key] !== undefined && line[key] !== null)
  const isCalled = line['method'] !== undefined
  if (isCalled && ends.length === 0) return undefined
  return { ...endIn(line), id: line['id'], isPlain: !isCalled && ends.length < 2 && isId(line['id']) }
}

export function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number' || id === null
}

function endIn(line: Params): AnswerOf<'result'> | AnswerOf<'error'> {
  const { error, result: value } = line
  if (!isRecord(error)) return { kind: 'result', result: isRecord(value) ? value : {} }
  return { kind: 'error', code: typeof error['code'] === 'number' ? error['code'] : 0, message: reasonIn(error) }
}

/** Many agents say "Internal error" and put the reason beside it. */
function reasonIn(error: Params): string {
  const { data } = error
  const details = isRecord(data) ? text(data, 'details') : undefined
  return [text(error, 'message'), details].filter((part) => part !== undefined).join(': ') || 'no reason was given'
}

export function request(id: RequestId, method: string, params: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export function notice(method: string, params: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}

export function result(id: RequestId, value: Params): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: value })
}

export function failure(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INTERNAL_ERROR = -32603
/** What an agent answers if nobody is logged in. */
const AUTH_REQUIRED = -32000

export const SERVER_NAME = 'fullstop'

/** Our server, as `session/new` names servers. */
export function stdioServer(argv: readonly [string, ...string[]], env: Readonly<Record<string, string>>): Params {
  const [command, ...args] = argv
  return { name: SERVER_NAME, command, args, env: Object.entries(env).map(([name, value]) => ({ name, value })) }
}

export function promptOf(sessionId: string | number, ...texts: readonly string[]): Params {
  return { sessionId, prompt: texts.map((part) => ({ type: 'text', text: part })) }
}

/** The words in a prompt; what is attached to it says nothing to us. */
export function wordsOf(prompt: unknown): string {
  if (typeof prompt === 'string') return prompt
  return records(prompt)
    .flatMap((block) => (block['type'] === 'text' ? (text(block, 'text') ?? []) : []))
    .join('\n')
}

/** Only `end_turn` is the agent's own choice. */
export function endOf(stopReason: unknown): AgentEnd {
  switch (stopReason) {
    case 'end_turn':
      return { kind: 'stopped' }
    case 'max_tokens':
      return { kind: 'output-cut' }
    case 'max_turn_requests':
      return { kind: 'agent-cap', detail: 'it has made as many requests to the model as it may in one turn' }
    case 'refusal':
      return { kind: 'model-refused' }
    case 'cancelled':
      return { kind: 'interrupted' }
    default:
      return { kind: 'crashed', detail: `it stopped for a reason that is unknown: ${String(stopReason).slice(0, 60)}` }
  }
}

/** An error in place of the end of a turn. Codes say little here: providers' failures arrive as internal errors. */
export function endOfError({ code, message }: { readonly code: number; readonly message: string }): AgentEnd {
  return { kind: code === AUTH_REQUIRED ? 'auth' : 'api-error', detail: message.slice(0, 500) }
}

/** The option of a permission request that says so, if there is one. */
export function optionFor(options: unknown, allows: boolean): string | undefined {
  const kinds = allows ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  for (const kind of kinds) {
    const option = records(options).find((one) => one['kind'] === kind)
    if (option) return text(option, 'optionId')
  }
  return undefined
}
