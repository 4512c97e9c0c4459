// The decision where `fullstop run` started the agent: rules 2, 3 and 10, and the guards with its budgets.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Involuntary } from '../../contract/agent/entry.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { decide } from './decide.ts'
import {
  claim,
  CLI,
  done,
  echoed,
  facts as anyFacts,
  failed,
  follows,
  line,
  passed,
  policy,
  refusals,
  TAG,
  TOOL,
} from './facts.fixture.ts'

const facts = (changes: Partial<Facts> = {}): Facts => anyFacts({ supervised: true, attended: false, ...changes })

type Row = readonly [name: string, facts: Partial<Facts>, policy: Partial<Policy>, expected: Decision]

const refused = (rule: number, code: string, text: string, more: object = follows(rule)): Decision => ({
  kind: 'continue',
  rule,
  because: [{ code: code as never, text }],
  say: expect.stringMatching(/^FULLSTOP \(\d+(\/\d+)?\) \S/) as never,
  fingerprint: expect.stringMatching(new RegExp(`^${rule}:${code}=`)) as never,
  ...follows(rule),
  ...more,
})
const allowed = (rule: number, code: string, text: string, more: object = {}): Decision => ({
  kind: 'allow',
  rule,
  because: [{ code: code as never, text }],
  ...more,
})

const CHOICE = 'not-the-agents-choice'
const choice = (kind: string): string => `the stop is not the agent's choice: ${kind}`

/** `wait`: allowed, nothing ends, a supervisor waits; `push`: a continuation. */
const RECOVERY: Readonly<Record<Involuntary, 'wait' | 'push' | 'agent-failed' | 'blocked'>> = {
  'usage-limit': 'wait',
  'api-error': 'wait',
  crashed: 'wait',
  'output-cut': 'push',
  'context-limit': 'push',
  compaction: 'push',
  'agent-cap': 'push',
  hung: 'push',
  'session-missing': 'push',
  interrupted: 'push',
  auth: 'agent-failed',
  'model-missing': 'agent-failed',
  'not-started': 'agent-failed',
  'model-refused': 'blocked',
}
const INVOLUNTARY = Object.keys(RECOVERY) as Involuntary[]

function recovered(kind: Involuntary): Decision {
  const how = RECOVERY[kind]
  if (how === 'wait') return allowed(2, CHOICE, choice(kind), { then: 'recover' })
  if (how === 'push') return refused(2, CHOICE, choice(kind))
  return allowed(2, CHOICE, choice(kind), { outcome: how })
}

const QUESTION = { kind: 'question', what: 'Which one?' } as const
const NOBODY = 'nobody is there to answer: Which one?'
const PERMISSION = { kind: 'permission', what: 'Bash (rm -r x)' } as const
const DENIED = 'nobody could permit: Bash (rm -r x)'

const SUBTASKS = allowed(10, 'subtask-open', 'waits for subtask task_a', { status: 'waiting', then: 'subtasks' })
const SUBTASKS_OVER = refused(10, 'subtask-ended', 'the subtasks that the agent waited for have ended', {
  say: 'FULLSTOP: no subtask is at work any more. Continue with your own task.',
  counts: ['wait'],
})
const EARLY: Partial<Facts> = {
  supervised: false,
  call: { mayRun: true, stopFollows: 'supervisor' },
  claim: claim('success', { channel: 'tool' }),
  openSubtasks: ['a'],
  awaitedSubtasks: ['task_a'],
}

