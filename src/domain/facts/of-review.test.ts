// A person's answer as facts, and what follows from them.
import { expect, test } from 'bun:test'
import type { Claim } from '../../contract/claim.ts'
import type { ReviewAnswer, Verification } from '../../contract/facts.ts'
import { decide } from '../gate/decide.ts'
import { policy } from '../gate/facts.fixture.ts'
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

test('facts survive a clone', () => {
  const facts = factsOfReview({ claim, verification: red, answer: { answer: 'approve' } })
  expect(structuredClone(facts)).toEqual(facts)
})
