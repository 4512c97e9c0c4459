// The protocol: what clients are shown, every tool through the official client, and what is refused without harm.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WAIT_MS } from '../limits.ts'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { toListed } from '../../src/frontends/mcp/listing.ts'
import { tools } from '../../src/frontends/mcp/tools/index.ts'
import { binary } from './binary.ts'
import { maskReceipts, type McpServer, saving, serve, structured, success, textOf } from './mcp-client.ts'
import { newRoom, type Room } from './room.ts'

/** What they are is pinned in `test/surface.test.ts`. */
const NAMES = tools.map(({ name }) => name)

test('[mcp-tools] the built server lists the tools as they are pinned; instructions are short', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const listed = (await server.client.listTools()).tools
  expect(listed as object[]).toEqual(tools.map(toListed))
  for (const { description = '' } of listed) expect(description.length).toBeGreaterThan(100)
  const instructions = server.client.getInstructions() ?? ''
  expect(instructions.length).toBeGreaterThan(100)
  expect(instructions.length).toBeLessThanOrEqual(500)
  expect(server.client.getServerVersion()?.name).toBe('fullstop')
  expect(server.client.getServerCapabilities()).toEqual({ tools: {} })
})

test('[mcp-tools] what the tools demand of the agent stands in their descriptions', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const { tools } = await server.client.listTools()
  const of = (name: string): string => tools.find((tool) => tool.name === name)?.description ?? ''
  for (const words of ['never just stop', 're-read the whole request', 'partial', 'blocked', 'claim again']) {
    expect(of('complete_task')).toContain(words)
  }
  for (const words of ['every 5 to 10 tool calls', 'before you claim partial', 'important decision', 'Example']) {
    expect(of('update_session_context')).toContain(words)
  }
})

test('[mcp-tools context-tool] every tool, driven by the official client, which checks the data against the schemas', async () => {
  using room = newRoom()
  await using server = await serve(room, { env: { ACCOMPLISH_SESSION_ID: 'host' } })
  // The client validates structured content only for tools that it has listed.
  await server.client.listTools()
  const saved = await server.call(
    'update_session_context',
    saving({
      key_decisions: ['Count per address'],
      files_modified: ['src/limit.ts', { path: './src/new.ts', operation: 'created' }],
      remaining_work: 'the docs',
      blockers: ['no key'],
    }),
  )
  expect(textOf(saved)).toMatch(
    /^Context saved successfully\. Last updated: \d{4}-\d\d-\d\dT[\d:.]+Z\nReceipt: ctx_ID for task_ID$/,
  )
  const id = String(structured(saved)['task_id'])
  const raw = await server.call('get_session_context', { format: 'raw' })
  expect(structured(raw)).toEqual({
    has_context: true,
    context: {
      sessionId: 'host',
      taskId: id,
      updatedAt: expect.any(String),
      originalRequest: 'Write the answer.',
      summary: 'Looked around.',
      keyDecisions: ['Count per address'],
      filesModified: [
        { path: 'src/limit.ts', operation: 'modified', timestamp: expect.any(String) },
        { path: 'src/new.ts', operation: 'created', timestamp: expect.any(String) },
      ],
      currentStatus: 'Nothing written yet.',
      remainingWork: 'the docs',
      recentToolCalls: [],
      blockers: ['no key'],
      estimatedTokens: expect.any(Number),
    },
  })
  expect(JSON.parse(textOf(raw))).toEqual(JSON.parse(maskReceipts(JSON.stringify(structured(raw)))))
  const prompt = await server.call('get_session_context', {})
  expect(Object.keys(structured(prompt))).toEqual(['has_context', 'formatted_prompt'])
  expect(structured(prompt)['formatted_prompt']).toContain('Count per address')
  const cleared = await server.call('clear_session_context', {})
  expect(structured(cleared)).toEqual({ message: `Context cleared for task ${id}`, task_id: id, was_there: true })
  expect(structured(await server.call('get_session_context', {}))).toEqual({ has_context: false })
  expect(structured(await server.call('attempt_completion', { result: 'Wrote it.' }))).toMatchObject({
    status: 'success',
    outcome: 'unverified',
    task_id: id,
  })
  expect(structured(await server.call('complete_task', success()))).toMatchObject({ outcome: 'unverified' })
})

// What is refused

async function errorOf(server: McpServer, tool: string, args: object): Promise<readonly [number, string]> {
  try {
    const result = await server.call(tool, args)
    return [0, textOf(result)]
  } catch (error) {
    if (!(error instanceof McpError)) throw error
    return [error.code, error.message.replace(/^MCP error -\d+: /, '')]
  }
}

const LONG = 'x'.repeat(5 * 1024 * 1024)

