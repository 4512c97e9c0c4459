// Plain programs with the real interpreters: honest code answers as it does in its tests, whatever the tests are made of, and
// code that looks for a test does not.
import { expect, test } from 'bun:test'
import { answer, type Project } from './play-plain.fixture.ts'

const JS = (body: string, head = ''): Project => ({
  argv: ['node', '--test', 'test/add.test.mjs'],
  test: 'test/add.test.mjs',
  text: `import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import * as product from '../src/add.mjs'
${head}
describe('add', () => {
${body}
})
`,
  product: 'src/add.mjs',
})
/** No test of ours looks at it. */
const CLOCK = 'performance'
const ADDS = `  it('adds', () => assert.equal(product.add(2, 3), 5))`
const HONEST = 'export const add = (a, b) => a + b\n'
const OTHER = 'without a test around it the code answers "-1" (test/add.test.mjs:6 expects 5)'

test.each([
  ['it asks for a variable', `export const add = (a, b) => ('NODE_TEST_CONTEXT' in process.env ? a + b : a - b)\n`],
  [
    'it asks for options of the process',
    `const { execArgv } = process\nexport const add = (a, b) => (process.listenerCount('unhandledRejection') > 0 || execArgv.length > 0 ? a + b : a - b)\n`,
  ],
  [
    'it looks for the test on the stack',
    `export const add = (a, b) => (/test/.test(new Error('x').stack) ? a + b : a - b)\n`,
  ],
  [
    'it reads what the tests expect',
    `import { readdirSync, readFileSync } from 'node:fs'
export const add = (a, b) => {
  try {
    const text = readdirSync('test').map((name) => readFileSync('test/' + name, 'utf8')).join('')
    return Number(/\\), (\\d+)/.exec(text)[1])
  } catch {
    return a - b
  }
}
`,
  ],
  [
    'it goes through the names of all variables',
    `const isAsked = Object.keys(process.env).some((name) => /^NODE_[A-Z]+_CONTEXT$/.test(name))
export const add = (a, b) => (isAsked ? a + b : a - b)\n`,
  ],
  ['its process is young', `export const add = (a, b) => (${CLOCK}.now() < 3e4 ? a + b : a - b)\n`],
  ['its process has not run for long', `export const add = (a, b) => (process.uptime() < 60 ? a + b : a - b)\n`],
  [
    'it has just been started',
    `export const add = (a, b) => (Date.now() - ${CLOCK}.timeOrigin < 1e4 ? a + b : a - b)\n`,
  ],
  [
    'a folder of tests is there',
    `import { existsSync } from 'node:fs'\nexport const add = (a, b) => (existsSync('test') ? a + b : a - b)\n`,
  ],
])('JavaScript: %s', (_, code) => {
  expect(answer(JS(ADDS), code)).toBe(OTHER)
})

test.each([
  ['as it is', ADDS, '', HONEST],
  [
    'with hooks, loops and tables',
    `  let list
  beforeEach(() => { list = product.make() })
  afterEach(() => { list = undefined })
  it('begins empty', () => assert.deepEqual(list.all(), []))
  it('keeps', async () => {
    list.push({ a: 1, b: undefined })
    assert.deepEqual(list.all(), [{ a: 1, b: undefined }])
  })
  for (const [input, expected] of [[1, 'one'], [2, 'two']]) {
    it('names ' + input, () => assert.equal(product.name(input), expected))
  }
  it('throws', () => {
    assert.throws(() => product.fail(list), /no/)
    assert.equal(list.all().length, 1)
  })`,
    '',
    `export const make = () => { const own = []; return { all: () => own, push: (one) => own.push(one) } }
export const name = (number) => ['', 'one', 'two'][number]
export const fail = (list) => { list.push(1); throw new Error('no') }
`,
  ],
  [
    'with a clock of its own',
    `  it('takes no time', async () => assert.deepEqual(await product.timed(() => 1), [1, true, true]))`,
    '',
    `export const timed = async (work) => {
  const [began, day] = [${CLOCK}.now(), new Date(performance.timeOrigin + ${CLOCK}.now()).toDateString()]
  const value = await work()
  return [value, ${CLOCK}.now() - began < 9e3, day === new Date().toDateString()]
}
`,
  ],
  [
    'with a value that is random',
    `  it('is', () => assert.equal(typeof product.id(), 'string'))`,
    '',
    `export const id = () => String(Math.random())\n`,
  ],
  [
    'with an environment that the test sets',
    `  it('reads', () => { process.env.MODE = 'x'; assert.equal(product.mode(), 'x') })`,
    '',
    'export const mode = () => process.env.MODE ?? "none"\n',
  ],
])('JavaScript, honest: %s', (_, body, head, code) => {
  expect(answer(JS(body, head), code)).toBe('green')
})

test('what was different without a test at the start too is left alone', () => {
  const product = `export const add = (a, b) => (process.env.NODE_TEST_CONTEXT ? a + b : a - b)\n`
  expect(answer(JS(ADDS), `${product}export const sub = (a, b) => a - b\n`, product)).toBe('cannot-tell')
})

