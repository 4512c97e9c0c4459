// A program that speaks as `codex exec --json` of Codex 0.166.0 does: lines as recorded in
// `src/agents/codex/fixtures/0.166.0/streams`, threads that last over processes, and a rollout file, where alone the code
// of a failure stands. It decides nothing.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { carryOut, print, prompt, recall, remember, resetAfter, type Start, type Voice } from './scripted-agent.ts'

const streams = join(import.meta.dirname, '..', '..', 'src', 'agents', 'codex', 'fixtures', '0.166.0', 'streams')
const argv = process.argv.slice(2)
const config = Object.fromEntries(
  argv.flatMap((word, at) => {
    const [, key = '', value = ''] = (argv[at - 1] === '-c' ? /^([^=]+)=([\s\S]*)$/.exec(word) : null) ?? []
    return key === '' ? [] : [[key, (Bun.TOML.parse(`x = ${value}`) as { x: unknown }).x]]
  }),
) as Record<string, unknown>

type Line = Record<string, unknown>

function recorded(name: string): Line[] {
  const text = readFileSync(join(streams, `${name}.jsonl`), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
}

function fail(message: string): never {
  writeSync(2, `${message}\n`)
  return process.exit(1)
}

const at = argv.indexOf('resume')
const resumed = at < 0 ? undefined : argv[at + 1]
const session = resumed ?? randomUUID()
const kept = recall(session)
if (argv[0] !== 'exec' || argv.at(-1) !== '-') fail('error: unexpected arguments')
if (prompt.trim() === '') fail('No prompt provided via stdin.')
if (resumed !== undefined && !kept)
  fail(`Error: thread/resume: thread/resume failed: no rollout found for thread id ${resumed} (code -32600)`)
remember(session, kept ?? { tokens: 0, cost: 0 })

let tokens = kept?.tokens ?? 0
let items = 0

function item(type: string, fields: object, isBegun = false): void {
  const id = `item_${(items += 1)}`
  if (isBegun) print({ type: 'item.started', item: { id, type, ...fields, status: 'in_progress' } })
  print({ type: 'item.completed', item: { id, type, ...fields } })
}

/** Read to its end by nobody but us; a turn that failed says by which code. */
function writeRollout(payloads: readonly object[]): void {
  const folder = join(
    process.env['CODEX_HOME'] ?? join(process.env['HOME'] ?? '', '.codex'),
    'sessions',
    '2026',
    '11',
    '15',
  )
  mkdirSync(folder, { recursive: true })
  const lines = [{ type: 'session_meta', payload: { id: session, cwd: process.cwd() } }, ...payloads]
  const text = lines.map(
    (line, ordinal) => `${JSON.stringify({ timestamp: new Date().toISOString(), ordinal, ...line })}\n`,
  )
  writeFileSync(join(folder, `rollout-2026-11-15T10-50-28-${session}.jsonl`), text.join(''))
}

function limits(resetsAt: number | undefined): object[] {
  if (resetsAt === undefined) return []
  const primary = { used_percent: 100, window_minutes: 300, resets_at: resetsAt }
  return [
    { type: 'event_msg', payload: { type: 'token_count', info: null, rate_limits: { primary, secondary: null } } },
  ]
}

const start: Start = {
  session,
  isResumed: resumed !== undefined,
  env: {},
  contract: String(config['developer_instructions'] ?? ''),
  server: {
    command: String(config['mcp_servers.fullstop.command']),
    args: config['mcp_servers.fullstop.args'] as string[],
    env: config['mcp_servers.fullstop.env'] as Record<string, string>,
  },
  marks: {},
  shell: { CODEX_THREAD_ID: session, CODEX_SESSION_ID: session, CODEX_TOOL_CALL_ID: 'call_scripted' },
}

const voice: Voice = {
  begin: () => {
    print({ type: 'thread.started', thread_id: session })
    print({ type: 'turn.started' })
  },
  say: (text, used) => {
    tokens += used
    item('agent_message', { text })
  },
  used: (tool, input, output) => {
    tokens += 10
    const path = input['file_path']
    if (tool === 'Write') item('file_change', { changes: [{ path, kind: 'add' }], status: 'completed' }, true)
    else {
      const command = `/bin/bash -lc '${input['command'] ?? `cat ${path}`}'`
      item('command_execution', { command, aggregated_output: output, exit_code: 0, status: 'completed' }, true)
    }
  },
  todos: (todos) => {
    const list = todos.map(({ text, done }) => ({ text, completed: done === true }))
    print({ type: 'item.started', item: { id: 'item_todos', type: 'todo_list', items: list } })
  },
  called: ({ tool, args, text, structured, isError }) => {
    tokens += 10
    const result = { content: [{ type: 'text', text }], structured_content: structured ?? null }
    const status = isError ? 'failed' : 'completed'
    item('mcp_tool_call', { server: 'fullstop', tool, arguments: args, result, error: null, status }, true)
  },
  meta: (id) => ({
    callId: id,
    'x-codex-turn-metadata': { session_id: session, thread_id: session, model: 'scripted', turn_trigger: 'exec' },
    threadId: session,
    sessionId: session,
  }),
  background: () => undefined,
  stop: ({ isCompacted }) => {
    remember(session, { tokens, cost: 0 })
    const compacted = {
      type: 'compacted',
      payload: { message: 'Another language model started to solve this problem' },
    }
    const complete = { type: 'event_msg', payload: { type: 'task_complete', last_agent_message: null } }
    writeRollout(isCompacted ? [compacted, complete] : [complete])
    print({
      type: 'turn.completed',
      usage: { input_tokens: tokens, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 },
    })
    return 0
  },
  replay: ({ fixture, resetsIn }) => {
    for (const line of recorded(fixture).filter(({ type }) => type !== 'thread.started' && type !== 'turn.started'))
      print(line)
    const found = recorded('rollout-errors').find((line) => line['case'] === fixture)?.['line'] as Line | undefined
    if (found) writeRollout([...limits(resetAfter(resetsIn)), { type: found['type'], payload: found['payload'] }])
    remember(session, { tokens, cost: 0 })
    return recorded(fixture).at(-1)?.['type'] === 'turn.completed' ? 0 : 1
  },
  fail: ({ message, info, resetsIn }) => {
    print({ type: 'error', message })
    print({ type: 'turn.failed', error: { message } })
    const error = { message, codex_error_info: info }
    writeRollout([...limits(resetAfter(resetsIn)), { type: 'event_msg', payload: { type: 'task_complete', error } }])
    return 1
  },
}

await carryOut(start, voice)
