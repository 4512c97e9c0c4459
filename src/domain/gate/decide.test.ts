// The decision table row by row, and which row wins where two fit. Rules 4 to 7 are in decide-success.test.ts, 12 in guard.test.ts.
import { describe, expect, test } from 'bun:test'
import type { Decision, Verify } from '../../contract/decision.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { isFinal } from './consequences.ts'
import { decide } from './decide.ts'
import { claim, done, facts, failed, follows, passed, policy } from './facts.fixture.ts'

type Row = readonly [name: string, facts: Partial<Facts>, policy: Partial<Policy>, expected: Decision | Verify]

const refused = (rule: number, code: string, text: string): Decision => ({
  kind: 'continue',
  rule,
  because: [{ code: code as never, text }],
  say: expect.stringMatching(/^FULLSTOP \(\d+(\/\d+)?\) \S/) as never,
  fingerprint: expect.stringMatching(new RegExp(`^${rule}:${code}=`)) as never,
  ...follows(rule),
})
const allowed = (rule: number, code: string, text: string, more: object = {}): Decision => ({
  kind: 'allow',
  rule,
  because: [{ code: code as never, text }],
  ...more,
})

const NO_CLAIM = 'nothing says that the task is done'

const littleWork = (): Decision => ({
  kind: 'allow',
  rule: 11,
  because: [
    { code: 'no-claim', text: NO_CLAIM },
    { code: 'no-substantial-work', text: 'balanced mode lets a stop after little work pass' },
  ],
})

