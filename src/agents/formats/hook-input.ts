// Hook input in the shape that Claude Code began and others took over: one JSON object that names its event.
import type { Receipt } from '../../contract/agent/entry.ts'
import type { HookEvent, HookOrigin, SessionSource } from '../../contract/agent/hook-event.ts'
import { isOurTool } from '../../contract/agent/tool-name.ts'
import type { Decoded } from '../agent.ts'
import { receiptIn } from './receipt.ts'

export type HookPayload = Readonly<Record<string, unknown>>
export type Build = (payload: HookPayload, origin: HookOrigin) => Decoded<HookEvent>

export interface Dialect {
  readonly events: Readonly<Record<string, Build>>
  /** The key under which the host names what a person's prompt began. */
  readonly promptKey: string
  readonly lists?: readonly string[]
}

const TEXTS = [
  'session_id',
  'transcript_path',
  'cwd',
  'last_assistant_message',
  'prompt',
  'permission_mode',
  'agent_id',
] as const

/** Never throws. */
export function decodeInput(payload: unknown, { events, promptKey, lists = [] }: Dialect): Decoded<HookEvent> {
  if (!isRecord(payload)) return invalid('the hook input is not a JSON object')
  const name = payload['hook_event_name']
  if (typeof name !== 'string') return invalid('the hook input names no hook_event_name')
  const wrong = wrongType(payload, [...TEXTS, promptKey], lists)
  if (wrong) return invalid(wrong)
  const origin = toOrigin(payload, promptKey)
  if (!origin.ok) return origin
  const build = Object.hasOwn(events, name) ? events[name] : undefined
  if (!build)
    return { ok: false, reason: 'not-ours', message: `nothing is known about the hook event ${printable(name)}` }
  return build(payload, origin.value)
}

function wrongType(payload: HookPayload, texts: readonly string[], lists: readonly string[]): string | undefined {
  const isGiven = (key: string): boolean => payload[key] !== undefined && payload[key] !== null
  const text = texts.find((key) => isGiven(key) && typeof payload[key] !== 'string')
  if (text !== undefined) return `${text} in the hook input is not a string`
  if (isGiven('stop_hook_active') && typeof payload['stop_hook_active'] !== 'boolean') {
    return 'stop_hook_active in the hook input is not true or false'
  }
  const list = lists.find((key) => isGiven(key) && !Array.isArray(payload[key]))
  return list === undefined ? undefined : `${list} in the hook input is not a list`
}

function toOrigin(payload: HookPayload, promptKey: string): Decoded<HookOrigin> {
  const sessionId = text(payload, 'session_id')
  if (sessionId === undefined) return invalid('the hook input names no session_id')
  // The id becomes part of the done token and of messages: nothing but a plain name may pass.
  if (!/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(sessionId)) {
    return invalid(`the session_id is not a plain name (${sessionId.length} characters)`)
  }
  return {
    ok: true,
    value: {
      agentSessionId: sessionId,
      ...optional('cwd', text(payload, 'cwd')),
      ...optional('transcriptPath', text(payload, 'transcript_path') || undefined),
      ...optional('promptId', text(payload, promptKey)?.slice(0, 128)),
    },
  }
}

/** Events whose input is the same in every host of this dialect. */
export const commonEvents = {
  SubagentStop: (payload, origin) =>
    ok({ ...origin, kind: 'subagent-stopped', subagent: text(payload, 'agent_id') ?? 'unknown' }),
  SessionStart: (payload, origin) =>
    ok({ ...origin, kind: 'session-started', source: toSource(text(payload, 'source')) }),
  SessionEnd: (payload, origin) => ok({ ...origin, kind: 'session-ended', why: text(payload, 'reason') ?? 'unknown' }),
  PostToolUse: toToolUsed,
  PreCompact: (payload, origin) =>
    ok({ ...origin, kind: 'compaction-started', trigger: text(payload, 'trigger') ?? 'unknown' }),
} satisfies Record<string, Build>

export function toToolUsed(payload: HookPayload, origin: HookOrigin): Decoded<HookEvent> {
  return ok({
    ...origin,
    kind: 'tool-used',
    tool: text(payload, 'tool_name') ?? 'unknown',
    ...optional('toolUseId', text(payload, 'tool_use_id')),
    ...optional('subagent', text(payload, 'agent_id')),
    ...optional('receipt', receiptOf(payload)),
  })
}

/** In what the tool answered, in whatever shape the host hands it on. */
function receiptOf(payload: HookPayload): Receipt | undefined {
  const answer = payload['tool_response'] ?? payload['error']
  // Other tools may answer with megabytes, and their receipts would not be ours.
  if (answer === undefined || !isOurTool(text(payload, 'tool_name') ?? '')) {
    return undefined
  }
  return receiptIn(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

/** What every stop of this dialect tells; the host's own lists of what still runs are the caller's. */
export function toStop(
  payload: HookPayload,
  origin: HookOrigin,
  more: Pick<Extract<HookEvent, { kind: 'stop-requested' }>, 'background' | 'wakeUps'>,
): Decoded<HookEvent> {
  // A stop that carries an agent id comes from inside a subagent, whatever its name says.
  const subagent = text(payload, 'agent_id')
  if (subagent) return ok({ ...origin, kind: 'subagent-stopped', subagent })
  const lastMessage = text(payload, 'last_assistant_message')
  if (lastMessage === undefined && origin.transcriptPath === undefined) {
    return invalid('the stop names neither a transcript_path nor a last_assistant_message')
  }
  return ok({
    ...origin,
    kind: 'stop-requested',
    ...optional('lastMessage', lastMessage),
    afterRefusal: payload['stop_hook_active'] === true,
    planMode: payload['permission_mode'] === 'plan',
    ...more,
  })
}

export function toPrompt(
  payload: HookPayload,
  origin: HookOrigin,
  authorOf: (prompt: string) => 'person' | 'host' | 'us',
): Decoded<HookEvent> {
  const prompt = text(payload, 'prompt')
  if (prompt === undefined) return invalid('UserPromptSubmit without a prompt')
  return ok({
    ...origin,
    kind: 'prompt-submitted',
    // What one agent gives another to do is no person's word.
    by: text(payload, 'agent_id') === undefined ? authorOf(prompt) : 'host',
    text: prompt,
    ...(payload['permission_mode'] === 'plan' ? { planMode: true } : {}),
  })
}

function toSource(source: string | undefined): SessionSource {
  if (source === 'startup' || source === 'resume' || source === 'clear' || source === 'compact') return source
  return 'unknown'
}

export function ok(value: HookEvent): Decoded<HookEvent> {
  return { ok: true, value }
}

export function invalid(message: string): { ok: false; reason: 'invalid'; message: string } {
  return { ok: false, reason: 'invalid', message }
}

export function isRecord(value: unknown): value is HookPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(payload: HookPayload, key: string): string | undefined {
  const value = payload[key]
  return typeof value === 'string' ? value : undefined
}

export function records(value: unknown): HookPayload[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
}

function printable(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}
