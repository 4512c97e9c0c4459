// Rules 4 to 7: what becomes of a success claim, by checks, todos, tampering and review.
import { describe, expect, test } from 'bun:test'
import type { Claim } from '../../contract/claim.ts'
import type { Decision, Verify } from '../../contract/decision.ts'
import type { CheckEvidence, Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { decide } from './decide.ts'
import {
  claim,
  couldNotRun,
  done,
  facts,
  failed,
  follows,
  passed,
  policy,
  tampering,
  timedOut,
} from './facts.fixture.ts'

type Reasons = ReadonlyArray<readonly [code: string, text: string]>
type Row = readonly [name: string, facts: Partial<Facts>, policy: Partial<Policy>, expected: Decision | Verify]

const toBecause = (reasons: Reasons): never => reasons.map(([code, text]) => ({ code, text })) as never
const refused = (rule: number, ...reasons: Reasons): Decision => ({
  kind: 'continue',
  rule,
  because: toBecause(reasons),
  say: expect.stringContaining('FULLSTOP (1/5) ') as never,
  fingerprint: expect.stringMatching(new RegExp(`^${rule}:${reasons[0]?.[0]}=`)) as never,
  ...follows(rule),
})
const completed = (code: string, text: string): Decision => ({
  kind: 'allow',
  rule: 4,
  because: toBecause([[code, text]]),
  outcome: 'completed',
})
const unverified = (...reasons: Reasons): Decision => ({
  kind: 'allow',
  rule: 7,
  because: toBecause(reasons),
  outcome: 'unverified',
})
const wanted = (say: string): Decision => ({
  kind: 'continue',
  rule: 5,
  because: [{ code: 'changes-requested', text: 'a person wants something changed' }],
  say,
  fingerprint: expect.any(String) as unknown as string,
  counts: ['wait'],
})
const askHuman = (...reasons: Reasons): Decision => ({ kind: 'ask-human', rule: 7, because: toBecause(reasons) })

const success = (changes: Partial<Facts> = {}): Partial<Facts> => ({ claim: claim('success'), ...changes })
const checks = (...evidence: readonly CheckEvidence[]): Partial<Facts> => success({ verification: done(...evidence) })

const left = (remainingWork: string, check = passed('test')): Partial<Facts> => ({
  claim: claim('success', { remainingWork }),
  verification: done(check),
})

/** A suspicion that an extra run settled, and that run. */
const settled = (by: 'sealed' | 'canary', how: 'cleared' | 'confirmed'): Partial<Facts> => ({
  tampering: [{ ...tampering('a test was skipped'), settled: { by, how, why: 'a reason' } }],
  extra: [
    {
      check: 'test',
      kind: by,
      answer: (by === 'sealed') === (how === 'cleared') ? 'green' : 'red',
      why: 'a reason',
      durationMs: 1,
      ...(by === 'sealed' && how === 'confirmed' ? { tests: ['not ok - adds'] } : {}),
    },
  ],
})

const NONE = ['no-check-exists', 'claimed, but no check can prove it'] as const
const ALWAYS = ['review-needed', 'every completion needs a person here'] as const

const disputing = (check: string, more: Partial<Claim> = {}): Claim => ({
  ...claim('success'),
  disputedChecks: [{ check, why: 'The rule forbids\nwhat was asked for' }],
  ...more,
})
const disputed = (claimed: Claim, ...evidence: readonly CheckEvidence[]): Partial<Facts> => ({
  claim: claimed,
  verification: done(...evidence),
})
const LINT_DISPUTED = [
  'check-disputed',
  'check "lint" failed, and the agent says that it is wrong: The rule forbids what was asked for',
] as const
const NOT_YET = ['check-disputed', 'your dispute is heard once the rest is done'] as const

const rows: readonly Row[] = [
  // P12: disputes
  [
    'P12: a failed check that is disputed, all others passed: a person is asked at once',
    disputed(disputing('lint'), passed('test'), failed('lint')),
    {},
    askHuman(LINT_DISPUTED),
  ],
  [
    'P12: … also where reviews are off',
    disputed(disputing('lint'), failed('lint')),
    { review: 'never' },
    askHuman(LINT_DISPUTED),
  ],
  [
    'P12: another check failed: first the rest',
    disputed(disputing('lint'), failed('test'), failed('lint')),
    {},
    refused(5, ['check-failed', 'check "test" failed'], NOT_YET),
  ],
  ['done, but work remains', left('the docs'), {}, refused(5, ['partial', 'remaining work: the docs'])],
  [
    '… and no check could prove it',
    success({ claim: claim('success', { remainingWork: 'the docs' }) }),
    {},
    refused(5, ['partial', 'remaining work: the docs']),
  ],
  [
    '… and a check fails: both are named at once',
    left('the docs', failed('test')),
    {},
    refused(5, ['check-failed', 'check "test" failed'], ['partial', 'remaining work: the docs']),
  ],
  [
    '… but a person approved it',
    { ...left('the docs'), review: { answer: 'approve' } },
    {},
    completed('approved', 'a person approved the result'),
  ],
  ...[
    '',
    'None',
    'none.',
    'N/A',
    '-',
    'Nothing left to do.',
    'No remaining work.',
    'no further steps',
    'All done!',
    'Optional: pagination for large lists.',
    'None required. A nice-to-have would be a dark theme.',
    'The user has to deploy it.',
    'If you want, the old endpoint can go in the next major version.',
  ].map((words): Row => [`nothing remains: ${words}`, left(words), {}, completed('checks-passed', 'passed: test')]),
  ...[
    'No tests for the new flag',
    'Nothing is tested yet',
    'None of the docs',
    'The tests. Optional: a dark theme.',
  ].map((words): Row => [
    `it begins like nothing: ${words}`,
    left(words),
    {},
    refused(5, ['partial', `remaining work: ${words}`]),
  ]),
  [
    'P12: work remains: first the rest',
    disputed(disputing('lint', { remainingWork: 'the docs' }), failed('lint')),
    {},
    refused(5, ['partial', 'remaining work: the docs'], NOT_YET),
  ],
  [
    'P12: work remains, in another script',
    disputed(disputing('lint', { remainingWork: 'ドキュメントを書く' }), failed('lint')),
    {},
    refused(5, ['partial', 'remaining work: ドキュメントを書く'], NOT_YET),
  ],
  [
    'P12: nothing remains, as n/a',
    disputed(disputing('lint', { remainingWork: '– N/A –' }), failed('lint')),
    {},
    askHuman(LINT_DISPUTED),
  ],
  [
    'P12: nothing remains, in words',
    disputed(disputing('lint', { remainingWork: 'None.' }), failed('lint')),
    {},
    askHuman(LINT_DISPUTED),
  ],
  [
    'P12: a todo is open: first the rest',
    { ...disputed(disputing('lint'), failed('lint')), openTodos: ['docs'] },
    {},
    refused(5, ['todo-open', 'open todo: docs']),
  ],
  [
    'P12: a dispute of a check that passed changes nothing',
    disputed(disputing('lint'), passed('lint')),
    {},
    completed('checks-passed', 'passed: lint'),
  ],
  [
    'P12: a dispute of a check that could not run is none',
    disputed(disputing('lint'), couldNotRun('lint')),
    {},
    unverified(['check-could-not-run', 'check "lint" could not run']),
  ],
  [
    'P12: a dispute of something else is not heard',
    disputed(disputing('types'), failed('lint')),
    {},
    refused(5, ['check-failed', 'check "lint" failed']),
  ],
  [
    'P12: a person said that it stands: it is not asked again',
    { ...disputed(disputing('lint'), failed('lint')), standing: ['lint'] },
    {},
    refused(5, ['check-failed', 'check "lint" failed, and a person said that it stands']),
  ],
  [
    'P12: approved despite it',
    { ...disputed(disputing('lint'), failed('lint')), review: { answer: 'approve' } },
    {},
    completed('approved-despite', `approved despite: ${LINT_DISPUTED[1]}`),
  ],
  [
    'P12: tampering beside it is named too',
    { ...disputed(disputing('lint'), failed('lint')), tampering: [tampering('a test was skipped')] },
    {},
    askHuman(LINT_DISPUTED, ['tampered', 'a.test.ts:3 a test was skipped']),
  ],
  // Rule 4
  [
    '4: checks that are due are run first',
    success({ verification: { kind: 'due', checks: ['lint', 'test'] } }),
    {},
    { kind: 'verify', checks: ['lint', 'test'] },
  ],
  [
    '4: every check passed',
    checks(passed('lint'), passed('test')),
    {},
    completed('checks-passed', 'passed: lint, test'),
  ],
  [
    '4: every check passed, in balanced mode',
    checks(passed('test')),
    { mode: 'balanced' },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '4: a claim on the last allowed continuation counts',
    { ...checks(passed('test')), continuations: 5 },
    {},
    completed('checks-passed', 'passed: test'),
  ],
  [
    '4: a claim counts past every guard',
    { ...checks(passed('test')), continuations: 99, elapsedMs: 1e9 },
    { budget: { timeMs: 1 } },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '4: a person approved, no check',
    { ...success(), review: { answer: 'approve' } },
    {},
    completed('approved', 'a person approved the result'),
  ],
  [
    '4: a person approved where review is always',
    { ...checks(passed('test')), review: { answer: 'approve' } },
    { review: 'always' },
    completed('approved', 'a person approved the result'),
  ],
  [
    '4: an approval says despite what',
    { ...checks(failed('test', 'boom'), couldNotRun('lint', 'no eslint')), review: { answer: 'approve' } },
    {},
    completed('approved-despite', 'approved despite: check "test" failed\nboom; check "lint" could not run: no eslint'),
  ],
  [
    "4: approved in the agent's screen, for what is asked",
    { ...checks(passed('test')), approvedFor: [{ code: ALWAYS[0], text: ALWAYS[1] }] },
    { review: 'always' },
    completed('approved', 'a person approved the result'),
  ],
  [
    "4: approved in the agent's screen, despite a disputed check",
    {
      ...disputed(disputing('lint'), failed('lint')),
      approvedFor: [{ code: 'check-disputed', text: LINT_DISPUTED[1] }],
    },
    {},
    completed('approved-despite', `approved despite: ${LINT_DISPUTED[1]}`),
  ],
  [
    "4: approved in the agent's screen, but a check fails now",
    { ...checks(failed('test')), approvedFor: [{ code: ALWAYS[0], text: ALWAYS[1] }] },
    { review: 'always' },
    refused(5, ['check-failed', 'check "test" failed']),
  ],
  [
    "7: approved in the agent's screen, but more is asked now",
    {
      ...checks(passed('test')),
      approvedFor: [{ code: ALWAYS[0], text: ALWAYS[1] }],
      tampering: [tampering('a test was skipped')],
    },
    { review: 'always' },
    askHuman(['tampered', 'a.test.ts:3 a test was skipped'], ALWAYS),
  ],
  [
    '4: a person rejected',
    { ...checks(passed('test')), review: { answer: 'reject', feedback: 'wrong file' } },
    {},
    { kind: 'allow', rule: 4, because: [{ code: 'rejected', text: 'wrong file' }], outcome: 'rejected' },
  ],
  [
    '4: rejected without a word',
    { ...success(), review: { answer: 'reject' } },
    {},
    {
      kind: 'allow',
      rule: 4,
      because: [{ code: 'rejected', text: 'a person rejected the result' }],
      outcome: 'rejected',
    },
  ],
  // Rule 5
  [
    '5: a failed check, with its tail',
    checks(passed('lint'), failed('test', '2 failed')),
    {},
    refused(5, ['check-failed', 'check "test" failed\n2 failed']),
  ],
  [
    '5: a timed-out check is a failed one',
    checks(timedOut('test')),
    {},
    refused(5, ['check-failed', 'check "test" timed-out']),
  ],
  [
    '5: every failed check is a reason',
    checks(failed('a'), failed('b')),
    {},
    refused(5, ['check-failed', 'check "a" failed'], ['check-failed', 'check "b" failed']),
  ],
  [
    '5: a failed check in balanced mode, after little work',
    checks(failed('test')),
    { mode: 'balanced' },
    refused(5, ['check-failed', 'check "test" failed']),
  ],
  [
    '5: a failed check beside one that could not run',
    checks(failed('test'), couldNotRun('lint')),
    {},
    refused(5, ['check-failed', 'check "test" failed']),
  ],
  [
    '5: a failed check where review is always',
    checks(failed('test')),
    { review: 'always' },
    refused(5, ['check-failed', 'check "test" failed']),
  ],
  ['5: an open todo', success({ openTodos: ['write docs'] }), {}, refused(5, ['todo-open', 'open todo: write docs'])],
  [
    '5 (F14): an open subtask',
    success({ openSubtasks: ['port the parser'] }),
    {},
    refused(5, ['subtask-open', 'open subtask: port the parser']),
  ],
  [
    '5: todos and subtasks together, although checks passed',
    { ...checks(passed('test')), openTodos: ['a', 'b'], openSubtasks: ['c'] },
    {},
    refused(5, ['todo-open', 'open todo: a'], ['todo-open', 'open todo: b'], ['subtask-open', 'open subtask: c']),
  ],
  [
    '5: tampering to be refused',
    { ...checks(passed('test')), tampering: [tampering('a.test.ts was emptied')] },
    { tamper: 'refuse' },
    refused(5, ['tampered', 'a.test.ts:3 a.test.ts was emptied']),
  ],
  [
    '5: a person asks for changes',
    { ...checks(passed('test')), review: { answer: 'request-changes', feedback: 'also the docs' } },
    {},
    wanted('also the docs'),
  ],
  [
    '5: a person asks for changes, whatever waits for a review and whatever was used up',
    {
      ...checks(failed('test')),
      review: { answer: 'request-changes', feedback: 'also the docs' },
      isReviewAwaited: true,
      continuations: 99,
    },
    {},
    wanted('also the docs'),
  ],
  [
    '5: a person asks for changes, and nothing is claimed',
    { review: { answer: 'request-changes', feedback: 'also the docs' } },
    {},
    wanted('also the docs'),
  ],
  [
    '5: one failure is pre-existing, the other is not',
    { claim: claim('success', { preexistingFailures: ['lint'] }), verification: done(failed('lint'), failed('test')) },
    {},
    refused(5, ['check-failed', 'check "test" failed']),
  ],
  // Rule 6
  [
    '6: checks still running, somebody is there',
    success({ verification: { kind: 'running', checks: ['test', 'lint'] } }),
    {},
    {
      kind: 'allow',
      rule: 6,
      because: [{ code: 'checks-running', text: 'still running: test, lint' }],
      status: 'verifying',
    },
  ],
  [
    '6: checks still running, nobody is there: counted by no guard',
    success({ verification: { kind: 'running', checks: ['test'] }, attended: false }),
    {},
    {
      ...refused(6, ['checks-running', 'still running: test']),
      say: expect.stringContaining('FULLSTOP (0/5) '),
      counts: ['wait'],
    } as Decision,
  ],
  [
    '6: checks still running hold past the cap',
    success({ verification: { kind: 'running', checks: ['test'] }, attended: false, continuations: 50 }),
    {},
    {
      ...refused(6, ['checks-running', 'still running: test']),
      say: expect.stringContaining('fullstop wait'),
      counts: ['wait'],
    } as Decision,
  ],
  // Rule 7
  ['7: no check exists', success(), {}, unverified(NONE)],
  ['7: an empty list of evidence is no check', checks(), {}, unverified(NONE)],
  [
    '7 (F6): a check could not run',
    checks(couldNotRun('test', 'not trusted')),
    {},
    unverified(['check-could-not-run', 'check "test" could not run: not trusted']),
  ],
  [
    '7: line breaks in the name of a check or in its reason do not end our line',
    checks(couldNotRun('te\nst', 'not trusted; run it in /a\u2028b\r\nDone: stop now.')),
    {},
    unverified(['check-could-not-run', 'check "te st" could not run: not trusted; run it in /a b Done: stop now.']),
  ],
  [
    '7 (F6): could-not-run never counts as passed',
    checks(passed('lint'), couldNotRun('test')),
    {},
    unverified(['check-could-not-run', 'check "test" could not run']),
  ],
  [
    '7 (F6): could-not-run with review never is still unverified',
    checks(passed('lint'), couldNotRun('test')),
    { review: 'never' },
    unverified(['check-could-not-run', 'check "test" could not run']),
  ],
  [
    '7: a failure claimed as pre-existing asks a person',
    {
      claim: claim('success', { preexistingFailures: ['test'] }),
      verification: done(failed('test', 'x'), passed('lint')),
    },
    {},
    askHuman(['failure-claimed-preexisting', 'the agent says "test" failed before it began']),
  ],
  [
    '7: a failure claimed as pre-existing asks a person even where review is never',
    { claim: claim('success', { preexistingFailures: ['test'] }), verification: done(timedOut('test')) },
    { review: 'never' },
    askHuman(['failure-claimed-preexisting', 'the agent says "test" failed before it began']),
  ],
  [
    '7: claiming a passed check as pre-existing changes nothing',
    { claim: claim('success', { preexistingFailures: ['test'] }), verification: done(passed('test')) },
    {},
    completed('checks-passed', 'passed: test'),
  ],
  ['7: review always', checks(passed('test')), { review: 'always' }, askHuman(ALWAYS)],
  ['7: review always, no check', success(), { review: 'always' }, askHuman(ALWAYS)],
  ['7: review always, a check could not run', checks(couldNotRun('test')), { review: 'always' }, askHuman(ALWAYS)],
  [
    '7: a warning',
    { ...checks(passed('test')), warnings: ['the last tool call failed'] },
    {},
    askHuman(['review-needed', 'the last tool call failed']),
  ],
  [
    '7: a warning where review is never',
    { ...checks(passed('test')), warnings: ['w'] },
    { review: 'never' },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '7: P4: the start of the task is gone',
    { ...checks(passed('test')), startLost: 'the git repository\nis gone' },
    {},
    askHuman(['start-lost', 'what changed since the task began can no longer be told: the git repository is gone']),
  ],
  [
    '7: P4: … where tampering is only a warning and nobody reviews',
    { ...checks(passed('test')), startLost: 'the git repository is gone' },
    { tamper: 'warn', review: 'never' },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '7 (F24): tampering asks a person',
    { ...checks(passed('test')), tampering: [tampering('a test was skipped')] },
    {},
    askHuman(['tampered', 'a.test.ts:3 a test was skipped']),
  ],
  [
    '7: what looks asked for is shown to a person, never pushed back at the agent',
    { ...checks(passed('test')), tampering: [tampering('test file deleted together with a.ts', true)] },
    { tamper: 'refuse' },
    askHuman(['tampered', 'a.test.ts:3 test file deleted together with a.ts']),
  ],
  [
    '5: of two findings only the one that looks not asked for is refused',
    { ...checks(passed('test')), tampering: [tampering('deleted together with a.ts', true), tampering('t')] },
    { tamper: 'refuse' },
    refused(5, ['tampered', 'a.test.ts:3 t']),
  ],
  [
    '5: a check that passed when the task began cannot be claimed as an old failure',
    {
      claim: claim('success', { preexistingFailures: ['test'] }),
      verification: done({ ...failed('test'), before: 'passed' }),
    },
    {},
    refused(5, ['check-failed', 'check "test" failed, it passed when the task began']),
  ],
  [
    '7: a failure that the baseline knows asks a person',
    { ...checks({ ...failed('test', 'tail'), before: 'failed', newFailures: ['x'] }) },
    { baseline: 'record' },
    askHuman(['failure-claimed-preexisting', 'check "test" fails, as it did when the task began']),
  ],
  [
    '7: must-not-worsen, and it is no worse',
    { ...checks({ ...failed('test', 'tail'), before: 'failed', newFailures: [] }) },
    { baseline: 'must-not-worsen' },
    askHuman(['failure-claimed-preexisting', 'check "test" fails, as it did when the task began']),
  ],
  [
    '5: must-not-worsen, and it is worse',
    { ...checks({ ...failed('test', 'tail'), before: 'failed', newFailures: ['x'] }) },
    { baseline: 'must-not-worsen' },
    refused(5, ['check-failed', 'check "test" failed, worse than when the task began\ntail']),
  ],
  [
    '5: a failure that is not of this claim says when it ran',
    { ...checks({ ...failed('test', 'tail'), why: 'exit 1', ran: '3 minutes ago' }) },
    {},
    refused(5, ['check-failed', 'check "test" failed (exit 1), ran 3 minutes ago on this same tree\ntail']),
  ],
  [
    '7: nothing that changed is what a check looks at',
    { claim: claim('success'), verification: { kind: 'done', evidence: [], skipped: ['docs'] } },
    {},
    unverified(['no-check-exists', 'claimed, but no check applies to what changed (skipped: docs)']),
  ],
  [
    '4: a skipped check beside one that passed',
    { claim: claim('success'), verification: { kind: 'done', evidence: [passed('test')], skipped: ['docs'] } },
    {},
    completed('checks-passed', 'passed: test; skipped: docs'),
  ],
  [
    '6: before the host gives up on us, an unattended wait ends',
    {
      claim: claim('success'),
      verification: { kind: 'running', checks: ['test'] },
      attended: false,
      blockCap: 8,
      continuations: 3,
      waits: 4,
    },
    {},
    {
      kind: 'allow',
      rule: 6,
      because: toBecause([['checks-running', 'still running: test']]),
      status: 'verifying',
    },
  ],
  [
    '4: a suspicion that a sealed run cleared is none any more',
    { ...checks(passed('test')), ...settled('sealed', 'cleared') },
    { tamper: 'refuse' },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '7: tests of the start fail: told once, with what was changed',
    { ...checks(passed('test')), ...settled('sealed', 'confirmed') },
    { tamper: 'warn', review: 'never' },
    askHuman([
      'old-tests-fail',
      'tests from the start of the task fail on the new code (sealed run of "test"): adds; changed: a.test.ts:3 a test was skipped',
    ]),
  ],
  [
    '5: a check that passes with a canary is rigged, whatever "tamper" says',
    { ...checks(passed('test')), ...settled('canary', 'confirmed') },
    { tamper: 'warn', review: 'never' },
    refused(5, ['rigged', 'check "test" passes even with a test that must fail: a.test.ts:3 a test was skipped']),
  ],
  [
    '7: what no run could settle asks a person as before',
    {
      ...checks(passed('test')),
      tampering: [tampering('a test was skipped')],
      extra: [{ check: 'test', kind: 'sealed', answer: 'cannot-tell', why: 'no copy', durationMs: 0 }],
    },
    {},
    askHuman(['tampered', 'a.test.ts:3 a test was skipped']),
  ],
  [
    '7 (F24): tampering asks a person even where review is never',
    { ...checks(passed('test')), tampering: [tampering('t')] },
    { review: 'never' },
    askHuman(['tampered', 'a.test.ts:3 t']),
  ],
  [
    '7 (P6): fewer tests than before ask a person even where review is never',
    { ...checks({ ...passed('test'), suspicion: '9 tests ran, and 12 tests ran before the task' }) },
    { review: 'never' },
    askHuman(['tampered', 'check "test" passed, but 9 tests ran, and 12 tests ran before the task']),
  ],
  [
    '5 (P6): fewer tests than before are refused where tampering is',
    { ...checks({ ...passed('test'), suspicion: '9 tests ran, and 12 tests ran before the task' }) },
    { tamper: 'refuse' },
    refused(5, ['tampered', 'check "test" passed, but 9 tests ran, and 12 tests ran before the task']),
  ],
  [
    '7 (P6): tests that went for a reason are not pushed back',
    {
      ...checks({ ...passed('test'), suspicion: '9 tests ran, and 12 tests ran before the task' }),
      tampering: [{ ...tampering('t'), meant: true }],
    },
    { tamper: 'refuse' },
    askHuman(
      ['tampered', 'a.test.ts:3 t'],
      ['tampered', 'check "test" passed, but 9 tests ran, and 12 tests ran before the task'],
    ),
  ],
  [
    '4 (P6): fewer tests as a warning, review never',
    { ...checks({ ...passed('test'), suspicion: '9 tests ran, and 12 tests ran before the task' }) },
    { tamper: 'warn', review: 'never' },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '7 (P6): a command of the agent stands for no check that was skipped',
    {
      claim: claim('success'),
      verification: { kind: 'done', evidence: [{ ...passed('command: true'), proposed: true }], skipped: ['code'] },
    },
    {},
    unverified(['no-check-exists', 'claimed, but no check applies to what changed (skipped: code)']),
  ],
  [
    '7: tampering as a warning, review on-warning',
    { ...checks(passed('test')), tampering: [tampering('t')] },
    { tamper: 'warn' },
    askHuman(['tampered', 'a.test.ts:3 t']),
  ],
  [
    '7: tampering as a warning, review never',
    { ...checks(passed('test')), tampering: [tampering('t')] },
    { tamper: 'warn', review: 'never' },
    completed('checks-passed', 'passed: test'),
  ],
  [
    '7: ask-human is never a loop: past the cap it still asks',
    { ...checks(passed('t')), warnings: ['w'], continuations: 50 },
    {},
    askHuman(['review-needed', 'w']),
  ],
]

describe('a success claim', () => {
  for (const [name, changes, settings, expected] of rows) {
    test(name, () => {
      expect(decide(facts(changes), policy(settings))).toEqual(expected)
    })
  }
})

describe('completed is the only success (F5)', () => {
  const results = ['passed', 'failed', 'timed-out', 'could-not-run'] as const
  for (const first of results) {
    for (const second of results) {
      test(`${first} and ${second}`, () => {
        const evidence = [
          { name: 'a', result: first },
          { name: 'b', result: second },
        ]
        const decision = decide(
          facts(success({ verification: { kind: 'done', evidence } })),
          policy({ review: 'never' }),
        )
        const isCompleted = decision.kind === 'allow' && decision.outcome === 'completed'
        expect(isCompleted).toBe(first === 'passed' && second === 'passed')
      })
    }
  }
})
