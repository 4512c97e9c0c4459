// Claude Code's transcript, one JSON object a line, to entries. Only the main chain speaks; bookkeeping lines,
// attachments, request blobs, thinking and subagent lines say nothing, whatever text they hold.
import type { Access, Entry, Involuntary, TodoPatch, TodoStatus } from '../../contract/agent/entry.ts'
import { lazily, lazyWords } from '../../contract/lazily.ts'
import type { Environment, SeenCall, TranscriptReader } from '../agent.ts'
import { accessOfMcp } from '../formats/mcp-access.ts'
import { readCommand } from '../formats/command-read.ts'
import { receiptIn } from '../formats/receipt.ts'
import { authorOf } from './author.ts'
import { given } from '../../contract/given.ts'

/**
 * As the host writes what a person typed, with or without a picture. Marks are chosen to be found fast: by bytes that are
 * rare in JSON.
 */
const TYPED = '"role":"user","content":"'
/** It takes less to find than the whole. */
const TYPED_END = 'user","content":"'
const PROMPTS = [TYPED, '"role":"user","content":[{"type":"text"', '"role":"user","content":[{"type":"image"']
const QUEUED = 'queued_command"'
const GOAL = 'goal_status"'

export const transcript: TranscriptReader = {
  toEntries,
  toCalls,
  folders,
  speaks: ['"role":"assistant"', TYPED, QUEUED],
  glance: {
    telling: [TYPED_END, QUEUED, GOAL],
    words: ':"text"',
    call: '"name":"',
    ends: '"',
    endsFrom: 0,
    isIdle: (name) => passedTools().has(name),
    idleBytes: 40,
  },
  turnMark: '"promptId":"',
  landmarks: {
    prompts: PROMPTS,
    joined: [QUEUED],
    // TodoWrite, TaskCreate, TaskUpdate, and few others.
    todos: ['name":"T'],
    begins: [GOAL],
    // What runs on is told to its hooks.
    states: [],
    running: [],
    ended: [],
  },
}

type Line = Readonly<Record<string, unknown>>

function folders(env: Environment): readonly string[] {
  const moved = env['CLAUDE_CONFIG_DIR']
  return moved ? [moved] : []
}

function toEntries(line: unknown): readonly Entry[] {
  if (!isLine(line) || isOfSubagent(line)) return []
  if (line['type'] === 'assistant') return fromAssistant(line)
  if (line['type'] === 'user') return fromUser(line)
  if (line['type'] === 'system' && line['subtype'] === 'compact_boundary') return [{ kind: 'compacted' }]
  if (line['type'] === 'attachment' && isLine(line['attachment'])) return fromAttachment(line['attachment'])
  return []
}

/** In the transcript, and under another name in the event stream, whose lines are the same otherwise. */
export function isOfSubagent(line: Line): boolean {
  return (
    line['isSidechain'] === true ||
    typeof line['agentId'] === 'string' ||
    typeof line['parent_tool_use_id'] === 'string'
  )
}

function toCalls(line: unknown): readonly SeenCall[] {
  if (!isLine(line) || isOfSubagent(line)) return []
  const message = line['message']
  if (!isLine(message)) return []
  const at = typeof line['timestamp'] === 'string' ? line['timestamp'] : ''
  return blocks(message['content']).flatMap((block): SeenCall[] => {
    const { id, name, tool_use_id: answered } = block
    if (line['type'] === 'assistant' && block['type'] === 'tool_use' && typeof id === 'string') {
      if (typeof name !== 'string' || OUR_TOOLS.test(name)) return []
      return [{ kind: 'called', id, name, at, input: JSON.stringify(block['input'] ?? {}) }]
    }
    if (line['type'] !== 'user' || block['type'] !== 'tool_result' || typeof answered !== 'string') return []
    const output = typeof block['content'] === 'string' ? block['content'] : textOf(block['content'])
    return [{ kind: 'returned', id: answered, failed: block['is_error'] === true, output }]
  })
}

/** Two attachments speak: a prompt typed in mid-work, and the state of the host's own goal feature. */
function fromAttachment(attachment: Line): Entry[] {
  if (attachment['type'] === 'goal_status') return [{ kind: 'goal', active: attachment['met'] === false }]
  const isTyped = attachment['type'] === 'queued_command' && attachment['commandMode'] === 'prompt'
  const prompt = attachment['prompt']
  if (!isTyped || typeof prompt !== 'string' || !isHuman(attachment)) return []
  return [{ kind: 'prompt', by: authorOf(prompt), text: prompt, inMidWork: true }]
}

function fromAssistant(line: Line): Entry[] {
  const message = line['message']
  if (!isLine(message)) return []
  const stoppedBy = involuntary(line, message)
  const entries: Entry[] = []
  for (const block of blocks(message['content'])) {
    if (block['type'] === 'tool_use') entries.push(...fromToolUse(block))
    if (block['type'] === 'text' && typeof block['text'] === 'string') {
      const goesOn = message['stop_reason'] === 'tool_use' ? { goesOn: true } : {}
      entries.push({ kind: 'said', text: block['text'], ...given({ stoppedBy }), ...goesOn })
    }
  }
  return entries
}

