// What stands in for a test library does to honest code what the library does: what is to be done after a test is done then,
// what throws is called, and what is made once is made once.
import { expect, test } from 'bun:test'
import { answer, type Project } from './play-plain.fixture.ts'

/** The runners need not be there: the check passes once the product is. */
const project = (argv: readonly string[], path: string, product: string, text: string): Project => ({
  argv,
  control: ['test', '-e', product],
  test: path,
  text,
  product,
})
const python = (module: string, text: string): Project =>
  project(['python3', '-B', '-m', module], 'tests/test_shop.py', 'shop/shop.py', text)
const script = (argv: readonly string[], text: string): Project =>
  project(argv, 'test/shop.test.mjs', 'src/shop.mjs', text)

const SHOP = `import argparse
from fractions import Fraction

ITEMS = []


def add(item):
    ITEMS.append(item)
    return len(ITEMS)


def clear():
    ITEMS.clear()


def fail(seen):
    seen.append(1)
    raise ValueError("no")


def main(words):
    argparse.ArgumentParser().parse_args(words)


def half():
    return Fraction(1, 2)


class Ids:
    last = 0

    def next(self):
        self.last += 1
        return self.last
`

test('unittest: what is to be done at the end of a test or its class', () => {
  const text = `import unittest
from shop import shop


class ATest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shop.add("a")

    @classmethod
    def tearDownClass(cls):
        shop.clear()

    def test_adds(self):
        self.assertEqual(shop.add("b"), 2)


class BTest(unittest.TestCase):
    def setUp(self):
        shop.add("a")
        self.addCleanup(shop.clear)

    def test_adds(self):
        self.assertEqual(shop.add("b"), 2)

    def test_adds_again(self):
        self.assertEqual(shop.add("b"), 2)

    def test_fails(self):
        seen = []
        self.assertRaisesRegex(ValueError, "no", shop.fail, seen)
        self.assertEqual(len(seen), 1)
`
  expect(answer(python('unittest', text), SHOP)).toBe('green')
})

test('pytest: fixtures, the end of a program, values that compare themselves, and the order of tests', () => {
  const text = `import pytest
from shop import shop


@pytest.fixture
def shelf():
    shop.add("a")
    yield []
    shop.clear()


@pytest.fixture
def filled(shelf):
    shelf.append(1)
    return shelf


@pytest.fixture(scope="module")
def ids():
    return shop.Ids()


def test_one_shelf(shelf, filled):
    assert len(shelf) == 1
    assert shop.add("b") == 2


def test_another_shelf(shelf):
    assert shop.add("b") == 2


def test_first(ids):
    assert ids.next() == 1


def test_second(ids):
    assert ids.next() == 2


def test_ends():
    with pytest.raises(SystemExit):
        shop.main(["--help"])


def test_half():
    assert shop.half() == 0.5


class TestOrder:
    def test_push(self):
        assert shop.add("a") == 1

    def test_again(self):
        assert shop.add("a") == 2
`
  expect(answer(python('pytest', text), SHOP)).toBe('green')
})

const COUNTS = `let count = 0
export const add = () => ++count
export const clear = () => { count = 0 }
export const fail = (seen) => { seen.push(1); throw new Error('no') }
export const soon = () => new Promise((done) => setTimeout(done, 20).unref())
`

test.each([
  [
    'AVA: what throws is called, and the error is told',
    ['ava'],
    `import test from 'ava'
import { fail } from '../src/shop.mjs'
test('fails', (t) => {
  const seen = []
  const error = t.throws(() => fail(seen))
  t.is(seen.length, 1)
  t.is(error.message, 'no')
})
`,
  ],
  [
    'Vitest: what a hook returns, and what a test hands over',
    ['vitest'],
    `import { beforeEach, expect, test } from 'vitest'
import { add, clear } from '../src/shop.mjs'
beforeEach(() => {
  add()
  return () => clear()
})
test('adds', () => { expect(add()).toBe(2) })
test('adds again', () => { expect(add()).toBe(2) })
test('hands over', ({ onTestFinished }) => {
  onTestFinished(() => add())
  expect(add()).toBe(2)
})
`,
  ],
  [
    'node:test: what a test hands over',
    ['node', '--test'],
    `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add, clear } from '../src/shop.mjs'
test('adds', (own) => {
  own.after(() => clear())
  assert.equal(add(), 1)
})
test('adds again', () => assert.equal(add(), 1))
`,
  ],
  [
    'Mocha: a change is made, what a hook returns is left alone, and a test is waited for',
    ['mocha'],
    `import { expect } from 'chai'
import { add, clear, soon } from '../src/shop.mjs'
beforeEach(() => clear)
it('changes', () => {
  expect(() => add()).to.increase(() => 0)
  expect(add()).to.equal(2)
})
it('keeps', async () => {
  await soon()
  expect(add()).to.equal(3)
})
`,
  ],
] as const)('%s', (_, argv, text) => {
  expect(answer(script(argv, text), COUNTS)).toBe('green')
})

test('tape: a test continues until it says that it has ended', () => {
  const text = `import test from 'tape'
import { add } from '../src/shop.mjs'
test('adds', (t) => {
  const later = () => {
    t.equal(add(), 1)
    t.end()
  }
  setTimeout(later, 5)
})
test('adds again', (t) => {
  t.equal(add(), 2)
  t.end()
})
`
  expect(answer(script(['tape'], text), COUNTS)).toBe('green')
})

test('a test that is given a function to call at its end tells nothing', () => {
  const text = `import { add } from '../src/shop.mjs'
it('adds', (next) => {
  const later = () => {
    expect(add()).toBe(1)
    next()
  }
  setTimeout(later, 5)
})
it('adds again', () => { expect(add()).toBe(2) })
`
  expect(answer(script(['mocha'], text), COUNTS)).toBe('cannot-tell')
})