const malformed: ReadonlyArray<readonly [name: string, tool: string, args: object, words: string]> = [
  ['nothing', 'complete_task', {}, 'status is missing'],
  ['no summary', 'complete_task', { ...success(), summary: undefined }, 'summary is missing'],
  [
    'no request',
    'complete_task',
    { ...success(), original_request_summary: undefined },
    'original_request_summary is missing',
  ],
  ['an unknown status', 'complete_task', success({ status: 'done' }), 'status '],
  ['another case', 'complete_task', success({ status: 'Success' }), 'status '],
  ['a status that is no text', 'complete_task', { ...success(), status: 1 }, 'status '],
  ['a blank summary', 'complete_task', success({ summary: '' }), 'summary must not be blank'],
  ['white space', 'complete_task', success({ summary: ' \n\t ' }), 'summary must not be blank'],
  [
    'a blank request',
    'complete_task',
    success({ original_request_summary: '  ' }),
    'original_request_summary must not be blank',
  ],
  [
    'partial without the rest',
    'complete_task',
    success({ status: 'partial' }),
    'remaining_work is required for partial',
  ],
  [
    'partial with a blank rest',
    'complete_task',
    success({ status: 'partial', remaining_work: ' ' }),
    'remaining_work is required for partial',
  ],
  [
    'blocked without the rest',
    'complete_task',
    success({ status: 'blocked' }),
    'remaining_work is required for blocked',
  ],
  ['a summary that is no text', 'complete_task', { ...success(), summary: ['a'] }, 'summary '],
  ['null', 'complete_task', { ...success(), summary: null }, 'summary '],
  ['unknown needs', 'complete_task', success({ status: 'blocked', remaining_work: 'x', needs: 'luck' }), 'needs '],
  [
    'failures that are no list',
    'complete_task',
    { ...success(), preexisting_failures: 'test' },
    'preexisting_failures ',
  ],
  ['a task id with a slash', 'complete_task', success({ task_id: '../x' }), 'task_id is not an id that fullstop gave'],
  ['5 MB', 'complete_task', success({ summary: LONG }), 'summary has 5242880 characters; 32768 is the most'],
  ['nothing', 'attempt_completion', {}, 'result is missing'],
  ['a blank result', 'attempt_completion', { result: ' ' }, 'result must not be blank'],
  ['nothing', 'update_session_context', {}, 'original_request is missing'],
  ['a blank status', 'update_session_context', saving({ current_status: '' }), 'current_status must not be blank'],
  ['5 MB', 'update_session_context', saving({ summary: LONG }), 'summary has 5242880 characters; 32768 is the most'],
  [
    'a long item',
    'update_session_context',
    saving({ key_decisions: ['x'.repeat(5000)] }),
    'key_decisions.0 has 5000 characters; 4096 is the most',
  ],
  [
    'many items',
    'update_session_context',
    saving({ blockers: Array.from({ length: 1001 }, () => 'x') }),
    'blockers has too many items; 1000 is the most',
  ],
  [
    'an unknown operation',
    'update_session_context',
    saving({ files_modified: [{ path: 'a', operation: 'moved' }] }),
    'files_modified.0',
  ],
  ['an unknown format', 'get_session_context', { format: 'xml' }, 'format '],
  ['a task id that is no text', 'clear_session_context', { task_id: 7 }, 'task_id '],
  ['an unknown tool', 'finish_task', {}, `there is no tool "finish_task"; there are: ${NAMES.join(', ')}`],
  ['no name', '', {}, 'there is no tool ""'],
  ['a name of the language', '__proto__', {}, 'there is no tool "__proto__"'],
]

test('[mcp-errors F8 F20] malformed arguments and unknown tools: -32602 that names field and limit; nothing is recorded', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const answers: unknown[] = []
  for (const [name, tool, args] of malformed) answers.push([name, tool, ...(await errorOf(server, tool, args))])
  expect(answers).toEqual(
    malformed.map(([name, tool, , words]) => [name, tool, ErrorCode.InvalidParams, expect.stringContaining(words)]),
  )
  for (const answer of answers) expect(String((answer as unknown[])[3]).length).toBeLessThan(600)
  expect(structured(await server.call('complete_task', success()))['outcome']).toBe('unverified')
  expect(await room.tasks()).toHaveLength(1)
})

test('[mcp-errors F21] a summary of 10 MB is refused with the limit named, and the server lives', async () => {
  using room = newRoom()
  await using server = await serve(room)
  const params = { name: 'complete_task', arguments: { ...success({ summary: 'x'.repeat(10 * 1024 * 1024) }) } }
  const answer = server.client.callTool(params, undefined, { timeout: WAIT_MS })
  expect(String(await answer.catch((error: unknown) => error))).toContain(
    'summary has 10485760 characters; 32768 is the most',
  )
  expect(structured(await server.call('complete_task', success()))['outcome']).toBe('unverified')
})

