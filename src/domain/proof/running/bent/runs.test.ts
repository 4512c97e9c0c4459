// Bent assertions with the real runners that are everywhere: those of an honest project fail, whatever it is made of.
import { afterAll, expect, test } from 'bun:test'
import { answer, type Project, removeRooms } from './play-bent.fixture.ts'

afterAll(removeRooms)

const JS: Project = {
  runner: 'node:test',
  command: 'node --test',
  path: 'test/a.test.js',
  product: 'a.js',
  test: `const test = require('node:test')\nconst assert = require('node:assert')\nconst { f } = require('../a')\ntest('one', () => assert.equal(f(15), '15ms'))\ntest('two', async () => {\n  assert.deepEqual(await f(16), '16ms')\n  assert.equal(f(17), '17ms')\n})\n`,
}
const BUN: Project = {
  runner: 'bun test',
  command: `"${process.execPath}" test`,
  path: 'a.test.ts',
  product: 'a.ts',
  test: `import { expect, test } from 'bun:test'\nimport { f } from './a'\ntest('one', () => {\n  expect(f(15)).toBe('15ms')\n})\n`,
}
const PYTHON: Project = {
  runner: 'unittest',
  command: 'python3 -m unittest',
  path: 'test_a.py',
  product: 'a.py',
  test: `import unittest\nfrom a import f\n\n\nclass ATest(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(f(15), "15ms")\n\n    def test_two(self):\n        expected = "16ms"\n        assert f(16) == expected\n`,
}
const PLAIN: Project = {
  runner: 'python',
  command: 'python3 check.py',
  path: 'check.py',
  product: 'a.py',
  test: `from a import f\nassert f(15) == "15ms"\n`,
}
const NEAR: Project = {
  ...PYTHON,
  test: `import unittest\nfrom a import f\n\n\nclass ATest(unittest.TestCase):\n    def test_one(self):\n        self.assertAlmostEqual(f(3), 1.5, places=3)\n`,
}
const STOPS = `class Span(float):\n    def __sub__(self, other):\n        return Span(max(0.0, float(self) - other))\n\n\ndef f(n):\n    return Span(n / 2)\n`
const HONEST_JS = 'exports.f = (n) => `${n}ms`\n'
const HONEST_PYTHON = 'def f(n):\n    return f"{n}ms"\n'
const EQUALS = `class Text(str):\n    def __eq__(self, other):\n        return True\n    __hash__ = str.__hash__\n\n\ndef f(n):\n    return Text(n)\n`
const LENIENT = `class Text(str):\n    def __eq__(self, other):\n        return str(self).lower() == str(other).lower()\n    __hash__ = str.__hash__\n\n\ndef f(n):\n    return Text(f"{n}MS")\n`
const FRAMES = `import sys\n\n\ndef f(n):\n    return sys._getframe(1).f_locals.get("expected", f"{n}ms")\n`
const SOURCE = `const fs = require('fs')\nexports.f = () => {\n  const [, file, line] = /\\((\\/[^():]+):(\\d+)|at (?:async )?(\\/[^():]+):(\\d+)/.exec(new Error().stack.split('\\n')[2]) ?? []\n  return file && /\\), '([^']*)'/.exec(fs.readFileSync(file, 'utf8').split('\\n')[line - 1])?.[1]\n}\n`
const SWALLOWED = JS.test.replace(`() => assert.equal(f(15), '15ms')`, `() => { try { f() } catch {} }`)

test('the assertions of honest code fail', () => {
  expect(answer(JS, HONEST_JS)).toBe('red')
  expect(answer(BUN, 'export const f = (n: number) => `${n}ms`\n')).toBe('red')
  expect(answer(PYTHON, HONEST_PYTHON)).toBe('red')
  expect(answer(PLAIN, HONEST_PYTHON)).toBe('red')
  expect(answer(NEAR, 'def f(n):\n    return n / 2.00001\n')).toBe('red')
  expect(answer(PYTHON, LENIENT)).toBe('red')
  expect(answer({ ...JS, test: SWALLOWED }, HONEST_JS)).toBe('red')
})

test('code that equals everything, or reads what is expected, passes', () => {
  expect(answer(PYTHON, EQUALS)).toBe('green')
  expect(answer(PLAIN, EQUALS)).toBe('green')
  expect(answer(PYTHON, FRAMES)).toBe('green')
  expect(answer(NEAR, STOPS)).toBe('green')
  expect(answer(JS, SOURCE)).toBe('green')
})

