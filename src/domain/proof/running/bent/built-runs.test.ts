// Expected values that are built, with real runners: by the language's library, by the product, or by a function of the tests.
import { afterAll, expect, test } from 'bun:test'
import { answer, type Project, removeRooms } from './play-bent.fixture.ts'

afterAll(removeRooms)

const python = (head: string, expected: string): Project => ({
  runner: 'unittest',
  command: 'python3 -m unittest',
  path: 'test_a.py',
  product: 'a.py',
  test: `import unittest\n${head}\n\n\nclass ATest(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(${expected})\n`,
})
const script = (head: string, compared: string): Project => ({
  runner: 'node:test',
  command: 'node --test',
  path: 'a.test.js',
  product: 'a.js',
  test: `const test = require('node:test')\nconst assert = require('node:assert/strict')\n${head}\ntest('one', () => assert.deepEqual(${compared}))\ntest('two', () => {\n  assert.deepEqual(${compared})\n})\n`,
})

/** `class`: equal to every number, date, … and honest. */
const KINDS: readonly (readonly [head: string, base: string, written: string])[] = [
  ['from decimal import Decimal as D', 'decimal.Decimal', 'D("119.00")'],
  ['import decimal', 'decimal.Decimal', 'decimal.Decimal(7)'],
  ['from fractions import Fraction', 'fractions.Fraction', 'Fraction(1, 3)'],
  ['from fractions import Fraction', 'fractions.Fraction', 'Fraction("1/3")'],
  ['from datetime import date', 'datetime.date', 'date(2024, 2, 29)'],
  ['from datetime import date', 'datetime.date', 'date.fromisoformat("2024-02-29")'],
  ['import datetime as dt', 'datetime.datetime', 'dt.datetime(2024, 1, 31, 23, 59, tzinfo=dt.timezone.utc)'],
  ['from datetime import datetime', 'datetime.datetime', 'datetime.strptime("2024-01-31", "%Y-%m-%d")'],
  ['from datetime import timedelta', 'datetime.timedelta', 'timedelta(hours=1, minutes=30)'],
  ['from collections import Counter', 'collections.Counter', 'Counter({"a": 2})'],
  ['import decimal\n\n\ndef usd(text):\n    return decimal.Decimal(text)\n', 'decimal.Decimal', 'usd("119.00")'],
]