/** The host writes its own error texts as assistant lines; they carry structured marks. */
function involuntary(line: Line, message: Line): Involuntary | undefined {
  if (line['isApiErrorMessage'] === true) return apiError(line['error'], line['errorDetails'])
  if (message['stop_reason'] === 'max_tokens') return 'output-cut'
  if (message['stop_reason'] === 'model_context_window_exceeded') return 'context-limit'
  return undefined
}

function apiError(error: unknown, details: unknown): Involuntary {
  if (error === 'invalid_request' && word(details).includes('prompt is too long')) return 'context-limit'
  if (error === 'rate_limit' || error === 'billing_error') return 'usage-limit'
  if (error === 'authentication_failed') return 'auth'
  if (error === 'max_output_tokens') return 'output-cut'
  return 'api-error'
}

/** What says most about a call, the first that is there. */
const DETAILS = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'url', 'query', 'description']

function fromToolUse(block: Line): Entry[] {
  const id = block['id']
  const name = block['name']
  if (typeof id !== 'string' || typeof name !== 'string') return []
  const input = isLine(block['input']) ? block['input'] : {}
  if (name === 'Bash' || name === 'PowerShell') return [fromShell(id, name, input)]
  const detail = firstText(input, DETAILS)
  const access = accessOf(name, input)
  const called: Entry = {
    kind: 'tool-called',
    id,
    name: name.slice(0, 100),
    access,
    ...given({ detail: detail?.slice(0, 300) }),
    ...(access === 'run' && !idleTools().has(name) ? { writes: true } : {}),
  }
  return [called, ...todosOf(id, name, input)]
}

export function fromShell(id: string, name: string, input: Line): Entry {
  const detail = firstText(input, DETAILS)
  const read = readCommand(word(input['command']))
  return { kind: 'tool-called', id, name, ...read, ...given({ detail: detail?.slice(0, 300) }) }
}

const readingTools =
  lazyWords(`Read Grep Glob LS NotebookRead WebFetch WebSearch ToolSearch BashOutput TaskOutput AgentOutputTool LSP Skill
  ListMcpResourcesTool ReadMcpResourceTool AskUserQuestion EnterPlanMode ExitPlanMode ListMcpResources ReadMcpResource`)
/** They end what runs, or load instructions. */
const idleTools = lazyWords(
  'KillShell KillBash TaskStop SlashCommand ScheduleWakeup CronCreate CronDelete CronList Monitor',
)
const writingTools = lazyWords('Edit Write MultiEdit NotebookEdit')
const todoTools = lazyWords('TodoWrite TodoRead TaskCreate TaskUpdate TaskList TaskGet')
const passedTools = lazily(() => new Set([...readingTools(), ...todoTools()]))
const OUR_TOOLS = /^mcp__(?:plugin_[A-Za-z0-9_-]{0,100}_)?fullstop__[a-z_]+$/

function accessOf(name: string, input: Line): Access {
  if (name.startsWith('mcp__') && OUR_TOOLS.test(name)) return 'ours'
  if (todoTools().has(name)) return 'todo'
  if (readingTools().has(name)) return 'read'
  if (writingTools().has(name)) return 'write'
  if (name.startsWith('mcp__')) return accessOfMcp(name)
  if ((name === 'Task' || name === 'Agent') && ['Explore', 'Plan'].includes(word(input['subagent_type']))) return 'read'
  return 'run'
}

/** Of tools whose input does not matter. */
export function accessByName(name: string): 'read' | 'write' | undefined {
  if (readingTools().has(name)) return 'read'
  return writingTools().has(name) ? 'write' : undefined
}

function todosOf(call: string, name: string, input: Line): Entry[] {
  if (name === 'TodoWrite' && Array.isArray(input['todos'])) {
    const items = blocks(input['todos']).map((todo, index): TodoPatch => {
      return { id: `${index + 1}`, text: word(todo['content']), status: toTodoStatus(todo['status']) }
    })
    return [{ kind: 'todos', change: 'replace', call, items }]
  }
  return []
}

function toTodoStatus(status: unknown): TodoStatus {
  if (status === 'completed') return 'done'
  if (status === 'cancelled' || status === 'deleted') return 'cancelled'
  return 'open'
}

function fromUser(line: Line): Entry[] {
  const message = line['message']
  if (!isLine(message)) return []
  const content = message['content']
  const results = blocks(content).filter((block) => block['type'] === 'tool_result')
  const [first] = results
  if (first)
    return results.length === 1 ? fromToolResult(first, line) : results.flatMap((one) => fromToolResult(one, line))
  const text = typeof content === 'string' ? content : textOf(content)
  if (text.startsWith('[Request interrupted by user')) return [{ kind: 'interrupted' }]
  if (line['isCompactSummary'] === true || line['isVisibleInTranscriptOnly'] === true) return []
  if (text.startsWith('<bash-input>')) {
    const command = text.slice('<bash-input>'.length).replace('</bash-input>', '')
    return [{ kind: 'prompt', by: 'person', text: `!${command}`, ...promptIdOf(line) }]
  }
  return [{ kind: 'prompt', by: writerOf(line, text), text, ...promptIdOf(line) }]
}

