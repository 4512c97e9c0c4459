// OpenAI's Responses API on the wire: a scripted message as server-sent events, and a request in the form of the
// Messages API, so that a test reads texts and tools alike for every agent.
// Shapes follow https://platform.openai.com/docs/api-reference/responses-streaming

import { randomUUID } from 'node:crypto'
import type { Block, MessagesBody, Turn } from './script.ts'

type Message = Extract<Turn, { kind: 'message' }>
type Failure = Extract<Turn, { kind: 'failure' }>
type Broken = Extract<Turn, { kind: 'broken' }>
type Fields = Readonly<Record<string, unknown>>

/** How a tool has to be called: a function, one of a namespace, or a tool that takes plain text. */
interface Tool {
  readonly name: string
  readonly namespace?: string
  readonly isCustom: boolean
  readonly description?: string
  readonly schema?: unknown
}

/** The parts of a Responses API request that matter here; unknown keys are kept. */
export interface ResponsesBody {
  readonly model?: string
  readonly instructions?: string
  readonly input?: readonly Fields[]
  readonly tools?: readonly Fields[]
  readonly [key: string]: unknown
}

/** The same request as the Messages API would carry it: calls are the assistant's, their results the user's. */
export function toMessagesBody(body: ResponsesBody): MessagesBody {
  const tools = toolsOf(body).map((tool) => ({
    name: fullName(tool),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    input_schema: tool.schema,
  }))
  const messages = (body.input ?? []).flatMap((item) => toMessage(item) ?? [])
  return { model: body.model ?? 'scripted', stream: true, system: body.instructions, messages, tools }
}

export function renderResponse(turn: Message, body: ResponsesBody): string {
  const id = `resp_${newId()}`
  const output = turn.blocks.map((block) => toItem(block, { turn, tools: toolsOf(body) }))
  const response = { id, object: 'response', model: body.model, output, usage: usage(turn) }
  const isCut = turn.stopReason === 'max_tokens'
  return [
    event('response.created', { response: { id, object: 'response', status: 'in_progress' } }),
    ...output.flatMap((item, index) => itemEvents(item, index)),
    isCut
      ? event('response.incomplete', {
          response: { ...response, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
        })
      : event('response.completed', { response: { ...response, status: 'completed' } }),
  ].join('')
}

/** A failure with status 200 comes inside the stream, as a context that is too long does. */
export function renderResponseFailure(turn: Failure): string {
  const error = { type: turn.type, code: turn.type, message: turn.message, ...turn.fields }
  if (turn.status !== 200) return JSON.stringify({ error })
  const id = `resp_${newId()}`
  return [
    event('response.created', { response: { id, object: 'response', status: 'in_progress' } }),
    event('response.failed', { response: { id, object: 'response', status: 'failed', error } }),
  ].join('')
}

export function renderBrokenResponse({ text }: Broken): string {
  const id = `resp_${newId()}`
  const item = { type: 'message', id: `msg_${newId()}`, role: 'assistant', content: [{ type: 'output_text', text }] }
  return [
    event('response.created', { response: { id, object: 'response', status: 'in_progress' } }),
    ...itemEvents(item, 0).slice(0, -1),
  ].join('')
}

function toolsOf(body: ResponsesBody): Tool[] {
  const added = (body.input ?? []).filter((item) => item['type'] === 'additional_tools')
  return [...(body.tools ?? []), ...added.flatMap((item) => list(item['tools']))].flatMap((tool) => toTools(tool))
}

function toTools(tool: Fields, namespace?: string): Tool[] {
  const name = String(tool['name'] ?? tool['type'])
  if (tool['type'] === 'namespace') return list(tool['tools']).flatMap((inner) => toTools(inner, name))
  return [
    {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      isCustom: tool['type'] === 'custom',
      ...(typeof tool['description'] === 'string' ? { description: tool['description'] } : {}),
      schema: tool['parameters'] ?? tool['format'],
    },
  ]
}

function fullName({ namespace, name }: Tool): string {
  return namespace === undefined ? name : `${namespace}__${name}`
}

function toMessage(item: Fields): { role: string; content: unknown } | undefined {
  switch (item['type']) {
    case 'message':
      return { role: item['role'] === 'developer' ? 'system' : String(item['role']), content: item['content'] }
    case 'function_call':
    case 'custom_tool_call':
      return { role: 'assistant', content: [toToolUse(item)] }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'user', content: [toToolResult(item)] }
    default:
      return undefined // Reasoning and what the host keeps for itself: nobody said it.
  }
}

function toToolUse(item: Fields): Block {
  const { namespace, name, call_id: id, arguments: written, input } = item
  const full = typeof namespace === 'string' ? `${namespace}__${String(name)}` : String(name)
  return { type: 'tool_use', id: String(id), name: full, input: input ?? parse(String(written)) }
}

function toToolResult(item: Fields): object {
  return { type: 'tool_result', tool_use_id: item['call_id'], content: item['output'] }
}

function toItem(block: Block, { turn, tools }: { turn: Message; tools: readonly Tool[] }): Fields {
  if (block.type === 'text') {
    const isRefusal = turn.stopReason === 'refusal'
    const part = isRefusal ? { type: 'refusal', refusal: block.text } : { type: 'output_text', text: block.text }
    return { type: 'message', id: `msg_${newId()}`, status: 'completed', role: 'assistant', content: [part] }
  }
  const tool = tools.find((tool) => fullName(tool) === block.name)
  const { name, namespace, isCustom } = tool ?? { name: block.name, isCustom: false }
  const called = { status: 'completed', call_id: block.id, name, ...(namespace === undefined ? {} : { namespace }) }
  if (isCustom) return { type: 'custom_tool_call', id: `ctc_${newId()}`, ...called, input: plain(block.input) }
  return { type: 'function_call', id: `fc_${newId()}`, ...called, arguments: JSON.stringify(block.input) }
}

function itemEvents(item: Fields, index: number): string[] {
  const place = { output_index: index }
  const started = event('response.output_item.added', { ...place, item: { ...item, ...emptied(item) } })
  const done = event('response.output_item.done', { ...place, item })
  const [part] = list(item['content'])
  if (typeof part?.['text'] !== 'string') return [started, done]
  const delta = { ...place, item_id: item['id'], content_index: 0, delta: part['text'] }
  return [started, event('response.output_text.delta', delta), done]
}

function emptied(item: Fields): object {
  if (item['type'] === 'message') return { status: 'in_progress', content: [] }
  return { status: 'in_progress', ...(item['type'] === 'custom_tool_call' ? { input: '' } : { arguments: '' }) }
}

function usage(turn: Message): object {
  const input = turn.inputTokens ?? 1000 + turn.blocks.length
  const output = Math.max(1, Math.ceil(JSON.stringify(turn.blocks).length / 4))
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}

function plain(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // The model's own text: it need not be JSON.
  }
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : []
}

function newId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 24)
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