const rows: readonly Row[] = [
  // Rule 2
  ...INVOLUNTARY.map((involuntary): Row => [`2: ${involuntary}`, { involuntary }, {}, recovered(involuntary)]),
  ...(['watch', 'balanced'] as const).flatMap((mode) =>
    INVOLUNTARY.map((involuntary): Row => [
      `2: ${involuntary}, in mode ${mode}: a supervisor recovers all the same`,
      { involuntary },
      { mode },
      recovered(involuntary),
    ]),
  ),
  [
    '2: a session that could not be taken up again costs no second continuation',
    {
      involuntary: 'session-missing',
      isUntold: true,
      continuations: 5,
      refusals: refusals(['a', 0], ['b', 0], ['c', 0]),
    },
    {},
    refused(2, CHOICE, choice('session-missing'), {
      say: 'FULLSTOP: Your former session cannot be taken up again. Continue from here.',
      counts: ['wait'],
    }),
  ],
  [
    '2: … but that has an end too',
    { involuntary: 'session-missing', isUntold: true, continuations: 1, waits: 99 },
    {},
    {
      kind: 'allow',
      rule: 12,
      because: [
        { code: 'cap-reached', text: 'the hard end of 100 refusals is reached' },
        { code: CHOICE, text: choice('session-missing') },
      ],
      outcome: 'capped',
    },
  ],
  [
    '2: with the words of the agent',
    { involuntary: 'auth', endDetail: 'Not logged in' },
    {},
    allowed(2, CHOICE, `${choice('auth')} (Not logged in)`, { outcome: 'agent-failed' }),
  ],
  [
    '2: a cancelled task stays cancelled',
    { involuntary: 'auth', user: 'cancelled' },
    {},
    allowed(1, 'cancelled', 'the user cancelled the task', { outcome: 'cancelled' }),
  ],
  [
    '2: stands above a claim',
    { involuntary: 'output-cut', claim: claim('success'), verification: done(passed('test')) },
    {},
    recovered('output-cut'),
  ],
  ['2: stands above a question', { involuntary: 'hung', waitingFor: QUESTION }, {}, recovered('hung')],
  // Rule 3
  [
    '3: plan mode: nobody would ever take it out of that',
    { planMode: true },
    {},
    allowed(3, 'plan-mode', 'the agent is in plan or read-only mode', { outcome: 'needs-input' }),
  ],
  [
    '3: a vendor goal that is over decides nothing',
    { vendorGoal: true },
    {},
    refused(11, 'no-claim', 'nothing says that the task is done'),
  ],
  // Rules 4 and 5 are the same
  [
    '4: completed',
    { claim: claim('success'), verification: done(passed('test')) },
    {},
    allowed(4, 'checks-passed', 'passed: test', { outcome: 'completed' }),
  ],
  [
    '5: a failing check',
    { claim: claim('success'), verification: done(failed('test')) },
    {},
    refused(5, 'check-failed', 'check "test" failed'),
  ],
  [
    '6: checks still run',
    { claim: claim('success'), verification: { kind: 'running', checks: ['test'] } },
    {},
    refused(6, 'checks-running', 'still running: test', { counts: ['wait'] }),
  ],
  // Rule 10: a question
  ['10: a question is sent back once', { waitingFor: QUESTION }, {}, refused(10, 'question', NOBODY)],
  [
    '10: a question again',
    { waitingFor: QUESTION, questionsPushed: 1 },
    {},
    allowed(10, 'question', NOBODY, { outcome: 'needs-input' }),
  ],
  [
    '10: --answer fail',
    { waitingFor: QUESTION, answer: { kind: 'fail' } },
    {},
    allowed(10, 'question', NOBODY, { outcome: 'needs-input' }),
  ],
  [
    '10: --answer ask',
    { waitingFor: QUESTION, answer: { kind: 'ask' } },
    {},
    allowed(10, 'question', 'the agent asks: Which one?', { status: 'waiting', then: 'answer' }),
  ],
  [
    '10: --answer ask, every time',
    { waitingFor: QUESTION, answer: { kind: 'ask' }, questionsPushed: 3 },
    {},
    allowed(10, 'question', 'the agent asks: Which one?', { status: 'waiting', then: 'answer' }),
  ],
  [
    '10: --answer TEXT',
    { waitingFor: QUESTION, answer: { kind: 'text', text: 'The first.' } },
    {},
    refused(10, 'question', NOBODY),
  ],
  [
    '10: --answer TEXT, every time',
    { waitingFor: QUESTION, answer: { kind: 'text', text: 'The first.' }, questionsPushed: 3 },
    {},
    refused(10, 'question', NOBODY),
  ],
  [
    '10: a claim stands above a question',
    { waitingFor: QUESTION, claim: claim('blocked', { needs: 'input' }) },
    {},
    allowed(9, 'needs-input', 'the agent needs input', { outcome: 'needs-input' }),
  ],
  // Rule 10: a permission
  ['10: a permission is sent back once', { waitingFor: PERMISSION }, {}, refused(10, 'permission', DENIED)],
  [
    '10: a permission again',
    { waitingFor: PERMISSION, questionsPushed: 1 },
    {},
    allowed(10, 'permission', DENIED, { outcome: 'needs-input' }),
  ],
  [
    '10: a permission prompt without a name',
    { waitingFor: { kind: 'permission' } },
    {},
    refused(10, 'permission', 'a permission prompt is open'),
  ],
  [
    '10: words for questions permit nothing',
    { waitingFor: PERMISSION, answer: { kind: 'text', text: 'yes' }, questionsPushed: 1 },
    {},
    allowed(10, 'permission', DENIED, { outcome: 'needs-input' }),
  ],
  // Rule 10: subtasks with sessions of their own
  [
    '10 (F14): the agent waits for its subtasks',
    { awaitedSubtasks: ['task_a', 'task_b'] },
    {},
    {
      ...SUBTASKS,
      because: [
        { code: 'subtask-open', text: 'waits for subtask task_a' },
        { code: 'subtask-open', text: 'waits for subtask task_b' },
      ],
    },
  ],
  ...(['success', 'partial'] as const).map((status): Row => [
    `10 (F14): … whatever it claims: ${status}`,
    { awaitedSubtasks: ['task_a'], openSubtasks: ['a'], claim: claim(status, { remainingWork: 'x' }) },
    {},
    SUBTASKS,
  ]),
  [
    '10: … with every guard used up',
    { awaitedSubtasks: ['task_a'], continuations: 5, waits: 99, refusals: refusals(['a', 0], ['b', 0], ['c', 0]) },
    {},
    SUBTASKS,
  ],
  [
    '9: whoever is blocked does not wait for them',
    { awaitedSubtasks: ['task_a'], claim: claim('blocked', { needs: 'input' }) },
    {},
    allowed(9, 'needs-input', 'the agent needs input', { outcome: 'needs-input' }),
  ],
  [
    '2: a fault comes before them',
    { awaitedSubtasks: ['task_a'], involuntary: 'usage-limit' },
    {},
    allowed(2, CHOICE, choice('usage-limit'), { then: 'recover' }),
  ],
  [
    '1: the user comes before them',
    { awaitedSubtasks: ['task_a'], user: 'cancelled' },
    {},
    allowed(1, 'cancelled', 'the user cancelled the task', { outcome: 'cancelled' }),
  ],
  [
    '10 (F14): once they are over, the agent continues, and no guard counts it',
    { areSubtasksOver: true, continuations: 5, waits: 99, refusals: refusals(['a', 0], ['b', 0], ['c', 0]) },
    {},
    SUBTASKS_OVER,
  ],
  // Rule 5: a claim by a call while they are at work
  [
    '5 (F14): a call that claims success too early is refused, and no guard counts it',
    { ...EARLY, continuations: 5, waits: 50, refusals: refusals(['a', 0], ['b', 0], ['c', 0]) },
    {},
    refused(5, 'subtask-open', 'open subtask: a', {
      say: expect.stringMatching(/^FULLSTOP \(5\/5\) /) as never,
      counts: ['wait'],
    }),
  ],
  [
    '5: … but that has an end too',
    { ...EARLY, continuations: 1, waits: 99 },
    {},
    {
      kind: 'allow',
      rule: 12,
      because: [
        { code: 'cap-reached', text: 'the hard end of 100 refusals is reached' },
        { code: 'subtask-open', text: 'open subtask: a' },
      ],
      outcome: 'capped',
    },
  ],
  [
    '5: a call with an open subtask that nobody takes on counts',
    { ...EARLY, awaitedSubtasks: [] },
    {},
    refused(5, 'subtask-open', 'open subtask: a'),
  ],
  // Rule 10: never a conversation
  [
    '10: no conversation in a run',
    { conversation: true },
    {},
    refused(11, 'no-claim', 'nothing says that the task is done'),
  ],
]

