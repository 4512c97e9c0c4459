// What an agent tells of its session (`session/update`), to entries. Its messages come in pieces, and a call is told of
// several times: what is not whole yet is kept in a state of plain JSON.
import { given } from '../../contract/given.ts'
import type { Access, Entry, ToolCalledEntry } from '../../contract/agent/entry.ts'
import { isOurTool } from '../../contract/agent/tool-name.ts'
import { type CommandRead, readCommand } from '../formats/command-read.ts'
import { isRecord, records, text } from '../formats/hook-input.ts'
import { readsByName } from '../formats/mcp-access.ts'
import { receiptIn } from '../formats/receipt.ts'
import { type Params, SERVER_NAME } from './wire.ts'

/** A type alias: it is stored as plain JSON. */
export type SessionTelling = {
  /** The message that the agent is writing, and its id where it has one. */
  readonly saying: string
  readonly message: string | null
  /** Calls that have not returned. */
  readonly calls: readonly OpenCall[]
  /** Calls that were denied, by the permission request. */
  readonly denied: readonly string[]
  /** Calls that have returned while what they started still runs. */
  readonly beside: readonly string[]
}

export type OpenCall = {
  readonly id: string
  readonly title: string
  readonly name: string
  readonly kind: string
  readonly input: string
  /** It was told as an entry. */
  readonly isTold: boolean
}

export const NOTHING_TOLD: SessionTelling = { saying: '', message: null, calls: [], denied: [], beside: [] }

export interface UpdateRead {
  readonly telling: SessionTelling
  readonly entries: readonly Entry[]
}

const MOST_CALLS = 200
const MOST_DEPTH = 100
const LONGEST = { said: 1024 * 1024, input: 4000, detail: 300, name: 100 } as const

export function stepUpdate(telling: SessionTelling, update: unknown): UpdateRead {
  if (!isRecord(update)) return { telling, entries: [] }
  switch (update['sessionUpdate']) {
    case 'agent_message_chunk':
      return said(telling, update)
    case 'tool_call':
    case 'tool_call_update':
      return called(telling, update)
    case 'plan':
      return { telling, entries: [planned(update)] }
    case 'compaction_update':
      return { telling, entries: update['status'] === 'completed' ? [{ kind: 'compacted' }] : [] }
    case 'current_mode_update':
      return { telling, entries: [{ kind: 'plan-mode', active: update['currentModeId'] === 'plan' }] }
    default:
      return { telling, entries: [] }
  }
}

/** The turn is over: its last words are whole. Calls that did not return say nothing any more. */
export function endTelling(telling: SessionTelling): UpdateRead {
  const { denied, beside } = telling
  return { telling: { ...NOTHING_TOLD, denied, beside }, entries: wordsIn(telling, {}) }
}

/** The agent has begun to work by itself: what it waited for has ended. The protocol tells of it in no other way. */
export function wokenUp(telling: SessionTelling): UpdateRead {
  return { telling: { ...telling, beside: [] }, entries: telling.beside.map(overNow) }
}

function overNow(id: string): Entry {
  return { kind: 'tool-returned', id, failed: false }
}

/** A request for permission tells of the call as well; some agents tell nothing else before it returns. */
export function stepPermission(telling: SessionTelling, params: Params, isDenied: boolean): UpdateRead {
  const call = params['toolCall']
  const id = isRecord(call) ? text(call, 'toolCallId') : undefined
  if (!isRecord(call) || id === undefined) return { telling, entries: [] }
  const told = called(telling, { ...call, status: 'pending' })
  if (!isDenied) return told
  return { ...told, telling: { ...told.telling, denied: [...told.telling.denied, id].slice(-MOST_CALLS) } }
}