const rows: readonly Row[] = [
  // Rule 1
  [
    '1: cancelled',
    { user: 'cancelled' },
    {},
    allowed(1, 'cancelled', 'the user cancelled the task', { outcome: 'cancelled' }),
  ],
  ['1: paused changes nothing', { user: 'paused' }, {}, allowed(1, 'paused', 'the user paused the task')],
  [
    '1: interrupted changes nothing',
    { user: 'interrupted' },
    {},
    allowed(1, 'interrupted', 'the user interrupted the agent'),
  ],
  ['1: mode off', {}, { mode: 'off' }, allowed(1, 'mode-off', 'the gate is off in this session')],
  [
    '1: nothing was asked since the last task ended',
    { taskOpen: false },
    {},
    allowed(1, 'no-open-task', 'no task is open: nobody asked for anything since the last one ended'),
  ],
  // Rule 2
  ...(['context-limit', 'compaction', 'auth', 'api-error', 'usage-limit', 'output-cut'] as const).map(
    (involuntary): Row => [
      `2: ${involuntary}`,
      { involuntary },
      {},
      allowed(2, 'not-the-agents-choice', `the stop is not the agent's choice: ${involuntary}`),
    ],
  ),
  // Rule 3
  [
    '3 (F12): a subagent stopped',
    { subagent: true },
    {},
    allowed(3, 'subagent', 'a subagent stopped, not the main agent'),
  ],
  ['3: plan mode', { planMode: true }, {}, allowed(3, 'plan-mode', 'the agent is in plan or read-only mode')],
  [
    "3: the vendor's own goal",
    { vendorGoal: true },
    {},
    allowed(3, 'vendor-goal', "the agent's own goal feature is active and decides"),
  ],
  // Rule 8
  [
    '8: partial goes on with the remaining work',
    { claim: claim('partial', { remainingWork: 'the docs' }) },
    {},
    refused(8, 'partial', 'remaining work: the docs'),
  ],
  [
    '8: a second partial after progress goes on',
    {
      claim: claim('partial', { remainingWork: 'the docs' }),
      newestClaim: { status: 'partial', progress: 1 },
      progress: 2,
    },
    {},
    refused(8, 'partial', 'remaining work: the docs'),
  ],
  [
    '8: a second partial without progress ends partial',
    {
      claim: claim('partial', { remainingWork: 'the docs' }),
      newestClaim: { status: 'partial', progress: 2 },
      progress: 2,
    },
    {},
    allowed(8, 'partial', 'claimed partial twice with no progress in between', { outcome: 'partial' }),
  ],
  [
    '8: partial after a refused success goes on',
    { claim: claim('partial', { remainingWork: 'x' }), newestClaim: { status: 'success', progress: 0 } },
    {},
    refused(8, 'partial', 'remaining work: x'),
  ],
  [
    '8: partial is refused in balanced mode too, after little work',
    { claim: claim('partial', { remainingWork: 'x' }) },
    { mode: 'balanced' },
    refused(8, 'partial', 'remaining work: x'),
  ],
  // Rule 9
  ...(
    [
      ['input', 'input'],
      ['credentials', 'credentials'],
      ['permission', 'a permission'],
      ['external', 'something external'],
    ] as const
  ).map(([needs, what]): Row => [
    `9: blocked, needs ${needs}`,
    { claim: claim('blocked', { needs, remainingWork: 'x' }) },
    {},
    allowed(9, 'needs-input', `the agent needs ${what}`, { outcome: 'needs-input' }),
  ]),
  [
    '9: blocked without needs is pushed once',
    { claim: claim('blocked', { remainingWork: 'the proxy is down' }) },
    {},
    refused(9, 'blocked', 'the agent says it is blocked: the proxy is down'),
  ],
  [
    '9: why it is blocked is its summary, before what remains',
    { claim: claim('blocked', { summary: 'the proxy is down.', remainingWork: 'all' }) },
    {},
    refused(9, 'blocked', 'the agent says it is blocked: the proxy is down; remaining: all'),
  ],
  [
    '9 (F5): blocked again ends blocked, not completed',
    { claim: claim('blocked', { remainingWork: 'the proxy is down' }), blockedPushes: 1 },
    {},
    allowed(9, 'blocked', 'the agent says it is blocked: the proxy is down', { outcome: 'blocked' }),
  ],
  [
    '9: blockedPushes 0 lets the first one go',
    { claim: claim('blocked', { remainingWork: 'x' }) },
    { blockedPushes: 0 },
    allowed(9, 'blocked', 'the agent says it is blocked: x', { outcome: 'blocked' }),
  ],
  [
    '9: blockedPushes 3 pushes the third time',
    { claim: claim('blocked', { remainingWork: 'x' }), blockedPushes: 2, continuations: 2 },
    { blockedPushes: 3 },
    refused(9, 'blocked', 'the agent says it is blocked: x'),
  ],
  // Rule 10
  [
    '10 (F10): background work is waited for',
    { waitingFor: { kind: 'background-work', what: 'npm test' } },
    {},
    allowed(10, 'background-work', 'background work is still running: npm test', { status: 'waiting' }),
  ],
  [
    '10: a wake-up',
    { waitingFor: { kind: 'wake-up' } },
    {},
    allowed(10, 'wake-up', 'a wake-up is scheduled', { status: 'waiting' }),
  ],
  [
    '10: a permission prompt',
    { waitingFor: { kind: 'permission' } },
    {},
    allowed(10, 'permission', 'a permission prompt is open', { status: 'waiting' }),
  ],
  [
    '10: a question to a person who is there',
    { waitingFor: { kind: 'question', what: 'Which one?' } },
    {},
    allowed(10, 'question', 'the agent asks the user: Which one?', { status: 'waiting' }),
  ],
  [
    '10: background work is waited for also after a refusal',
    { waitingFor: { kind: 'background-work', what: 'make' }, continuations: 2 },
    {},
    allowed(10, 'background-work', 'background work is still running: make', { status: 'waiting' }),
  ],
  [
    '10: unattended background work is waited for',
    { waitingFor: { kind: 'background-work', what: 'make' }, attended: false },
    {},
    allowed(10, 'background-work', 'background work is still running: make', { status: 'waiting' }),
  ],
  [
    '10: a question to nobody is pushed once',
    { waitingFor: { kind: 'question', what: 'Which one?' }, attended: false },
    {},
    refused(10, 'question', 'nobody is there to answer: Which one?'),
  ],
  [
    '10 (F5): the second question to nobody ends needs-input',
    { waitingFor: { kind: 'question', what: 'Which one?' }, attended: false, questionsPushed: 1 },
    {},
    allowed(10, 'question', 'nobody is there to answer: Which one?', { outcome: 'needs-input' }),
  ],
  [
    '10 (F11): a conversation',
    { conversation: true },
    {},
    allowed(10, 'conversation', 'a conversation: nothing was changed'),
  ],
  [
    '10 (F11): a conversation in balanced mode',
    { conversation: true },
    { mode: 'balanced' },
    allowed(10, 'conversation', 'a conversation: nothing was changed'),
  ],
  [
    '10: never a conversation after a refusal',
    { conversation: true, continuations: 1 },
    {},
    refused(11, 'no-claim', NO_CLAIM),
  ],
  ['10: never a conversation in run', { conversation: true, supervised: true }, {}, refused(11, 'no-claim', NO_CLAIM)],
  // Rule 11
  ['11: no claim', {}, {}, refused(11, 'no-claim', NO_CLAIM)],
  ['11: a stale claim says so', { staleClaim: 'you worked on' }, {}, refused(11, 'claim-stale', 'you worked on')],
  [
    '11: a refused claim repeats its reason',
    { refusedClaim: 'the last claim was refused: check "test" failed', staleClaim: 'x' },
    {},
    refused(11, 'claim-refused-before', 'the last claim was refused: check "test" failed'),
  ],
  [
    '11: no claim at all in strict mode, however little was done',
    { workCalls: 0 },
    {},
    refused(11, 'no-claim', NO_CLAIM),
  ],
  [
    '11: balanced lets 7 work calls go',
    { workCalls: 7 },
    { mode: 'balanced' },
    {
      kind: 'allow',
      rule: 11,
      because: [
        { code: 'no-claim', text: NO_CLAIM },
        { code: 'no-substantial-work', text: 'balanced mode lets a stop after little work pass' },
      ],
    },
  ],
  [
    '11: balanced refuses after 8 work calls',
    { workCalls: 8 },
    { mode: 'balanced' },
    refused(11, 'no-claim', NO_CLAIM),
  ],
  [
    '11: balanced refuses with an open todo',
    { openTodos: ['a'] },
    { mode: 'balanced' },
    refused(11, 'no-claim', NO_CLAIM),
  ],
  [
    '11: balanced refuses after a failed last tool, once something was written',
    { lastTool: { name: 'Bash', failed: true }, hasWritten: true },
    { mode: 'balanced' },
    refused(11, 'no-claim', NO_CLAIM),
  ],
  [
    '11, J2: a failed last tool where nothing was written is an answer',
    { lastTool: { name: 'Bash', failed: true } },
    { mode: 'balanced' },
    littleWork(),
  ],
  [
    '11, J2: a red check that the person asked to see is an answer, also after something was written',
    { lastTool: { name: 'Bash', failed: true }, hasWritten: true, isFailureAsked: true },
    { mode: 'balanced' },
    littleWork(),
  ],
  [
    '11, J5: balanced refuses where the last words name work that is left',
    { hasWritten: true, ownRemainder: 'I still have to write the tests.' },
    { mode: 'balanced' },
    refused(11, 'no-claim', NO_CLAIM),
  ],
  [
    '11, J5: where nothing was written, they name a plan',
    { ownRemainder: 'I still have to write the tests.' },
    { mode: 'balanced' },
    littleWork(),
  ],
  [
    '11: balanced lets go where an earlier tool failed but the last did not',
    { lastTool: { name: 'Bash', failed: false }, recentErrors: ['Bash (npm test)'], workCalls: 2 },
    { mode: 'balanced' },
    {
      kind: 'allow',
      rule: 11,
      because: [
        { code: 'no-claim', text: NO_CLAIM },
        { code: 'no-substantial-work', text: 'balanced mode lets a stop after little work pass' },
      ],
    },
  ],
]

