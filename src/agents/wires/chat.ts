// The OpenAI Chat Completions wire.
import type { ModelOutput, ModelRequest } from './talk.ts'
import { type Body, isBody, list, textsIn } from './sse.ts'

export const chat = { toAsked, toStream }

function toAsked(path: string, body: unknown): ModelRequest | undefined {
  if (!path.endsWith('/v1/chat/completions') || !isBody(body)) return undefined
  const tools = list(body['tools']).flatMap((tool) => {
    const named = isBody(tool) ? tool['function'] : undefined
    return isBody(named) && typeof named['name'] === 'string' ? [{ name: named['name'] }] : []
  })
  const messages = list(body['messages']).filter((message) => isBody(message) && message['role'] !== 'system')
  return { tools, texts: textsIn(messages.map((message) => isBody(message) && message['content'])) }
}

/** Its events have no names, and a line of its own ends them. */
function toStream(said: ModelOutput, id: string): string {
  const delta =
    said.kind === 'text'
      ? { role: 'assistant', content: said.text }
      : { role: 'assistant', tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: toCall(said) }] }
  const finish = said.kind === 'text' ? 'stop' : 'tool_calls'
  const head = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: 'trial' }
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const chunks: Body[] = [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { ...head, choices: [], usage },
  ]
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join('')
}

function toCall({ tool, input }: Extract<ModelOutput, { kind: 'call' }>): Body {
  return { name: tool.name, arguments: JSON.stringify(input) }
}
