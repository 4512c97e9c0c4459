// Codex's transcript (rollout), one JSON object a line, to entries. What was said and what came of a call stands in
// completed items; the calls themselves stand in the model's own lines, and so does what has no item. Texts of the host,
// of compaction and of the model's thinking say nothing.
import type { Access, Entry, TodoPatch } from '../../contract/agent/entry.ts'
import { lazyWords } from '../../contract/lazily.ts'
import type { Environment, SeenCall, TranscriptReader } from '../agent.ts'
import { isRecord, type HookPayload, records, text } from '../formats/hook-input.ts'
import { readCommand } from '../formats/command-read.ts'
import { accessOfMcp } from '../formats/mcp-access.ts'
import { receiptIn } from '../formats/receipt.ts'
import { authorOf } from './author.ts'
import { given } from '../../contract/given.ts'

/** How lines are found by their bytes. Marks with bytes that are rare in JSON are found fastest: a part may take half as long. */
const STARTED = 'task_started"'
const GOAL_MOVED = 'goal_updated"'
const TYPED = 'UserMessage"'
const SAID = 'AgentMessage"'
/** A longer call is parsed. */
const MOST_TOLD = 400

export const transcript: TranscriptReader = {
  toEntries,
  toCalls,
  folders,
  turnOf,
  attendance: { mark: STARTED, of: isAttended },
  // Calls, or the model's own words; what has a call of its own is passed over. And what a script of the model called.
  speaks: ['_call"', 'Message"', '"exec-'],
  glance: {
    // A tool of a server may have any name.
    telling: [TYPED, 'exec-', '"namespace":"mcp__', STARTED, GOAL_MOVED],
    words: SAID,
    call: '"name":"',
    // Quotes within the arguments are escaped, so the next bare one ends them. That of a shell's own name stands before.
    ends: '","',
    endsFrom: 16,
    isIdle: isIdleCall,
    idleBytes: MOST_TOLD,
  },
  turnMark: '"turn_id":"',
  landmarks: {
    prompts: [TYPED],
    joined: [TYPED],
    todos: ['"name":"update_plan"'],
    begins: [STARTED, GOAL_MOVED],
    states: [GOAL_MOVED],
    // The end of both names of an item that tells of subagents. Every mark more makes less of a turn looked at.
    running: ['Process running with session ID', 'bAgent'],
    ended: ['<subagent_notification>'],
  },
}

function folders(env: Environment): readonly string[] {
  const moved = env['CODEX_HOME']
  return moved ? [moved] : []
}

/** Between the name of a call and its arguments: JSON within a string of JSON. */
const ARGUMENTS = '","arguments":"'

function isIdleCall(told: string): boolean {
  const quote = told.indexOf('"')
  const name = quote < 0 ? told : told.slice(0, quote)
  if (readingTools().has(name) || ownLists().has(name)) return true
  const isShell = shellTools().has(name) || name === 'write_stdin'
  if (!isShell || !told.startsWith(ARGUMENTS, quote) || told.length >= MOST_TOLD) return false
  const args = told.slice(quote + ARGUMENTS.length)
  try {
    return fromCall('', { name, arguments: JSON.parse(`"${args}"`) }).every(onlyLooks)
  } catch {
    // A line that is cut off is reported where it is parsed.
    return false
  }
}

function onlyLooks(entry: Entry): boolean {
  return entry.kind === 'tool-called' && entry.access === 'read' && entry.isClaim !== true
}

/** `codex exec` runs without a person. A session that it began may continue in the terminal: each turn names its own start. */
function isAttended(line: unknown): boolean | undefined {
  if (!isRecord(line) || !isRecord(line['payload'])) return undefined
  const payload = line['payload']
  if (line['type'] === 'session_meta') return payload['source'] === 'cli' || payload['source'] === 'vscode'
  if (line['type'] !== 'event_msg' || payload['type'] !== 'task_started') return undefined
  const trigger = isRecord(payload['turn_attribution']) ? payload['turn_attribution']['turn_trigger'] : undefined
  if (trigger === 'user') return true
  return trigger === 'exec' ? false : undefined
}