describe('decide', () => {
  for (const [name, changes, settings, expected] of rows) {
    test(name, () => {
      expect(decide(facts(changes), policy(settings))).toEqual(expected)
    })
  }
})

/** Facts that make each rule fit; laid over each other, the earlier rule must decide. */
const fits: ReadonlyArray<readonly [rule: number, facts: Partial<Facts>]> = [
  [1, { user: 'paused' }],
  [2, { involuntary: 'usage-limit' }],
  [3, { subagent: true }],
  [10, { waitingFor: { kind: 'wake-up' }, conversation: true }],
  [11, {}],
]
const claims: ReadonlyArray<readonly [rule: number, facts: Partial<Facts>]> = [
  [5, { claim: claim('success'), openTodos: ['a'] }],
  [6, { claim: claim('success'), verification: { kind: 'running', checks: ['test'] } }],
  [7, { claim: claim('success'), warnings: ['w'] }],
  [4, { claim: claim('success'), verification: done(passed('test')) }],
  [8, { claim: claim('partial', { remainingWork: 'x' }) }],
  [9, { claim: claim('blocked', { needs: 'input' }) }],
]

describe('the first rule that fits decides', () => {
  const ruleOf = (changes: Partial<Facts>): number | string => {
    const decision = decide(facts(changes), policy())
    return isFinal(decision) ? decision.rule : decision.kind
  }
  for (const [index, [rule, earlier]] of fits.entries()) {
    for (const [later, other] of fits.slice(index + 1)) {
      test(`rule ${rule} before rule ${later}`, () => expect(ruleOf({ ...other, ...earlier })).toBe(rule))
    }
    for (const [later, other] of claims) {
      if (rule > 3)
        test(`rule ${later} before rule ${rule}`, () => expect(ruleOf({ ...earlier, ...other })).toBe(later))
      else test(`rule ${rule} before rule ${later}`, () => expect(ruleOf({ ...other, ...earlier })).toBe(rule))
    }
  }

  const within: ReadonlyArray<readonly [name: string, facts: Partial<Facts>, code: string]> = [
    ['1: cancelled before mode off', { user: 'cancelled' }, 'cancelled'],
    ['1: the user before an ended task', { user: 'interrupted', taskOpen: false }, 'interrupted'],
    ['3: subagent before plan mode', { subagent: true, planMode: true, vendorGoal: true }, 'subagent'],
    ['3: plan mode before the goal', { planMode: true, vendorGoal: true }, 'plan-mode'],
    [
      '5 before 4: an open todo before checks are run',
      { claim: claim('success'), openTodos: ['a'], verification: { kind: 'due', checks: ['t'] } },
      'todo-open',
    ],
    [
      '5 before 7: a failed check before a warning',
      { claim: claim('success'), verification: done(failed('t')), warnings: ['w'] },
      'check-failed',
    ],
    [
      '6 before 7: running checks before a warning',
      { claim: claim('success'), verification: { kind: 'running', checks: ['t'] }, warnings: ['w'] },
      'checks-running',
    ],
    ['10: waiting before conversation', { waitingFor: { kind: 'permission' }, conversation: true }, 'permission'],
  ]
  for (const [name, changes, code] of within) {
    test(name, () => {
      const decision = decide(facts(changes), policy(name.includes('mode off') ? { mode: 'off' } : {}))
      expect(isFinal(decision) ? decision.because[0]?.code : undefined).toBe(code as never)
    })
  }
})

