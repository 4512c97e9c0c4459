// What a claim by tool or command is answered: the opening sentences word by word, and what comes after them.
import { describe, expect, test } from 'bun:test'
import type { Claim } from '../../../contract/claim.ts'
import type { Decision, ReasonCode } from '../../../contract/decision.ts'
import { type AnswerText, answerText } from './answer.ts'
import { decide } from '../decide.ts'
import { done, facts, failed, policy } from '../facts.fixture.ts'

const claim = (changes: Partial<Claim> = {}): Claim => ({
  id: 'clm_1',
  status: 'success',
  channel: 'tool',
  text: '{}',
  ...changes,
})
const PARTIAL = claim({ status: 'partial', remainingWork: 'the docs' })
const BLOCKED = claim({ status: 'blocked', remainingWork: 'the deployment' })

const because = (...texts: readonly string[]): { code: ReasonCode; text: string }[] =>
  texts.map((text) => ({ code: 'no-claim', text }))
const allow = (rule: number, why: string | readonly string[], more: object = {}): Decision => ({
  kind: 'allow',
  rule,
  because: because(...[why].flat()),
  ...more,
})
const goOn = (rule: number, say = 'FULLSTOP (1/5) check "unit" failed'): Decision => ({
  kind: 'continue',
  rule,
  because: because('why'),
  say,
  fingerprint: 'f',
  counts: ['refusal'],
})
const askHuman = (...why: readonly string[]): Decision => ({ kind: 'ask-human', rule: 7, because: because(...why) })

const STAYS = 'You may stop now; if you change anything more, claim again.'
const UNCHECKED = 'Tell the user that nothing has checked this work.'
const LOOK = 'Stop now and tell the user what you did and why they are asked.'

type Row = readonly [name: string, claim: Claim, decision: Decision, expected: AnswerText]
const ok = (text: string): AnswerText => ({ isRefused: false, text })
const error = (text: string): AnswerText => ({ isRefused: true, text })

