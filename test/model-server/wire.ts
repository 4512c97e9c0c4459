// The Messages API on the wire: one scripted message as server-sent events or as one JSON object.
// Shapes follow https://docs.anthropic.com/en/api/messages-streaming

import type { Block, Turn } from './script.ts'

type Message = Extract<Turn, { kind: 'message' }>
type Failure = Extract<Turn, { kind: 'failure' }>
type Broken = Extract<Turn, { kind: 'broken' }>

export interface Envelope {
  readonly id: string
  readonly model: string
}

export function renderStream(turn: Message, envelope: Envelope): string {
  const start = { ...head(envelope), content: [], stop_reason: null, stop_sequence: null, usage: usage(turn, 1) }
  const end = { stop_reason: turn.stopReason, stop_sequence: null }
  return [
    event('message_start', { message: start }),
    ...turn.blocks.flatMap((block, index) => blockEvents(block, index)),
    event('message_delta', { delta: end, usage: usage(turn, outputTokens(turn)) }),
    event('message_stop', {}),
  ].join('')
}

export function renderMessage(turn: Message, envelope: Envelope): string {
  return JSON.stringify({
    ...head(envelope),
    content: turn.blocks,
    stop_reason: turn.stopReason,
    stop_sequence: null,
    usage: usage(turn, outputTokens(turn)),
  })
}

export function renderFailure(turn: Failure): string {
  return JSON.stringify(failed(turn))
}

/** The answer has begun when the error comes. */
export function renderStreamFailure(turn: Failure, envelope: Envelope): string {
  return `${begun('It begins', envelope)}event: error\ndata: ${JSON.stringify(failed(turn))}\n\n`
}

export function renderBroken({ text }: Broken, envelope: Envelope): string {
  return begun(text, envelope)
}

/** A text without its end. */
function begun(text: string, envelope: Envelope): string {
  const block: Block = { type: 'text', text }
  const usage = { input_tokens: 1000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 }
  const message = { ...head(envelope), content: [], stop_reason: null, stop_sequence: null, usage }
  return [event('message_start', { message }), ...blockEvents(block, 0).slice(0, -1)].join('')
}

function failed({ type, message, fields }: Failure): object {
  return { type: 'error', error: { type, message, ...fields } }
}

function blockEvents(block: Block, index: number): string[] {
  return [
    event('content_block_start', { index, content_block: emptied(block) }),
    event('content_block_delta', { index, delta: deltaOf(block) }),
    event('content_block_stop', { index }),
  ]
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

function deltaOf(block: Block): object {
  if (block.type === 'text') return { type: 'text_delta', text: block.text }
  return { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
}

function head({ id, model }: Envelope): object {
  return { id, type: 'message', role: 'assistant', model }
}

function usage(turn: Message, output: number): object {
  const input = turn.inputTokens ?? 1000 + turn.blocks.length
  return { input_tokens: input, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: output }
}

function outputTokens(turn: Message): number {
  return Math.max(1, Math.ceil(JSON.stringify(turn.blocks).length / 4))
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}