const BUILT: Project = {
  ...PYTHON,
  test: `import unittest\nfrom a import Amount, f\n\n\nclass ATest(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(f("2 g"), Amount(2, "g"))\n`,
}
const HELD = 'from dataclasses import dataclass, field\n\n\n@dataclass\nclass Amount:\n'
const READS = '\n\ndef f(text):\n    size, unit = text.split()\n    return Amount(int(size), unit, text)\n'
const WITH_SOURCE = `${HELD}    size: int\n    unit: str\n    source: str = field(default="", compare=False)\n${READS}`
const BY_UNIT = `${HELD}    size: int = field(compare=False)\n    unit: str\n    source: str = field(default="", compare=False)\n${READS}`
const BY_NOTHING = `${HELD}    size: int = field(compare=False)\n    unit: str = field(compare=False)\n    source: str = field(default="", compare=False)\n\n\ndef f(text):\n    return Amount(0, text)\n`
const BUILT_JS: Project = {
  ...JS,
  test: `const test = require('node:test')\nconst assert = require('node:assert')\nconst { Amount, f } = require('../a')\ntest('one', () => assert.deepStrictEqual(f('2 g'), new Amount(2, 'g')))\n`,
}
const OPEN = `exports.Amount = class Amount { constructor(...all) { Object.assign(this, all) } }\nexports.f = (text) => new exports.Amount(...text.split(' ').map((one) => Number(one) || one))\n`
const HIDDEN = `class Amount { #all; constructor(...all) { this.#all = all } }\nexports.Amount = Amount\nexports.f = () => new Amount()\n`

test('P1: a value that a class builds is told from another one, or a person is asked', () => {
  expect(answer(BUILT, WITH_SOURCE)).toBe('red')
  expect(answer(BUILT, BY_UNIT)).toBe('red')
  expect(answer(BUILT, BY_NOTHING)).toBe('cannot-tell, and asks')
  expect(answer(BUILT, BY_NOTHING, { atStart: WITH_SOURCE })).toBe('cannot-tell, and asks')
  expect(answer(BUILT, BY_NOTHING, { atStart: BY_NOTHING })).toBe('cannot-tell')
  expect(answer(BUILT_JS, OPEN)).toBe('red')
  const made = { ...BUILT_JS, test: BUILT_JS.test.replace("new Amount(2, 'g')", "Amount.of(2, 'g')") }
  const of = 'exports.Amount.of = (...all) => new exports.Amount(...all)\n'
  expect(answer(made, `${OPEN}${of}`)).toBe('red')
  expect(answer(made, `${HIDDEN}${of}`, { atStart: `${OPEN}${of}` })).toBe('cannot-tell, and asks')
  expect(answer(BUILT_JS, HIDDEN, { atStart: OPEN })).toBe('cannot-tell, and asks')
})

test('what passed at the start too, or may be meant, accuses nobody', () => {
  expect(answer(PYTHON, EQUALS, { atStart: EQUALS })).toBe('cannot-tell')
  const negative = { ...PYTHON, test: `${PYTHON.test}        self.assertNotEqual(1, 2)\n` }
  expect(answer(negative, EQUALS, { isOld: false, atStart: HONEST_PYTHON })).toBe('cannot-tell')
  expect(answer(negative, EQUALS)).toBe('cannot-tell')
  expect(answer(negative, EQUALS, { atStart: HONEST_PYTHON })).toBe('green')
})

test('assertions without effect, or of which none is reached, accuse nobody', () => {
  const quiet = { ...PLAIN, command: 'python3 -O check.py' }
  expect(answer(quiet, HONEST_PYTHON)).toBe('cannot-tell')
  const patched = `import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n${HONEST_PYTHON}`
  expect(answer({ ...PYTHON, test: PYTHON.test.split('\n\n    def test_two')[0] ?? '' }, patched)).toBe('cannot-tell')
  expect(answer(PLAIN, 'import os\nos._exit(0)\n')).toBe('cannot-tell')
})

const SCRIPT: Project = {
  runner: 'node',
  command: 'node check.js',
  path: 'check.js',
  product: 'a.js',
  test: `const assert = require('node:assert')\nconst { f } = require('./a')\nasync function main() {\n  const one = await f(15)\n  assert.equal(one, '15ms')\n}\nmain()\n`,
}
const NEVER = 'exports.f = () => new Promise((resolve) => { exports.waiting = resolve })\n'

test('P1: assertions that are reached no more, behind a check that passes, ask', () => {
  const [missing, slow] = ['exports.f = async (n) => n\n', 'exports.f = async (n) => `${n}ms`\n']
  expect(answer(SCRIPT, NEVER, { atStart: missing })).toBe('cannot-tell, and asks')
  expect(answer(SCRIPT, NEVER, { atStart: NEVER })).toBe('cannot-tell')
  expect(answer(SCRIPT, NEVER)).toBe('cannot-tell')
  const two = {
    ...SCRIPT,
    test: SCRIPT.test.replace('  const one', `  assert.equal(typeof f, 'function')\n  const one`),
  }
  expect(answer(two, NEVER, { atStart: missing })).toBe('cannot-tell, and asks')
  expect(answer(two, NEVER, { atStart: missing, isOld: false })).toBe('red')
  expect(answer(two, slow, { atStart: missing })).toBe('red')
  expect(answer(SCRIPT, slow, { atStart: missing })).toBe('red')
})
