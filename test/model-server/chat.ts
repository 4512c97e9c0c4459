// OpenAI's Chat Completions API on the wire: a scripted message as server-sent events, and a request in the form of the
// Messages API, so that a test reads texts and tools alike for every agent.
// Shapes follow https://platform.openai.com/docs/api-reference/chat/streaming

import { randomUUID } from 'node:crypto'
import type { Block, MessagesBody, Turn } from './script.ts'

type Message = Extract<Turn, { kind: 'message' }>
type Failure = Extract<Turn, { kind: 'failure' }>
type Broken = Extract<Turn, { kind: 'broken' }>
type Fields = Readonly<Record<string, unknown>>

/** The parts of a Chat Completions request that matter here; unknown keys are kept. */
export interface ChatBody {
  readonly model?: string
  readonly messages?: readonly Fields[]
  readonly tools?: readonly { readonly function?: Fields }[]
  readonly [key: string]: unknown
}

/** The same request as the Messages API would carry it: calls are the assistant's, their results the user's. */
export function toChatMessages(body: ChatBody): MessagesBody {
  const all = body.messages ?? []
  const tools = (body.tools ?? []).flatMap(({ function: tool }) =>
    tool === undefined ? [] : [{ name: toFullName(String(tool['name'])), input_schema: tool['parameters'] }],
  )
  const system = all.filter(({ role }) => role === 'system').map(({ content }) => content)
  const messages = all.filter(({ role }) => role !== 'system').map(toMessage)
  return { model: body.model ?? 'scripted', stream: true, system, messages, tools }
}

export function renderChat(turn: Message, body: ChatBody): string {
  const reason = turn.stopReason === 'max_tokens' ? 'length' : refusedOr(turn)
  const calls = turn.blocks.filter((block) => block.type === 'tool_use')
  const deltas = turn.blocks.map((block) => toDelta(block, calls.indexOf(block as (typeof calls)[number])))
  return chunks([...deltas.map((delta) => ({ delta })), { delta: {}, finish_reason: reason }], body, usage(turn))
}

/** A failure with status 200 comes inside a stream that began well. */
export function renderChatFailure(turn: Failure, body: ChatBody): string {
  const error = { message: turn.message, type: turn.type, param: null, code: turn.type, ...turn.fields }
  if (turn.status !== 200) return JSON.stringify({ error })
  return `${renderBrokenChat({ kind: 'broken', text: 'It begins', how: 'dropped' }, body)}data: ${JSON.stringify({ error })}\n\n`
}

/** A text without its end. */
export function renderBrokenChat({ text }: Broken, body: ChatBody): string {
  return chunk({ delta: { role: 'assistant', content: text } }, `chatcmpl-${newId()}`, body)
}

function refusedOr({ stopReason }: Message): string {
  if (stopReason === 'refusal') return 'content_filter'
  return stopReason === 'tool_use' ? 'tool_calls' : 'stop'
}

function toDelta(block: Block, index: number): object {
  if (block.type === 'text') return { role: 'assistant', content: block.text }
  const called = { name: toWireName(block.name), arguments: JSON.stringify(block.input) }
  return { role: 'assistant', tool_calls: [{ index, id: block.id, type: 'function', function: called }] }
}

function toMessage(message: Fields): { role: string; content: unknown } {
  const { role, content, tool_calls: calls, tool_call_id: id } = message
  if (role === 'tool') return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] }
  if (!Array.isArray(calls)) return { role: String(role), content }
  const words = typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
  return { role: 'assistant', content: [...words, ...(calls as Fields[]).map(toToolUse)] }
}

function toToolUse({ id, function: called }: Fields): Block {
  const { name, arguments: input } = (called ?? {}) as Fields
  return { type: 'tool_use', id: String(id), name: toFullName(String(name)), input }
}

/** Tools of a server are named `server_tool`; the cases name ours as the other wires do. */
function toFullName(name: string): string {
  return name.replace(/^fullstop_/, 'mcp__fullstop__')
}

function toWireName(name: string): string {
  return name.replace(/^mcp__fullstop__/, 'fullstop_')
}

function chunks(choices: readonly object[], body: ChatBody, used: object): string {
  const id = `chatcmpl-${newId()}`
  const told = choices.map((choice) => chunk(choice, id, body))
  return [...told, data({ ...head(id, body), choices: [], usage: used }), 'data: [DONE]\n\n'].join('')
}

function chunk(choice: object, id: string, body: ChatBody): string {
  return data({ ...head(id, body), choices: [{ index: 0, finish_reason: null, ...choice }] })
}

function head(id: string, body: ChatBody): object {
  return { id, object: 'chat.completion.chunk', created: 1, model: body.model ?? 'scripted' }
}

function usage(turn: Message): object {
  const input = turn.inputTokens ?? 1000 + turn.blocks.length
  const output = Math.max(1, Math.ceil(JSON.stringify(turn.blocks).length / 4))
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function newId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 24)
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
