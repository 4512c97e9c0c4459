// Losses of tests that came with changed product code: a note between two commits, where nothing can run; a suspicion in the
// work of an agent, where a sealed run can settle it.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../../../contract/change.ts'
import { readChange } from '../read-change.ts'

const PRODUCT: FileChange = {
  path: 'src/till.ts',
  how: 'modified',
  before: 'export const total = (items: number[]) => items.length\n',
  after: 'export const total = (items: number[]) => items.length + 1\n',
}

const TESTS = `import { expect, test } from 'bun:test'
import { total } from '../src/till.ts'

test('counts', () => {
  expect(total([3])).toBe(1)
  expect(total([3, 4])).toBe(2)
})
test('is never negative', () => {
  expect(total([])).toBe(0)
})
test('takes zeros', () => {
  expect(total([0])).toBe(1)
})
`

function without(part: string): FileChange {
  return { path: 'test/money.test.ts', how: 'modified', before: TESTS, after: TESTS.replace(part, '') }
}

const ONE_TEST = `test('is never negative', () => {
  expect(total([])).toBe(0)
})
`

function suspicionsIn(changes: readonly FileChange[], isOnlyRead: boolean): string[] {
  return readChange(changes, { isOnlyRead }).suspicions.map(({ what }) => what)
}

test.each([
  ['a test', ONE_TEST, 'test "is never negative" is gone'],
  ['an assertion', '  expect(total([3, 4])).toBe(2)\n', '1 of 2 assertions of test "counts" is gone'],
])('%s that went with product code', (_, part, what) => {
  const changes = [PRODUCT, without(part)]
  expect(suspicionsIn(changes, false)).toEqual([what])
  expect(suspicionsIn(changes, true)).toEqual([])
  expect(readChange(changes, { isOnlyRead: true }).notes.map((one) => one.what)).toEqual([
    `${what}, and product code changed too`,
  ])
  expect(suspicionsIn([without(part)], true)).toEqual([what])
})

test.each([
  ['most of the tests', TESTS.slice(TESTS.indexOf("test('counts'"), TESTS.indexOf("test('takes"))],
  ['all that a test asserts', '  expect(total([])).toBe(0)\n'],
])('%s may not go even then', (_, part) => {
  expect(suspicionsIn([PRODUCT, without(part)], true)).not.toEqual([])
})

test('a skipped test is no loss that code explains', () => {
  const after = TESTS.replace("test('takes", "test.skip('takes")
  const change: FileChange = { path: 'test/money.test.ts', how: 'modified', before: TESTS, after }
  expect(suspicionsIn([PRODUCT, change], true)).toEqual(['test "takes zeros" is skipped now (test.skip)'])
})
