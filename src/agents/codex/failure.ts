// Why a turn of Codex failed: from the record of its session, which has a code for it, else from the sentence in its stream.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { TurnRecord } from '../agent.ts'
import { isRecord, type HookPayload, text } from '../formats/hook-input.ts'
import { toTime } from '../formats/time.ts'
import { given } from '../../contract/given.ts'

const KINDS = new Map<unknown, AgentEnd['kind']>(
  Object.entries({
    usage_limit_exceeded: 'usage-limit',
    rate_limit_exceeded: 'usage-limit',
    context_window_exceeded: 'context-limit',
    model_not_found: 'model-missing',
    invalid_prompt: 'model-refused',
    cyber_policy: 'model-refused',
    unauthorized: 'auth',
    server_overloaded: 'api-error',
    internal_server_error: 'api-error',
  } satisfies Record<string, AgentEnd['kind']>),
)

/** Codex's own sentences, whole: for what has no code. Nothing that a file or a tool says can stand there. */
const SENTENCES: readonly [RegExp, AgentEnd['kind']][] = [
  [
    /^(?:stream disconnected before completion: )?Incomplete response returned, reason: max_output_tokens$/,
    'output-cut',
  ],
  [
    /^(?:stream disconnected before completion: )?Incomplete response returned, reason: content_filter$/,
    'model-refused',
  ],
  [/^Codex ran out of room in the model's context window\./, 'context-limit'],
  [/^\{"error":\{[^{}]*"code":"context_length_exceeded"/, 'context-limit'],
  [/^You.ve hit your usage limit\./, 'usage-limit'],
  [/^Quota exceeded\./, 'usage-limit'],
  [/^rate limit exceeded: /, 'usage-limit'],
  [/^exceeded retry limit, last status: 429\b/, 'usage-limit'],
  [/^unexpected status 40[13] /, 'auth'],
  [/^Missing environment variable: /, 'auth'],
  [/^The (?:requested )?model `[^`]*` does not exist\b/, 'model-missing'],
]

export function toFailure(info: unknown, message: string): AgentEnd {
  const detail = message.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
  const kind = kindOf(info) ?? SENTENCES.find(([sentence]) => sentence.test(message))?.[1] ?? 'api-error'
  return { kind, ...(detail === '' ? {} : { detail }) }
}

/** A word, or a word with the status that the provider answered with. */
function kindOf(info: unknown): AgentEnd['kind'] | undefined {
  if (typeof info === 'string') return KINDS.get(info)
  if (!isRecord(info)) return undefined
  const [about] = Object.values(info)
  const status = isRecord(about) ? about['http_status_code'] : undefined
  if (status === 401 || status === 403) return 'auth'
  return status === 429 ? 'usage-limit' : undefined
}

/** The last turn of the record: why it failed, how full the context is, and whether it was compacted meanwhile. */
export function readRecord(lines: readonly unknown[]): TurnRecord {
  const known = lines.filter(isRecord)
  const events = known.flatMap((line) =>
    line['type'] === 'event_msg' && isRecord(line['payload']) ? [line['payload']] : [],
  )
  // A count may tell of one and be silent about the other.
  const counts = events.filter((event) => event['type'] === 'token_count')
  const end = failureIn(events, counts.findLast(({ rate_limits: limits }) => isRecord(limits))?.['rate_limits'])
  const contextUse = useIn(counts.findLast(({ info }) => isRecord(info))?.['info'])
  const begun = known.findLastIndex(({ payload }) => isRecord(payload) && payload['type'] === 'task_started')
  const isCompacted = known.slice(begun + 1).some(({ type }) => type === 'compacted')
  return {
    ...given({ end, contextUse }),
    ...(isCompacted ? { isCompacted } : {}),
  }
}

/** A turn may continue after a failure, and then it did not fail. */
function failureIn(events: readonly HookPayload[], limits: unknown): AgentEnd | undefined {
  const error = events.findLast((event) => event['type'] === 'task_complete')?.['error']
  if (!isRecord(error)) return undefined
  const end = toFailure(error['codex_error_info'], text(error, 'message') ?? '')
  const retryAt = end.kind === 'usage-limit' ? resetIn(limits) : undefined
  return retryAt === undefined ? end : { ...end, retryAt }
}

function useIn(info: unknown): number | undefined {
  const last = isRecord(info) ? info['last_token_usage'] : undefined
  const window = isRecord(info) ? info['model_context_window'] : undefined
  const tokens = isRecord(last) ? last['total_tokens'] : undefined
  if (typeof tokens !== 'number' || typeof window !== 'number' || !(window > 0)) return undefined
  return Math.min(1, Math.max(0, tokens / window))
}

/** When the last of the windows that are full opens again. */
function resetIn(limits: unknown): string | undefined {
  if (!isRecord(limits)) return undefined
  const windows = [limits['primary'], limits['secondary']].filter(isRecord)
  const full = windows.filter(({ used_percent: used }) => typeof used === 'number' && used >= 100)
  const resets = full.map((window) => window['resets_at']).filter((at) => typeof at === 'number')
  return resets.length === 0 ? undefined : toTime(Math.max(...resets))
}
