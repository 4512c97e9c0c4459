// Why a turn of OpenCode failed: its error objects and pauses to ends. Shapes as of 1.18.18.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
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

/** Its own pauses double from try to try, and chance adds up to a quarter. */
const OWN_PAUSE = { firstMs: 2000, factor: 2, mostAdded: 1.25 } as const

/** The pause before the next try of the agent, where a usage limit is why. */
export function toLimit(status: HookPayload, at: number): AgentEnd | undefined {
  const { next, attempt } = status
  if (typeof next !== 'number' || !Number.isFinite(next)) return undefined
  const message = text(status, 'message') ?? ''
  const pause = next - at
  const isLong = pause > LONG_MS
  if (!isLong && !LIMIT.test(message)) return undefined
  // Told late, a pause looks shorter than it is, never longer: beyond its own ones a provider has named it.
  const retryAt = isLong || pause > longestOwnPause(attempt) ? toMoment(next) : undefined
  return { kind: 'usage-limit', detail: message.slice(0, MOST_WORDS), ...given({ retryAt }) }
}

function longestOwnPause(attempt: unknown): number {
  const { firstMs, factor, mostAdded } = OWN_PAUSE
  const nth = typeof attempt === 'number' && attempt >= 1 ? attempt : 1
  return firstMs * factor ** (nth - 1) * mostAdded
}

/** It subtracts the clock from the moment and adds it again a little later, so that a whole second comes out as more. */
const DRIFT_MS = 50

function toMoment(time: number): string | undefined {
  const latest = 4_102_444_800_000
  return time > 0 && time < latest ? new Date(Math.ceil((time - DRIFT_MS) / 1000) * 1000).toISOString() : undefined
}
