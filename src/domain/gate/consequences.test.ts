// What follows from a decision: probing, recording, counting, and decisions that version 0.1 stored.
import { describe, expect, test } from 'bun:test'
import type { Allow, Continue, Decision, Verdict } from '../../contract/decision.ts'
import type { CallFacts, Facts } from '../../contract/facts.ts'
import {
  asDecision,
  endedByPerson,
  isLetGo,
  isNothingOpen,
  isRefusal,
  mayChangeWithWords,
  refusesClaim,
  restsOnClaim,
  withConsequences,
} from './consequences.ts'
import { decide } from './decide.ts'
import { claim, facts, policy, refusals } from './facts.fixture.ts'

const allow = (rule: number, more: Partial<Allow> = {}): Allow => ({
  kind: 'allow',
  rule,
  because: [{ code: 'no-claim', text: 'why' }],
  ...more,
})
const refuse = (rule: number, more: Partial<Continue> = {}): Continue => ({
  kind: 'continue',
  rule,
  because: [{ code: 'no-claim', text: 'why' }],
  say: 'FULLSTOP (1/5)',
  fingerprint: 'f',
  counts: ['refusal'],
  ...more,
})
const ask: Decision = { kind: 'ask-human', rule: 7, because: [] }
const verify: Verdict = { kind: 'verify', checks: ['test'] }

describe('probe', () => {
  const rows: readonly (readonly [string, Partial<Facts>, string])[] = [
    ['an agent that is there is asked first', { canProbe: true }, 'probe'],
    ['an agent that is gone is not asked', { canProbe: false }, 'continue'],
    ['a claim needs no probe', { canProbe: true, claim: claim('partial') }, 'continue'],
    ['a refused claim is known already', { canProbe: true, refusedClaim: 'the last claim was refused' }, 'continue'],
    [
      'a loop that has ended stays ended',
      { canProbe: true, refusals: refusals(['f', 0], ['g', 0], ['h', 0]) },
      'allow',
    ],
  ]
  test.each(rows)('%s', (_name, changes, kind) => {
    expect(decide(facts({ supervised: true, attended: false, ...changes }), policy()).kind).toBe(kind as never)
  })
})

describe('a claim by a call', () => {
  const called = (call: CallFacts, changes: Partial<Facts> = {}): Facts =>
    facts({ call, claim: claim('success'), verification: { kind: 'due', checks: ['test'] }, ...changes })
  const rows: readonly (readonly [string, Facts, unknown])[] = [
    ['checks run for it', called({ mayRun: true, stopFollows: 'hook' }), verify],
    [
      'they cannot run here, and a stop follows',
      called({ mayRun: false, stopFollows: 'hook' }),
      { kind: 'recorded', checks: ['test'] },
    ],
    ['they cannot run here, and no stop follows', called({ mayRun: false, stopFollows: 'none' }), verify],
    [
      'a supervisor decides at the stop what comes after a partial claim',
      called({ mayRun: true, stopFollows: 'supervisor' }, { claim: claim('partial') }),
      { kind: 'recorded', checks: [] },
    ],
    [
      "the user's word stands above that",
      called({ mayRun: true, stopFollows: 'supervisor' }, { claim: claim('partial'), user: 'cancelled' }),
      expect.objectContaining({ kind: 'allow', outcome: 'cancelled' }),
    ],
    [
      'issue 14: a claim that turned out stale is refused at once, also under a supervisor',
      facts({
        call: { mayRun: true, stopFollows: 'supervisor' },
        staleClaim: 'you claimed success, but the tree changed before its checks had ended: claim again',
      }),
      expect.objectContaining({ kind: 'continue', rule: 11, counts: ['refusal'] }),
    ],
    [
      'open todos are refused at once',
      called({ mayRun: false, stopFollows: 'supervisor' }, { openTodos: ['docs'] }),
      expect.objectContaining({ kind: 'continue', rule: 5 }),
    ],
  ]
  test.each(rows)('%s', (_name, known, expected) => {
    expect(decide(known, policy())).toEqual(expected as Verdict)
  })
})

describe('decisions of version 0.1', () => {
  const older = (rule: number, counted: boolean): Decision => {
    const { counts: _unknown, ...decision } = refuse(rule)
    return { ...decision, counted } as unknown as Decision
  }
  const rows: readonly (readonly [string, Decision, Decision])[] = [
    ['a refusal', older(11, true), refuse(11)],
    ['a push of a blocked claim', older(9, true), refuse(9, { counts: ['refusal', 'blocked-push'] })],
    ['an answer to a question', older(10, true), refuse(10, { counts: ['refusal', 'question-push'] })],
    ['a partial claim', older(8, true), refuse(8, { then: 'hand-over' })],
    ['sent to wait', older(6, false), refuse(6, { counts: ['wait'] })],
    ['an involuntary stop', allow(2), allow(2, { then: 'recover' })],
    ['an involuntary stop that ended the task', allow(2, { outcome: 'blocked' }), allow(2, { outcome: 'blocked' })],
    ['a question', allow(10, { status: 'waiting' }), allow(10, { status: 'waiting', then: 'answer' })],
    ['any other stop that passed', allow(11), allow(11)],
    ['one of today', refuse(9), refuse(9)],
  ]
  test.each(rows)('%s', (_name, before, now) => {
    expect(withConsequences(before)).toEqual(now)
  })
})

test.each<readonly [string, (verdict: Verdict) => boolean, readonly Verdict[], readonly Verdict[]]>([
  ['isRefusal', isRefusal, [refuse(11), refuse(9)], [refuse(6, { counts: ['wait'] }), allow(11), ask, verify]],
  ['restsOnClaim', restsOnClaim, [verify, refuse(5), allow(4), ask, allow(11)], [allow(1), allow(2), allow(3)]],
  [
    'mayChangeWithWords',
    mayChangeWithWords,
    [verify, refuse(5), ask, allow(11), allow(1, { because: [{ code: 'no-open-task', text: '' }] })],
    [allow(1), allow(4), allow(10)],
  ],
])('%s', (_name, ask, yes, no) => {
  expect([yes.map(ask), no.map(ask)]).toEqual([yes.map(() => true), no.map(() => false)])
})

test.each<readonly [string, (decision: Decision) => boolean, readonly Decision[], readonly Decision[]]>([
  ['refusesClaim', refusesClaim, [refuse(5), refuse(8), refuse(9)], [refuse(6), refuse(10), refuse(11), allow(4), ask]],
  ['isNothingOpen', isNothingOpen, [allow(1)], [allow(2), allow(12), ask, refuse(1)]],
  ['isLetGo', isLetGo, [allow(12), allow(5, { because: [{ code: 'watching', text: '' }] })], [allow(4), refuse(12)]],
])('%s', (_name, ask, yes, no) => {
  expect([yes.map(ask), no.map(ask)]).toEqual([yes.map(() => true), no.map(() => false)])
})

test('a verdict that is no decision is a bug where one is expected', () => {
  expect(asDecision(ask)).toBe(ask)
  expect(() => asDecision(verify)).toThrow('a decision was expected, not "verify"')
})

test('a claim whose task a person ended is allowed, with the outcome and the reasons of that end', () => {
  const because = [{ code: 'approved' as const, text: 'a person approved it' }]
  expect(endedByPerson({ because, outcome: 'completed' })).toEqual({
    kind: 'allow',
    rule: 4,
    because,
    outcome: 'completed',
  })
  expect(restsOnClaim(endedByPerson({ because, outcome: 'rejected' }))).toBe(true)
})
