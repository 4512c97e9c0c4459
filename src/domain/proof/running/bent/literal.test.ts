// Literals that are given another value, and texts that are none.
import { expect, test } from 'bun:test'
import { bentLiteral } from './literal.ts'

const rows: readonly (readonly [language: 'js' | 'python', written: string, bent: string | undefined])[] = [
  ['js', `'abc'`, `'word'`],
  ['js', '`a\nb`', '`word`'],
  ['js', '`a${b}`', undefined],
  ['js', `"it's"`, `"word"`],
  ['js', `''`, undefined],
  ['js', '3', '7368790'],
  ['js', '-0.5', '-7368787.5'],
  ['js', '10n', '7368797n'],
  ['js', '0x10', '7368803'],
  ['js', '1e21', undefined],
  ['js', 'true', 'false'],
  ['js', 'null', undefined],
  ['js', '[1, null]', '[7368788, null]'],
  ['js', '[]', undefined],
  ['js', `{ a: 'b', "c": [2] }`, `{ a: 'word', "c": [7368789] }`],
  ['js', '{ a, b: 1 }', undefined],
  ['js', '{ ...a, b: 1 }', undefined],
  ['js', 'new Set([1])', 'new Set([7368788])'],
  ['js', 'expected', undefined],
  ['js', '1 + 1', undefined],
  ['js', '[1].length', undefined],
  ['js', `'a'.length`, undefined],
  ['python', `'abc'`, `'word'`],
  ['python', `b"abc"`, `b"word"`],
  ['python', `f"{a}"`, undefined],
  ['python', `"a" "b"`, undefined],
  ['python', `"""a\nb"""`, `"""word"""`],
  ['python', '1.0', '7368788.0'],
  ['python', '(2020, 53)', '(7370807, 7368840)'],
  ['python', '("a",)', '("word",)'],
  ['python', `{"a": 1, "b": None}`, `{"a": 7368788, "b": None}`],
  ['python', '{1, 2}', '{7368788, 7368789}'],
  ['python', 'Decimal("1.10")', 'Decimal("7368788.1")'],
  ['python', 'Money(5, "EUR")', undefined],
  ['python', 'None', undefined],
  ['python', '3j', undefined],
  ['python', '[x for x in (1, 2)]', undefined],
]

test.each(rows)('%s: %s', (language, written, bent) => {
  expect(bentLiteral(written, 'word', { isPython: language === 'python' })).toBe(bent)
})
