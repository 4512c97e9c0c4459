// How long a limit or a fault of the provider is waited for, and when that is given up. Waiting costs no continuation.
import type { AgentEnd } from '../contract/agent-end.ts'
import type { Reason } from '../contract/decision.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { Policy } from '../contract/policy.ts'

export interface Patience {
  readonly end: AgentEnd
  /** Ends in a row that a limit or a fault brought about, this one included. */
  readonly faults: number
  readonly policy: Policy
  readonly now: Date
  /** Time of the budget that is used up. */
  readonly spentMs: number
  /** From 0 to 1: so that many who wait do not all come back at once. */
  readonly jitter: number
  /** The first pause after a fault. */
  readonly firstMs: number
}

export type Patient =
  | { readonly kind: 'wait'; readonly until: string; readonly why: string }
  | { readonly kind: 'end'; readonly outcome: Outcome; readonly because: readonly Reason[] }

export const FIRST_PAUSE_MS = 5000
/** Agents try again by themselves before they give up; after so many times of that, it is no passing fault. */
const MOST_FAULTS = 8
/** A program that crashes may do so for good. */
const MOST_CRASHES = 3
const LONGEST_PAUSE = 120
/** A limit that names no end is looked at again, from a minute up to a quarter of an hour, for a day. */
const LIMIT_PAUSES = [12, 24, 60, 120, 180]
const MOST_LIMIT_LOOKS = 100
/** The provider's clock and ours differ a little. */
const MARGIN_MS = 1000

export function patience(asked: Patience): Patient {
  return asked.end.kind === 'usage-limit' ? limited(asked) : faulty(asked)
}

function limited({ end, faults, policy, now, spentMs, jitter, firstMs }: Patience): Patient {
  const detail = end.detail ? `: ${end.detail}` : ''
  const pause = (LIMIT_PAUSES[Math.min(faults, LIMIT_PAUSES.length) - 1] ?? 12) * firstMs
  const until =
    end.retryAt === undefined ? now.getTime() + jittered(pause, jitter) : Date.parse(end.retryAt) + MARGIN_MS
  const ms = Math.max(0, until - now.getTime())
  const { longestWaitMs } = policy.supervision ?? {}
  const stop = (why: string): Patient => ({
    kind: 'end',
    outcome: 'usage-limited',
    because: [{ code: 'not-the-agents-choice', text: `usage limit${detail}; ${why}` }],
  })
  if (longestWaitMs === 0) return stop('waiting is not allowed')
  if (longestWaitMs !== undefined && ms > longestWaitMs) return stop(`it ends later than may be waited for`)
  if (policy.budget.timeMs !== undefined && spentMs + ms >= policy.budget.timeMs) {
    return stop('it ends after the time budget')
  }
  if (end.retryAt === undefined && faults > MOST_LIMIT_LOOKS) return stop('it has not ended for a day')
  return { kind: 'wait', until: new Date(now.getTime() + ms).toISOString(), why: `the usage limit${detail}` }
}

function faulty({ end, faults, now, jitter, firstMs }: Patience): Patient {
  const what = end.kind === 'crashed' ? 'the agent ended in mid-work' : 'the model cannot be reached'
  const detail = end.detail ? `: ${end.detail}` : ''
  if (faults >= (end.kind === 'crashed' ? MOST_CRASHES : MOST_FAULTS)) {
    const text = `${what}${detail}; tried ${faults} times`
    return { kind: 'end', outcome: 'agent-failed', because: [{ code: 'not-the-agents-choice', text }] }
  }
  const pause = jittered(Math.min(2 ** (faults - 1), LONGEST_PAUSE) * firstMs, jitter)
  const asked = end.retryAt === undefined ? 0 : Date.parse(end.retryAt) + MARGIN_MS - now.getTime()
  const until = new Date(now.getTime() + Math.max(pause, asked)).toISOString()
  return { kind: 'wait', until, why: `${what}${detail}` }
}

/** Between four and six fifths of it. */
function jittered(ms: number, jitter: number): number {
  return Math.round(ms * (0.8 + 0.4 * jitter))
}
