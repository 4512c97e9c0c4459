// Where the receipt stands in an answer: by the last one of a text its call is known again.
import { expect, test } from 'bun:test'
import { receiptIn } from '../../agents/formats/receipt.ts'
import type { Claim } from '../../contract/claim.ts'
import { answerTo } from './answer-claim.ts'

const claim = { id: 'clm_0123456789abcdef', status: 'success', channel: 'tool' } as Claim

function refusedFor(printed: string): string {
  const text = `check "test" failed (exit 1)\n${printed}`
  const because = [{ code: 'check-failed' as const, text }]
  const decision = { kind: 'continue' as const, rule: 5 as const, because, say: 'FULLSTOP (1/5) Not done', counts: [] }
  return answerTo({
    kind: 'decided',
    claim,
    task: 'task_1',
    isStranger: false,
    decision: { ...decision, fingerprint: 'f' },
  }).text
}

test('why a claim is refused stands last, in one line apart from the others', () =>
  expect(refusedFor('Error: 2 is not 3')).toBe(
    'FULLSTOP (1/5) Not done\nReceipt: clm_0123456789abcdef for task_1\n\n\nClaim refused (1 of 5): check "test" failed: 2 is not 3',
  ))

test('a check that prints a receipt passes for no other call', () => {
  const text = refusedFor('Error: clm_fedcba9876543210 for task_2')
  expect(text).toContain('clm_fedcba9876543210 for task_2')
  expect(receiptIn(text)).toEqual({ id: 'clm_0123456789abcdef', task: 'task_1' })
})