describe('watch mode decides, and never refuses', () => {
  const wouldHold: ReadonlyArray<
    readonly [name: string, facts: Partial<Facts>, rule: number, codes: readonly string[]]
  > = [
    ['no claim', {}, 11, ['no-claim', 'watching']],
    ['partial', { claim: claim('partial', { remainingWork: 'x' }) }, 8, ['partial', 'watching']],
    ['blocked', { claim: claim('blocked', { remainingWork: 'x' }) }, 9, ['blocked', 'watching']],
    ['a failed check', { claim: claim('success'), verification: done(failed('t')) }, 5, ['check-failed', 'watching']],
    ['an open todo', { claim: claim('success'), openTodos: ['a'] }, 5, ['todo-open', 'watching']],
    [
      'running checks',
      { claim: claim('success'), verification: { kind: 'running', checks: ['t'] }, attended: false },
      6,
      ['checks-running', 'watching'],
    ],
    [
      'an unattended question',
      { waitingFor: { kind: 'question', what: 'q?' }, attended: false },
      10,
      ['question', 'watching'],
    ],
    ['no claim, far past every guard', { continuations: 500, elapsedMs: 1e9 }, 11, ['no-claim', 'watching']],
  ]
  for (const [name, changes, rule, codes] of wouldHold) {
    test(name, () => {
      const decision = decide(facts(changes), policy({ mode: 'watch' }))
      expect(decision).toEqual({
        kind: 'allow',
        rule,
        because: codes.map((code) => ({ code, text: expect.any(String) })) as never,
      })
    })
  }
  test('asking a person holds nobody: it is recorded as it is', () => {
    const decision = decide(facts({ claim: claim('success'), warnings: ['w'] }), policy({ mode: 'watch' }))
    expect(decision).toEqual({ kind: 'ask-human', rule: 7, because: [{ code: 'review-needed', text: 'w' }] })
  })
  test('an outcome that lets go anyway is kept', () => {
    expect(
      decide(facts({ claim: claim('success'), verification: done(passed('t')) }), policy({ mode: 'watch' })),
    ).toEqual(allowed(4, 'checks-passed', 'passed: t', { outcome: 'completed' }))
  })
})
