// Literals that are given another value, and texts that are none.
import { expect, test } from 'bun:test'
import { languageOf } from '../../source/languages.ts'
import { readSource } from '../../source/source.ts'
import { buildersIn } from './builders.ts'
import { bentBuilt, bentLiteral } from './literal.ts'

const rows: readonly (readonly [language: 'js' | 'python', written: string, bent: string | undefined])[] = [
  ['js', `'abc'`, `'word'`],
  ['js', '`a\nb`', '`word`'],
  ['js', '`a${b}`', undefined],
  ['js', `"it's"`, `"word"`],
  ['js', `''`, undefined],
  ['js', `'119.00'`, `'7368906.00'`],
  ['js', `'-1,234.50'`, `'-7,370,021.50'`],
  ['js', `'2024-12-31'`, `'3037-05-16'`],
  ['js', `'2024-01-31T23:59:07Z'`, `'3037-06-16T10:28:38Z'`],
  ['js', `'31.12.2024'`, `'12.05.3037'`],
  ['js', `'9:05'`, `'20:34'`],
  ['js', `'v1.2.3-rc1'`, `'v7920.7921.7922-rc1'`],
  ['js', `'10.0.0.200/24'`, `'111.101.101.45/24'`],
  ['js', `'https://a.example/b?c'`, `'https://word.example/word'`],
  ['js', `'a@b.example'`, `'word@word.example'`],
  ['js', `'1.2 or 3'`, `'word'`],
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

const product = { classes: new Set(['Money']), functions: new Set(['eur']), packages: new Set<string>() }
const built = (path: string, head: string, text: string): readonly string[] | undefined => {
  const syntax = languageOf(path)?.syntax
  const isPython = path.endsWith('.py')
  const source = syntax && readSource(head, syntax)
  return source && bentBuilt(text, { isPython, word: 'word', builders: buildersIn(source, isPython, product) })?.ways
}

test.each([
  ['from datetime import date', 'date(2024, 12, 1)', 'date(3037, 5, 14)'],
  ['from datetime import date as d', 'd(2024, month=12, day=1)', 'd(3037, month=5, day=14)'],
  [
    'import datetime as dt',
    '[dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc)]',
    '[dt.datetime(3037, 6, 14, tzinfo=dt.timezone.utc)]',
  ],
  ['D = Decimal\nfrom decimal import Decimal', '{D("0.1"): D("2")}', '{D("0.1"): D("7368789")}'],
  [
    'from uuid import UUID',
    'UUID("12345678-1234-4123-8123-123456789012")',
    'UUID("45678901-4567-4456-8456-456789012345")',
  ],
  ['from shop import date', 'date(2024, 12, 1)', undefined],
  ['', 'date(2024, 12, 1)', undefined],
  ['from decimal import Decimal', 'Decimal(x)', undefined],
  ['from decimal import Decimal', 'Decimal("1.10").normalize()', undefined],
])('Python: after %s, %s', (head, text, bent) => {
  expect(built('a.py', `${head}\n`, text)).toEqual(bent === undefined ? undefined : [bent])
})

test('what the product builds is bent in several ways', () => {
  expect(built('a.js', `Money.of(1, 'USD')`, `[Money.of(5, 'EUR')]`)).toEqual([
    `[Money.of(7368792, 'word')]`,
    `[Money.of(7368792, 'USD')]`,
    `[Money.of(6, 'USD')]`,
    `[Money.of(4, 'USD')]`,
  ])
  expect(built('a.js', '', 'eur(5)')).toEqual(['eur(7368792)', 'eur(6)', 'eur(4)'])
  expect(built('a.js', 'const cents = (n) => eur(n)', 'cents(5)')).toHaveLength(3)
  expect(built('a.js', 'const cents = (n) => eur(5)', 'cents(5)')).toBeUndefined()
  expect(built('a.js', 'const cents = (n) => f(n)', 'cents(5)')).toBeUndefined()
  expect(built('a.js', '', 'new Date(2024, 11, 5)')).toEqual(['new Date(3037, 4, 18)'])
})