function turnOf(line: unknown): string | undefined {
  if (!isRecord(line) || line['type'] !== 'event_msg' || !isRecord(line['payload'])) return undefined
  return line['payload']['type'] === 'item_completed' ? text(line['payload'], 'turn_id') : undefined
}

function toEntries(line: unknown): readonly Entry[] {
  if (!isRecord(line) || !isRecord(line['payload'])) return []
  const payload = line['payload']
  if (line['type'] === 'compacted') return [{ kind: 'compacted' }]
  if (line['type'] === 'response_item') return fromModel(payload)
  return line['type'] === 'event_msg' ? fromEvent(payload) : []
}

function fromEvent(payload: HookPayload): Entry[] {
  switch (payload['type']) {
    case 'item_completed':
      return isRecord(payload['item']) ? fromItem(payload['item']) : []
    case 'turn_aborted':
      return payload['reason'] === 'interrupted' ? [{ kind: 'interrupted' }] : []
    case 'task_started': {
      const isGoal = isRecord(payload['turn_attribution']) && payload['turn_attribution']['turn_trigger'] === 'goal'
      const mode: Entry = { kind: 'plan-mode', active: payload['collaboration_mode_kind'] === 'plan' }
      return isGoal ? [mode, { kind: 'goal', active: true }] : [mode]
    }
    case 'thread_goal_updated':
      return isRecord(payload['goal']) ? [{ kind: 'goal', active: payload['goal']['status'] === 'active' }] : []
    default:
      return []
  }
}

function fromItem(item: HookPayload): Entry[] {
  switch (item['type']) {
    case 'UserMessage': {
      const words = textsOf(item['content'])
      return [{ kind: 'prompt', by: authorOf(words), text: words }]
    }
    case 'AgentMessage':
      return [{ kind: 'said', text: textsOf(item['content']) }]
    case 'HookPrompt': {
      const words = textsOf(item['fragments'])
      return [{ kind: 'prompt', by: words.includes('FULLSTOP (') ? 'us' : 'host', text: words }]
    }
    case 'CollabAgentToolCall':
      return Object.entries(isRecord(item['agents_states']) ? item['agents_states'] : {}).map(([id, state]) => ({
        kind: 'background',
        id,
        running: typeof state === 'string' && !ended().has(state),
        label: 'a subagent',
      }))
    case 'SubAgentActivity': {
      const id = text(item, 'agent_thread_id')
      return id === undefined
        ? []
        : [{ kind: 'background', id, running: item['kind'] === 'started', label: 'a subagent' }]
    }
    default:
      return fromFinished(item)
  }
}

/** States of a subagent that are told in a word; one that ended with words of its own is told with them. */
const ended = lazyWords('completed errored shutdown interrupted not_found')

/**
 * A call that ended. The model's own line told of its beginning, except in code mode, where nothing else does. What began
 * in an earlier request and ends now is no work of this one.
 */
function fromFinished(item: HookPayload): Entry[] {
  const id = text(item, 'id')
  const called = id === undefined ? undefined : calledBy(item, id)
  if (id === undefined || called?.kind !== 'tool-called') return []
  const denied = item['status'] === 'declined'
  const failed = !denied && (item['status'] !== 'completed' || isErrorResult(item['result']))
  const exitCode = failed ? exitCodeOf(item) : undefined
  // Other tools may answer with megabytes, and their receipts would not be ours.
  const mayBeOurs = called.access === 'ours' || called.isClaim === true
  const receipt = mayBeOurs ? receiptIn(answerOf(item)) : undefined
  const returned: Entry = {
    kind: 'tool-returned',
    id,
    failed,
    ...given({ exitCode, receipt }),
    ...(denied ? { denied } : {}),
  }
  return id.startsWith(CODE_MODE) ? [called, returned] : [returned]
}

/** How the host names calls that a script of the model makes. */
const CODE_MODE = 'exec-'

function calledBy(item: HookPayload, id: string): Entry | undefined {
  switch (item['type']) {
    case 'CommandExecution':
      // What the person ran with `!` is no work of the agent.
      return item['source'] === 'user_shell' ? undefined : commandCalled(id, commandOf(item['command']))
    case 'McpToolCall':
      return toCalled(id, mcpName(text(item, 'server'), text(item, 'tool')))
    case 'FileChange': {
      const paths = isRecord(item['changes']) ? Object.keys(item['changes']) : pathsOf(item['changes'])
      return toCalled(id, 'apply_patch', paths.join(' '))
    }
    default:
      return undefined
  }
}