describe('supervised', () => {
  for (const [name, changes, settings, expected] of rows) {
    test(name, () => expect(decide(facts(changes), policy(settings))).toEqual(expected))
  }
})

describe('what is the same where nobody supervises', () => {
  const plain: readonly Row[] = [
    ...INVOLUNTARY.map((involuntary): Row => [
      `2: ${involuntary}`,
      { involuntary },
      {},
      allowed(2, CHOICE, choice(involuntary)),
    ]),
    ['3: plan mode', { planMode: true }, {}, allowed(3, 'plan-mode', 'the agent is in plan or read-only mode')],
    ['10: a permission', { waitingFor: PERMISSION }, {}, allowed(10, 'permission', DENIED, { status: 'waiting' })],
  ]
  for (const [name, changes, settings, expected] of plain) {
    test(name, () => expect(decide(anyFacts(changes), policy(settings))).toEqual(expected))
  }
})

describe('guards', () => {
  const over = (text: string, kind: Involuntary): Decision => ({
    kind: 'allow',
    rule: 12,
    because: [
      { code: 'over-budget', text },
      { code: CHOICE, text: choice(kind) },
    ],
    outcome: 'over-budget',
  })
  const BUDGET = { timeMs: 1000, tokens: 100, cost: 2 }
  const guarded: readonly Row[] = [
    [
      'what the person added since is told first, whatever was claimed, and counted by none',
      { isUnheard: true, claim: claim('success'), continuations: 5 },
      {},
      refused(11, 'claim-stale', 'the user has added to the request since', { counts: ['wait'] }),
    ],
    [
      'time',
      { involuntary: 'agent-cap', elapsedMs: 1000 },
      { budget: BUDGET },
      over('the time budget is used up', 'agent-cap'),
    ],
    [
      'tokens',
      { involuntary: 'agent-cap', tokens: 100 },
      { budget: BUDGET },
      over('the token budget is used up', 'agent-cap'),
    ],
    [
      'cost',
      { involuntary: 'agent-cap', cost: 2 },
      { budget: BUDGET },
      over('the cost budget is used up', 'agent-cap'),
    ],
    [
      'none used up',
      { involuntary: 'agent-cap', elapsedMs: 999, tokens: 99, cost: 1.99 },
      { budget: BUDGET },
      recovered('agent-cap'),
    ],
    ['cost that nobody reports', { involuntary: 'agent-cap' }, { budget: BUDGET }, recovered('agent-cap')],
    [
      'a limit is waited for all the same: patience knows the budget',
      { involuntary: 'usage-limit', elapsedMs: 2000 },
      { budget: BUDGET },
      recovered('usage-limit'),
    ],
    [
      'a claim on the last of the budget counts',
      { claim: claim('success'), verification: done(passed('test')), elapsedMs: 2000 },
      { budget: BUDGET },
      allowed(4, 'checks-passed', 'passed: test', { outcome: 'completed' }),
    ],
    [
      'an agent that is interrupted again and again',
      { involuntary: 'interrupted', continuations: 5 },
      {},
      {
        kind: 'allow',
        rule: 12,
        because: [
          { code: 'cap-reached', text: '5 of 5 refusals used up' },
          { code: CHOICE, text: choice('interrupted') },
        ],
        outcome: 'capped',
      },
    ],
    [
      'the cap',
      { involuntary: 'hung', continuations: 5 },
      {},
      {
        kind: 'allow',
        rule: 12,
        because: [
          { code: 'cap-reached', text: '5 of 5 refusals used up' },
          { code: CHOICE, text: choice('hung') },
        ],
        outcome: 'capped',
      },
    ],
    [
      'the same end three times without progress',
      {
        involuntary: 'hung',
        continuations: 3,
        refusals: refusals(
          [`2:${CHOICE}=${choice('hung')}`, 0],
          [`2:${CHOICE}=${choice('hung')}`, 0],
          [`2:${CHOICE}=${choice('hung')}`, 0],
        ),
      },
      {},
      {
        kind: 'allow',
        rule: 12,
        because: [
          { code: 'same-refusal', text: 'the same refusal was given 3 times with no progress in between' },
          { code: CHOICE, text: choice('hung') },
        ],
        outcome: 'stuck',
      },
    ],
    [
      'a standing answer has an end as well',
      { waitingFor: QUESTION, answer: { kind: 'text', text: 'yes' }, continuations: 5, progress: 9 },
      {},
      {
        kind: 'allow',
        rule: 12,
        because: [
          { code: 'cap-reached', text: '5 of 5 refusals used up' },
          { code: 'question', text: NOBODY },
        ],
        outcome: 'capped',
      },
    ],
  ]
  for (const [name, changes, settings, expected] of guarded) {
    test(name, () => expect(decide(facts(changes), policy(settings))).toEqual(expected))
  }
})

