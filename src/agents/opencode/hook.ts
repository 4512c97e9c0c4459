// The hook input that our plugin for OpenCode sends, to our events. OpenCode has neither hooks nor a transcript file:
// the plugin names the events as most agents do, and sends the parts of the session along with a stop.
import type { Entry } from '../../contract/agent/entry.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Environment, HookCodec } from '../agent.ts'
import { toDelivered } from '../formats/delivered-entries.ts'
import {
  type Build,
  commonEvents,
  decodeInput,
  type Dialect,
  type HookPayload,
  invalid,
  isRecord,
  ok,
  optional,
  text,
  toPrompt,
  toStop,
} from '../formats/hook-input.ts'
import { encodeOutput } from '../formats/hook-output.ts'
import { toFailure } from './ends.ts'
import { toolEntries } from './parts.ts'

const stop: Build = (payload, origin) => {
  const delivered = toDelivered(payload['session_items'], toEntries)
  if (!delivered.ok) return delivered
  return toStop(payload, { ...origin, delivered: delivered.value }, { background: [], wakeUps: [] })
}

/** The parts before the prompt come with it: only they tell of an interruption. */
const prompt: Build = (payload, origin) => {
  if (payload['session_items'] === undefined) return toPrompt(payload, origin, authorOf)
  const delivered = toDelivered(payload['session_items'], toEntries)
  return delivered.ok ? toPrompt(payload, { ...origin, delivered: delivered.value }, authorOf) : delivered
}

const stopFailed: Build = (payload, origin) => {
  const end = toFailure(payload['error'])
  if (end === undefined || end.kind === 'stopped') return invalid('the turn was broken off by somebody')
  return ok({ ...origin, kind: 'stop-failed', cause: end.kind, detail: end.detail ?? '' })
}

const dialect: Dialect = {
  promptKey: 'message_id',
  events: {
    ...commonEvents,
    Stop: stop,
    StopFailure: stopFailed,
    UserPromptSubmit: prompt,
  },
}

export const hook: HookCodec = { decode: (payload) => decodeInput(payload, dialect), host, encode: encodeOutput }

/** `run` is a script's; anything else shows the session to somebody. The plugin tells by which command it was started. */
function host(env: Environment): Host {
  const pid = Number.parseInt(env['OPENCODE_PID'] ?? '', 10)
  const attended = env['FULLSTOP_OPENCODE_COMMAND'] === 'screen'
  return { attended, blockCap: 0, ...(pid > 1 ? { pid } : {}) }
}

/** What we say to the model arrives as a message of the user. */
export function authorOf(prompt: string): 'person' | 'us' {
  return /^\s*FULLSTOP(?: \(|: )/.test(prompt) ? 'us' : 'person'
}

/** `{ role, message, part }`, or `{ error }` where a message has ended with one. */
function toEntries(item: unknown): readonly Entry[] {
  if (!isRecord(item)) return []
  if (isRecord(item['error'])) {
    return text(item['error'], 'name') === 'MessageAbortedError' ? [{ kind: 'interrupted' }] : []
  }
  const part = isRecord(item['part']) ? item['part'] : {}
  switch (part['type']) {
    case 'text':
      return textEntries(item, part)
    case 'tool':
      return isEnded(part) ? toolEntries(part) : []
    case 'compaction':
      return [{ kind: 'compacted' }]
    default:
      return []
  }
}

/** Texts of the host itself stand beside those of the user. */
function textEntries(item: HookPayload, part: HookPayload): Entry[] {
  const said = text(part, 'text') ?? ''
  if (said.trim() === '' || part['ignored'] === true) return []
  if (item['role'] !== 'user') {
    return [{ kind: 'said', text: said }]
  }
  const by = part['synthetic'] === true ? 'host' : authorOf(said)
  return [{ kind: 'prompt', by, text: said, ...optional('promptId', text(item, 'message')?.slice(0, 128)) }]
}

function isEnded(part: HookPayload): boolean {
  const status = isRecord(part['state']) ? part['state']['status'] : undefined
  return status === 'completed' || status === 'error'
}
