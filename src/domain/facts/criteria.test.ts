// What the rows of a claim name: checks by their names, files by their paths, in whatever words.
import { describe, expect, test } from 'bun:test'
import type { CriterionRow } from '../../contract/criterion.ts'
import type { CriterionFact } from '../../contract/facts.ts'
import { criteriaFacts, answeredRows } from './criteria.ts'

const FILES = ['src/limit.ts', 'src/limit.test.ts', 'Makefile', 'docs/a page.md', 'test/login.rb', 'README.md']
const CHECKS = ['test', 'test:e2e', 'unit tests', 'lint (strict)']
const isFile = (path: string): boolean => FILES.includes(path)

type Named = NonNullable<CriterionFact['named']>
const named = (by: string): Named | undefined =>
  criteriaFacts({
    criteria: [{ id: 'c1', text: 'Fast' }],
    rows: [{ id: 'c1', state: 'met', by }],
    checks: CHECKS,
    isFile,
  })[0]?.named

describe('named by a row', () => {
  const rows: ReadonlyArray<readonly [by: string, expected: Partial<Named>]> = [
    ['test', { checks: ['test'] }],
    ['Test.', { checks: ['test'] }],
    ['check "test" passes', { checks: ['test'] }],
    ['test: five tries are let through', { checks: ['test'] }],
    ['test:e2e', { checks: ['test:e2e'] }],
    ['`test:e2e`, test', { checks: ['test', 'test:e2e'] }],
    ['unit tests', { checks: ['unit tests'] }],
    ['the lint (strict) check', { checks: ['lint (strict)'] }],
    ['latest', {}],
    ['test-helpers', {}],
    ['src/limit.ts', { files: ['src/limit.ts'] }],
    ['./src/limit.ts:12-20', { files: ['src/limit.ts'] }],
    ['see `src/limit.ts#L12`, and src/limit.test.ts::limits.', { files: ['src/limit.ts', 'src/limit.test.ts'] }],
    ['Makefile', { files: ['Makefile'] }],
    ['docs/a page.md', { files: ['docs/a page.md'] }],
    ['written down in "docs/a page.md"', { files: ['docs/a page.md'] }],
    ['test/login.rb', { files: ['test/login.rb'] }],
    ['test and README.md', { checks: ['test'], files: ['README.md'] }],
    ['src/gone.ts', { missing: ['src/gone.ts'] }],
    ['src/limit.ts and src/gone.ts:3', { files: ['src/limit.ts'], missing: ['src/gone.ts'] }],
    // Words that only look like paths name nothing, and deny nothing.
    ['it is done and/or works in Node.js, e.g. v1.2/3', {}],
    ['GET /api/logins answers 429', {}],
    ['https://example.com/limit.html', {}],
    ['run with --config=src/gone.ts', {}],
    ['src/*.ts', {}],
    ['limit.ts', {}],
    ['', {}],
    ['-', {}],
  ]
  for (const [by, expected] of rows) {
    test(by, () => expect(named(by)).toEqual({ checks: [], files: [], missing: [], ...expected }))
  }
})

test('every criterion is a fact, with its row where the claim has one', () => {
  const criteria = [
    { id: 'c1', text: 'Fast' },
    { id: 'c2', text: 'Small' },
    { id: 'c3', text: 'Known' },
    { id: 'c4', text: 'Free' },
  ]
  const rows = [
    { id: 'c3', state: 'not-applicable', by: 'src/gone.ts' },
    { id: 'c2', state: 'open' },
    { id: 'c1', state: 'met', by: 'test' },
  ] as const
  expect(criteriaFacts({ criteria, rows, checks: CHECKS, isFile })).toEqual([
    { id: 'c1', text: 'Fast', row: rows[2], named: { checks: ['test'], files: [], missing: [] } },
    { id: 'c2', text: 'Small', row: rows[1] },
    { id: 'c3', text: 'Known', row: rows[0] },
    { id: 'c4', text: 'Free' },
  ])
})

test('a row full of paths is read up to a limit', () => {
  let asked = 0
  criteriaFacts({
    criteria: [{ id: 'c1', text: 'Fast' }],
    rows: [{ id: 'c1', state: 'met', by: Array.from({ length: 500 }, (_, nth) => `a/${nth}.ts`).join(' ') }],
    checks: [],
    isFile: () => (asked++, false),
  })
  expect(asked).toBe(40)
})

describe('answered rows', () => {
  const checks = ['test']
  const isFile = (path: string): boolean => path === 'a.ts'
  const criteria = [
    { id: 'c1', text: 'One' },
    { id: 'c2', text: 'Two' },
  ]
  const table: readonly (readonly [string, CriterionRow[], string[], string[]])[] = [
    ['by a file', [{ id: 'c1', state: 'met', by: 'a.ts' }], [], ['c1']],
    ['by a check', [{ id: 'c1', state: 'met', by: 'test' }], [], ['c1']],
    ['does not apply', [{ id: 'c2', state: 'not-applicable', by: 'no screen' }], [], ['c2']],
    ['by nothing that could show it', [{ id: 'c1', state: 'met', by: 'a feeling' }], [], []],
    ['by a file that is not there', [{ id: 'c1', state: 'met', by: 'src/b.ts' }], [], []],
    ['open', [{ id: 'c1', state: 'open', by: 'later' }], [], []],
    ['taken back', [{ id: 'c1', state: 'open', by: 'later' }], ['c1'], ['c1']],
  ]
  test.each(table)('%s', (_name, rows, before, answered) => {
    expect(answeredRows(criteriaFacts({ criteria, rows, checks, isFile }), before)).toEqual(answered)
  })
})
