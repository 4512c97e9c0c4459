// Facts and policies for the tests of the gate: a plain stop without a claim in strict mode, and what a test changes in it.
import type { Tampering } from '../../contract/change.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Continue } from '../../contract/decision.ts'
import type { CheckEvidence, Facts, Verification, Way, WaysToClaim } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Refusal } from '../../contract/state.ts'
import { toWays } from '../strategies/ways.ts'
import { given } from '../../contract/given.ts'

export const SESSION = '0493af44-6256-4ea3-8f5c-f3e038d096d6'
export const TOKEN = `FULLSTOP_DONE::${SESSION}`

/** Ways to claim that a session may have. */
export const TOOL: Way = { strategy: 'tool', kind: 'tool' }
export const CLI: Way = { strategy: 'cli', kind: 'cli' }
export const LINE: Way = line(TOKEN)
export const TAG: Way = { strategy: 'promise-tag', kind: 'words', say: '<promise>COMPLETE</promise>' }

export function line(say: string): Way {
  return { strategy: 'done-token', kind: 'line', say }
}

/** Those of a program that may print our words back. */
export function echoed(changes: Partial<Policy> = {}, sessionId = SESSION): WaysToClaim {
  return toWays(policy(changes), { reach: { tool: false, cli: false }, sessionId, isEchoed: true })
}

export function facts(changes: Partial<Facts> = {}): Facts {
  return {
    user: 'none',
    taskOpen: true,
    subagent: false,
    planMode: false,
    vendorGoal: false,
    attended: true,
    supervised: false,
    verification: { kind: 'none' },
    warnings: [],
    tampering: [],
    openTodos: [],
    isReviewAwaited: false,
    isWorkUnseen: false,
    openSubtasks: [],
    conversation: false,
    workCalls: 0,
    recentErrors: [],
    continuations: 0,
    refusals: [],
    waits: 0,
    progress: 0,
    blockedPushes: 0,
    questionsPushed: 0,
    blockCap: 0,
    elapsedMs: 0,
    ways: [LINE, TAG],
    ...changes,
  }
}

export function policy(changes: Partial<Policy> = {}): Policy {
  return {
    mode: 'strict',
    maxContinuations: 5,
    repeatsReminder: false,
    blockedPushes: 1,
    strategies: ['tool', 'cli', 'done-token', 'promise-tag'],
    phrases: [],
    checks: [],
    untrustedChecks: [],
    baseline: 'off',
    allowCommands: [],
    waitingIgnore: ['dev', 'serve', 'watch', 'preview'],
    tamper: 'ask-human',
    review: 'on-warning',
    budget: {},
    ...changes,
  }
}

export function claim(status: Claim['status'], more: Partial<Claim> = {}): Claim {
  return { id: 'clm_1', status, channel: 'done-token', text: TOKEN, ...more }
}

export function done(...evidence: readonly CheckEvidence[]): Verification {
  return { kind: 'done', evidence }
}

export const passed = (name: string): CheckEvidence => ({ name, result: 'passed' })
export const failed = (name: string, tail?: string): CheckEvidence => ({
  name,
  result: 'failed',
  ...given({ tail }),
})
export const timedOut = (name: string): CheckEvidence => ({ name, result: 'timed-out' })
export const couldNotRun = (name: string, why?: string): CheckEvidence => ({
  name,
  result: 'could-not-run',
  ...given({ why }),
})

export const tampering = (what: string, meant = false): Tampering => ({ file: 'a.test.ts', line: 3, what, meant })

/** Refusals as the request remembers them: fingerprint and the progress when each was given. */
export function refusals(...given: ReadonlyArray<readonly [fingerprint: string, progress: number]>): Refusal[] {
  return given.map(([fingerprint, progress]) => ({ fingerprint, progress }))
}

/** The consequences that a refusal by a rule must state. */
export function follows(rule: number): Pick<Continue, 'counts' | 'then'> {
  if (rule === 8) return { counts: ['refusal'], then: 'hand-over' }
  if (rule === 9) return { counts: ['refusal', 'blocked-push'] }
  return { counts: rule === 10 ? ['refusal', 'question-push'] : ['refusal'] }
}
