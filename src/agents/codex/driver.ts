// Codex headless: the command line of a stint, and its event stream to signals. Why a turn failed stands only in its
// record of the session: the stream has a sentence for people.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import type { Permissions } from '../../contract/agent/run-setup.ts'
import type { Signal } from '../../contract/agent/signal.ts'
import { splitWords } from '../../domain/shell/words.ts'
import type { Driver, Exit, SeenCall, StintCommand, StintQuery } from '../agent.ts'
import { readCommand } from '../formats/command-read.ts'
import { exitOf, withoutColours } from '../formats/exit.ts'
import { isRecord, type HookPayload, records, text } from '../formats/hook-input.ts'
import { accessOfMcp } from '../formats/mcp-access.ts'
import { receiptIn } from '../formats/receipt.ts'
import { readRecord, toFailure } from './failure.ts'
import { codexHome, valueAt } from './places.ts'
import { given } from '../../contract/given.ts'

export const driver: Driver = {
  start,
  takesId: false,
  toSignals,
  toEnd,
  toCalls,
  record: {
    folder: (places) => `${codexHome(places)}/sessions`,
    isOf: (name, id) => name.endsWith(`-${id}.jsonl`),
    read: readRecord,
  },
}

const SERVER = 'mcp_servers.fullstop'
const DIRECT = ['features', 'code_mode', 'direct_only_tool_namespaces']

function start({ session, contract, server, serverEnv, ...query }: StintQuery): StintCommand {
  const config = query.settings(`${codexHome(query.places)}/config.toml`)
  const [command, ...args] = server
  const own = valueAt(config, ['developer_instructions'])
  const direct = valueAt(config, DIRECT)
  const visible = [...(Array.isArray(direct) ? direct.filter(isText) : []), 'mcp__fullstop']
  const settings: Record<string, string> = {
    [`${SERVER}.command`]: toToml(command),
    [`${SERVER}.args`]: toToml(args),
    [`${SERVER}.env`]: `{ ${Object.entries(serverEnv)
      .map(([name, value]) => `${toToml(name)} = ${toToml(value)}`)
      .join(', ')} }`,
    // Checks may run behind it: they find what they would find in the user's own shell.
    [`${SERVER}.env_vars`]: toToml(Object.keys(query.places.env).filter((name) => isPassedOn(name, serverEnv))),
    [`${SERVER}.enabled`]: 'true',
    [`${SERVER}.tool_timeout_sec`]: '120',
    // Without it nothing could be claimed, and Codex would not say so.
    [`${SERVER}.required`]: 'true',
    [`${SERVER}.default_tools_approval_mode`]: toToml('approve'),
    // Otherwise most models would have to search for the tools in code. What the user lists there stays.
    [DIRECT.join('.')]: toToml([...new Set(visible)]),
    // Ours would take the place of the user's own.
    developer_instructions: toToml(isText(own) ? `${own}\n\n${contract}` : contract),
  }
  return {
    args: [
      'exec',
      '--json',
      '--skip-git-repo-check',
      ...permitted(query.permissions),
      ...(query.model === undefined ? [] : ['-m', query.model]),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ...query.args,
      ...(session.kind === 'resume' ? ['resume', session.id] : []),
      '-',
    ],
    ...(session.kind === 'resume' ? { agentSessionId: session.id } : {}),
  }
}

function isPassedOn(name: string, given: Readonly<Record<string, string>>): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !Object.hasOwn(given, name)
}

function permitted(permissions: Permissions): string[] {
  if (permissions === 'settings') return []
  return permissions === 'edits' ? ['-s', 'workspace-write'] : ['--dangerously-bypass-approvals-and-sandbox']
}

/** A JSON string is a TOML string, and so are lists of them, if no half of a character stands in it. */
function toToml(value: string | readonly string[]): string {
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value.map((one) => one.toWellFormed()))
}

function toSignals(line: unknown): readonly Signal[] {
  if (!isRecord(line)) return []
  switch (line['type']) {
    case 'thread.started': {
      const id = text(line, 'thread_id')
      return id === undefined ? [] : [{ kind: 'session', id }]
    }
    case 'item.started':
      return isRecord(line['item']) ? begun(line['item']) : []
    case 'item.updated':
      return isRecord(line['item']) ? todosIn(line['item']) : []
    case 'item.completed':
      return isRecord(line['item']) ? fromItem(line['item']) : []
    case 'turn.completed':
      return [...usageIn(line['usage']), { kind: 'ended', end: { kind: 'stopped' } }]
    case 'turn.failed': {
      const message = isRecord(line['error']) ? (text(line['error'], 'message') ?? '') : ''
      return [{ kind: 'ended', end: toFailure(undefined, message) }]
    }
    case 'error':
      return [{ kind: 'retries', why: (text(line, 'message') ?? 'error').slice(0, 200) }]
    default:
      return []
  }
}