const rows: readonly Row[] = [
  [
    'success, proven',
    claim(),
    allow(4, 'passed: unit, lint', { outcome: 'completed' }),
    ok(`Task completed successfully.\nVerified: passed: unit, lint. ${STAYS}`),
  ],
  [
    'success, not proven',
    claim(),
    allow(7, 'claimed, but no check can prove it', { outcome: 'unverified' }),
    ok(`Claim recorded as unverified: claimed, but no check can prove it.\n${UNCHECKED} ${STAYS}`),
  ],
  [
    'success, checks that could not run',
    claim(),
    allow(7, ['check "a" could not run', 'check "b" could not run: no such file\nstack'], { outcome: 'unverified' }),
    ok(
      `Claim recorded as unverified: check "a" could not run; check "b" could not run: no such file.\n${UNCHECKED} ${STAYS}`,
    ),
  ],
  ['success, refused', claim(), goOn(5), { isRefused: true, text: 'FULLSTOP (1/5) check "unit" failed' }],
  [
    'success, refused for the last time',
    claim(),
    allow(12, ['5 refusals were given', 'check "unit" failed\nE: boom'], { outcome: 'capped' }),
    error(
      'Not proven done: capped (5 refusals were given; check "unit" failed).\nYou may stop. Tell the user plainly what is not done.',
    ),
  ],
  [
    'success, stuck',
    claim(),
    allow(12, 'the same refusal 3 times', { outcome: 'stuck' }),
    error('Not proven done: stuck (the same refusal 3 times).\nYou may stop. Tell the user plainly what is not done.'),
  ],
  [
    'success, an end without a name is the cap',
    claim(),
    allow(12, 'enough'),
    error('Not proven done: capped (enough).\nYou may stop. Tell the user plainly what is not done.'),
  ],
  [
    'success, a person must look',
    claim(),
    askHuman('a.test.ts:3 a test was skipped', 'every completion needs a person here\nmore'),
    ok(
      `Claim recorded. A person must look before it counts: a.test.ts:3 a test was skipped; every completion needs a person here.\n${LOOK}`,
    ),
  ],
  [
    'success after the user cancelled',
    claim(),
    allow(1, 'the user cancelled the task', { outcome: 'cancelled' }),
    ok('You may stop: the user cancelled the task.'),
  ],
  [
    'partial after the user paused',
    PARTIAL,
    allow(1, 'the user paused the task'),
    ok('You may stop: the user paused the task.'),
  ],
  [
    'partial',
    PARTIAL,
    goOn(8),
    ok(
      'Task partially completed. Remaining work: the docs\nThis does not end the task: continue with the remaining work, then claim again.',
    ),
  ],
  [
    'partial, twice without progress',
    PARTIAL,
    allow(8, 'claimed partial twice with no progress in between', { outcome: 'partial' }),
    ok(
      'Task partially completed. Remaining work: the docs\nYou may stop. The task is recorded as partial: tell the user what is missing.',
    ),
  ],
  [
    'partial, in watch mode',
    PARTIAL,
    allow(8, ['remaining work: the docs', 'watch mode: would have refused this stop']),
    ok(
      'Task partially completed. Remaining work: the docs\nYou may stop. The task is recorded as open: tell the user what is missing.',
    ),
  ],
  [
    'partial, refused for the last time, is no error: it never said done',
    PARTIAL,
    allow(12, '5 refusals were given', { outcome: 'partial' }),
    ok(
      'Task partially completed. Remaining work: the docs\nNot proven done: partial (5 refusals were given).\nYou may stop. Tell the user plainly what is not done.',
    ),
  ],
  [
    'partial while a person is asked already',
    PARTIAL,
    askHuman('a person has not answered the review yet'),
    ok(
      `Task partially completed. Remaining work: the docs\nClaim recorded. A person must look before it counts: a person has not answered the review yet.\n${LOOK}`,
    ),
  ],
  [
    'blocked, pushed on',
    BLOCKED,
    goOn(9),
    ok(
      'Task blocked. Remaining work: the deployment\nTry another way now. If nothing works, claim blocked again, with `needs` if only the user can help: then you may stop.',
    ),
  ],
  [
    'blocked',
    BLOCKED,
    allow(9, 'the agent says it is blocked: the deployment', { outcome: 'blocked' }),
    ok(
      'Task blocked. Remaining work: the deployment\nYou may stop. The task is recorded as blocked: tell the user what is missing.',
    ),
  ],
  [
    'blocked, and only the user can help',
    { ...BLOCKED, needs: 'credentials' },
    allow(9, 'the agent needs credentials', { outcome: 'needs-input' }),
    ok(
      'Task blocked. Remaining work: the deployment\nYou may stop: tell the user what you need (credentials) and what for.',
    ),
  ],
  [
    'blocked without words on what remains',
    claim({ status: 'blocked' }),
    allow(9, 'why', { outcome: 'needs-input' }),
    ok('Task blocked. Remaining work: not named\nYou may stop: tell the user what you need (input) and what for.'),
  ],
]

describe('answerText', () => {
  for (const [name, made, decision, expected] of rows) {
    test(name, () => expect(answerText(made, decision)).toEqual(expected))
  }

  test('several lines of remaining work are said whole, in one', () =>
    expect(answerText(claim({ status: 'partial', remainingWork: 'one\ntwo' }), goOn(8)).text).toStartWith(
      'Task partially completed. Remaining work: one two\n',
    ))

  test('a claim that does not hold reads never like success: watch mode', () => {
    const decision = decide(
      facts({ claim: claim(), verification: done(failed('unit')) }),
      policy({ mode: 'watch' }),
    ) as Decision
    expect(decision).toMatchObject({ kind: 'allow', rule: 5 })
    expect(answerText(claim(), decision).text).not.toContain('Task completed successfully.')
  })

  test('a claim that does not hold reads never like success: rejected', () => {
    const decision = allow(4, 'a person rejected the result', { outcome: 'rejected' })
    expect(answerText(claim(), decision).text).not.toContain('Task completed successfully.')
  })
})
