// Why a turn of OpenCode failed: its error objects and pauses to ends. Shapes as of 1.18.18.
import type { AgentEnd } from '../../contract/agent-end.ts'
import { given } from '../../contract/given.ts'
import { type HookPayload, isRecord, text } from '../formats/hook-input.ts'

const MOST_WORDS = 500

/** Undefined: the end of a turn that somebody broke off, which tells nothing of why. */
export function toFailure(error: unknown): AgentEnd | undefined {
  if (!isRecord(error)) return { kind: 'api-error', detail: 'it failed without a reason' }
  const data = isRecord(error['data']) ? error['data'] : {}
  const name = text(error, 'name') ?? ''
  const detail = (text(data, 'message') ?? name).slice(0, MOST_WORDS)
  if (name === 'MessageAbortedError') return undefined
  const kind = BY_NAME.get(name) ?? byStatus(data)
  return { kind, detail }
}

const BY_NAME = new Map<string, AgentEnd['kind']>([
  ['ProviderAuthError', 'auth'],
  ['ContextOverflowError', 'context-limit'],
  ['MessageOutputLengthError', 'output-cut'],
  ['ContentFilterError', 'model-refused'],
  ['ProviderModelNotFoundError', 'model-missing'],
])

function byStatus(data: HookPayload): AgentEnd['kind'] {
  switch (data['statusCode']) {
    case 401:
    case 403:
      return 'auth'
    case 402:
    case 429:
      return 'usage-limit'
    case 404:
      return 'model-missing'
    case 413:
      return 'context-limit'
    default:
      return 'api-error'
  }
}

/** Beyond this the provider does not ask for patience: it says when the account may be used again. */
const LONG_MS = 60_000
const LIMIT = /\b(?:usage limit|quota|billing|credits?|insufficient)\b/i

/** The pause before the next try of the agent, where a usage limit is why. */
export function toLimit(status: HookPayload, at: number): AgentEnd | undefined {
  const { next } = status
  if (typeof next !== 'number' || !Number.isFinite(next)) return undefined
  const message = text(status, 'message') ?? ''
  const isLong = next - at > LONG_MS
  if (!isLong && !LIMIT.test(message)) return undefined
  // A moment that a provider names is a whole second; the pauses of OpenCode's own are not.
  const retryAt = isLong || next % 1000 === 0 ? toMoment(next) : undefined
  return { kind: 'usage-limit', detail: message.slice(0, MOST_WORDS), ...given({ retryAt }) }
}

function toMoment(time: number): string | undefined {
  const latest = 4_102_444_800_000
  return time > 0 && time < latest ? new Date(Math.ceil(time / 1000) * 1000).toISOString() : undefined
}