function begun(item: HookPayload): Signal[] {
  const called = calledIn(item)
  if (!called) return todosIn(item)
  return [{ kind: 'doing', id: called.id, text: [called.name, called.detail].filter(Boolean).join(' ') }]
}

/** What has ended is told whole: nothing of a call that never returned counts. */
function fromItem(item: HookPayload): Signal[] {
  const said = item['type'] === 'agent_message' ? text(item, 'text') : undefined
  if (said !== undefined) return [{ kind: 'entry', entry: { kind: 'said', text: said } }]
  if (item['type'] === 'error') return [{ kind: 'notice', text: (text(item, 'message') ?? '').slice(0, 300) }]
  const called = calledIn(item)
  if (!called) return todosIn(item)
  const receipt = receiptIn(JSON.stringify(item['result'] ?? item['aggregated_output'] ?? ''))
  const failed = item['status'] === 'failed'
  const exitCode = failed && typeof item['exit_code'] === 'number' ? item['exit_code'] : undefined
  const denied = item['status'] === 'declined' ? { denied: true } : {}
  const returned: Entry = { kind: 'tool-returned', id: called.id, failed, ...given({ exitCode, receipt }), ...denied }
  return [
    { kind: 'entry', entry: { kind: 'tool-called', ...called } },
    { kind: 'entry', entry: returned },
  ]
}

type Called = Omit<Extract<Entry, { kind: 'tool-called' }>, 'kind'>

function calledIn(item: HookPayload): Called | undefined {
  const id = text(item, 'id') ?? ''
  switch (item['type']) {
    case 'command_execution': {
      const command = unwrapped(text(item, 'command') ?? '')
      return { id, name: 'shell', detail: command.slice(0, 300), ...readCommand(command) }
    }
    case 'file_change': {
      const paths = records(item['changes']).map((change) => text(change, 'path') ?? '')
      return { id, name: 'apply_patch', access: 'write', detail: paths.join(' ').slice(0, 300) }
    }
    case 'mcp_tool_call': {
      const server = text(item, 'server') ?? ''
      const name = `mcp__${server}__${text(item, 'tool') ?? ''}`.slice(0, 100)
      const access = server === 'fullstop' ? 'ours' : accessOfMcp(name)
      return { id, name, access, ...(access === 'run' ? { writes: true } : {}) }
    }
    case 'web_search':
      return { id, name: 'web_search', access: 'read', detail: (text(item, 'query') ?? '').slice(0, 300) }
    case 'collab_tool_call':
      return {
        id,
        name: text(item, 'tool') ?? 'agent',
        access: 'run',
        writes: true,
        detail: (text(item, 'prompt') ?? '').slice(0, 300),
      }
    default:
      return undefined
  }
}

/** The stream names the shell that a command runs in. */
function unwrapped(command: string): string {
  const [, inner] = /^\S*\/?(?:ba|z|da)?sh -l?c ([\s\S]*)$/.exec(command) ?? []
  if (inner === undefined) return command
  const read = splitWords(inner)
  const [line, ...others] = read.ok ? read.words : []
  return line === undefined || others.length > 0 ? inner : line
}

function todosIn(item: HookPayload): Signal[] {
  if (item['type'] !== 'todo_list') return []
  const items = records(item['items']).map((todo, index) => ({
    id: `${index + 1}`,
    text: text(todo, 'text') ?? '',
    status: todo['completed'] === true ? ('done' as const) : ('open' as const),
  }))
  return [{ kind: 'entry', entry: { kind: 'todos', change: 'replace', items } }]
}

function usageIn(usage: unknown): Signal[] {
  if (!isRecord(usage)) return []
  const count = (name: string): number => {
    const value = usage[name]
    return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : 0
  }
  // Those from the cache are among the input.
  return [{ kind: 'used', tokens: count('input_tokens') + count('output_tokens') }]
}

function toEnd(exit: Exit): AgentEnd {
  if (/\bno rollout found for thread id\b/.test(withoutColours(exit.errors)))
    return { ...exitOf(exit), kind: 'session-missing' }
  return exitOf(exit)
}

function toCalls(line: unknown): readonly SeenCall[] {
  if (!isRecord(line) || line['type'] !== 'item.completed' || !isRecord(line['item'])) return []
  const { item } = line
  const called = isRecord(item) ? calledIn(item) : undefined
  if (!called || called.access === 'ours' || !isRecord(item)) return []
  const output = text(item, 'aggregated_output') ?? JSON.stringify(item['result'] ?? '')
  const failed = item['status'] === 'failed' || item['status'] === 'declined'
  return [
    { kind: 'called', id: called.id, name: called.name, at: '', input: called.detail ?? '' },
    { kind: 'returned', id: called.id, failed, output },
  ]
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
