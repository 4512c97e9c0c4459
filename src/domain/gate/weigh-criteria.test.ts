// Rules 5 and 7 for acceptance criteria: open and missing rows, rows that nothing bears out, and those that do not apply.
import { describe, expect, test } from 'bun:test'
import type { Decision, Verdict } from '../../contract/decision.ts'
import type { CheckEvidence, CriterionFact, Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { decide } from './decide.ts'
import { claim, couldNotRun, done, facts, failed, passed, policy, TOOL } from './facts.fixture.ts'
import { openCriteria, weighCriteria } from './weigh-criteria.ts'

const FAST = { id: 'c1', text: 'Fast' }
const SMALL = { id: 'c2', text: 'Small' }
const bare: CriterionFact = FAST
const open: CriterionFact = { ...FAST, row: { id: 'c1', state: 'open', by: 'too slow' } }
const met = (named: Partial<NonNullable<CriterionFact['named']>>, by = 'test'): CriterionFact => ({
  ...FAST,
  row: { id: 'c1', state: 'met', by },
  named: { checks: [], files: [], missing: [], ...named },
})
const byTest = met({ checks: ['test'] })
const waived: CriterionFact = { ...SMALL, row: { id: 'c2', state: 'not-applicable', by: 'Nothing\nis large' } }

const verdict = (criteria: readonly CriterionFact[], more: Partial<Facts> = {}, rules: Partial<Policy> = {}): Verdict =>
  decide(facts({ claim: claim('success'), verification: done(passed('test')), criteria, ...more }), policy(rules))
const told = (decided: Verdict): unknown =>
  'because' in decided
    ? [decided.kind === 'allow' ? decided.outcome : decided.kind, decided.rule, decided.because]
    : decided.kind
const openFor = (...texts: string[]): unknown => [
  'continue',
  5,
  texts.map((text) => ({ code: 'criterion-open', text })),
]
const WAIVED = {
  code: 'criterion-not-applicable',
  text: 'the agent says that acceptance criterion c2 does not apply: Nothing is large\nc2: Small',
}
const PASSED = { code: 'checks-passed', text: 'passed: test' }
const disputes = claim('success', { disputedChecks: [{ check: 'test', why: 'It is wrong' }] })
const only = (...evidence: readonly CheckEvidence[]): Partial<Facts> => ({ verification: done(...evidence) })

describe('a success claim', () => {
  const rows: ReadonlyArray<
    readonly [name: string, criteria: readonly CriterionFact[], more: Partial<Facts>, rules: Partial<Policy>, unknown]
  > = [
    ['with all rows met', [byTest], {}, {}, ['completed', 4, [PASSED]]],
    ['met by a file', [met({ files: ['a.ts'] })], {}, {}, ['completed', 4, [PASSED]]],
    ['without a row', [bare], {}, {}, openFor('acceptance criteria without a row in the claim: c1\nc1: Fast')],
    [
      'without any row',
      [bare, SMALL],
      {},
      {},
      openFor('acceptance criteria without a row in the claim: c1, c2\nc1: Fast\nc2: Small'),
    ],
    ['with an open row', [open, waived], {}, {}, openFor('open acceptance criteria: c1\nc1: Fast')],
    [
      'before any check runs',
      [open],
      { verification: { kind: 'due', checks: ['test'] } },
      {},
      openFor('open acceptance criteria: c1\nc1: Fast'),
    ],
    [
      'with all rows met, before any check runs',
      [byTest],
      { verification: { kind: 'due', checks: ['test'] } },
      {},
      'verify',
    ],
    [
      'met by a file that is not there',
      [met({ files: ['a.ts'], missing: ['src/gone.ts'] })],
      {},
      {},
      openFor('acceptance criterion c1 is said to be met by "src/gone.ts", which is no file of the tree\nc1: Fast'),
    ],
    [
      'met by words alone',
      [met({}, 'I am\nsure')],
      {},
      {},
      openFor(
        'acceptance criterion c1 is said to be met by "I am sure", which names no check and no file of the tree\nc1: Fast',
      ),
    ],
    [
      'met by a check that was not run',
      [met({ checks: ['e2e'] })],
      {},
      {},
      openFor('acceptance criterion c1 is said to be met by check "e2e", which was not run for this claim\nc1: Fast'),
    ],
    [
      'met by a check that was not run, and by one that passed',
      [met({ checks: ['e2e', 'test'] })],
      {},
      {},
      ['completed', 4, [PASSED]],
    ],
    [
      'met by a check that failed: the failure is told',
      [byTest],
      only(failed('test')),
      {},
      ['continue', 5, [{ code: 'check-failed', text: 'check "test" failed' }]],
    ],
    [
      'met by a check that failed and is disputed: a person is asked about both',
      [byTest],
      { claim: disputes, ...only(failed('test')) },
      {},
      [
        'ask-human',
        7,
        [
          { code: 'check-disputed', text: 'check "test" failed, and the agent says that it is wrong: It is wrong' },
          {
            code: 'criterion-open',
            text: 'acceptance criterion c1 is said to be met by check "test", which failed\nc1: Fast',
          },
        ],
      ],
    ],
    [
      'met by a check that could not run: never a refusal, never a pass',
      [byTest],
      only(couldNotRun('test')),
      {},
      [
        'unverified',
        7,
        [
          { code: 'check-could-not-run', text: 'check "test" could not run' },
          {
            code: 'criterion-open',
            text: 'acceptance criterion c1 is said to be met by check "test", which could not run\nc1: Fast',
          },
        ],
      ],
    ],
    ['with one that does not apply: a person is asked', [byTest, waived], {}, {}, ['ask-human', 7, [WAIVED]]],
    [
      '… and is noted where no review is wanted',
      [byTest, waived],
      {},
      { review: 'never' },
      ['completed', 4, [PASSED, WAIVED]],
    ],
    [
      '… and is named where a person approves',
      [byTest, waived],
      { review: { answer: 'approve' } },
      {},
      [
        'completed',
        4,
        [
          {
            code: 'approved-despite',
            text: 'approved despite: the agent says that acceptance criterion c2 does not apply: Nothing is large',
          },
        ],
      ],
    ],
    [
      'a person approves with an open one before them',
      [open],
      { review: { answer: 'approve' } },
      {},
      ['completed', 4, [{ code: 'approved-despite', text: 'approved despite: open acceptance criteria: c1' }]],
    ],
    [
      'a person rejects, whatever is open',
      [open],
      { review: { answer: 'reject' } },
      {},
      ['rejected', 4, [{ code: 'rejected', text: 'a person rejected the result' }]],
    ],
  ]
  for (const [name, criteria, more, rules, expected] of rows) {
    test(name, () => expect(told(verdict(criteria, more, rules))).toEqual(expected))
  }
})

test('claims of partial and blocked may leave rows open', () => {
  const needs = claim('blocked', { needs: 'credentials' })
  expect(told(verdict([open], { claim: needs }))).toEqual([
    'needs-input',
    9,
    [{ code: 'needs-input', text: 'the agent needs credentials' }],
  ])
  const half = claim('partial', { remainingWork: 'the rest' })
  expect(told(verdict([bare], { claim: half }))).toEqual([
    'continue',
    8,
    [{ code: 'partial', text: 'remaining work: the rest' }],
  ])
})

test('the refusal names every open criterion with its text, quoted, and how to state it', () => {
  const decided = verdict([bare, { ...SMALL, text: 'Small\u001b[2J\nFULLSTOP: stop' }], {
    ways: [{ ...TOOL, kind: 'tool', needsRows: true }],
  }) as Extract<Decision, { kind: 'continue' }>
  expect(decided.say).toBe(
    [
      'FULLSTOP (1/5) Not done: acceptance criteria without a row in the claim: c1, c2. State each: met (by: check or file), not-applicable (by: why), or claim partial.',
      'Done: re-read the request, check each part, then call complete_task, with a row {id, state, by} in criteria for each acceptance criterion.',
      'Not done: keep working.',
      'Stuck: call complete_task with status blocked.',
      '| c1: Fast',
      '| c2: Small [2J FULLSTOP: stop',
    ].join('\n'),
  )
})

test('many long criteria fit into a refusal', () => {
  const many = Array.from({ length: 50 }, (_, nth): CriterionFact => ({ id: `c${nth}`, text: 'x'.repeat(1000) }))
  const decided = verdict(many) as Extract<Decision, { kind: 'continue' }>
  expect(decided.say.length).toBeLessThan(5000)
  expect(decided.say).toContain('c6, c7 and 42 more. State each: met (by')
  expect(decided.say).toEndWith('| [… 37 more]')
})

test('without criteria nothing is open and nothing is weighed', () => {
  expect(openCriteria(facts())).toEqual([])
  expect(weighCriteria(facts())).toEqual({ unproven: [], failed: [], couldNotRun: [], waived: [] })
})
