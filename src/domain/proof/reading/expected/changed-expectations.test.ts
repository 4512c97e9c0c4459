// Bent or updated, where the diffs of the cases do not tell: what checks of the task said before, and how much is noted.
import { describe, expect, test } from 'bun:test'
import type { FileChange } from '../../../../contract/change.ts'
import { readChange } from '../read-change.ts'
import type { FailedCheck } from './failed-before.ts'

const test3 = "it('adds up', () => {\n  expect(total([1, 2])).toBe(3)\n})\n"
const bent: FileChange = {
  path: 'test/cart.test.ts',
  how: 'modified',
  before: test3,
  after: test3.replace('toBe(3)', 'toBe(4)'),
}
const code: FileChange = { path: 'src/cart.ts', how: 'modified', before: 'let a = 1\n', after: 'let a = 2\n' }

function failed(line: string, ...changedSince: readonly string[]): FailedCheck {
  return { name: 'unit', lines: [line], changedSince: new Set(changedSince) }
}

describe('P5: a check of the task failed on the test', () => {
  const rows: ReadonlyArray<readonly [name: string, failed: readonly FailedCheck[], isSuspicious: boolean]> = [
    ['none did', [], false],
    ['by its title, and only the test was edited', [failed('not ok 1 - adds up', bent.path)], true],
    ['by its title without digits and case', [failed('✗ Suite > Adds  up (12 ms)', bent.path)], true],
    ['by its file', [failed('FAIL test/cart.test.ts', bent.path)], true],
    ['by its line', [failed('test/cart.test.ts:2: expected 3', bent.path)], true],
    ['on another test', [failed('not ok 1 - takes away', bent.path)], false],
    ['and the code was edited as well', [failed('not ok 1 - adds up', bent.path, code.path)], false],
    ['and something that is no code was', [failed('not ok 1 - adds up', bent.path, 'README.md')], true],
    ['before the test was edited last', [failed('not ok 1 - adds up')], false],
    ['and nobody knows what changed since', [{ name: 'unit', lines: ['not ok 1 - adds up'] }], false],
    [
      'and an older one after which the code was left alone',
      [failed('x', bent.path), failed('not ok adds up', bent.path)],
      true,
    ],
  ]
  test.each(rows)('%s', (_, before, isSuspicious) => {
    const { suspicions, notes } = readChange([bent, code], { failed: before })
    expect([suspicions.length, notes.length]).toEqual(isSuspicious ? [1, 0] : [0, 1])
  })

  test('a snapshot that was edited after its test failed', () => {
    const path = 'test/__snapshots__/cart.test.ts.snap'
    const snapshot: FileChange = {
      path,
      how: 'modified',
      before: 'exports[`adds up 1`] = `3`;\n',
      after: 'exports[`adds up 1`] = `4`;\n',
    }
    const { suspicions } = readChange([snapshot, code], { failed: [failed('not ok 1 - adds up', path)] })
    expect(suspicions).toMatchObject([{ file: path, line: 1, kind: 'snapshot' }])
  })
})

describe('P5: a test that went with lines of its code', () => {
  const long =
    'export function total(items) {\n  let rounded = 0\n  for (const one of items) rounded += one\n  return rounded\n}\n'
  const shrunk: FileChange = { ...code, before: long, after: 'export function total(items) {\n  return 3\n}\n' }
  const lost = (title: string): FileChange => ({
    ...bent,
    before: bent.before?.replace('adds up', title) ?? '',
    after: "it('is there', () => {\n  expect(total).toBeDefined()\n})\n",
  })

  test.each([
    ['is noted if it speaks of what went', 'is rounded', [], 0],
    ['is a suspicion once a check failed on it', 'is rounded', [failed('not ok 1 - is rounded', bent.path)], 1],
    ['is a suspicion if the function merely became shorter', 'adds up', [], 1],
  ] as const)('%s', (_, title, before, count) => {
    expect(readChange([lost(title), shrunk], { failed: before }).suspicions.length).toBe(count)
  })
})

describe('P5: a test that was rewritten with its code and says a little less', () => {
  const orderTest = (...lines: readonly string[]): string =>
    `it('makes an order', () => {\n  const order = orderOf('tea')\n${lines.map((line) => `  ${line}\n`).join('')}})\n`
  const rewritten: FileChange = {
    path: 'test/order.test.ts',
    how: 'modified',
    before: orderTest("expect(order.item).toBe('tea')", 'expect(order.count).toBe(2)', 'expect(order.price).toBe(700)'),
    after: orderTest("expect(order.what).toBe('green')", 'expect(order.sum).toBe(7)'),
  }
  const product = (fields: string): string => `export function orderOf(item) {\n  return { ${fields} }\n}\n`
  const changed: FileChange = {
    path: 'src/order.ts',
    how: 'modified',
    before: product('item, count: 2, price: 700'),
    after: product("what: `${item}, green`, sum: '7 EUR', count: 2, price: 700, item"),
  }

  test.each([
    ['is noted', [], []],
    [
      'is a suspicion once a check failed on it',
      [failed('not ok 1 - makes an order', rewritten.path)],
      ['fewer-assertions', 'bent'],
    ],
  ] as const)('%s', (_, before, kinds) => {
    expect(readChange([rewritten, changed], { failed: before }).suspicions.map(({ kind }) => kind)).toEqual([...kinds])
  })
})

describe('the notes', () => {
  test('name at most three tests of a file and twenty in all', () => {
    const tests = (value: number): string =>
      Array.from(
        { length: 5 },
        (_, index) => `it('case ${index}', () => {\n  expect(f(${index})).toBe(${value})\n})\n`,
      ).join('')
    const files = Array.from({ length: 9 }, (_, index): FileChange => ({
      path: `src/${index}.test.ts`,
      how: 'modified',
      before: tests(7),
      after: tests(8),
    }))
    const { notes } = readChange([...files, code])
    expect(notes.length).toBe(20)
    expect(notes.filter(({ file }) => file === 'src/0.test.ts').map(({ line }) => line)).toEqual([2, 5, 8])
  })

  test('show long values from where they part', () => {
    const long = (end: string): string =>
      `it('prints', () => {\n  expect(print()).toBe('${'word '.repeat(20)}${end}')\n})\n`
    const { notes } = readChange([
      { path: 'a.test.ts', how: 'modified', before: long('one'), after: long('two') },
      code,
    ])
    expect(notes.map(({ what }) => what)).toEqual([
      'expected value of test "prints" changed (…rd word one" → …rd word two")',
    ])
  })
})

test('a recorded file that lost its end names its last line', () => {
  const change: FileChange = { path: 'testdata/a.golden', how: 'modified', before: 'one\ntwo\n', after: 'one\n' }
  expect(readChange([change]).suspicions).toMatchObject([{ kind: 'snapshot', line: 1 }])
})

test('files without texts are compared by name alone', () => {
  const image: FileChange = { path: 'e2e/__image_snapshots__/home.png', how: 'modified' }
  expect(readChange([image]).suspicions).toMatchObject([{ kind: 'snapshot', line: 1 }])
  expect(readChange([image, code]).notes).toMatchObject([{ kind: 'snapshot', line: 1 }])
})
