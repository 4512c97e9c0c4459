// The OpenAI Responses wire.
import type { ModelRequest, ModelOutput, ModelTool } from './talk.ts'
import { isBody, list, textsIn, toEvents } from './sse.ts'
import { given } from '../../contract/given.ts'

export const responses = { toAsked, toStream }

function toAsked(path: string, body: unknown): ModelRequest | undefined {
  if (!path.endsWith('/v1/responses') || !isBody(body)) return undefined
  // Some models are told of their tools in the conversation itself.
  const added = list(body['input']).filter((item) => isBody(item) && item['type'] === 'additional_tools')
  const named = [...list(body['tools']), ...added.flatMap((item) => (isBody(item) ? list(item['tools']) : []))]
  return { tools: named.flatMap((tool) => toTools(tool)), texts: textsIn(body['input']) }
}

/** Tools of a server stand inside a namespace. */
function toTools(tool: unknown, namespace?: string): ModelTool[] {
  if (!isBody(tool) || typeof tool['name'] !== 'string') return []
  if (Array.isArray(tool['tools'])) return tool['tools'].flatMap((inner) => toTools(inner, String(tool['name'])))
  return [{ name: tool['name'], ...given({ namespace }) }]
}

function toStream(said: ModelOutput, id: string): string {
  const response = { id: `resp_${id}`, object: 'response', status: 'in_progress', output: [] }
  const item =
    said.kind === 'text'
      ? {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: said.text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${id}`,
          call_id: `call_${id}`,
          status: 'completed',
          name: said.tool.name,
          ...given({ namespace: said.tool.namespace }),
          arguments: JSON.stringify(said.input),
        }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  return toEvents([
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status: 'completed', output: [item], usage } },
  ])
}