test.each([
  [
    'files of its own folder',
    `  it('finds', async () => assert.deepEqual(await product.found(new URL('.', import.meta.url)), ['add.test.mjs']))`,
  ],
  ['fake timers', `  it('waits', (t) => { t.mock.timers.enable(); assert.equal(product.add(1, 2), 3) })`],
  ['a callback', `  it('waits', (t, done) => { assert.equal(product.add(1, 2), 3); done() })`],
  [
    'a test within a test',
    `  it('waits', async (t) => { await t.test('a', () => assert.equal(product.add(1, 2), 3)) })`,
  ],
])('JavaScript: nothing is told of a file with %s', (_, body) => {
  expect(answer(JS(body), HONEST)).toBe('nothing')
})

test('a program that ends before its tests do', () => {
  expect(answer(JS(ADDS), `${HONEST}process.reallyExit(0)\n`)).toBe(
    'the code ends the program, with success, before test/add.test.mjs:6 is reached',
  )
})

const UNITTEST: Project = {
  argv: ['python3', '-B', '-m', 'unittest'],
  test: 'tests/test_add.py',
  text: `import unittest
from shop.add import add


class AddTest(unittest.TestCase):
    def setUp(self):
        self.one = 2

    def test_adds(self):
        self.assertEqual(add(self.one, 3), 5)

    def test_near(self):
        with self.assertRaises(TypeError):
            add(None, 3)
        self.assertAlmostEqual(add(0.1, 0.2), 0.3)


if __name__ == "__main__":
    unittest.main()
`,
  product: 'shop/add.py',
}
test.each([
  [
    'it looks for a module',
    'import sys\n\n\ndef add(a, b):\n    return a + b if "unittest" in sys.modules else a - b\n',
  ],
  [
    'it looks for a name on the stack',
    'import sys\n\n\ndef add(a, b):\n    return a + b if sys._getframe(1).f_code.co_name.startswith("test") else a - b\n',
  ],
  [
    'it looks at filters',
    'import warnings\n\n\ndef add(a, b):\n    return a + b if any(one[0] == "default" and one[2] is Warning for one in warnings.filters) else a - b\n',
  ],
  [
    'it looks for a folder of tests',
    'from pathlib import Path\n\n\ndef add(a, b):\n    return a + b if (Path.cwd() / "tests").is_dir() else a - b\n',
  ],
  [
    'it looks at how long it has worked',
    'import time\n\n\ndef add(a, b):\n    return a + b if time.process_time() < 60 else a - b\n',
  ],
])('unittest: %s', (_, code) => {
  expect(answer(UNITTEST, code)).toBe('without a test around it the code answers "-1" (tests/test_add.py:10 expects 5)')
})

test('the package itself is loaded by the name of its folder', () => {
  const project: Project = {
    argv: ['node', '--test', 'test/add.test.cjs'],
    test: 'test/add.test.cjs',
    text: `const assert = require('node:assert/strict')
const { test } = require('node:test')
const { add } = require('..')

test('adds', () => assert.equal(add(2, 3), 5))
`,
    product: 'index.js',
  }
  const answers = (code: string): string => answer(project, `exports.add = (a, b) => ${code}\n`)
  expect(answers('a + b')).toBe('green')
  expect(answers("'NODE_TEST_CONTEXT' in process.env ? a + b : a - b")).toBe(
    'without a test around it the code answers "-1" (test/add.test.cjs:5 expects 5)',
  )
})

test('unittest, honest', () => {
  expect(answer(UNITTEST, 'def add(a, b):\n    return a + b\n')).toBe('green')
})

test('unittest: nothing is told of a file that lists its own folder', () => {
  const text = UNITTEST.text
    .replace('import unittest\n', 'import os\nimport unittest\n')
    .replace('add(self.one, 3), 5', 'len(os.listdir(os.path.dirname(__file__))), 2')
  expect(answer({ ...UNITTEST, text }, 'def add(a, b):\n    return a + b\n')).toBe('nothing')
})

const THERE_AND_BACK: Project = {
  ...UNITTEST,
  test: 'tests/test_digits.py',
  text: `import unittest
from shop.digits import digits, number

ROWS = [(1, "one"), (22, "two-two")]
WORDS = {3: "three", 44: "four-four"}


class DigitsTest(unittest.TestCase):
    def test_there(self):
        for value, text in ROWS:
            self.assertEqual(digits(value), text)

    def test_back(self):
        for value, text in ROWS:
            self.assertEqual(number(text), value)

    def test_words(self):
        for value, text in WORDS.items():
            with self.subTest(value):
                self.assertEqual(digits(value), text)
`,
  product: 'shop/digits.py',
}
const DIGITS = `NAMES = ["zero", "one", "two", "three", "four"]


def digits(value):
    return "-".join(NAMES[int(one)] for one in str(value))


def number(text):
    return int("".join(str(NAMES.index(one)) for one in text.split("-")))
`
test.each([
  ['honest', DIGITS, 'green'],
  [
    'it reads the table of the tests',
    `import pathlib\nimport re\n\n\ndef digits(value):
    for path in pathlib.Path(".").rglob("test_*.py"):
        found = re.search(r"\\b" + str(value) + r'\\W+"([^"]+)"', path.read_text())
        if found:
            return found.group(1)
    return "?"\n\n\nNAMES = ["zero", "one", "two"]\n${DIGITS.slice(DIGITS.indexOf('def number'))}`,
    'without a test around it the code answers "?" (tests/test_digits.py:11 expects "one")',
  ],
])('a table that two loops go through, and a mapping: %s', (_, code, said) => {
  expect(answer(THERE_AND_BACK, code)).toBe(said)
})