function answerOf(item: HookPayload): string {
  if (item['type'] === 'CommandExecution') return text(item, 'aggregated_output') ?? ''
  const answer = item['result'] ?? item['error']
  return answer === undefined ? '' : JSON.stringify(answer)
}

function exitCodeOf(item: HookPayload): number | undefined {
  return typeof item['exit_code'] === 'number' ? item['exit_code'] : undefined
}

function isErrorResult(result: unknown): boolean {
  return isRecord(result) && (result['isError'] === true || result['is_error'] === true)
}

/** What the model itself asked for: calls that are still under way have no item yet, and some never get one. */
function fromModel(payload: HookPayload): Entry[] {
  if (payload['type'] === 'message' && payload['role'] === 'user') return fromNotice(textsOf(payload['content']))
  const id = text(payload, 'call_id')
  if (id === undefined) return []
  switch (payload['type']) {
    case 'function_call':
      return fromCall(id, payload)
    case 'custom_tool_call':
      return text(payload, 'name') === 'apply_patch'
        ? [toCalled(id, 'apply_patch', patchedPaths(text(payload, 'input') ?? ''))]
        : []
    case 'function_call_output':
    case 'custom_tool_call_output':
      return fromOutput(id, payload['output'])
    default:
      return []
  }
}

/** The host tells the agent that a subagent has ended. */
function fromNotice(words: string): Entry[] {
  const id = /^<subagent_notification>\s*\{"agent_path":"([^"\\]{1,100})"/.exec(words)?.[1]
  return id === undefined ? [] : [{ kind: 'background', id, running: false }]
}

function fromCall(id: string, payload: HookPayload): Entry[] {
  const name = text(payload, 'name') ?? 'unknown'
  const prefix = text(payload, 'namespace') ?? ''
  const args = toArguments(payload['arguments'])
  if (prefix.startsWith('mcp__')) return [toCalled(id, `${prefix}__${name}`)]
  if (shellTools().has(name)) return [commandCalled(id, commandOf(args['cmd'] ?? args['command']))]
  if (name === 'apply_patch') return [toCalled(id, name, patchedPaths(text(args, 'input') ?? ''))]
  if (name === 'write_stdin') return text(args, 'chars') ? typedInto(id) : []
  const called = toCalled(id, name)
  return name === 'update_plan'
    ? [called, { kind: 'todos', change: 'replace', call: id, items: toTodos(args) }]
    : [called]
}

/** What it types continues beside the conversation, like the command that it types into; a mere look at that is no call. */
function typedInto(id: string): Entry[] {
  return [toCalled(id, 'write_stdin'), { kind: 'tool-returned', id, failed: false }]
}

function fromOutput(id: string, output: unknown): Entry[] {
  const said = typeof output === 'string' ? output : ''
  // It continues beside the conversation; its item comes when it ends.
  if (STILL_RUNNING.test(said)) return [{ kind: 'background', id, running: true }]
  const returned: Entry = { kind: 'tool-returned', id, failed: FAILED.test(said) }
  const status = GOAL.exec(said)?.[1]
  return status === undefined ? [returned] : [returned, { kind: 'goal', active: status === 'active' }]
}

/** Only such beginnings of an output, as they stand in a line, say more than that the call is over. */
export function mayTellMore(line: string, at: number): boolean {
  const first = line[at]
  if (first === '\\' || first === '{' || line.startsWith('Chunk ID', at)) return true
  const begin = line.slice(at, at + 300)
  return FAILED.test(begin) || begin.includes('\\u')
}

