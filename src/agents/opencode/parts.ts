// A part of an OpenCode message to entries. Its event stream prints the same parts that its plugins are given.
// Shapes as of 1.18.18.
import type { Access, Entry, TodoStatus } from '../../contract/agent/entry.ts'
import { given } from '../../contract/given.ts'
import { isOurTool } from '../../contract/agent/tool-name.ts'
import type { SeenCall } from '../agent.ts'
import { readCommand } from '../formats/command-read.ts'
import { type HookPayload, isRecord, records, text } from '../formats/hook-input.ts'
import { readsByName } from '../formats/mcp-access.ts'
import { receiptIn } from '../formats/receipt.ts'

type Called = Omit<Extract<Entry, { kind: 'tool-called' }>, 'kind'>

const READING = new Set([
  'read',
  'glob',
  'grep',
  'list',
  'webfetch',
  'websearch',
  'codesearch',
  'skill',
  'lsp',
  'question',
])
const WRITING = new Set(['edit', 'write', 'patch', 'apply_patch', 'multiedit'])
const MOST_DETAIL = 300

/** A call that has ended: what was called, what came of it, and the todo list where it is one. */
export function toolEntries(part: HookPayload): readonly Entry[] {
  const state = isRecord(part['state']) ? part['state'] : {}
  const called = calledIn(part)
  const output = text(state, 'output') ?? text(state, 'error') ?? ''
  const exitCode = exitOf(state)
  const returned: Entry = {
    kind: 'tool-returned',
    id: called.id,
    failed: state['status'] === 'error' || called.name === 'invalid' || (exitCode ?? 0) !== 0,
    ...given({ exitCode: exitCode === 0 ? undefined : exitCode, receipt: receiptIn(output) }),
    ...(isDenied(part) ? { denied: true } : {}),
  }
  return [{ kind: 'tool-called', ...called }, ...todosIn(part, state), returned]
}

/** What the call is, whether it has ended or not. */
export function calledIn(part: HookPayload): Called {
  const state = isRecord(part['state']) ? part['state'] : {}
  const input = isRecord(state['input']) ? state['input'] : {}
  const id = text(part, 'callID') ?? ''
  const name = (text(part, 'tool') ?? '').slice(0, 100)
  if (name === 'bash') return { id, name, ...commandOf(text(input, 'command') ?? '') }
  const detail = detailOf(input)?.slice(0, MOST_DETAIL)
  const access = accessOf(name)
  const writes = access === 'run' ? { writes: true } : {}
  return { id, name, access, ...given({ detail }), ...writes }
}

/** Its rules, or a run in which nobody can be asked, did not let the call through. */
export function isDenied(part: HookPayload): boolean {
  const state = isRecord(part['state']) ? part['state'] : {}
  return state['status'] === 'error' && DENIED.test(text(state, 'error') ?? '')
}

const DENIED = /^The user (?:rejected permission to use this|has specified a rule which prevents)/

export function callsIn(part: HookPayload): readonly SeenCall[] {
  const called = calledIn(part)
  const state = isRecord(part['state']) ? part['state'] : {}
  if (called.access === 'ours') return []
  const output = text(state, 'output') ?? text(state, 'error') ?? ''
  return [
    { kind: 'called', id: called.id, name: called.name, at: '', input: called.detail ?? '' },
    { kind: 'returned', id: called.id, failed: state['status'] === 'error' || (exitOf(state) ?? 0) !== 0, output },
  ]
}

function commandOf(command: string): Omit<Called, 'id' | 'name'> {
  return { detail: command.slice(0, MOST_DETAIL), ...readCommand(command) }
}

/** Tools of servers are named `server_tool`; `task` starts another agent. */
function accessOf(name: string): Access {
  if (isOurTool(name)) return 'ours'
  if (name === 'todowrite' || name === 'todoread') return 'todo'
  if (READING.has(name) || name === 'invalid') return 'read'
  if (WRITING.has(name)) return 'write'
  if (name === 'task') return 'run'
  return readsByName(name.slice(name.indexOf('_') + 1)) ? 'read' : 'run'
}

function detailOf(input: HookPayload): string | undefined {
  return ['filePath', 'path', 'pattern', 'url', 'query', 'description', 'name']
    .map((key) => text(input, key))
    .find(Boolean)
}

function exitOf(state: HookPayload): number | undefined {
  const { exit } = isRecord(state['metadata']) ? state['metadata'] : {}
  return typeof exit === 'number' && Number.isInteger(exit) ? exit : undefined
}

function todosIn(part: HookPayload, state: HookPayload): readonly Entry[] {
  if (text(part, 'tool') !== 'todowrite' || state['status'] !== 'completed' || !isRecord(state['input'])) return []
  const items = records(state['input']['todos']).map((todo, index) => ({
    id: `${index + 1}`,
    text: text(todo, 'content') ?? '',
    status: toTodoStatus(text(todo, 'status')),
  }))
  return [{ kind: 'todos', change: 'replace', call: text(part, 'callID') ?? '', items }]
}

function toTodoStatus(status: string | undefined): TodoStatus {
  if (status === 'completed') return 'done'
  return status === 'cancelled' ? 'cancelled' : 'open'
}
