// How much time an extra run gets.
import { expect, test } from 'bun:test'
import { budgetFor, type ExtraBudget, type ExtraSpent } from './budget.ts'

const fresh: ExtraSpent = { lastMs: 60_000, runs: 0, spentMs: 0, allSpentMs: 0, limitMs: 600_000 }
const affected = (timeoutMs: number): ExtraBudget => ({ kind: 'affected', timeoutMs })
const rows: readonly (readonly [name: string, spent: Partial<ExtraSpent>, budget: ExtraBudget])[] = [
  ['a first run', {}, { kind: 'whole', timeoutMs: 135_000 }],
  ['a quick check', { lastMs: 100 }, { kind: 'whole', timeoutMs: 15_200 }],
  ['a second run', { runs: 1, spentMs: 50_000 }, { kind: 'whole', timeoutMs: 85_000 }],
  ['a second run after a slow first one', { runs: 1, spentMs: 70_000 }, affected(65_000)],
  ['a long check', { lastMs: 500_000 }, affected(600_000)],
  ['another check was long', { allSpentMs: 550_000 }, affected(50_000)],
  ['three runs', { runs: 3, spentMs: 10 }, { kind: 'none', why: '3 extra runs of this check were made already' }],
  ['twice the time', { runs: 2, spentMs: 134_000 }, { kind: 'none', why: 'twice the time of the check is used up' }],
  [
    'all of the time',
    { allSpentMs: 599_000 },
    { kind: 'none', why: 'the time for extra runs ("proof.time") is used up' },
  ],
  ['a shorter limit', { limitMs: 30_000 }, affected(30_000)],
]
test.each(rows)('%s', (_, spent, budget) => expect(budgetFor({ ...fresh, ...spent })).toEqual(budget))
