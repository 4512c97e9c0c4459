// Google's generateContent API on the wire, streamed and whole: a scripted message as its answer, and a request in the
// form of the Messages API, so that a test reads texts and tools alike for every agent.
// Shapes follow https://ai.google.dev/api/generate-content

import type { Block, MessagesBody, Turn } from './script.ts'

type Message = Extract<Turn, { kind: 'message' }>
type Failure = Extract<Turn, { kind: 'failure' }>
type Broken = Extract<Turn, { kind: 'broken' }>
type Fields = Readonly<Record<string, unknown>>

interface GeminiContent {
  readonly role?: string
  readonly parts?: readonly Fields[]
}

/** The parts of a request that matter here; unknown keys are kept. */
export interface GeminiBody {
  readonly contents?: readonly GeminiContent[]
  readonly systemInstruction?: GeminiContent
  readonly tools?: readonly { readonly functionDeclarations?: readonly Fields[] }[]
  readonly [key: string]: unknown
}

/** The same request as the Messages API would carry it. */
export function toGeminiMessages(body: GeminiBody): MessagesBody {
  const tools = (body.tools ?? [])
    .flatMap(({ functionDeclarations }) => functionDeclarations ?? [])
    .map((tool) => ({ name: toFullName(String(tool['name'])), input_schema: tool['parametersJsonSchema'] }))
  const messages = (body.contents ?? []).map(({ role, parts }) => ({
    role: role === 'model' ? 'assistant' : 'user',
    content: (parts ?? []).map(toBlock),
  }))
  return { model: 'scripted', stream: true, system: body.systemInstruction?.parts, messages, tools }
}

/** One object: the whole answer, or the only event of a stream. */
export function renderGemini(turn: Message): string {
  const candidate = { index: 0, content: { role: 'model', parts: turn.blocks.map(toPart) } }
  const input = turn.inputTokens ?? 1000 + turn.blocks.length
  const output = Math.max(1, Math.ceil(JSON.stringify(turn.blocks).length / 4))
  const usageMetadata = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
  }
  return JSON.stringify({
    candidates: [{ ...candidate, finishReason: reasons[turn.stopReason] }],
    usageMetadata,
    modelVersion: 'scripted',
  })
}

export function renderGeminiFailure({ status, type, message, fields }: Failure): string {
  return JSON.stringify({ error: { code: status, message, status: type.toUpperCase(), ...fields } })
}

/** A text without its end. */
export function renderBrokenGemini({ text }: Broken): string {
  return JSON.stringify({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }] })
}

const reasons = { end_turn: 'STOP', tool_use: 'STOP', max_tokens: 'MAX_TOKENS', refusal: 'SAFETY' } as const

function toPart(block: Block): object {
  if (block.type === 'text') return { text: block.text }
  return { functionCall: { id: block.id, name: toWireName(block.name), args: block.input } }
}

function toBlock(part: Fields): Fields {
  const { text, functionCall: called, functionResponse: returned } = part as Record<string, Fields | undefined>
  if (called)
    return { type: 'tool_use', id: called['id'], name: toFullName(String(called['name'])), input: called['args'] }
  if (returned)
    return { type: 'tool_result', tool_use_id: returned['id'], content: JSON.stringify(returned['response']) }
  return { type: 'text', text }
}

/** Tools of a server are named `mcp_server_tool`; the cases name ours as the other wires do. */
function toFullName(name: string): string {
  return name.replace(/^mcp_fullstop_/, 'mcp__fullstop__')
}

function toWireName(name: string): string {
  return name.replace(/^mcp__fullstop__/, 'mcp_fullstop_')
}
