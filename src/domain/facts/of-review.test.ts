// A person's answer as facts, and what follows from them.
import { expect, test } from 'bun:test'
import type { Claim } from '../../contract/claim.ts'
import type { ReviewAnswer, Verification } from '../../contract/facts.ts'
import { decide } from '../gate/decide.ts'
import { facts as plainFacts, policy } from '../gate/facts.fixture.ts'
import { factsOfReview } from './of-review.ts'

const claim: Claim = { id: 'clm_1', status: 'success', channel: 'tool', text: 'Done.' }
const red: Verification = { kind: 'done', evidence: [{ name: 'test', result: 'failed' }] }
const none: Verification = { kind: 'none' }

const cases: readonly (readonly [string, ReviewAnswer, Verification, string])[] = [
  ['approved', { answer: 'approve' }, none, 'completed: a person approved the result'],
  ['approved despite', { answer: 'approve' }, red, 'completed: approved despite: check "test" failed'],
  ['rejected', { answer: 'reject', feedback: 'No.' }, none, 'rejected: No.'],
  ['rejected without a word', { answer: 'reject' }, red, 'rejected: a person rejected the result'],
]

test.each(cases)('%s', (_name, answer, verification, expected) => {
  const decision = decide(factsOfReview({ claim, verification, answer }), policy({ review: 'always' }))
  expect(decision.kind === 'allow' ? `${decision.outcome}: ${decision.because[0]?.text}` : decision).toBe(expected)
})

test('approved although old tests fail and a suspicion is open: recorded as that', () => {
  const skipped = { file: 'a.test.ts', line: 3, what: 'test "adds" is skipped now', meant: false }
  const gone = { ...skipped, line: 9, what: 'test "subtracts" is gone' }
  const sealed = { by: 'sealed', how: 'confirmed', why: 'check test: red', check: 'test' } as const
  const proof = {
    tampering: [{ ...skipped, settled: sealed }, gone, { ...gone, line: 12, settled: { ...sealed, how: 'cleared' } }],
    extra: [{ check: 'test', kind: 'sealed', answer: 'red', why: 'red', durationMs: 1, tests: ['not ok - adds'] }],
  } as const
  const given = {
    ...proof,
    tampering: [...proof.tampering],
    extra: proof.extra.map((run) => ({ ...run, tests: [...run.tests] })),
  }
  const facts = factsOfReview({ claim, verification: none, proof: given, answer: { answer: 'approve' } })
  expect(decide(facts, policy())).toMatchObject({
    outcome: 'completed',
    because: [
      {
        code: 'approved-despite',
        text: [
          'approved despite: tests from the start of the task fail on the new code (sealed run of "test"): adds',
          'changed: a.test.ts:3 test "adds" is skipped now',
          'a.test.ts:9 test "subtracts" is gone',
        ].join('; '),
      },
    ],
  })
})

test('nothing but the claim, what was found out about it and the answer counts', () => {
  const answer = { answer: 'approve' } as const
  const criteria = [{ id: 'c1', text: 'Fast' }]
  expect(factsOfReview({ claim, verification: red, criteria, answer })).toStrictEqual({
    ...plainFacts(),
    claim,
    verification: red,
    review: answer,
    criteria,
    isReviewAwaited: true,
    ways: [],
  })
})

test('facts survive a clone', () => {
  const facts = factsOfReview({ claim, verification: red, answer: { answer: 'approve' } })
  expect(structuredClone(facts)).toEqual(facts)
})
