// Claude Code headless: the command line of a stint, and its event stream to signals. Never keyed on `subtype`: an API
// failure is a "success" there.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Permissions } from '../../contract/agent/run-setup.ts'
import type { Signal } from '../../contract/agent/signal.ts'
import type { Driver, Exit, StintCommand, StintQuery } from '../agent.ts'
import { isRecord } from '../formats/hook-input.ts'
import { exitOf } from '../formats/exit.ts'
import { toTime } from '../formats/time.ts'
import { isOfSubagent, transcript } from './transcript.ts'

export const driver: Driver = {
  start,
  // A word after a slash at the beginning would be a command.
  toInput: (prompt) => (prompt.startsWith('/') ? `\n${prompt}` : prompt),
  takesId: true,
  skim,
  toSignals,
  toEnd,
  toPermit,
  toCalls: (line) => transcript.toCalls?.(line) ?? [],
}

type Line = Readonly<Record<string, unknown>>

const SERVER = 'fullstop'

function start({ session, contractFile, settingsFile, server, serverEnv, ...query }: StintQuery): StintCommand {
  const [command, ...args] = server
  const settings = { mcpServers: { [SERVER]: { type: 'stdio', command, args, env: serverEnv, alwaysLoad: true } } }
  return {
    args: [
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
      // Options that take lists come first: each ends where the next begins.
      '--mcp-config',
      settingsFile,
      '--allowedTools',
      `mcp__${SERVER}`,
      ...query.permits.flatMap((line) => toRule('Bash', line)),
      '--append-system-prompt-file',
      contractFile,
      ...(session.kind === 'new' ? ['--session-id', session.id] : ['--resume', session.id]),
      ...permitted(query.permissions),
      ...(query.model === undefined ? [] : ['--model', query.model]),
      ...(query.mostCost === undefined ? [] : ['--max-budget-usd', query.mostCost.toFixed(4)]),
      ...query.args,
    ],
    settingsText: JSON.stringify(settings),
    agentSessionId: session.id,
  }
}

function permitted(permissions: Permissions): string[] {
  if (permissions === 'settings') return []
  return ['--permission-mode', permissions === 'edits' ? 'acceptEdits' : 'bypassPermissions']
}

/** A rule is one word of a list; a line with brackets or a line break cannot be told apart from the next. */
function toRule(tool: string, what: string): string[] {
  return /[()\n\r]/.test(what) || what.trim() === '' ? [] : [`${tool}(${what.trim()})`]
}

/** `Bash (npm install)` as it is told, to `Bash(npm install)`. */
function toPermit(denied: readonly string[]): string[] {
  const rules = denied.flatMap((one) => {
    const [, tool = '', what] = /^([^ ]{1,200})(?: \((.{1,500})\))?$/.exec(one) ?? []
    if (tool === '') return []
    return what === undefined || what.endsWith('…') || tool !== 'Bash' ? [tool] : toRule(tool, what)
  })
  return rules.length === 0 ? [] : ['--allowedTools', ...new Set(rules)]
}

const RESULT = Buffer.from('"tool_use_id":"')
const USER = Buffer.from('"type":"user"')
/** Whatever of a result is looked at more closely: errors, receipts of ours, todos, those of subagents. */
const TELLING = [
  '"is_error":true',
  'clm_',
  'ctx_',
  '"subject"',
  '"statusChange"',
  '"type":"assistant"',
  '"parent_tool_use_id":"',
].map((text) => Buffer.from(text))
const QUOTE = 34

/** Most of what an agent prints is what its tools returned. */
function skim(line: Buffer): readonly Signal[] | undefined {
  const at = line.indexOf(RESULT)
  if (at < 0 || line.indexOf(RESULT, at + 1) >= 0 || !line.includes(USER)) return undefined
  if (TELLING.some((text) => line.includes(text))) return undefined
  const from = at + RESULT.length
  const id = line.toString('utf8', from, line.indexOf(QUOTE, from))
  return id.includes('\\') ? undefined : [{ kind: 'entry', entry: { kind: 'tool-returned', id, failed: false } }]
}

