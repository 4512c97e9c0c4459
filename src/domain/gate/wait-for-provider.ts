// How long a limit or a fault of the provider is waited for, and when that is given up. Waiting costs no continuation.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Reason } from '../../contract/decision.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Faults } from '../../contract/state.ts'

export interface Patience {
  readonly end: AgentEnd
  /** Ends in a row that a limit or a fault brought about, this one included. */
  readonly faults: Faults
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
  const pause = (LIMIT_PAUSES[Math.min(faults.limits, LIMIT_PAUSES.length) - 1] ?? 12) * firstMs
  const ms = untilRetry(end, now) ?? jittered(pause, jitter)
  const { longestWaitMs } = policy.supervision ?? {}
  const stop = (why: string): Patient => ({
    kind: 'end',
    outcome: 'usage-limited',
    because: [{ code: 'not-the-agents-choice', text: `usage limit${detail}; ${why}` }],
  })
  if (longestWaitMs === 0) return stop('waiting is not allowed')
  if (longestWaitMs !== undefined && ms > longestWaitMs) return stop('it ends later than may be waited for')
  if (policy.budget.timeMs !== undefined && spentMs + ms >= policy.budget.timeMs) {
    return stop('it ends after the time budget')
  }
  if (faults.limits > MOST_LIMIT_LOOKS) return stop(`it has not ended after ${faults.limits} waits`)
  return { kind: 'wait', until: later(now, ms), why: `usage limit${detail}` }
}

function faulty({ end, faults, policy, now, spentMs, jitter, firstMs }: Patience): Patient {
  const isCrash = end.kind === 'crashed'
  const what = isCrash ? 'the agent crashed' : 'the model cannot be reached'
  const detail = end.detail ? `: ${end.detail}` : ''
  const times = isCrash ? faults.crashes : faults.errors
  if (times >= (isCrash ? MOST_CRASHES : MOST_FAULTS)) {
    const text = `${what}${detail}; tried ${times} times`
    return { kind: 'end', outcome: 'agent-failed', because: [{ code: 'not-the-agents-choice', text }] }
  }
  const pause = jittered(Math.min(2 ** (times - 1), LONGEST_PAUSE) * firstMs, jitter)
  const ms = Math.max(pause, untilRetry(end, now) ?? 0)
  if (policy.budget.timeMs !== undefined && spentMs + ms >= policy.budget.timeMs) {
    const text = `${what}${detail}; the time budget ends before it can be tried again`
    return { kind: 'end', outcome: 'over-budget', because: [{ code: 'over-budget', text }] }
  }
  return { kind: 'wait', until: later(now, ms), why: `${isCrash ? 'crashed' : what}${detail}` }
}

/** Undefined where the provider names no moment, or one that is over: then it is no help. */
function untilRetry({ retryAt }: AgentEnd, now: Date): number | undefined {
  const ms = Date.parse(retryAt ?? '') - now.getTime()
  return ms > 0 ? ms + MARGIN_MS : undefined
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}

/** Between four and six fifths of it. */
function jittered(ms: number, jitter: number): number {
  return Math.round(ms * (0.8 + 0.4 * jitter))
}
