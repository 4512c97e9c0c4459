// The Anthropic Messages wire.
import type { ModelRequest, ModelOutput } from './talk.ts'
import { isBody, list, textsIn, toEvents } from './sse.ts'

export const anthropic = { toAsked, toStream }

function toAsked(path: string, body: unknown): ModelRequest | undefined {
  if (!path.endsWith('/v1/messages') || !isBody(body)) return undefined
  const tools = list(body['tools']).flatMap((tool) =>
    isBody(tool) && typeof tool['name'] === 'string' ? [{ name: tool['name'] }] : [],
  )
  return { tools, texts: textsIn(list(body['messages']).map((message) => isBody(message) && message['content'])) }
}

function toStream(said: ModelOutput, id: string): string {
  const block =
    said.kind === 'text'
      ? { type: 'text', text: '' }
      : { type: 'tool_use', id: `toolu_${id}`, name: said.tool.name, input: {} }
  const delta =
    said.kind === 'text'
      ? { type: 'text_delta', text: said.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(said.input) }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'trial', content: [], usage }
  return toEvents([
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: said.kind === 'text' ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage,
    },
    { type: 'message_stop' },
  ])
}