function said(telling: SessionTelling, update: Params): UpdateRead {
  const { content } = update
  const words = isRecord(content) && content['type'] === 'text' ? (text(content, 'text') ?? '') : ''
  const message = text(update, 'messageId') ?? null
  const isNext = message !== null && telling.message !== null && message !== telling.message
  const before = isNext ? '' : telling.saying
  return {
    telling: { ...telling, saying: bounded(before + words), message: message ?? telling.message },
    entries: isNext ? wordsIn(telling, { goesOn: true }) : [],
  }
}

/** A claim stands at the end. Cut seldom: to cut a text that grows piece by piece copies all of it. */
function bounded(saying: string): string {
  return saying.length > 2 * LONGEST.said ? saying.slice(-LONGEST.said) : saying
}

function wordsIn({ saying }: SessionTelling, more: { readonly goesOn?: boolean }): Entry[] {
  return saying.trim() === '' ? [] : [{ kind: 'said', text: saying, ...more }]
}

function called(telling: SessionTelling, update: Params): UpdateRead {
  const id = text(update, 'toolCallId')
  if (id === undefined) return { telling, entries: [] }
  const before = telling.calls.find((call) => call.id === id)
  const call = merged(before, id, update)
  const others = telling.calls.filter((one) => one.id !== id)
  const status = update['status']
  const isOver = status === 'completed' || status === 'failed'
  // Until it runs or returns, an agent may still add what it is called with.
  const isDue = !call.isTold && (isOver || status === 'in_progress')
  const isBeside = status === 'completed' && runsBeside(call)
  const entries: Entry[] = [
    ...wordsIn(telling, { goesOn: true }),
    ...(isDue ? [toCalled(call)] : []),
    ...(isBeside ? [{ kind: 'background', id, running: true } as const] : []),
    ...(isOver && !isBeside ? [toReturned(telling, call, update)] : []),
  ]
  const calls = isOver ? others : [...others, { ...call, isTold: call.isTold || isDue }].slice(-MOST_CALLS)
  const beside = isBeside ? [...telling.beside, id].slice(-MOST_CALLS) : telling.beside
  return { telling: { ...telling, saying: '', message: null, calls, beside }, entries }
}

/** Commands and agents that were started in the background, as each agent's tools ask for that. */
function runsBeside({ input }: OpenCall): boolean {
  const raw = parsed(input)
  if (!isRecord(raw)) return false
  const isAsked = [raw['run_in_background'], raw['is_background'], raw['background']].includes(true)
  return isAsked || raw['mode'] === 'background' || raw['mode'] === 'async'
}

function merged(before: OpenCall | undefined, id: string, update: Params): OpenCall {
  const input = update['rawInput']
  return {
    id,
    title: text(update, 'title') ?? before?.title ?? '',
    name: nameIn(update) ?? before?.name ?? '',
    kind: text(update, 'kind') ?? before?.kind ?? 'other',
    input: hasContent(input) ? written(input).slice(0, LONGEST.input) : (before?.input ?? ''),
    isTold: before?.isTold ?? false,
  }
}

/** No tool is called with anything so deep, and to write it takes time by the square of its depth. */
function written(value: unknown): string {
  return isDeeperThan(value, MOST_DEPTH) ? '' : JSON.stringify(value)
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1))
}

function hasContent(input: unknown): boolean {
  return isRecord(input) ? Object.keys(input).length > 0 : typeof input === 'string' && input !== ''
}

/** `name` is optional; adapters put the agent's own name for the tool into `_meta`. */
function nameIn(update: Params): string | undefined {
  const meta = update['_meta']
  if (isRecord(meta)) {
    const own = Object.values(meta).flatMap((part) => (isRecord(part) ? (text(part, 'toolName') ?? []) : []))[0]
    const named = text(meta, 'toolName') ?? own
    if (named !== undefined) return named
  }
  return text(update, 'name')
}

