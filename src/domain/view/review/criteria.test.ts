// One line for each acceptance criterion, whatever the claim says of it.
import { expect, test } from 'bun:test'
import type { Claim } from '../../../contract/claim.ts'
import { viewCriteria } from './criteria.ts'

const CRITERIA = ['c1', 'c2', 'c3', 'c4'].map((id) => ({ id, text: `Criterion ${id}` }))
const CLAIM: Claim = {
  id: 'clm_1',
  status: 'success',
  channel: 'tool',
  text: '',
  criteria: [
    { id: 'c1', state: 'met', by: 'test' },
    { id: 'c2', state: 'not-applicable', by: 'no\u001B[31m such file' },
    { id: 'c3', state: 'open' },
  ],
}

test('met, waived, open, and not spoken of', () => {
  expect(viewCriteria(CRITERIA, CLAIM)).toEqual([
    { text: 'c1: Criterion c1 (met by test)', isMet: true },
    { text: expect.stringMatching(/^c2: Criterion c2 \(not-applicable: no\P{Cc}* such file\)$/u), isMet: false },
    { text: 'c3: Criterion c3 (open)', isMet: false },
    { text: 'c4: Criterion c4 (the claim says nothing of it)', isMet: false },
  ])
  expect(viewCriteria(CRITERIA.slice(0, 1), undefined)).toEqual([
    { text: 'c1: Criterion c1 (nothing is claimed yet)', isMet: false },
  ])
})
