// A run that was left behind: whether a new request is that run again, and who may resume it as what.
import { describe, expect, test } from 'bun:test'
import type { Policy } from '../../../contract/config/policy.ts'
import type { RunState, RunTask } from '../../../contract/state.ts'
import { policy } from '../../gate/facts.fixture.ts'
import {
  type Added,
  type Former,
  type FormerFacts,
  isOnlyLeft,
  isStartedAlike,
  isUnfinished,
  claimOfEnd,
  mayStand,
  judgeFormer,
  mergeFlags,
  policyOfToday,
  type WantedRun,
  whoMayResume,
} from './former-run.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import { allowedBy, claimMade, stopDecided } from '../events.fixture.ts'
import { openedRun } from './run.ts'

const AT = '2026-11-15T10:00:00.000Z'
const SETUP: RunState['setup'] = { cwd: '/repo', permissions: 'edits', args: [] }
const POLICY = policy({ budget: { timeMs: 1000 } })
const task = (changes: Partial<RunTask> = {}): RunTask => ({
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  policy: POLICY,
  openedAt: AT,
  updatedAt: AT,
  prompts: 1,
  stops: 0,
  refusals: 0,
  claims: 0,
  run: openedRun(SETUP, AT),
  ...changes,
})

describe('isUnfinished', () => {
  const rows: ReadonlyArray<readonly [status: RunTask['status'], expected: boolean]> = [
    ['open', true],
    ['paused', true],
    ['waiting', true],
    ['verifying', true],
    ['awaiting-review', false],
    ['ended', false],
  ]
  for (const [status, expected] of rows) test(status, () => expect(isUnfinished({ status })).toBe(expected))
})

describe('judgeFormer', () => {
  const OTHER: FormerFacts = { status: 'open', isSameRequest: false, isStartedAlike: false, isAtWork: false }
  const SAME: FormerFacts = { ...OTHER, isSameRequest: true, isStartedAlike: true }
  const AT_WORK: Former = { kind: 'busy', why: 'has an agent that is still at work here' }
  const rows: ReadonlyArray<readonly [name: string, facts: FormerFacts, expected: Former]> = [
    ['the same run', SAME, { kind: 'same' }],
    ['the same run, its agent at work', { ...SAME, isAtWork: true }, { kind: 'same' }],
    ['the same run, paused', { ...SAME, status: 'paused' }, { kind: 'busy', why: 'is paused' }],
    ['the same run, paused, its agent at work', { ...SAME, status: 'paused', isAtWork: true }, AT_WORK],
    [
      'the same request with other options',
      { ...SAME, isStartedAlike: false },
      { kind: 'busy', why: 'was left at this request with other options' },
    ],
    [
      'the same request with other options, its agent at work',
      { ...SAME, isStartedAlike: false, isAtWork: true },
      AT_WORK,
    ],
    ['another request', OTHER, { kind: 'other' }],
    ['another request, started alike', { ...OTHER, isStartedAlike: true }, { kind: 'other' }],
    ['another request, paused', { ...OTHER, status: 'paused' }, { kind: 'other' }],
    ['another request, its agent at work', { ...OTHER, isAtWork: true }, AT_WORK],
  ]
  for (const [name, facts, expected] of rows) test(name, () => expect(judgeFormer(facts)).toEqual(expected))
})

describe('isStartedAlike', () => {
  const WANTED: Omit<WantedRun, 'prompt'> = { agent: 'claude', setup: SETUP, policy: POLICY }
  const rows: ReadonlyArray<readonly [name: string, wanted: Partial<typeof WANTED>, expected: boolean]> = [
    ['nothing else', {}, true],
    ['another agent', { agent: 'codex' }, false],
    ['another model', { setup: { ...SETUP, model: 'm' } }, false],
    ['fewer permissions', { setup: { ...SETUP, permissions: 'settings' } }, false],
    ['a smaller budget', { policy: policy({ budget: { timeMs: 10 } }) }, false],
    ['another cap', { policy: { ...POLICY, maxContinuations: 1 } }, false],
    ['criteria', { criteria: [{ id: 'c1', text: 'Fast' }] }, false],
    ['other checks: the task keeps its own', { policy: { ...POLICY, untrustedChecks: ['test'] } }, true],
  ]
  for (const [name, wanted, expected] of rows) {
    test(name, () => expect(isStartedAlike(task(), { ...WANTED, ...wanted })).toBe(expected))
  }
})

describe('whoMayResume', () => {
  const rows: ReadonlyArray<readonly [changes: Partial<RunTask>, expected: ReturnType<typeof whoMayResume>]> = [
    [{ status: 'open' }, 'anybody'],
    [{ status: 'ended', outcome: 'capped' }, 'anybody'],
    [{ status: 'ended', outcome: 'cancelled' }, 'person'],
    [{ status: 'ended', outcome: 'rejected' }, 'no-agent'],
    [{ status: 'paused' }, 'person'],
    [{ status: 'awaiting-review' }, 'no-agent'],
  ]
  for (const [changes, expected] of rows) {
    test(JSON.stringify(changes), () => expect(whoMayResume(task(changes))).toBe(expected))
  }
})

