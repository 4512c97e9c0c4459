// The facts after the checks have run or the tree was read.
import { describe, expect, test } from 'bun:test'
import type { Verdict } from '../../contract/decision.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { Facts } from '../../contract/facts.ts'
import type { CalledClaim, Observed, RequestState, Verifying } from '../../contract/state.ts'
import { claim, done, facts, failed, refusals, tampering } from '../gate/facts.fixture.ts'
import { allowedBy, asked, refusedBy } from '../tasks/events.fixture.ts'
import { calledClaim, evidence, requestState } from './sources.fixture.ts'
import { isLookDue, observedIn, verifyingOf, whyStale, withMoves, withoutClaim, withVerified } from './verified.ts'

const MOVED = requestState({ moves: 2, observed: { tree: 'tree_1', checks: 'test=failed' } })

describe('withMoves', () => {
  const rows: readonly (readonly [string, RequestState | undefined, Observed | undefined, number])[] = [
    ['no request', undefined, { tree: 'tree_2' }, 7],
    ['nothing observed', MOVED, undefined, 7],
    ['the same tree', MOVED, { tree: 'tree_1' }, 7],
    ['another tree', MOVED, { tree: 'tree_2' }, 8],
    ['other results', MOVED, { checks: 'test=passed' }, 8],
    ['a first tree', requestState({ moves: 2 }), { tree: 'tree_2' }, 7],
  ]
  test.each(rows)('%s', (_name, request, observed, expected) => {
    expect(withMoves(facts({ progress: 7 }), request, observed)).toBe(expected)
  })
})

test('withVerified adds warnings, replaces tampering and counts what moved', () => {
  const verification = done(failed('test'))
  const known = facts({ progress: 7, warnings: ['a todo was cancelled'], tampering: [tampering('old')] })
  const found = evidence({ warnings: ['the config changed'], tampering: [tampering('skipped')] })
  const sources = { request: MOVED, observed: { tree: 'tree_2' }, verification, evidence: found }
  expect(withVerified(known, sources)).toStrictEqual({
    ...facts(),
    progress: 8,
    verification,
    warnings: ['a todo was cancelled', 'the config changed'],
    tampering: [tampering('skipped')],
  })
})

describe('withoutClaim', () => {
  const rows: readonly (readonly [string, Facts, string])[] = [
    ['partial', facts({ claim: claim('partial') }), 'you claimed partial, but it rained: claim again'],
    ['no claim', facts(), 'you claimed success, but it rained: claim again'],
  ]
  test.each(rows)('%s', (_name, known, staleClaim) => {
    expect(withoutClaim(known, 'it rained')).toStrictEqual({ ...facts(), staleClaim })
  })
})

describe('whyStale', () => {
  const rows: readonly (readonly [string, boolean, CalledClaim | undefined, string])[] = [
    [
      'the process is gone',
      true,
      calledClaim({ decision: allowedBy(4) }),
      'the process that ran its checks is gone without a result',
    ],
    ['an answered call', false, calledClaim({ decision: allowedBy(4) }), 'the tree changed after it'],
    ['a call without an answer', false, calledClaim(), 'the tree changed before its checks had ended'],
    ['a claim in words', false, undefined, 'the tree changed before its checks had ended'],
  ]
  test.each(rows)('%s', (_name, isLost, called, expected) => {
    expect(whyStale(isLost, called)).toBe(expected)
  })
})

describe('verifyingOf', () => {
  const { claim: made } = calledClaim()
  const known = evidence({ notes: ['slow'] })
  const rows: readonly (readonly [string, CalledClaim, Verifying | undefined])[] = [
    ['no round', calledClaim({ evidence: known }), undefined],
    ['a round', calledClaim({ run: 'run_1', evidence: known }), { claim: made, run: 'run_1', evidence: known }],
    ['a round without evidence', calledClaim({ run: 'run_1' }), { claim: made, run: 'run_1', evidence: evidence() }],
  ]
  test.each(rows)('%s', (_name, called, expected) => {
    expect(verifyingOf(called)).toStrictEqual(expected as Verifying)
  })
})

describe('observedIn', () => {
  const ran = (name: string, result: 'passed' | 'failed'): Evidence['checks'][number] => ({
    name,
    key: name,
    result,
    why: '',
    run: 'run_1',
    startedAt: '',
    durationMs: 1,
    tail: '',
    failures: [],
    reused: false,
  })
  const rows: readonly (readonly [string, Evidence, Observed])[] = [
    ['nothing', evidence(), { checks: '' }],
    [
      'a tree and results',
      evidence({ tree: 'tree_1', checks: [ran('test', 'failed'), ran('lint', 'passed')] }),
      { tree: 'tree_1', checks: 'test=failed,lint=passed' },
    ],
  ]
  test.each(rows)('%s', (_name, found, expected) => {
    expect(observedIn(found)).toStrictEqual(expected)
  })
})

describe('isLookDue', () => {
  const STUCK = allowedBy(12, { outcome: 'stuck' })
  const idle = (...progress: readonly number[]): Facts =>
    facts({ progress: 1, refusals: refusals(...progress.map((at) => ['f', at] as const)) })
  const rows: readonly (readonly [string, Facts, Verdict, boolean])[] = [
    ['stuck', facts(), STUCK, true],
    ['allowed with another outcome', idle(1, 1, 1), allowedBy(12, { outcome: 'capped' }), false],
    ['a refusal after one without progress', idle(1), refusedBy(11), false],
    ['a refusal after two without progress', idle(1, 1), refusedBy(11), true],
    ['a refusal after three without progress', idle(1, 1, 1), refusedBy(11), true],
    ['a refusal after two before the progress', idle(0, 0, 1), refusedBy(11), false],
    ['sent to wait after two without progress', idle(1, 1), refusedBy(6, 'f', ['wait']), false],
    ['a question to a person', idle(1, 1), asked, false],
    ['checks are due', idle(1, 1), { kind: 'verify', checks: [] }, false],
  ]
  test.each(rows)('%s', (_name, known, verdict, expected) => {
    expect(isLookDue(known, verdict)).toBe(expected)
  })
})
