// OpenCode headless: the command line and the settings of a stint, and its event stream to signals. A plugin of ours
// adds lines to that stream. It ends when its process does; a step that does not call tools ends the turn.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Json } from '../../contract/agent/edit.ts'
import { given } from '../../contract/given.ts'
import type { Signal } from '../../contract/agent/signal.ts'
import type { Driver, Exit, StintCommand, StintQuery } from '../agent.ts'
import { exitOf, withoutColours } from '../formats/exit.ts'
import { type HookPayload, isRecord, text } from '../formats/hook-input.ts'
import { toFailure, toLimit } from './ends.ts'
import { callsIn, calledIn, isDenied, toolEntries } from './parts.ts'
import { projectFiles, userFiles } from './places.ts'
import streamPlugin from './stream-plugin.js.txt' with { type: 'text' }

export const driver: Driver = { start, takesId: false, toSignals, toEnd, toCalls }

const SETTINGS = 'OPENCODE_CONFIG_CONTENT'

function start(query: StintQuery): StintCommand {
  const { session, contractFile, settingsFile, server, serverEnv } = query
  const isResumed = session.kind === 'resume'
  const settings = {
    ...ownContent(query),
    mcp: {
      ...toRecord(ownContent(query)['mcp']),
      fullstop: { type: 'local', command: [...server], environment: { ...serverEnv }, enabled: true, timeout: 30_000 },
    },
    instructions: [...toList(ownContent(query)['instructions']), contractFile],
    plugin: [...toList(ownContent(query)['plugin']), `file://${settingsFile}`],
    // Otherwise its turn ends with the first call that nobody permits, and the model is not told.
    experimental: { ...toRecord(ownContent(query)['experimental']), continue_loop_on_deny: true },
    ...permitted(query),
  }
  return {
    args: [
      'run',
      '--format',
      'json',
      ...(query.permissions === 'all' ? ['--auto'] : []),
      ...(query.model === undefined ? [] : ['--model', query.model]),
      ...(isResumed ? ['--session', session.id] : []),
      ...query.args,
    ],
    env: { [SETTINGS]: JSON.stringify(settings) },
    settingsText: streamPlugin,
    ...(isResumed ? { agentSessionId: session.id } : {}),
  }
}

type Settings = Readonly<Record<string, Json>>

/** What the user gives it in the same variable. */
function ownContent({ places }: StintQuery): Settings {
  try {
    return toRecord(JSON.parse(places.env[SETTINGS] || '{}') as Json)
  } catch {
    return {} // OpenCode would not start with it either.
  }
}

/**
 * Edits, and the commands of the checks. An object takes the place of a rule for everything, so what the user wrote
 * as one word stands first in it: the last rule that fits decides.
 */
function permitted(query: StintQuery): { permission?: Settings } {
  if (query.permissions !== 'edits') return {}
  const own = [...userFiles(query.places), ...projectFiles(query.places)].map((file) => query.settings(file))
  const rules = [...own, ownContent(query)].flatMap((settings) => (isRecord(settings) ? [settings['permission']] : []))
  const all = rules.findLast(isWord)
  const bash = rules.flatMap((rule) => (isRecord(rule) ? [rule['bash']] : [])).findLast(isWord)
  const commands = Object.fromEntries(query.permits.map((line) => [line.trim(), 'allow']))
  return {
    permission: {
      ...given({ '*': all }),
      ...toRecord(ownContent(query)['permission']),
      edit: 'allow',
      bash: { ...given({ '*': bash ?? all }), ...commands },
    },
  }
}

function isWord(rule: unknown): rule is string {
  return typeof rule === 'string'
}

function toSignals(line: unknown): readonly Signal[] {
  if (!isRecord(line)) return []
  const part = isRecord(line['part']) ? line['part'] : {}
  switch (line['type']) {
    case 'step_start':
      return sessionOf(line)
    case 'text':
      return fromText(part)
    case 'fullstop_tool': {
      const { id, name, detail } = calledIn(part)
      return [{ kind: 'doing', id, text: [name, detail].filter(Boolean).join(' ') }]
    }
    case 'tool_use':
      return fromTool(part)
    case 'step_finish':
      return fromStep(part)
    case 'fullstop_retry':
      return fromRetry(line)
    case 'error': {
      const end = toFailure(line['error'])
      return end ? [...sessionOf(line), { kind: 'ended', end }] : []
    }
    default:
      return []
  }
}

function sessionOf(line: HookPayload): Signal[] {
  const id = text(line, 'sessionID')
  return id === undefined ? [] : [{ kind: 'session', id }]
}

/** Texts that it writes itself stand among those of the model: after a compaction one that has it go on. */
function fromText(part: HookPayload): Signal[] {
  const said = text(part, 'text') ?? ''
  if (part['synthetic'] !== true) return [{ kind: 'entry', entry: { kind: 'said', text: said } }]
  const told: Signal = { kind: 'entry', entry: { kind: 'prompt', by: 'host', text: said } }
  const isCompacted = isRecord(part['metadata']) && part['metadata']['compaction_continue'] === true
  // The summary was a step of its own, and its end is not that of the turn.
  return isCompacted ? [...sessionOf(part), { kind: 'entry', entry: { kind: 'compacted' } }, told] : [told]
}

function fromTool(part: HookPayload): Signal[] {
  const entries = toolEntries(part).map((entry): Signal => ({ kind: 'entry', entry }))
  if (!isDenied(part)) return entries
  const { name, detail } = calledIn(part)
  return [...entries, { kind: 'denied', what: detail === undefined ? name : `${name} (${detail})` }]
}

/** A step that called tools is followed by another. */
function fromStep(part: HookPayload): Signal[] {
  const tokens = isRecord(part['tokens']) ? count(part['tokens'], 'total') : 0
  const cost = count(part, 'cost', (value) => value)
  const spent: Signal = {
    kind: 'spent',
    id: text(part, 'id') ?? '',
    tokens,
    context: tokens,
    ...given({ cost: cost || undefined }),
  }
  switch (part['reason']) {
    case 'tool-calls':
    case 'unknown':
      return [spent]
    case 'length':
      return [spent, { kind: 'ended', end: { kind: 'output-cut' } }]
    case 'content-filter':
      return [spent, { kind: 'ended', end: { kind: 'model-refused' } }]
    case 'error':
      return [spent, { kind: 'ended', end: { kind: 'api-error' } }]
    default:
      return [spent, { kind: 'ended', end: { kind: 'stopped' } }]
  }
}

function fromRetry(line: HookPayload): Signal[] {
  const { status, timestamp } = line
  if (!isRecord(status)) return []
  const end: AgentEnd | undefined = toLimit(status, typeof timestamp === 'number' ? timestamp : 0)
  // The session may be that of a subagent.
  if (end) return [{ kind: 'ended', end }]
  return [{ kind: 'retries', why: (text(status, 'message') ?? 'the provider failed').slice(0, 200) }]
}

function toEnd(exit: Exit): AgentEnd {
  if (/\bSession not found\b/.test(withoutColours(exit.errors))) return { ...exitOf(exit), kind: 'session-missing' }
  return exitOf(exit)
}

function toCalls(line: unknown): ReturnType<NonNullable<Driver['toCalls']>> {
  if (!isRecord(line) || line['type'] !== 'tool_use' || !isRecord(line['part'])) return []
  return callsIn(line['part'])
}

function count(fields: HookPayload, name: string, round: (value: number) => number = Math.round): number {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, round(value)) : 0
}

function toRecord(value: Json | undefined): Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : {}
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