describe('isOnlyLeft', () => {
  const ADDED: Added = { setup: SETUP, policy: POLICY }
  const rows: ReadonlyArray<readonly [name: string, task: RunTask, added: Partial<Added>, expected: boolean]> = [
    ['nothing is added', task(), {}, true],
    ['it was paused', task({ status: 'paused' }), {}, true],
    ['words', task(), { words: 'use the staging key' }, false],
    ['another setup', task(), { setup: { ...SETUP, model: 'm' } }, false],
    ['a higher budget', task(), { policy: policy({ budget: { timeMs: 2000 } }) }, false],
    ['it had ended', task({ status: 'ended', outcome: 'capped' }), {}, false],
    ['it waits for a review', task({ status: 'awaiting-review' }), {}, false],
  ]
  for (const [name, given, added, expected] of rows) {
    test(name, () => expect(isOnlyLeft(given, { ...ADDED, ...added })).toBe(expected))
  }
})

describe('a claim that stands when an unverified run is resumed', () => {
  const unverified = task({ status: 'ended', outcome: 'unverified' })
  const rows: ReadonlyArray<readonly [name: string, task: RunTask, added: Partial<Added>, expected: boolean]> = [
    ['nothing more is asked for', unverified, {}, true],
    ['more is asked for', unverified, { words: 'and the docs' }, false],
    ['another model is to do it', unverified, { setup: { ...SETUP, model: 'm' } }, false],
    ['it ended in another way', task({ status: 'ended', outcome: 'stuck' }), {}, false],
  ]
  test.each(rows)('%s', (_, given, added, expected) =>
    expect(mayStand(given, { setup: SETUP, policy: POLICY, ...added })).toBe(expected),
  )

  const evidence = { tree: 't1', checks: [], skipped: [], notes: [], warnings: [], tampering: [] }
  const verified = (claim: string): Event => ({ ...claimMade(), kind: 'claim.verified', claim, evidence }) as Event
  const partial: EventOf<'claim.made'>['claim'] = { id: 'clm_1', status: 'partial', channel: 'tool', text: 'x' }
  const standing: EventOf<'claim.made'>['call'] = {
    digest: 'clm_1',
    tree: 't1',
    progress: 0,
    isBound: true,
    isStanding: true,
  }
  const ends: ReadonlyArray<readonly [name: string, events: readonly Event[], call: typeof standing | undefined]> = [
    ['claimed and verified', [claimMade(), verified('clm_1')], standing],
    ['nothing was verified', [claimMade()], undefined],
    [
      'there was no check, and no file has changed since',
      [claimMade(), stopDecided(allowedBy(7), { observed: { tree: 't1' } })],
      standing,
    ],
    [
      'there was no check, and the project file is new',
      [claimMade(), stopDecided(allowedBy(7), { observed: { tree: 't0' } })],
      standing,
    ],
    [
      'there was no check, and a file has changed',
      [claimMade(), stopDecided(allowedBy(7), { observed: { tree: 't2' } })],
      undefined,
    ],
    ['there was no check, and no tree', [claimMade(), stopDecided(allowedBy(7))], undefined],
    ['only the claim before was verified', [verified('clm_0'), claimMade()], undefined],
    [
      'claimed again since',
      [claimMade(), verified('clm_1'), claimMade({ claim: { ...partial, id: 'clm_2' } })],
      undefined,
    ],
    ['a claim that is no success', [claimMade({ claim: partial }), verified('clm_1')], undefined],
  ]
  test.each(ends)('%s', (_, events, call) =>
    expect(claimOfEnd(events, { today: { hash: 't1', beside: 't0' }, wasTreeless: false })?.call).toEqual(call),
  )

  test('the files have changed since', () =>
    expect(
      claimOfEnd([claimMade(), verified('clm_1')], { today: { hash: 't2', beside: 't3' }, wasTreeless: false }),
    ).toBeUndefined())

  describe('neither a repository nor a project file, when it was claimed', () => {
    const { tree: _, ...treeless } = standing
    const decided = [claimMade(), stopDecided(allowedBy(7))]
    const today = { hash: 't1', beside: 't0' }
    test('a project file is there now', () =>
      expect(claimOfEnd(decided, { today, wasTreeless: true })?.call).toEqual(standing))
    test('there is still none', () =>
      expect(claimOfEnd(decided, { today: undefined, wasTreeless: true })?.call).toEqual(treeless))
    test('the claim was never decided', () =>
      expect(claimOfEnd([claimMade()], { today, wasTreeless: true })).toBeUndefined())
    test('there was a repository, and it is gone', () =>
      expect(claimOfEnd([claimMade(), verified('clm_1')], { today: undefined, wasTreeless: false })).toBeUndefined())
  })
})

describe('U1: the policy of today', () => {
  const check = { name: 'test', run: 'npm test' }
  const trusted = policy({ checks: [check], trustHash: 'a', root: '/repo' })
  const rows: ReadonlyArray<readonly [name: string, frozen: Policy, today: Policy, expected: Policy]> = [
    ['checks that were added since', policy(), trusted, trusted],
    ['other checks', policy({ checks: [], trustHash: 'b' }), trusted, trusted],
    [
      'an edit that nobody trusted takes no check away',
      trusted,
      policy({ untrustedChecks: ['nothing'], maxContinuations: 9 }),
      { ...trusted, maxContinuations: 9 },
    ],
    ['a budget of today', policy(), policy({ budget: { cost: 2 } }), policy({ budget: { cost: 2 } })],
  ]
  test.each(rows)('%s', (_, frozen, today, expected) => expect(policyOfToday(frozen, today)).toEqual(expected))

  test('options of both command lines, the newer above the older', () =>
    expect(mergeFlags({ maxContinuations: 3, budget: { cost: 1, tokens: 5 } }, { budget: { cost: 2 } })).toEqual({
      maxContinuations: 3,
      budget: { cost: 2, tokens: 5 },
    }))
})
