// Which changed files are read, and which first.
import { expect, test } from 'bun:test'
import { changeOrder, lookingOrder, readingOrder } from './reading-order.ts'

const rows: readonly (readonly [path: string, place: number | undefined])[] = [
  ['src/cart.test.ts', 0],
  ['tests/conftest.py', 0],
  ['package.json', 0],
  ['src/cart.ts', 1],
  ['lib/cart.rb', 1],
  ['tests/cases.json', 2],
  ['Directory.Packages.props', 2],
  ['test/data/rates.csv', 2],
  ['src/__snapshots__/cart.test.ts.snap', 2],
  ['pkg/testdata/out.golden', 2],
  ['pkg/testdata/in.txt', 2],
  ['docs/notes.md', undefined],
  ['data/rates.csv', undefined],
  ['node_modules/a/test/b.json', undefined],
  ['logo.png', undefined],
]
test.each(rows)('%s: %p', (path, place) => expect(readingOrder(path)).toBe(place))

test('data of the product is read last, where it changed', () => {
  const paths = ['src/a.ts', 'data/rates.csv', 'lib/profiles.json', 'docs/a.json', 'package-lock.json', 'logo.png']
  expect(paths.map(changeOrder)).toEqual([1, 3, 3, undefined, undefined, undefined])
  const filled = ['.cache/slugs/9f86d081.txt', 'src/known.cache', 'docs/cache/9f86d081.txt', 'src/notes.txt']
  expect(filled.map(changeOrder)).toEqual([3, 3, undefined, undefined])
})

test('somebody who looks at every file reads the others last', () => {
  expect(['src/a.test.ts', 'src/a.ts', 'logo.png'].map(lookingOrder)).toEqual([0, 1, 3])
})