function toCalled(call: OpenCall): ToolCalledEntry {
  const name = (call.name || call.title || call.kind).slice(0, LONGEST.name)
  const ours = ourTool(call)
  if (ours !== undefined) return { kind: 'tool-called', id: call.id, name: ours, access: 'ours' }
  const command = call.kind === 'execute' ? commandIn(call) : undefined
  if (command !== undefined) return { kind: 'tool-called', id: call.id, name, ...asCommand(command) }
  const detail = call.title.slice(0, LONGEST.detail)
  const access = accessOf(call)
  return {
    kind: 'tool-called',
    id: call.id,
    name,
    access,
    ...given({ detail: detail === '' || detail === name ? undefined : detail }),
    ...(access === 'run' ? { writes: true } : {}),
  }
}

function asCommand(command: string): CommandRead & Pick<ToolCalledEntry, 'detail'> {
  return { detail: command.slice(0, LONGEST.detail), ...readCommand(command) }
}

/** In doubt it may have changed something. */
function accessOf({ kind, name, title }: OpenCall): Access {
  switch (kind) {
    case 'read':
    case 'search':
    case 'fetch':
    case 'switch_mode':
      return 'read'
    case 'edit':
    case 'delete':
    case 'move':
      return 'write'
    case 'think':
      // Agents that are started for a part of the work are told of as thinking.
      return /\b(?:task|agent)\b/i.test(name) ? 'run' : 'read'
    default:
      return readsByName(name || title) ? 'read' : 'run'
  }
}

/** The command line of a shell tool: as one text, or as its words. */
export function commandIn({ input, title }: Pick<OpenCall, 'input' | 'title'>): string | undefined {
  const raw = parsed(input)
  const command = isRecord(raw) ? (raw['command'] ?? raw['cmd'] ?? raw['script']) : undefined
  if (typeof command === 'string') return command
  if (Array.isArray(command)) return unwrapped(command.filter((word) => typeof word === 'string'))
  return title === '' ? undefined : title.replace(/^`|`$/g, '')
}

function unwrapped(words: readonly string[]): string {
  const [shell = '', option = '', line] = words
  return /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option) && line !== undefined ? line : words.join(' ')
}

/** `mcp__fullstop__…`, `mcp.fullstop.…`, `fullstop_…`, `… (fullstop MCP Server)`, or a call that names server and tool. */
export function ourTool({ name, title, input }: Pick<OpenCall, 'name' | 'title' | 'input'>): string | undefined {
  const raw = parsed(input)
  const server = isRecord(raw) ? text(raw, 'server') : undefined
  const tool = isRecord(raw) ? text(raw, 'tool') : undefined
  if (server === SERVER_NAME && tool !== undefined) return tool
  return [name, title].flatMap(toolNames).find((one) => isOurTool(one))
}

function toolNames(label: string): string[] {
  if (!label.includes(SERVER_NAME)) return isOurTool(label) ? [label] : []
  return label
    .slice(0, 200)
    .split(/[^\w-]+/)
    .filter((word) => word !== '')
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    // It was cut: too long to be a call of ours or a command that matters.
    return undefined
  }
}

function toReturned({ denied }: SessionTelling, call: OpenCall, update: Params): Entry {
  const failed = update['status'] === 'failed'
  const output = update['rawOutput']
  const exitCode = isRecord(output) ? [output['exitCode'], output['exit_code']].find(isCode) : undefined
  const receipt = receiptIn(written([update['content'] ?? '', output ?? '']))
  return {
    kind: 'tool-returned',
    id: call.id,
    failed: failed || (exitCode !== undefined && exitCode !== 0),
    ...given({ exitCode: exitCode === 0 ? undefined : exitCode, receipt }),
    ...(denied.includes(call.id) ? { denied: true } : {}),
  }
}

function isCode(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value)
}

function planned(update: Params): Entry {
  const items = records(update['entries']).map((entry, index) => ({
    id: `${index + 1}`,
    text: text(entry, 'content') ?? '',
    status: entry['status'] === 'completed' ? ('done' as const) : ('open' as const),
  }))
  return { kind: 'todos', change: 'replace', items }
}