const STILL_RUNNING = /^Chunk ID: [^\n]*\nWall time: [^\n]*\nProcess running with session ID \d/
/** The host's own words for a call that it could not make; what a tool printed stands behind other words. */
const FAILED = /^(?:[\w.]+ failed\b|failed to |unsupported call|err: |error: )/i
const GOAL = /^\{"goal":\{"threadId":"[^"]*","objective":"(?:[^"\\]|\\.)*","status":"(\w+)"/

export function isShellTool(name: string): boolean {
  return shellTools().has(name)
}

const shellTools = lazyWords('exec_command shell shell_command local_shell')
const readingTools =
  lazyWords(`view_image web_search tool_search list_mcp_resources list_mcp_resource_templates read_mcp_resource request_user_input
  wait_agent wait list_agents get_goal read_file list_dir grep_files`)
const ownLists = lazyWords('update_plan create_goal update_goal')
const OUR_TOOLS = /^mcp__(?:[A-Za-z0-9_-]{0,100}_)?fullstop__[a-z_]+$/

function accessOf(name: string): Access {
  if (name.startsWith('mcp__') && OUR_TOOLS.test(name)) return 'ours'
  if (ownLists().has(name)) return 'todo'
  if (readingTools().has(name)) return 'read'
  if (name.startsWith('mcp__')) return accessOfMcp(name)
  return name === 'apply_patch' ? 'write' : 'run'
}

function toCalled(id: string, name: string, detail?: string): Entry {
  const more = detail ? { detail: detail.slice(0, 300) } : {}
  const access = accessOf(name)
  // It types into a program, or it is another agent or a tool of another server.
  const writes = access === 'run' && name !== 'write_stdin' ? { writes: true } : {}
  return { kind: 'tool-called', id, name: name.slice(0, 100), access, ...more, ...writes }
}

function commandCalled(id: string, command: string): Entry {
  return { kind: 'tool-called', id, name: 'shell', detail: command.slice(0, 300), ...readCommand(command) }
}

/** One line of text, or a list of words that begins with a shell and its switch. */
function commandOf(command: unknown): string {
  if (typeof command === 'string') return command
  if (!Array.isArray(command)) return ''
  const words = command.map(String)
  return /^-\w*c$/.test(words[1] ?? '') && words.length === 3 ? (words[2] ?? '') : words.join(' ')
}

function mcpName(server: string | undefined, tool: string | undefined): string {
  return `mcp__${server ?? 'unknown'}__${tool ?? 'unknown'}`
}

function toTodos(args: HookPayload): TodoPatch[] {
  return records(args['plan']).map((step, index) => ({
    id: `${index + 1}`,
    text: text(step, 'step') ?? '',
    status: step['status'] === 'completed' ? 'done' : 'open',
  }))
}

function toCalls(line: unknown): readonly SeenCall[] {
  if (!isRecord(line) || !isRecord(line['payload'])) return []
  const payload = line['payload']
  const item = line['type'] === 'event_msg' && payload['type'] === 'item_completed' ? payload['item'] : undefined
  const id = isRecord(item) ? text(item, 'id') : undefined
  const called = isRecord(item) && id !== undefined ? calledBy(item, id) : undefined
  if (!isRecord(item) || id === undefined || called?.kind !== 'tool-called' || called.access === 'ours') return []
  const at = text(line, 'timestamp') ?? ''
  const input = called.detail ?? JSON.stringify(item['arguments'] ?? {})
  const failed = item['status'] !== 'completed' || isErrorResult(item['result'])
  return [
    { kind: 'called', id, name: called.name, at, input },
    { kind: 'returned', id, failed, output: answerOf(item) },
  ]
}

function toArguments(value: unknown): HookPayload {
  if (typeof value !== 'string') return isRecord(value) ? value : {}
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? parsed : {}
  } catch {
    // Cut off, or not JSON: the call is known by its name alone.
    return {}
  }
}

function patchedPaths(patch: string): string {
  return patch
    .split('\n')
    .flatMap((whole) => {
      const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole
      const mark = line.startsWith('*** ') ? PATCHED.find((one) => line.startsWith(one)) : undefined
      return mark === undefined || line.length === mark.length ? [] : [line.slice(mark.length)]
    })
    .join(' ')
}

const PATCHED = ['*** Add File: ', '*** Update File: ', '*** Delete File: ']

function pathsOf(changes: unknown): string[] {
  return records(changes).flatMap((change) => text(change, 'path') ?? [])
}

function textsOf(content: unknown): string {
  return records(content)
    .flatMap((block) => text(block, 'text') ?? [])
    .join('\n')
}