function toSignals(line: unknown): readonly Signal[] {
  if (!isRecord(line)) return []
  switch (line['type']) {
    case 'assistant':
      return fromAssistant(line)
    case 'user':
      return entries(line)
    case 'system':
      return fromSystem(line)
    case 'rate_limit_event':
      return fromLimit(line['rate_limit_info'])
    case 'active_goal':
      return [{ kind: 'notice', text: "the agent's own goal feature is on; it is left to run" }]
    case 'result':
      return fromResult(line)
    default:
      return []
  }
}

/** The stream's lines are those of the transcript. */
function entries(line: Line): Signal[] {
  return transcript.toEntries(line).map((entry) => ({ kind: 'entry', entry }))
}

function fromAssistant(line: Line): Signal[] {
  // The host writes its own error texts as the assistant's; its words are not the agent's.
  if (line['is_api_error_message'] === true) return isOfSubagent(line) ? [] : fromError(line)
  const message = line['message']
  if (!isRecord(message) || !isRecord(message['usage'])) return entries(line)
  const { usage, id } = message
  const input =
    count(usage, 'input_tokens') + count(usage, 'cache_creation_input_tokens') + count(usage, 'cache_read_input_tokens')
  const tokens = input + count(usage, 'output_tokens')
  // What a subagent uses is used, but fills another context.
  if (isOfSubagent(line)) return [{ kind: 'spent', id: word(id), tokens }]
  return [{ kind: 'spent', id: word(id), tokens, context: tokens }, ...entries(line)]
}

function fromError(line: Line): Signal[] {
  const message = line['message']
  const detail = textIn(isRecord(message) ? message['content'] : undefined)
  const isRefused = isRecord(message) && message['stop_reason'] === 'refusal'
  const kind = isRefused ? 'model-refused' : (KINDS_BY_ERROR.get(line['error']) ?? 'api-error')
  const params = line['api_error_params']
  const limit = isRecord(params) ? fromLimit(params['rate_limit_info']) : []
  return [...limit, { kind: 'ended', end: toEndOf(kind, detail) }]
}

const KINDS_BY_ERROR = new Map<unknown, AgentEnd['kind']>(
  Object.entries({
    authentication_failed: 'auth',
    oauth_org_not_allowed: 'auth',
    account_on_hold: 'auth',
    verification_required: 'auth',
    cloud_credential_error: 'auth',
    // Both pass when the account may be used again.
    rate_limit: 'usage-limit',
    billing_error: 'usage-limit',
    model_not_found: 'model-missing',
    max_output_tokens: 'output-cut',
  } satisfies Record<string, AgentEnd['kind']>),
)

function fromSystem(line: Line): Signal[] {
  switch (line['subtype']) {
    case 'init':
      return fromInit(line)
    case 'compact_boundary':
      return isOfSubagent(line) ? [] : [{ kind: 'entry', entry: { kind: 'compacted' } }]
    case 'background_tasks_changed':
      return fromBackground(line['tasks'])
    case 'api_retry':
      return [{ kind: 'retries', why: `${retried(line['error'])}, attempt ${word(line['attempt'])}` }]
    default:
      return []
  }
}

const RETRY_WORDS = new Map<unknown, string>([
  ['rate_limit', 'the provider limits its use'],
  ['overloaded', 'the provider is overloaded'],
  ['server_error', 'the provider failed'],
  ['authentication_failed', 'the provider refused the key'],
])

function retried(error: unknown): string {
  return RETRY_WORDS.get(error) ?? 'the provider cannot be reached'
}

