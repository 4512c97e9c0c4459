// The model of a trial: what it makes of requests in both wires, and what it says turn by turn.
import { expect, test } from 'bun:test'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { responses } from './responses.ts'
import { textsIn, toEvents } from './sse.ts'
import { type ModelRequest, claimTool, nextSaid, type ModelOutput, wasSentBack } from './talk.ts'

const ours = { name: 'mcp__fullstop__complete_task' }

function asked(...names: string[]): ModelRequest {
  return { tools: names.map((name) => ({ name })), texts: [] }
}

// Requests in the shapes of Claude Code 2.1.325 and Codex 0.166.0, cut down to what a trial looks at.

const MESSAGES = {
  model: 'm',
  system: [{ type: 'text', text: 'You are an agent.' }],
  tools: [{ name: 'Bash', input_schema: {} }, { name: ours.name, input_schema: {} }, { type: 'odd' }],
  messages: [
    { role: 'user', content: 'Do it.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'text', text: 'Stop hook feedback:\nFULLSTOP (1/5) x' }],
        },
      ],
    },
  ],
}

const INPUT = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Do it.' }] },
  { type: 'function_call_output', call_id: 'c', output: 'FULLSTOP (2/5) Not done' },
]

test('a request of Claude Code: its tools, and all texts of the conversation', () => {
  const request = anthropic.toAsked('/v1/messages', MESSAGES)
  expect(request?.tools).toEqual([{ name: 'Bash' }, ours])
  expect(request?.texts).toContain('Do it.')
  expect(wasSentBack(request?.texts ?? [])).toBe(true)
  // What stands in the system prompt was said by nobody.
  expect(request?.texts).not.toContain('You are an agent.')
})

test('a request of Codex: plain tools, those in a namespace, and those told in the conversation', () => {
  const request = responses.toAsked('/v1/responses', {
    tools: [
      { type: 'function', name: 'exec_command' },
      { type: 'namespace', name: 'mcp__fullstop', tools: [{ type: 'function', name: 'complete_task' }] },
      { type: 'web_search' },
    ],
    input: [...INPUT, { type: 'additional_tools', tools: [{ type: 'function', name: 'late' }] }],
  })
  expect(request?.tools).toEqual([
    { name: 'exec_command' },
    { name: 'complete_task', namespace: 'mcp__fullstop' },
    { name: 'late' },
  ])
  expect(wasSentBack(request?.texts ?? [])).toBe(true)
})

test('a request of OpenCode: its tools, and all texts but the system prompt', () => {
  const request = chat.toAsked('/v1/chat/completions', {
    tools: [
      { type: 'function', function: { name: 'bash' } },
      { type: 'function', function: { name: 'fullstop_complete_task' } },
      {},
    ],
    messages: [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: 'Do it.' },
      { role: 'user', content: [{ type: 'text', text: 'FULLSTOP (1/5) x' }] },
    ],
  })
  expect(request?.tools).toEqual([{ name: 'bash' }, { name: 'fullstop_complete_task' }])
  expect(request?.texts).toContain('Do it.')
  expect(request?.texts).not.toContain('You are an agent.')
  expect(wasSentBack(request?.texts ?? [])).toBe(true)
  expect(claimTool(request?.tools ?? [])?.name).toBe('fullstop_complete_task')
})

test('what is no request to a model is none, and no odd body throws', () => {
  const odd: unknown[] = [
    undefined,
    null,
    7,
    'x',
    [],
    {},
    { tools: 'x', messages: 7, input: null },
    { tools: [null, 1, []] },
  ]
  for (const body of odd) {
    expect(() => anthropic.toAsked('/v1/messages', body)).not.toThrow()
    expect(() => responses.toAsked('/v1/responses', body)).not.toThrow()
    expect(() => chat.toAsked('/v1/chat/completions', body)).not.toThrow()
  }
  expect(anthropic.toAsked('/v1/messages', undefined)).toBeUndefined()
  expect(anthropic.toAsked('/v1/messages/count_tokens', MESSAGES)).toBeUndefined()
  expect(anthropic.toAsked('/v1/responses', MESSAGES)).toBeUndefined()
  expect(responses.toAsked('/v1/models', { input: [] })).toBeUndefined()
})

/** Every event names its type twice, and the data is one line of JSON. */
function eventsOf(stream: string): Record<string, unknown>[] {
  expect(stream).toEndWith('\n\n')
  return stream
    .trimEnd()
    .split('\n\n')
    .map((block) => {
      const [name = '', data = '', ...rest] = block.split('\n')
      expect(rest).toEqual([])
      const event = JSON.parse(data.replace(/^data: /, '')) as Record<string, unknown>
      expect(name).toBe(`event: ${String(event['type'])}`)
      return event
    })
}

