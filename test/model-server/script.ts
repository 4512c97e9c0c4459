// What the scripted model says: turns as plain values, and the short helpers that build them.
// The server that plays a script is server.ts.

export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }

export type Turn =
  | {
      readonly kind: 'message'
      readonly blocks: readonly Block[]
      readonly stopReason: 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal'
      /** Answered only after this settles: a timer, or the gate of `hold`. */
      readonly after?: (() => Promise<void>) | undefined
      /** How full the model says its context is; little unless told. */
      readonly inputTokens?: number | undefined
    }
  | {
      readonly kind: 'failure'
      /** 200: the failure comes inside a stream that began well. */
      readonly status: number
      readonly type: string
      readonly message: string
      readonly headers?: Readonly<Record<string, string>> | undefined
      /** Beside type and message. */
      readonly fields?: Readonly<Record<string, unknown>> | undefined
    }
  /** A stream that begins with a text and then breaks off, or says nothing any more. */
  | { readonly kind: 'broken'; readonly text: string; readonly how: 'dropped' | 'silent' }
  /** No answer at all, for as long as the agent waits. */
  | { readonly kind: 'silence' }

/** A bare string is a text turn. A function sees the request, so that it can copy what it was told, as a model would. */
export type Step = string | Turn | ((request: ModelRequest) => string | Turn | Promise<string | Turn>)

/** `main`: the session's own loop. `subagent`: a loop it started. `auxiliary`: titles, summaries, goal checks, token counts. */
export type Lane = 'main' | 'subagent' | 'auxiliary'

/** The answer to a request beside the conversation, such as one for a title. */
export const BESIDE = 'Fine.'

export interface ModelRequest {
  readonly lane: Lane
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** In the form of the Messages API, also where the agent speaks another. */
  readonly body: MessagesBody
  /** As it was sent. */
  readonly sent: unknown
}

/** The parts of a Messages API request that tests look at; unknown keys are kept. */
export interface MessagesBody {
  readonly model?: string
  readonly stream?: boolean
  readonly system?: unknown
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly name: string; readonly description?: string; readonly input_schema?: unknown }[]
  readonly [key: string]: unknown
}

let toolUseCount = 0

export function say(...texts: string[]): Turn {
  return { kind: 'message', blocks: texts.map((text) => ({ type: 'text', text })), stopReason: 'end_turn' }
}

export function toolUse(name: string, input: unknown): Block {
  toolUseCount += 1
  return { type: 'tool_use', id: `toolu_scripted${String(toolUseCount).padStart(6, '0')}`, name, input }
}

/** A turn that calls one tool, after an optional sentence. */
export function callTool(name: string, input: unknown, text?: string): Turn {
  return callTools([toolUse(name, input)], text)
}

export function callTools(calls: readonly Block[], text?: string): Turn {
  const words: Block[] = text === undefined ? [] : [{ type: 'text', text }]
  return { kind: 'message', blocks: [...words, ...calls], stopReason: 'tool_use' }
}

/** Text that the output limit cut off. */
export function cutOff(text: string): Turn {
  return { kind: 'message', blocks: [{ type: 'text', text }], stopReason: 'max_tokens' }
}

/** The model will not do it. */
export function refuse(text: string): Turn {
  return { kind: 'message', blocks: [{ type: 'text', text }], stopReason: 'refusal' }
}

/** A turn after which the agent compacts the conversation: the model says that its context is full. */
export function crowded(value: string | Turn): Turn {
  const turn = toTurn(value)
  return turn.kind === 'message' ? { ...turn, inputTokens: 990_000 } : turn
}

export function fail(status: number, message = 'Scripted failure.'): Turn {
  return { kind: 'failure', status, type: failureTypes[status] ?? 'api_error', message }
}

/** OpenAI's way to say that the conversation no longer fits. */
export function overflow(message = 'Your input exceeds the context window of this model.'): Turn {
  return { kind: 'failure', status: 200, type: 'context_length_exceeded', message }
}

export function delayed(turn: string | Turn, milliseconds: number): Turn {
  return waiting(turn, () => new Promise((resolve) => setTimeout(resolve, milliseconds).unref()))
}

/** A turn the model does not answer before `release` is called. */
export function hold(turn: string | Turn): { readonly turn: Turn; readonly release: () => void } {
  const gate = Promise.withResolvers<void>()
  return { turn: waiting(turn, () => gate.promise), release: () => gate.resolve() }
}

export function toTurn(value: string | Turn): Turn {
  return typeof value === 'string' ? say(value) : value
}

/** All text of a request's messages, with the results of its tools: what the model could read. */
export function readableText(request: ModelRequest): string {
  return (request.body.messages ?? []).map((message) => contentText(message.content)).join('\n')
}

/** The same with the text of the system prompt before it. */
export function wholeText(request: ModelRequest): string {
  return `${contentText(request.body.system)}\n${readableText(request)}`
}

/** Text of the messages of one role, oldest first. */
export function textsOf(request: ModelRequest, role: 'user' | 'assistant' | 'system'): string[] {
  const messages = (request.body.messages ?? []).filter((message) => message.role === role)
  return messages.map((message) => contentText(message.content))
}

/** The tools a request offers, each by the name it is called by. */
export function toolsOf(request: ModelRequest): string[] {
  return (request.body.tools ?? []).map(({ name }) => name)
}

/** The last match in what the model was told, such as a done token in the feedback of a refused stop. */
export function lastMatch(request: ModelRequest, pattern: RegExp): string | undefined {
  const matches = [...readableText(request).matchAll(new RegExp(pattern.source, 'g'))]
  return matches.at(-1)?.[0]
}

function waiting(value: string | Turn, after: () => Promise<void>): Turn {
  const turn = toTurn(value)
  return turn.kind === 'message' ? { ...turn, after } : turn
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((block) => blockText(block)).join('\n')
}

function blockText(block: unknown): string {
  if (typeof block === 'string') return block
  if (typeof block !== 'object' || block === null) return ''
  if ('text' in block && typeof block.text === 'string') return block.text
  return 'content' in block ? contentText(block.content) : ''
}

const failureTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
}