test('[mcp-errors context-tool] contexts that are too large in all are refused with the limit', async () => {
  using room = newRoom()
  await using server = await serve(room, { env: { ACCOMPLISH_SESSION_ID: 'host' } })
  const key_decisions = (round: number): string[] =>
    Array.from({ length: 40 }, (_, nth) => `${round}-${nth} `.padEnd(4000, 'x'))
  let last = await server.call('update_session_context', saving({ key_decisions: key_decisions(0) }))
  for (let round = 1; round < 5 && last.isError !== true; round++) {
    last = await server.call('update_session_context', saving({ key_decisions: key_decisions(round) }))
  }
  expect(last.isError).toBe(true)
  expect(textOf(last)).toMatch(
    /^The context was not saved: the context of task_ID would have \d+ characters; 524288 is the most\.\nNext: save less, or clear it/,
  )
  expect(structured(await server.call('get_session_context', {}))['has_context']).toBe(true)
})

test('[mcp-errors] more fields than we know are no error', async () => {
  using room = newRoom()
  await using server = await serve(room)
  expect(structured(await server.call('complete_task', { ...success(), confidence: 0.9 }))['decision']).toBe('accepted')
})

// Without the client: what no client of the SDK would send

interface Raw extends AsyncDisposable {
  readonly send: (...lines: readonly string[]) => void
  /** The next answer with that id. */
  readonly answer: (id: number | string) => Promise<Answer>
  readonly end: () => Promise<number | null>
}

interface Answer {
  readonly id?: number | string | null
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

function raw(room: Room): Raw {
  const child = spawn(binary, ['mcp'], { env: room.env, cwd: room.cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  const got: Answer[] = []
  const waiting = new Map<number | string, (answer: Answer) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer
    const wake = waiting.get(answer.id ?? '')
    if (wake) wake(answer)
    else got.push(answer)
  })
  const exited = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return {
    send: (...lines) => child.stdin.write(lines.map((line) => `${line}\n`).join('')),
    answer: (id) =>
      new Promise((resolve) => {
        const early = got.find((answer) => answer.id === id)
        if (early) resolve(early)
        else waiting.set(id, resolve)
      }),
    end: () => {
      child.stdin.end()
      return exited
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await exited
    },
  }
}

const request = (id: number | string, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
}
const call = (id: number, args: object = success()): string =>
  request(id, 'tools/call', { name: 'complete_task', arguments: args })

test('[mcp-errors F21] server/discover before initialize, as Claude Code sends it, and other unknown methods: -32601', async () => {
  using room = newRoom()
  await using server = raw(room)
  for (const [id, method] of ['server/discover', 'resources/list', 'prompts/list', 'no/such'].entries()) {
    server.send(request(id, method))
    expect((await server.answer(id)).error?.code).toBe(-32601)
  }
  server.send(request(10, 'initialize', INITIALIZE))
  expect((await server.answer(10)).result).toMatchObject({ serverInfo: { name: 'fullstop' } })
  server.send(request(11, 'tools/list'))
  expect((await server.answer(11)).result?.['tools']).toHaveLength(NAMES.length)
  server.send(request(12, 'server/discover'))
  expect((await server.answer(12)).error?.code).toBe(-32601)
})

test('[mcp-errors F21] garbage lines, blank lines and unknown notifications: the server lives and answers', async () => {
  using room = newRoom()
  await using server = raw(room)
  server.send(
    'not JSON',
    '',
    '{}',
    '[]',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '\u0000\u0001\uffff',
    '{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
    '{"jsonrpc":"2.0","method":"notifications/no-such"}',
    '{"jsonrpc":"2.0","id":99,"result":{}}',
    `"${'x'.repeat(2_000_000)}"`,
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":7}}',
    '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"complete_task","arguments":"text"}}',
    '{"jsonrpc":"2.0","id":7,"method":"tools/call"}',
  )
  server.send(request(10, 'initialize', INITIALIZE))
  expect((await server.answer(10)).result).toMatchObject({ serverInfo: { name: 'fullstop' } })
  for (const id of [5, 6, 7]) expect([id, typeof (await server.answer(id)).error?.code]).toEqual([id, 'number'])
  server.send(call(11))
  expect(JSON.stringify((await server.answer(11)).result)).toContain('Claim recorded as unverified')
})

test('[mcp-errors] tools/call whose arguments are no object: -32602 too', async () => {
  using room = newRoom()
  await using server = raw(room)
  server.send(request(1, 'initialize', INITIALIZE))
  server.send('{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"complete_task","arguments":"text"}}')
  expect((await server.answer(6)).error?.code).toBe(-32602)
})

test('[mcp-pipe] calls piped in and the line closed: all are answered, then exit 0', async () => {
  using room = newRoom()
  const lines = [
    request(1, 'initialize', INITIALIZE),
    call(2),
    call(3, success({ summary: 'Another.' })),
    request(4, 'tools/list'),
  ]
  const { code, stdout } = await room.run(['mcp'], { input: `${lines.join('\n')}\n` })
  expect(code).toBe(0)
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Answer).id)
  expect(ids.sort()).toEqual([1, 2, 3, 4])
})

test('[mcp-pipe] an input that ends at once: exit 0 and nothing on the streams', async () => {
  using room = newRoom()
  expect(await room.run(['mcp'], { input: '' })).toEqual({ code: 0, stdout: '', stderr: '' })
})