/** The whole list each time. Its process stays until they have ended, and then continues by itself. */
function fromBackground(tasks: unknown): Signal[] {
  const all = Array.isArray(tasks) ? tasks.filter(isRecord) : []
  const running = all.filter(({ status }) => status === undefined || status === 'running' || status === 'pending')
  return [
    {
      kind: 'background',
      tasks: running.map((task) => {
        const label = [task['command'], task['description'], task['name'], task['type']].find(isText) ?? 'a task'
        // Of a shell it tells what the model wrote about it, which is often the command itself.
        const line = task['task_type'] === 'local_bash' ? (task['command'] ?? task['description']) : undefined
        return { running: true, label: label.slice(0, 500), ...(isText(line) ? { command: line.slice(0, 2000) } : {}) }
      }),
    },
  ]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function fromInit(line: Line): Signal[] {
  const { session_id: id, model, permissionMode } = line
  const servers = Array.isArray(line['mcp_servers']) ? line['mcp_servers'].filter(isRecord) : []
  const ours = servers.find((server) => server['name'] === SERVER)
  return [
    ...(typeof id === 'string'
      ? [{ kind: 'session' as const, id, ...(typeof model === 'string' ? { model } : {}) }]
      : []),
    ...(ours?.['status'] === 'failed' ? [{ kind: 'no-server' as const }] : []),
    ...(permissionMode === 'plan'
      ? [{ kind: 'entry' as const, entry: { kind: 'plan-mode' as const, active: true } }]
      : []),
  ]
}

/** Told along with answers too: only a limit that turns requests away is one. */
function fromLimit(info: unknown): Signal[] {
  const until = isRecord(info) && info['status'] === 'rejected' ? toTime(info['resetsAt']) : undefined
  return until === undefined ? [] : [{ kind: 'limit', until }]
}

function fromResult(line: Line): Signal[] {
  const end = endOf(line)
  // Of one that it did not get to, it says nothing.
  const used = isRecord(line['modelUsage']) ? usageIn(line['modelUsage'], line['total_cost_usd']) : []
  return [...used, { kind: 'ended', end }]
}

function usageIn(models: Line, cost: unknown): Signal[] {
  const all = Object.values(models).filter(isRecord)
  if (all.length === 0) return []
  const names = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens']
  const sumOf = (model: Line): number => names.reduce((sum, name) => sum + count(model, name), 0)
  const main = all.reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one))
  const window = count(main, 'contextWindow')
  return [
    {
      kind: 'used',
      tokens: all.reduce((sum, model) => sum + sumOf(model), 0),
      ...(typeof cost === 'number' ? { cost } : {}),
    },
    ...(window > 0 ? [{ kind: 'context' as const, window }] : []),
  ]
}

const KINDS_BY_REASON = new Map<unknown, AgentEnd['kind']>(
  Object.entries({
    completed: 'stopped',
    // A hook of others ended it.
    stop_hook_prevented: 'stopped',
    hook_stopped: 'stopped',
    max_turns: 'agent-cap',
    budget_exhausted: 'agent-cap',
    structured_output_retry_exhausted: 'agent-cap',
    malformed_tool_use_exhausted: 'agent-cap',
    prompt_too_long: 'context-limit',
    // A request that is too large, whatever it holds.
    image_error: 'context-limit',
    blocking_limit: 'context-limit',
    rapid_refill_breaker: 'compaction',
    aborted_streaming: 'interrupted',
    aborted_tools: 'interrupted',
  } satisfies Record<string, AgentEnd['kind']>),
)

function endOf(line: Line): AgentEnd {
  const detail = typeof line['result'] === 'string' ? line['result'] : textsIn(line['errors'])
  if (line['stop_reason'] === 'refusal') return toEndOf('model-refused', detail)
  if (
    line['is_error'] === true &&
    line['num_turns'] === 0 &&
    /^No conversation found\b/.test(textsIn(line['errors']))
  ) {
    return toEndOf('session-missing', detail)
  }
  const kind = KINDS_BY_REASON.get(line['terminal_reason'])
  if (kind === 'stopped' || (kind === undefined && line['is_error'] !== true)) {
    const denied = deniedIn(line['permission_denials'])
    return { kind: 'stopped', ...(denied.length > 0 ? { denied } : {}) }
  }
  return toEndOf(kind ?? 'api-error', detail)
}

function deniedIn(denials: unknown): string[] {
  if (!Array.isArray(denials)) return []
  const names = denials.filter(isRecord).map(({ tool_name: name, tool_input: input }) => {
    const what = isRecord(input) ? (input['command'] ?? input['file_path'] ?? input['url']) : undefined
    return `${word(name)}${typeof what === 'string' ? ` (${shortened(what.replaceAll(/\s+/g, ' '))})` : ''}`
  })
  return [...new Set(names)].slice(0, 10)
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`
}

function toEnd(exit: Exit): AgentEnd {
  return exitOf(exit)
}

function toEndOf(kind: AgentEnd['kind'], detail: string): AgentEnd {
  const text = detail.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
  return { kind, ...(text === '' ? {} : { detail: text }) }
}

function textIn(content: unknown): string {
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n')
}

function textsIn(texts: unknown): string {
  return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').join('\n') : ''
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}`.slice(0, 200) : 'unknown'
}

function count(record: Line, name: string): number {
  const value = record[name]
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0
}