describe('refusals of rules 2 and 10', () => {
  const anyLine = fc.constantFrom(`FULLSTOP_DONE::${'a'.repeat(36)}`, `${'P'.repeat(100)}::${'b'.repeat(36)}`)
  const anyWays = fc.oneof(
    anyLine.chain((say) => fc.subarray([TOOL, CLI, line(say), TAG])),
    fc.subarray(['done-token', 'promise-tag']).map((strategies) => [CLI, ...echoed({ strategies })]),
  )
  const anyEnd = fc.oneof(
    fc.constantFrom(...INVOLUNTARY).map((involuntary): Partial<Facts> => ({ involuntary, endDetail: 'x'.repeat(500) })),
    fc.string({ maxLength: 900 }).map((what): Partial<Facts> => ({ waitingFor: { kind: 'question', what } })),
    fc.string({ maxLength: 900 }).map((what): Partial<Facts> => ({ waitingFor: { kind: 'permission', what } })),
    fc
      .string({ maxLength: 900 })
      .map((text): Partial<Facts> => ({ waitingFor: QUESTION, answer: { kind: 'text', text } })),
  )
  test('at most 400 characters, with every way out', () => {
    fc.assert(
      fc.property(anyEnd, anyWays, fc.nat(99), (changes, ways, continuations) => {
        const given = decide(facts({ ...changes, continuations, ways }), policy({ maxContinuations: 0 }))
        if (given.kind !== 'continue') return
        // The person's own words come on top, as a failing tail does.
        const tail = changes.answer?.kind === 'text' ? changes.answer.text.length + 1 : 0
        expect([given.say.length <= 400 + tail, /\nStuck: /.test(given.say)]).toEqual([true, true])
      }),
      { numRuns: rounds(500) },
    )
  })
})
