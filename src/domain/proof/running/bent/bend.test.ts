// Which assertions of a test file are bent, and which are left alone.
import { expect, test } from 'bun:test'
import { canaryNames } from '../canary/words.ts'
import { bendFile } from './bend.ts'

const names = canaryNames('mfjdkslaqpwoeirutyvnbcxz')
const known = {
  names,
  product: { classes: new Set(['Cart']), functions: new Set<string>(), packages: new Set<string>() },
}
const linesOf = (path: string, text: string): number[] =>
  bendFile(path.endsWith('.py') ? 'unittest' : 'node:test', { path, text }, known)?.assertions.map(
    ({ line }) => line,
  ) ?? []

const scripts: readonly (readonly [text: string, isBent: boolean])[] = [
  [`assert.equal(f(1), 'a')`, true],
  [`assert.deepEqual(f(1), { a: [1] }, 'why')`, true],
  [`test('a', () => assert.strictEqual(f(1), 2))`, true],
  [`test('a', async () => assert.equal(await f(1), 'a'));`, true],
  [`if (a) assert.equal(f(1), 2); else b()`, true],
  [`expect(f(1)).toBe(3)`, true],
  [`expect(f(1)).to.deep.equal([1])`, true],
  [`{ const expected = 'a'; assert.equal(f(1), expected) }`, true],
  [`{ const expected = 'a'; assert.equal(f(expected), expected) }`, false],
  [`{ const expected = a(); assert.equal(f(1), expected) }`, false],
  [`assert.notEqual(f(1), 'a')`, false],
  [`assert.match(f(1), /a/)`, false],
  [`assert.ok(f(1), 'a')`, false],
  [`assert.equal(f(1), g(2))`, false],
  [`assert.equal('a', 'b')`, false],
  [`assert.deepEqual(f(1), new Cart(1, ['a'], { b: 2 }))`, true],
  [`assert.deepEqual(f(1), new Cart(new Money(1)))`, true],
  [`assert.deepEqual(f(1), new Cart())`, false],
  [`assert.deepEqual(f(1), new Cart(null))`, false],
  [`assert.deepEqual(f(1), new Cart(a))`, false],
  [`assert.deepEqual(f(1), new Cart(1).items)`, false],
  [`assert.deepEqual(f(1), new Money(1))`, false],
  [`assert.deepEqual(f(1), Cart(1))`, false],
  [`expect(f(1)).not.toBe(3)`, false],
  [`expect(f(1)).toContain('a')`, false],
  [`expect(f(1)).toBeCloseTo(3)`, false],
  [`await expect(f(1)).resolves.toBe(3)`, false],
  [`expect(2).toBe(f(1))`, false],
  [`const a = assert.equal(f(1), 'a')`, false],
  [`await assert.equal(f(1), 'a')`, false],
  [`assert.equal(f(1), 'a') || b()`, false],
  [`// assert.equal(f(1), 'a')`, false],
  ['const code = `\nassert.equal(f(1), 2)\n`', false],
]
test.each(scripts)('%s', (text, isBent) => {
  expect(linesOf('a.test.js', text).length > 0).toBe(isBent)
})

