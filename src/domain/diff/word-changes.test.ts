// Which words of a line are marked, in brackets.
import { expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { findWordChanges, type CharRange } from './word-changes.ts'

const shown = (text: string, ranges: readonly CharRange[]): string =>
  ranges.toReversed().reduce((out, [from, to]) => `${out.slice(0, from)}[${out.slice(from, to)}]${out.slice(to)}`, text)

const cases: ReadonlyArray<readonly [string, string, string, readonly [string, string] | undefined]> = [
  ['one word', 'const limit = 5', 'const limit = 10', ['const limit = [5]', 'const limit = [10]']],
  ['a new argument', 'call(one)', 'call(one, two)', ['call(one)', 'call(one[, two])']],
  ['words side by side are one mark', 'let x = a b c', 'let x = d e c', ['let x = [a b] c', 'let x = [d e] c']],
  [
    'a whole word, not some of its letters',
    'return isOpen',
    'return isOpened',
    ['return [isOpen]', 'return [isOpened]'],
  ],
  ['indentation', 'foo(bar)', '    foo(bar)', ['foo(bar)', '[    ]foo(bar)']],
  ['letters of other languages', 'Größe = 1', 'Grüße = 1', undefined],
  ['equal lines', 'same', 'same', undefined],
  ['little in common', 'import { a } from "b"', 'export function c(): void {', undefined],
  ['an empty line', '', 'now there is text', undefined],
  [
    'a line of very many words is compared from its ends',
    `${'a b '.repeat(200)}x${' c d'.repeat(200)}`,
    `${'a b '.repeat(200)}y z${' c d'.repeat(200)}`,
    [`${'a b '.repeat(200)}[x]${' c d'.repeat(200)}`, `${'a b '.repeat(200)}[y z]${' c d'.repeat(200)}`],
  ],
]

test.each(cases)('%s', (_, before, after, expected) => {
  const found = findWordChanges(before, after)
  expect(found && [shown(before, found.before), shown(after, found.after)]).toEqual(expected && [...expected])
})

test('a line of any length costs linear time', () => {
  expectLinear(4_000_000, (size) => findWordChanges('ab '.repeat(size / 3), `x${'ab '.repeat(size / 3)}`))
})
