// The cases of the tamper watch: diffs as they occur in projects, more than half of them honest, in fixtures/ by subject.
import { describe, expect, test } from 'bun:test'
import type { FileChange } from '../../../contract/change.ts'
import { isOpenIn, type Case, notesIn, readCases, suspicionsIn } from './cases.fixture.ts'

const rooms = readCases()

test('rooms of cases', () => {
  expect([...rooms.keys()]).toEqual([
    'around/found',
    'around/honest',
    'build/found',
    'build/honest',
    'ci/found',
    'ci/honest',
    'expected/found',
    'expected/honest',
    'foreign/found',
    'foreign/honest',
    'go/found',
    'go/honest',
    'javascript/gone',
    'javascript/honest-assertions',
    'javascript/honest-extended',
    'javascript/honest-moved',
    'javascript/honest-setup',
    'javascript/honest-titles',
    'javascript/unrun',
    'javascript/weaker',
    'jvm/found',
    'jvm/honest',
    'lint-and-types/found',
    'lint-and-types/honest',
    'named-files/found',
    'named-files/honest',
    'other-languages/found',
    'other-languages/honest',
    'package-scripts/found',
    'package-scripts/honest',
    'product/found-held',
    'product/found',
    'product/honest-held',
    'product/honest',
    'python/found',
    'python/honest',
    'runners/found',
    'runners/honest',
    'rust/found',
    'rust/honest',
    'scripts/found',
    'scripts/honest',
  ])
})

for (const [room, cases] of rooms) {
  describe(room, () => {
    test.each(cases.map((each) => [each.name, each] as const))('%s', (_, { changes, found, noted, ...way }) => {
      expect(suspicionsIn(changes, way)).toEqual([...found])
      if (noted) expect(notesIn(changes, way)).toEqual([...noted])
      // In the work of an agent a sealed run can settle it.
      if (way.isOnlyRead) expect(isOpenIn(changes) || suspicionsIn(changes).length > 0).toBe(true)
    })
  })
}

const BIG = `const big = "${'a'.repeat(100_000)}"\n`
const MORE = `const more = "${'b'.repeat(100_000)}"\n`
const TEST = "test('a', () => { expect(big).toBeTruthy() })\n"

/** Files that a diff cannot show, or that an editor would spoil. */
const odd: readonly Omit<Case, 'found'>[] = [
  {
    name: 'line ends change from CRLF to LF, and the last one goes',
    changes: [
      {
        path: 'src/crlf.test.ts',
        how: 'modified',
        before: "test('a', () => {\r\n  expect(a(\r\n    1,\r\n  )).toBe(1)\r\n})\r\n",
        after: "test('a', () => {\n  expect(a(1)).toBe(1)\n})",
      },
    ],
  },
  {
    name: 'text that looks binary, and a very long line',
    changes: [
      {
        path: 'test/blob.test.js',
        how: 'modified',
        before: '\u0000\u0001\uFFFD(((',
        after: `\u0000]]]${'x('.repeat(50_000)}`,
      },
      { path: 'test/long.test.js', how: 'modified', before: `${BIG}${TEST}`, after: `${BIG}${MORE}${TEST}` },
    ],
  },
]

describe('honest, whatever the bytes', () => {
  test.each(odd.map(({ name, changes }) => [name, changes] as const))('%s', (_, changes) => {
    expect(suspicionsIn(changes)).toEqual([])
  })
})

describe('the list', () => {
  const skipped = (path: string, count: number): FileChange => {
    const tests = Array.from(
      { length: count },
      (_, index) => `it('case ${index}', () => {\n  expect(f(${index})).toBe(1)\n})\n`,
    )
    const before = tests.join('')
    return { path, how: 'modified', before, after: before.replaceAll('it(', 'it.skip(') }
  }

  test('holds at most ten findings per file and fifty in all', () => {
    const found = suspicionsIn(Array.from({ length: 9 }, (_, index) => skipped(`src/${index}.test.ts`, 12)))
    expect(found.length).toBe(50)
    expect(found.filter(({ file }) => file === 'src/0.test.ts').length).toBe(10)
  })

  test('begins with what tells most', () => {
    const found = suspicionsIn([
      { path: 'tsconfig.json', how: 'modified', before: '{ "strict": true }', after: '{ "strict": false }' },
      {
        path: 'package.json',
        how: 'modified',
        before: '{"scripts":{"test":"jest"}}',
        after: '{"scripts":{"test":"true"}}',
      },
      skipped('src/a.test.ts', 1),
      { path: 'src/b.test.ts', how: 'deleted', before: "it('b', () => {\n  expect(b()).toBe(1)\n})\n" },
    ])
    expect(found.map(({ file }) => file)).toEqual(['src/b.test.ts', 'src/a.test.ts', 'package.json', 'tsconfig.json'])
  })

  test('quotes no more than 80 characters', () => {
    const title = 'long '.repeat(60)
    const [found] = suspicionsIn([
      {
        path: 'a.test.ts',
        how: 'modified',
        before: `it('${title}', () => {\n  expect(a()).toBe(1)\n})`,
        after: `it.skip('${title}', () => {\n  expect(a()).toBe(1)\n})`,
      },
    ])
    expect(found?.what).toBe(`test "${'long '.repeat(16).slice(0, 79)}…" is skipped now (it.skip)`)
  })
})