const text: ModelOutput = { kind: 'text', text: 'two\nlines "é" \u2028' }
const call: ModelOutput = {
  kind: 'call',
  tool: { name: 'complete_task', namespace: 'mcp__fullstop' },
  input: { a: 'b\n' },
}

test('an answer as Anthropic streams it: opened, said, closed', () => {
  const events = eventsOf(anthropic.toStream(text, '1'))
  expect(events.map((event) => event['type'])).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  expect(events[2]).toMatchObject({ delta: { type: 'text_delta', text: text.text } })
  expect(events[4]).toMatchObject({ delta: { stop_reason: 'end_turn' } })
  const calls = eventsOf(anthropic.toStream(call, '2'))
  expect(calls[1]).toMatchObject({ content_block: { type: 'tool_use', id: 'toolu_2', name: 'complete_task' } })
  expect(calls[2]).toMatchObject({ delta: { type: 'input_json_delta', partial_json: '{"a":"b\\n"}' } })
  expect(calls[4]).toMatchObject({ delta: { stop_reason: 'tool_use' } })
})

test('an answer as OpenAI streams it: created, an item, completed with that item', () => {
  const events = eventsOf(responses.toStream(text, '1'))
  expect(events.map((event) => event['type'])).toEqual([
    'response.created',
    'response.output_item.added',
    'response.output_item.done',
    'response.completed',
  ])
  expect(events[2]).toMatchObject({ item: { type: 'message', content: [{ type: 'output_text', text: text.text }] } })
  const calls = eventsOf(responses.toStream(call, '2'))
  const item = {
    type: 'function_call',
    call_id: 'call_2',
    name: 'complete_task',
    namespace: 'mcp__fullstop',
    arguments: '{"a":"b\\n"}',
  }
  expect(calls[2]).toMatchObject({ item })
  expect(calls[3]).toMatchObject({ response: { status: 'completed', output: [item] } })
  const bare = responses.toStream({ kind: 'call', tool: { name: 'x' }, input: {} }, '3')
  expect(bare).not.toContain('namespace')
})

test('an answer in chunks: what is said, why it ended, what it used, and the end', () => {
  const chunksOf = (stream: string) =>
    stream
      .trimEnd()
      .split('\n\n')
      .map((line) => line.replace(/^data: /, ''))
  const said = chunksOf(chat.toStream(text, '1'))
  expect(said.at(-1)).toBe('[DONE]')
  expect(JSON.parse(said[0] ?? '')).toMatchObject({ choices: [{ delta: { content: text.text } }] })
  expect(JSON.parse(said[1] ?? '')).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
  const called = chunksOf(chat.toStream(call, '2'))
  const wanted = { id: 'call_2', type: 'function', function: { name: 'complete_task', arguments: '{"a":"b\\n"}' } }
  expect(JSON.parse(called[0] ?? '')).toMatchObject({ choices: [{ delta: { tool_calls: [wanted] } }] })
  expect(JSON.parse(called[1] ?? '')).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
})

test('the talk: half of it, a stop, all of it, a stop, and then nothing but stops', () => {
  const said = Array.from({ length: 8 }, (_, turn) => nextSaid(turn, asked('Bash', ours.name)))
  expect(said.map((one) => (one.kind === 'call' ? (one.input as { status: string }).status : one.kind))).toEqual([
    'partial',
    'text',
    'success',
    'text',
    'text',
    'text',
    'text',
    'text',
  ])
  for (const one of said) if (one.kind === 'call') expect(one.tool).toEqual(ours)
})

test('without our tool nothing is called, whatever the turn', () => {
  for (let turn = 0; turn < 6; turn++) expect(nextSaid(turn, asked('Bash', 'Read')).kind).toBe('text')
})

test('our tool is known by its name at the end, whatever stands before it', () => {
  for (const name of ['complete_task', 'mcp__fullstop__complete_task', 'mcp__plugin_x_fullstop__complete_task'])
    expect(claimTool([{ name: 'Bash' }, { name }])).toEqual({ name })
  for (const name of ['incomplete_tasks', 'complete_task_list', 'mycomplete_task'])
    expect([name, claimTool([{ name }])]).toEqual([name, undefined])
})

test('our refusal is known in the texts, and the contract that names us is none', () => {
  expect(wasSentBack(['Hello', 'Stop hook feedback:\nFULLSTOP (1/5) Stop refused'])).toBe(true)
  expect(wasSentBack(['FULLSTOP gates this session.', 'fullstop (1/5)', 'FULLSTOP (x)'])).toBe(false)
})

test('texts are found however deep they lie, and in their order', () => {
  expect(textsIn([{ a: 'one', b: [{ c: ['two', 3, null, { d: 'three' }] }] }, 'four'])).toEqual([
    'one',
    'two',
    'three',
    'four',
  ])
  expect(toEvents([])).toBe('')
})
