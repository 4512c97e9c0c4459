// A program that speaks as `claude -p --output-format stream-json` of Claude Code 2.1.325 does: lines as recorded in
// `src/agents/claude/fixtures/2.1.325/streams`, sessions that last over processes. It decides nothing.
import { randomUUID } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from './script.ts'
import { carryOut, print, prompt, recall, remember, resetAfter, type Start, type Voice } from './scripted-agent.ts'

const streams = join(import.meta.dirname, '..', '..', 'src', 'agents', 'claude', 'fixtures', '2.1.325', 'streams')
const MODEL = 'claude-opus-5-5'
const argv = process.argv.slice(2)

type Line = Record<string, unknown>

function option(name: string): string | undefined {
  const at = argv.indexOf(name)
  return at < 0 ? undefined : argv[at + 1]
}

function recorded(name: string): Line[] {
  const text = readFileSync(join(streams, `${name}.jsonl`), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))
}

function fail(message: string): never {
  writeSync(2, `${message}\n`)
  return process.exit(1)
}

const chosen = option('--session-id')
const resumed = option('--resume')
const session = resumed ?? chosen ?? randomUUID()
const kept = recall(session)
if (prompt.trim() === '')
  fail('Error: Input must be provided either through stdin or as a prompt argument when using --print')
if (chosen !== undefined && kept) fail(`Error: Session ID ${chosen} is already in use.`)
if (resumed !== undefined && !kept) {
  const sentence = `No conversation found with session ID: ${resumed}`
  for (const line of recorded('resume-unknown')) print({ ...line, session_id: resumed, errors: [sentence] })
  fail(sentence)
}
remember(session, kept ?? { tokens: 0, cost: 0 })

const { mcpServers = {} } = JSON.parse(readFileSync(option('--mcp-config') ?? '', 'utf8')) as {
  mcpServers?: Record<string, Call['server']>
}
const server = mcpServers['fullstop']
if (!server) throw new Error('no server of ours was named')

let tokens = kept?.tokens ?? 0
const cost = kept?.cost ?? 0
let context = 0
let message = randomUUID()

function common(): Line {
  return { parent_tool_use_id: null, session_id: session, uuid: randomUUID(), timestamp: new Date().toISOString() }
}

function assistant(content: object, used: number): void {
  tokens += used
  context = used
  message = randomUUID()
  const usage = { input_tokens: used, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }
  const body = { id: message, type: 'message', role: 'assistant', model: MODEL, content: [content] }
  print({
    type: 'assistant',
    message: { ...body, stop_reason: null, stop_sequence: null, usage, context_management: null },
    ...common(),
  })
}

function returned(id: string, content: string, result: unknown, isError = false): void {
  const block = { tool_use_id: id, type: 'tool_result', content, ...(isError ? { is_error: true } : {}) }
  print({ type: 'user', message: { role: 'user', content: [block] }, ...common(), tool_use_result: result })
}

let calls = 0
function use(name: string, input: object, output: string, result: unknown = output): void {
  const id = `toolu_scripted${process.pid}_${(calls += 1)}`
  assistant({ type: 'tool_use', id, name, input }, 10)
  returned(id, output, result)
}

const start: Start = {
  session,
  isResumed: resumed !== undefined,
  env: {},
  contract: readFileSync(option('--append-system-prompt-file') ?? '', 'utf8'),
  server,
  marks: {
    AI_AGENT: 'claude-code_2-1-325_harness',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
    CLAUDE_CODE_SESSION_ID: session,
  },
  shell: { CLAUDE_PID: `${process.pid}` },
}

const voice: Voice = {
  begin: () => {
    const [init = {}] = recorded('plain')
    const servers = [{ name: 'fullstop', status: 'connected', source: 'dynamic' }]
    print({ ...init, cwd: process.cwd(), session_id: session, mcp_servers: servers, model: option('--model') ?? MODEL })
  },
  say: (text, used) => assistant({ type: 'text', text }, used),
  used: (tool, input, output) => use(tool, input, output),
  todos: (items) => {
    const newTodos = items.map(({ text, done }) => ({
      content: text,
      status: done ? 'completed' : 'pending',
      activeForm: text,
    }))
    use('TodoWrite', { todos: newTodos }, 'Todos have been modified successfully.', { oldTodos: [], newTodos })
  },
  // The text of an answer is dropped where it has a structured part too.
  called: ({ tool, args, text, structured, isError }, id) => {
    assistant({ type: 'tool_use', id, name: `mcp__fullstop__${tool}`, input: args }, 10)
    const content = structured === undefined || isError ? text : JSON.stringify(structured)
    returned(id, content, isError ? `Error: ${text}` : { content, structuredContent: structured }, isError)
  },
  meta: (id) => ({ 'claudecode/toolUseId': id, progressToken: 1 }),
  background: (line) => {
    const task = { task_id: 'blp1ej4qs', run_id: '0mwhwitga-a3e6e244', task_type: 'local_bash', description: line }
    const tasks = line === undefined ? [] : [task]
    print({ type: 'system', subtype: 'background_tasks_changed', tasks, uuid: randomUUID(), session_id: session })
  },
  stop: ({ cost: spent = 0.001, window = 1_000_000, denied = [] }) => {
    const last = recorded('plain').at(-1) ?? {}
    const [usage] = Object.values(last['modelUsage'] as Record<string, Line>)
    const total = { ...usage, inputTokens: tokens, outputTokens: 0, costUSD: cost + spent, contextWindow: window }
    remember(session, { tokens, cost: cost + spent })
    print({
      ...last,
      session_id: session,
      total_cost_usd: cost + spent,
      usage: { ...(last['usage'] as Line), input_tokens: context, output_tokens: 0 },
      modelUsage: { [MODEL]: total },
      permission_denials: denied.map(({ tool, command }) => ({
        tool_name: tool,
        tool_use_id: 'toolu_scripted000006',
        tool_input: { command },
      })),
      uuid: randomUUID(),
    })
    return 0
  },
  replay: ({ fixture, resetsIn }) => {
    const resetsAt = resetAfter(resetsIn)
    const all = recorded(fixture)
    const rest = all.slice(all.findIndex(({ subtype }) => subtype === 'init') + 1)
    for (const line of rest) {
      print(
        JSON.parse(JSON.stringify({ ...line, session_id: session }), (key, value: unknown) =>
          key === 'resetsAt' && resetsAt !== undefined ? resetsAt : value,
        ) as object,
      )
    }
    remember(session, { tokens, cost })
    return rest.at(-1)?.['is_error'] === true ? 1 : 0
  },
}

await carryOut(start, voice)
