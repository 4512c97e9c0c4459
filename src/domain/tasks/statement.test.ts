// A statement by a call: masked, told from another one, and recognised when it is repeated.
import { describe, expect, test } from 'bun:test'
import type { Claim, Statement } from '../../contract/claim.ts'
import type { CalledClaim } from '../../contract/state.ts'
import { allowedBy, refusedBy } from './events.fixture.ts'
import { maskedStatement, partsOf, repeatOf, type Stated, withRequest } from './statement.ts'

const WHOLE: Statement = {
  status: 'blocked',
  needs: 'credentials',
  originalRequestSummary: 'the request',
  summary: 'the summary',
  remainingWork: 'the rest',
  command: 'npm test',
  preexistingFailures: ['lint', 'types'],
  criteria: [
    { id: 'c1', state: 'met', by: 'test' },
    { id: 'c2', state: 'open' },
  ],
}

test('every text is masked, and what is not given stays away', () => {
  const mask = (text: string): string => `<${text}>`
  expect(maskedStatement(WHOLE, mask)).toStrictEqual({
    status: 'blocked',
    needs: 'credentials',
    originalRequestSummary: '<the request>',
    summary: '<the summary>',
    remainingWork: '<the rest>',
    command: '<npm test>',
    preexistingFailures: ['<lint>', '<types>'],
    criteria: [
      { id: 'c1', state: 'met', by: '<test>' },
      { id: 'c2', state: 'open' },
    ],
  })
  expect(maskedStatement({ status: 'success' }, mask)).toStrictEqual({ status: 'success' })
})

const CLAIM: Claim = { id: 'clm_1', status: 'success', channel: 'cli', text: '{}' }
test.each([
  ['the prompt, where the claim names no request', CLAIM, 'Fix it.', { ...CLAIM, originalRequestSummary: 'Fix it.' }],
  [
    'its own words',
    { ...CLAIM, originalRequestSummary: 'own' },
    'Fix it.',
    { ...CLAIM, originalRequestSummary: 'own' },
  ],
  ['nothing, where no prompt is known', CLAIM, undefined, CLAIM],
])('the request of a claim: %s', (_, claim, prompt, expected) => {
  expect(withRequest(claim, prompt)).toStrictEqual(expected)
})

test('each part tells one statement from another', () => {
  expect(partsOf(WHOLE)).toStrictEqual([
    'blocked',
    'the summary',
    'the request',
    'the rest',
    'npm test',
    'credentials',
    'lint',
    'types',
    'c1',
    'met',
    'test',
    'c2',
    'open',
    '',
  ])
  expect(partsOf({ status: 'success', summary: 'done' })).toStrictEqual(['success', 'done', '', '', '', ''])
})

const NOW = new Date('2026-01-01T00:01:00.000Z')
const STATED: Stated = { digest: 'd', tree: 'tree_1', progress: 3 }
const called = (changes: Partial<CalledClaim> = {}): CalledClaim =>
  ({ claim: CLAIM, digest: 'd', tree: 'tree_1', progress: 3, ...changes }) as CalledClaim
const refusedAt = (seconds: number, progress = 3): CalledClaim =>
  called({ decision: refusedBy(11), decidedAt: new Date(NOW.getTime() - seconds * 1000).toISOString(), progress })

describe('a statement is repeated', () => {
  const rows: readonly (readonly [string, CalledClaim | undefined, Partial<Stated>, boolean])[] = [
    ['not without one before', undefined, {}, false],
    ['before it is decided', called(), {}, true],
    ['not with other words', called(), { digest: 'e' }, false],
    ['not about another tree', called(), { tree: 'tree_2' }, false],
    ['where no tree is known', called({ tree: undefined }), { tree: undefined }, true],
    ['after it was accepted, however long ago', called({ decision: allowedBy(10), decidedAt: '2020-01-01' }), {}, true],
    ['right after its refusal', refusedAt(19), {}, true],
    ['not long after its refusal', refusedAt(20), {}, false],
    ['not where work was done since', refusedAt(1, 2), {}, false],
  ]
  test.each(rows)('%s', (_, before, changes, isRepeated) => {
    expect(repeatOf(before, { ...STATED, ...changes }, NOW)).toStrictEqual(isRepeated ? before : undefined)
  })
})