function writerOf(line: Line, text: string): 'person' | 'host' | 'us' {
  const author = authorOf(text)
  if (author === 'us') return 'us'
  return line['isMeta'] === true || line['isSynthetic'] === true || !isHuman(line) ? 'host' : author
}

/** Lines of older versions carry no such marks: then the text alone tells. */
function isHuman(line: Line): boolean {
  const origin = line['origin']
  if (isLine(origin) && origin['kind'] !== 'human') return false
  return (
    line['promptSource'] !== 'system' &&
    line['turnOrigin'] !== 'task_notification' &&
    line['turnOrigin'] !== 'scheduled'
  )
}

function promptIdOf(line: Line): { promptId?: string } {
  return typeof line['promptId'] === 'string' ? { promptId: line['promptId'] } : {}
}

function fromToolResult(result: Line, line: Line): Entry[] {
  const id = result['tool_use_id']
  if (typeof id !== 'string') return []
  const receipt = receiptIn(typeof result['content'] === 'string' ? result['content'] : textOf(result['content']))
  const failed = result['is_error'] === true
  const told = line['toolUseResult'] ?? line['tool_use_result']
  const denied = failed && isDenied(line, told, result['content'])
  const returned: Entry = {
    kind: 'tool-returned',
    id,
    failed: failed && !denied,
    ...given({
      receipt,
      exitCode: failed ? exitCodeIn(result['content']) : undefined,
      access: accessTold(line, told, failed),
    }),
    ...(denied ? { denied: true } : {}),
  }
  return isLine(told) ? [...createdTask(id, told), ...movedTask(id, told), returned] : [returned]
}

/**
 * The host marks what a tool of a server answered: `declared` (it says that it changes things) or `no_hint`. No mark: it
 * declares to be read-only, in versions that also note who permitted the call; older ones mark nothing.
 */
function accessTold(line: Line, told: unknown, failed: boolean): 'read' | 'run' | undefined {
  const mark = line['mcpCallNotReadOnly']
  if (mark === 'declared') return 'run'
  const isOfServer = Array.isArray(told) || typeof told === 'string'
  return mark === undefined && !failed && isOfServer && isLine(line['permissionDecision']) ? 'read' : undefined
}

/** A person said no, or a rule of theirs did; older versions tell it by their words alone. */
function isDenied(line: Line, told: unknown, content: unknown): boolean {
  const kind = line['toolDenialKind']
  if (kind !== undefined) return kind === 'user-rejected' || kind === 'permission-rule'
  if (told === 'User rejected tool use') return true
  const words = typeof content === 'string' ? content : textOf(content)
  return /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|Permission to use \S+(?: with command [^\n]*)? has been denied|Claude requested permissions to [^\n]*, but you haven't granted it)/.test(
    words,
  )
}

function exitCodeIn(content: unknown): number | undefined {
  const words = typeof content === 'string' ? content : textOf(content)
  const [, code] = /^Exit code (\d{1,3})(?:\n|$)/.exec(words) ?? []
  return code === undefined ? undefined : Number(code)
}

/** `TaskCreate` learns its id only from the result. */
function createdTask(call: string, result: unknown): Entry[] {
  const task = isLine(result) ? result['task'] : undefined
  if (!isLine(task) || task['id'] === undefined || typeof task['subject'] !== 'string') return []
  const status = task['status'] === undefined ? 'open' : toTodoStatus(task['status'])
  return [{ kind: 'todos', change: 'patch', call, items: [{ id: word(task['id']), text: task['subject'], status }] }]
}

/** `TaskUpdate` may fail; only its result tells what it changed. */
function movedTask(call: string, result: unknown): Entry[] {
  const change = isLine(result) && result['success'] === true ? result['statusChange'] : undefined
  if (!isLine(result) || !isLine(change) || typeof result['taskId'] !== 'string') return []
  return [
    { kind: 'todos', change: 'patch', call, items: [{ id: result['taskId'], status: toTodoStatus(change['to']) }] },
  ]
}

function blocks(content: unknown): Line[] {
  return Array.isArray(content) ? content.filter(isLine) : []
}

function textOf(content: unknown): string {
  return blocks(content)
    .map((block) => (block['type'] === 'text' && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n')
    .trim()
}

function firstText(input: Line, keys: readonly string[]): string | undefined {
  for (const key of keys) if (typeof input[key] === 'string') return input[key]
  return undefined
}

/** What a model writes may be anything, also what no text can be made of. */
function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

function isLine(value: unknown): value is Line {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