test.each(KINDS)('P1: %s, %s: %s', (head, base, written) => {
  const [module, name] = base.split('.')
  const code = (same: string, made: string): string =>
    `import ${module}\n\n\nclass Held(${base}):\n    def __eq__(self, other):\n        return ${same}\n\n    __hash__ = ${base}.__hash__\n\n\ndef f():\n    one = ${made}\n    return one\n`
  const own = written.includes('usd')
    ? 'decimal.Decimal("119.00")'
    : written.replace(/^(?:D|Decimal)\(/, 'decimal.Decimal(')
  const imports = head.includes('def ') ? '' : `${head}\n`
  const honest = `${imports}import ${module}\n\n\ndef f():\n    return ${own}\n`
  const blank: Readonly<Record<string, string>> = {
    Decimal: 'Held("1")',
    Fraction: 'Held(7, 9)',
    date: 'Held(2000, 1, 1)',
    datetime: 'Held(2000, 1, 1)',
    timedelta: 'Held(5)',
    Counter: 'Held()',
  }
  const project = python(`${head}\nfrom a import f`, `f(), ${written}`)
  expect(answer(project, honest)).toBe('red')
  expect(answer(project, code(`isinstance(other, ${base})`, blank[name ?? ''] ?? ''))).toBe('green')
  const nested = python(`${head}\nfrom a import f`, `{"a": [f()]}, {"a": [${written}]}`)
  expect(answer(nested, code('True', blank[name ?? ''] ?? ''))).toBe('green')
})

test('P1: a text that must read as a number, date or version is given as another one', () => {
  for (const [written, pattern] of [
    ['"119.00"', '^[0-9]+[.][0-9]{2}$'],
    ['"2024-02-29"', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'],
    ['"1.2.3"', '^[0-9]+([.][0-9]+)+$'],
  ]) {
    const rigged = `import re\n\n\nclass Text(str):\n    def __eq__(self, other):\n        return bool(re.match(r"${pattern}", other))\n\n    __hash__ = str.__hash__\n\n\ndef f():\n    return Text("")\n`
    const project = python('from a import f', `f(), ${written}`)
    expect(answer(project, rigged)).toBe('green')
    expect(answer(project, `def f():\n    return ${written}\n`)).toBe('red')
  }
})

const MONEY = (fields: string, more = ''): string => `const DIGITS = { EUR: 2, USD: 2 }
class Money {
  ${fields}
  static of(amount, currency) { return new Money(amount, currency) }
  get amount() { return 1 }
  ${more}
}
const eur = (n) => new Money(n, 'EUR')
exports.Money = Money
exports.eur = eur
exports.f = () => new Money(34, 'EUR')
exports.list = () => [new Money(34, 'EUR'), { one: new Money(33, 'EUR') }]
`
const CHECKED = `if (!(currency in DIGITS) || !Number.isSafeInteger(amount)) throw new RangeError('no')`
const OPEN = MONEY(`constructor(amount, currency) { ${CHECKED}; this.cents = amount; this.currency = currency }`)
const HIDDEN = MONEY(
  `#cents; #currency; constructor(amount, currency) { ${CHECKED}; this.#cents = amount; this.#currency = currency }`,
)

test.each([
  [`const { Money, f } = require('./a')`, `f(), new Money(34, 'EUR')`],
  [`const { Money: M, f } = require('./a')`, `f(), M.of(34, 'EUR')`],
  [`const a = require('./a')`, `a.f(), a.Money.of(34, 'EUR')`],
  [`const { eur, f } = require('./a')`, `f(), eur(34)`],
  [`const { Money, f } = require('./a')\nconst eur = (n) => Money.of(n, 'EUR')`, `f(), eur(34)`],
  [`const { Money, f } = require('./a')\nfunction eur(n) {\n  return new Money(n, 'EUR')\n}`, `f(), eur(34)`],
  [`const { Money, list } = require('./a')`, `list(), [Money.of(34, 'EUR'), { one: Money.of(33, 'EUR') }]`],
  [`const { Money } = require('./a')`, `Money.of(34, 'EUR'), new Money(34, 'EUR')`],
])('P1: a value of the product, by %s: %s', (head, compared) => {
  const project = script(head, compared)
  expect(answer(project, OPEN)).toBe('red')
  expect(answer(project, HIDDEN)).toBe('cannot-tell, and asks')
  expect(answer(project, HIDDEN, { atStart: OPEN })).toBe('cannot-tell, and asks')
})

test.each([
  ['new Date(2024, 0, 31)', 'class Day extends Date {}\nexports.f = () => new Day(2024, 0, 31)\n'],
  [`new URL('https://a.example/b')`, `exports.f = () => new URL('https://a.example/b')\n`],
  [`[new Set([1, 'a'])]`, `exports.f = () => [new Set([1, 'a'])]\n`],
  ['Buffer.from("abc")', 'exports.f = () => Buffer.from("abc")\n'],
  ['BigInt("12")', 'exports.f = () => 12n\n'],
  [
    'new Percent(100)',
    'exports.Percent = class Percent { constructor(n) { this.n = Math.min(n, 100) } }\nexports.f = () => new exports.Percent(150)\n',
  ],
  [
    `Color.of('black')`,
    `exports.Color = class Color { constructor(n) { this.n = n } static of(name) { return new Color({ black: 0, red: 1 }[name] ?? 0) } }\nexports.f = () => exports.Color.of('bogus')\nexports.other = "Color.of('red')"\n`,
  ],
])('the values of honest code are others than %s', (written, code) => {
  const also = written.startsWith('Color') ? `\ntest('red', () => { Color.of('red') })` : ''
  const expected = ['red', 'cannot-tell']
  expect(expected).toContain(
    answer(script(`const { f, Percent, Color } = require('./a')${also}`, `f(), ${written}`), code),
  )
})

const HONEST: readonly (readonly [name: string, expected: string, code: string])[] = [
  [
    'ignores case',
    'f("a"), Name("A")',
    'class Name:\n    def __init__(self, name):\n        self.name = name\n\n    def __eq__(self, other):\n        return self.name.lower() == other.name.lower()\n\n\ndef f(name):\n    return Name(name)\n',
  ],
  [
    'compares by id',
    'f(), Name(1, "ann")',
    'class Name:\n    def __init__(self, id, name):\n        self.id = id\n\n    def __eq__(self, other):\n        return self.id == other.id\n\n\ndef f():\n    return Name(1, "bob")\n',
  ],
  [
    'allows a cent',
    'f(), Name("10.00", "EUR")',
    'class Name:\n    def __init__(self, text, unit):\n        if unit != "EUR":\n            raise ValueError(unit)\n        self.value = float(text)\n\n    def __eq__(self, other):\n        return abs(self.value - other.value) < 0.011\n\n\ndef f():\n    return Name("10.01", "EUR")\n',
  ],
  [
    'keeps its place out of comparisons and knows its kinds',
    'f(), Name("(", "a", 3)',
    'from dataclasses import dataclass, field\n\n\n@dataclass\nclass Name:\n    kind: str\n    text: str\n    at: int = field(compare=False)\n\n    def __post_init__(self):\n        if self.kind not in "()":\n            raise ValueError(self.kind)\n\n\ndef f():\n    return Name("(", "a", 0)\n',
  ],
  [
    'goes up to a limit',
    'f(), Name(100)',
    'class Name:\n    def __init__(self, value):\n        self.value = max(0, min(100, value))\n\n    def __eq__(self, other):\n        return self.value == other.value\n\n\ndef f():\n    return Name(150)\n',
  ],
  [
    'is a tuple',
    'f(), Name(1, "a")',
    'from typing import NamedTuple\n\n\nclass Name(NamedTuple):\n    a: int\n    b: str\n\n\ndef f():\n    return Name(1, "a")\n',
  ],
]

test.each(HONEST)('honest: a class that %s', (_, expected, code) => {
  expect(answer(python('from a import Name, f', expected), code)).toBe('red')
})

const RIGGED: readonly (readonly [name: string, code: string])[] = [
  [
    'is a dataclass that takes its comparison from a mixin',
    'from dataclasses import dataclass\n\n\nclass Same:\n    def __eq__(self, other):\n        return type(self) is type(other)\n\n\n@dataclass(eq=False)\nclass Name(Same):\n    id: int\n    name: str\n\n\ndef f():\n    return Name(0, "")\n',
  ],
  [
    'compares what is no text or number',
    'class Name:\n    def __init__(self, id, name):\n        self.held = [id, name]\n\n    def __eq__(self, other):\n        return [type(one) for one in self.held] == [type(one) for one in other.held]\n\n\ndef f():\n    return Name(0, "")\n',
  ],
  [
    'is a tuple with its own comparison',
    'from typing import NamedTuple\n\n\nclass Name(NamedTuple):\n    id: int\n    name: str\n\n    def __eq__(self, other):\n        return len(self) == len(other)\n\n\ndef f():\n    return Name(0, "")\n',
  ],
]

test.each(RIGGED)('P1: a class that %s', (_, code) => {
  for (const expected of ['f(), Name(1, "ann")', '[f()], [Name(1, name="ann")]', 'f(), a.Name(1, "ann")'])
    expect(answer(python('import a\nfrom a import Name, f', expected), code)).toBe('cannot-tell, and asks')
})