const pythons: readonly (readonly [text: string, isBent: boolean])[] = [
  [`self.assertEqual(f(1), [1, 2])`, true],
  [`self.assertEqual("a", f(1), "why")`, true],
  [`self.assertEqual(\n    f(1),\n    {"a": 1},\n)`, true],
  [`self.assertIs(f(1), True)`, true],
  [`assert f(1) == "a"`, true],
  [`assert f(x == 1) == 2, "why"`, true],
  [`assert f(1) is False`, true],
  [`expected = "a"\nself.assertEqual(f(1), expected)`, true],
  [`expected = "a"\nself.assertEqual(f(expected), expected)`, false],
  [`self.assertNotEqual(f(1), 1)`, false],
  [`self.assertAlmostEqual(f(1), 1.5)`, true],
  [`self.assertAlmostEqual(f(1), 1.5, places=2)`, true],
  [`self.assertAlmostEqual(f(1), 1.5, 3)`, true],
  [`self.assertAlmostEqual(f(1), 1.5, delta=0.1)`, false],
  [`self.assertAlmostEqual(f(1), 1.5, places=-9)`, false],
  [`self.assertAlmostEqual(f(1), 1.5, 3, "why")`, false],
  [`self.assertIn(f(1), "abc")`, false],
  [`self.assertIs(f(1), None)`, false],
  [`self.assertEqual(f(1), Money(1))`, false],
  [`self.assertEqual(f(1), Cart(Money(1), name="a"))`, true],
  [`assert f(1) == Cart([1])`, true],
  [`assert f(1) == Cart(name=a)`, false],
  [`assert f(1) == Cart(1).items`, false],
  [`self.assertEqual(*f(1), 2)`, false],
  [`assert f(1) != "a"`, false],
  [`assert f(1) == "a" or g(1)`, false],
  [`assert not f(1) == "a"`, false],
  [`assert 0 < f(1) == 1`, false],
  [`assert f(1) == approx(1.5)`, false],
  [`with a: assert f(1) == 2`, false],
  [`assert f(1) == 2; b()`, false],
  [`"""\nassert f(1) == 2\n"""`, false],
]
test.each(pythons)('%s', (text, isBent) => {
  expect(linesOf('test_a.py', `${text}\n`).length > 0).toBe(isBent)
})

test.each([
  [
    'a.test.js',
    `for (const [given, want] of [\n  ['a', 1],\n  ['b', 2],\n]) {\n  assert.equal(f(given), want)\n}\n`,
    `\n  ['a', 7368788],\n  ['b', 7368789],\n`,
  ],
  [
    'test_a.py',
    `import pytest\nfrom decimal import Decimal as D\n\n\n@pytest.mark.parametrize("given, want", [("a", D("1")), ("b", D("2"))])\ndef test_f(given, want):\n    assert f(given) == want\n`,
    `[("a", D("7368788")), ("b", D("7368789"))]`,
  ],
  [
    'a.test.js',
    `for (const [given, want] of [['a', 1], ['b', null]]) {\n  assert.equal(f(given), want)\n}\n`,
    undefined,
  ],
  ['a.test.js', `for (const [given, want] of [['a', 1]]) {\n  assert.equal(f(want), want)\n}\n`, undefined],
  ['a.test.js', `for (const want of [new Cart(1)]) {\n  assert.equal(f(), want)\n}\n`, undefined],
])('a column of a table is changed if all its values can be: %s %s', (path, text, bent) => {
  const runner = path.endsWith('.py') ? 'pytest' : 'node:test'
  const file = bendFile(runner, { path, text }, known)?.put[0]
  if (bent === undefined) expect(file).toBeUndefined()
  else expect(file?.text).toContain(bent)
})

test('a literal alone is changed, and the line of the assertion stays one', () => {
  const text = `test('a', () => {\n  assert.equal(f(15), '15ms')\n})\n`
  const [file] = bendFile('node:test', { path: 'a.test.js', text }, known)?.put ?? []
  expect(file?.text).toContain(`\nassert.equal(f(15), '${names.name}')\n`)
  expect(file?.text).not.toContain(names.reached)
})

test('of a value that a class builds all literals are changed, and one of them shows that the assertion can tell', () => {
  const text = `test('a', () => {\n  assert.deepEqual(f(1), new Cart('a', [2]))\n})\n`
  const { put = [], assertions } = bendFile('node:test', { path: 'a.test.js', text }, known) ?? {}
  expect(put[0]?.text).toContain(`\nassert.deepEqual(f(1), new Cart('${names.name}', [7368789]))\n`)
  expect(put[0]?.text).toContain(`() => assert.deepEqual('a', '${names.name}')`)
  expect(assertions).toEqual([{ line: 2, written: `assert.deepEqual(f(1), new Cart('a', [2]))`, isBuilt: true }])
})
