// Events for the tests of the fold: one session, one task, one request, and what a test changes in them.
import type { Continue, Decision } from '../../contract/decision.ts'
import type { EventKind, EventOf } from '../../contract/event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { countsOf } from '../gate/consequences.ts'

export const AT = '2026-11-15T10:00:00.000Z'
export const LATER = '2026-11-15T10:05:00.000Z'

export const POLICY: Policy = {
  mode: 'strict',
  maxContinuations: 5,
  repeatsReminder: false,
  blockedPushes: 1,
  strategies: ['done-token'],
  phrases: [],
  checks: [],
  untrustedChecks: [],
  baseline: 'off',
  allowCommands: [],
  waitingIgnore: [],
  tamper: 'ask-human',
  review: 'on-warning',
  budget: {},
}

type Changes<K extends EventKind> = Partial<Omit<EventOf<K>, 'kind'>>
const head = { id: 'evt_1', at: AT }
const ids = { ...head, session: 'ses_1', task: 'task_1', request: 'req_1' }

export const sessionSeen = (changes: Changes<'session.seen'> = {}): EventOf<'session.seen'> => ({
  ...head,
  kind: 'session.seen',
  session: 'ses_1',
  agent: 'claude',
  agentSessionId: 'abc',
  cwd: '/repo',
  attended: true,
  source: 'startup',
  ...changes,
})

export const taskOpened = (changes: Changes<'task.opened'> = {}): EventOf<'task.opened'> => ({
  ...head,
  kind: 'task.opened',
  session: 'ses_1',
  task: 'task_1',
  agent: 'claude',
  cwd: '/repo',
  policy: POLICY,
  ...changes,
})

export const requestOpened = (changes: Changes<'request.opened'> = {}): EventOf<'request.opened'> => ({
  ...ids,
  kind: 'request.opened',
  promptId: 'p1',
  prompt: 'Fix it.',
  isQuestion: false,
  heard: true,
  ...changes,
})

export const promptJoined = (changes: Changes<'prompt.joined'> = {}): EventOf<'prompt.joined'> => ({
  ...ids,
  kind: 'prompt.joined',
  promptId: 'p2',
  prompt: 'Also the docs.',
  isQuestion: false,
  heard: true,
  ...changes,
})

export const claimMade = (changes: Changes<'claim.made'> = {}): EventOf<'claim.made'> => ({
  ...ids,
  kind: 'claim.made',
  claim: { id: 'clm_1', status: 'success', channel: 'done-token', text: 'x' },
  ...changes,
})

export const stopDecided = (decision: Decision, changes: Changes<'stop.decided'> = {}): EventOf<'stop.decided'> => ({
  ...ids,
  kind: 'stop.decided',
  decision,
  continuations: 0,
  nearMisses: [],
  ...changes,
})

export const refusedBy = (rule: number, fingerprint = 'f', counts: Continue['counts'] = countsOf(rule)): Decision => ({
  kind: 'continue',
  rule,
  because: [{ code: 'no-claim', text: 'why' }],
  say: 'FULLSTOP (1/5)',
  fingerprint,
  counts,
})
export const allowedBy = (rule: number, more: object = {}): Decision => ({
  kind: 'allow',
  rule,
  because: [{ code: 'conversation', text: 'why' }],
  ...more,
})
export const asked: Decision = { kind: 'ask-human', rule: 7, because: [{ code: 'review-needed', text: 'look' }] }

export const taskEnded = (outcome: EventOf<'task.ended'>['outcome'], at = AT): EventOf<'task.ended'> => ({
  ...head,
  at,
  kind: 'task.ended',
  task: 'task_1',
  outcome,
  because: [],
})
export const ordered = <K extends 'task.paused' | 'task.unpaused' | 'task.cancelled'>(kind: K, at = AT): EventOf<K> =>
  ({ ...head, at, kind, task: 'task_1', actor: 'terminal' }) as EventOf<K>
