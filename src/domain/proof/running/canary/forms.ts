// The ways in which a canary fails. It must fail by each of them, one after the other, and passes at the first that does not:
// assertions may be defused for some values, some methods or some statements only.

/** Calls on `assert`, as `node:assert` has it. */
const OF_ASSERT = [
  'strictEqual(1, 2)',
  'deepStrictEqual({ a: 1 }, { a: 2 })',
  'equal(1, 2)',
  'deepEqual([1], [2])',
  'notStrictEqual(1, 1)',
  'ok(false)',
  `match('abc', /z/)`,
  'throws(() => {})',
  'doesNotThrow(() => { throw new Error(1) })',
]
const LATER_OF_ASSERT = ['rejects(Promise.resolve(1))']

/** What tests ask of plain values, in place of their own comparison. */
const OF_VALUES = [
  `'abc'.includes('z')`,
  `'abc'.startsWith('z')`,
  '[1].includes(2)',
  '[1, 2].some((one) => one === 3)',
  '[1, 2].every((one) => one === 1)',
  '/z/.test("abc")',
  'Object.is(1, 2)',
  'new Set([1]).has(2)',
  '[] instanceof Error',
  'Object.keys({}).length === 1',
  'JSON.stringify({ a: 1 }) === JSON.stringify({ a: 2 })',
  'JSON.stringify([1]) === JSON.stringify([2])',
  'String([1]) === String([2])',
]

const OF_EXPECT = [
  '(1).toBe(2)',
  '({ a: 1 }).toEqual({ a: 2 })',
  `('abc').toContain('z')`,
  '(false).toBeTruthy()',
  '(() => {}).toThrow()',
  '({ a: 1 }).toStrictEqual({ a: 2 })',
  '({ a: 1 }).toMatchObject({ a: 2 })',
  '([1]).toHaveLength(2)',
  `('abc').toMatch(/z/)`,
  '(1).toBeCloseTo(2)',
  '(1).toBeGreaterThan(2)',
  '(1).not.toBe(1)',
  '(Promise.resolve(1)).resolves.toBe(2)',
]

const OF_UVU = ['is(1, 2)', 'equal({ a: 1 }, { a: 2 })', 'ok(false)', 'throws(() => {})']

const ASSERT = `const assert = require('node:assert'); const strict = require('node:assert/strict');`

/**
 * Statements of an `async` function: it returns where one does not fail, and ends by failing. `bent` is a name that says
 * whether a clock is.
 */
export function failsByAssert(): string {
  const calls = ['assert', 'strict'].flatMap((name) =>
    [...OF_ASSERT, ...LATER_OF_ASSERT].map((call) => `${name}.${call}`),
  )
  return `${ASSERT} ${failsBy(calls)}`
}

/** The same for a program, which waits for nothing. */
export function programFailsByAssert(): string {
  const calls = ['assert', 'strict'].flatMap((name) => OF_ASSERT.map((call) => `${name}.${call}`))
  return `${ASSERT} ${failsBy(calls, '')}`
}

/** The function of a module that is loaded late: it fails if each of the calls does. */
export function lateByAssert(): string {
  return `async () => { const bent = false; ${failsByAssert()} }`
}

export function failsByExpect(expect: string): string {
  return failsBy(OF_EXPECT.map((call) => `${expect}${call}`))
}

export function failsByUvu(): string {
  return `const assert = require('uvu/assert'); ${failsBy(OF_UVU.map((call) => `assert.${call}`))}`
}

function failsBy(calls: readonly string[], wait = 'await '): string {
  const [first = ''] = calls
  const values = ['bent', ...OF_VALUES].map((value) => `if (!(${value})) throw 1`)
  const tried = [...calls.map((call) => `return ${call}`), ...values].map((call) => `() => { ${call} }`)
  return `for (const one of [${tried.join(', ')}]) { let fails = false; try { ${wait}one() } catch { fails = true } if (!fails) return } ${first}`
}

const OF_TEST_CASE = [
  'self.assertEqual(1, 2)',
  'self.assertEqual("a", "b")',
  'self.assertEqual([1], [2])',
  'self.assertEqual({"a": 1}, {"a": 2})',
  'self.assertNotEqual(1, 1)',
  'self.assertAlmostEqual(1, 2)',
  'self.assertTrue(False)',
  'self.assertFalse(True)',
  'self.assertIn(1, [2])',
  'self.assertIsNone(1)',
  'self.assertIsInstance("a", int)',
  'self.assertGreater(1, 2)',
  'self.assertRegex("abc", "z")',
  'self.assertCountEqual([1], [2])',
  'self.assertRaises(ValueError, int)',
]

/** `python -O` leaves statements out, which is nobody's rig. */
const OF_STATEMENTS = [
  'assert 1 == 2',
  'assert [1] == [2]',
  'assert "a" in "bc"',
  'assert isinstance("a", int)',
  'assert all([True, False])',
  'assert any([False])',
  'assert len([1]) == 2',
  'assert sorted([2, 1]) == [2, 1]',
  'assert sum([1, 2]) == 4',
  'assert abs(1 - 2) < 0.5',
  'assert str([1]) == str([2])',
  'assert repr("a") == repr("b")',
  'assert json.dumps({"a": 1}) == json.dumps({"a": 2})',
  'assert math.isclose(1, 2)',
  'assert re.search("z", "abc")',
]
const OF_PYTEST = ['assert 1 == pytest.approx(2)', 'pytest.raises(ValueError, int)']

/** The body of a Python function, indented by `indent`; `bent` is a name that says whether a clock is. */
export function failsByTestCase(indent: string, bent: string): string {
  const forms = OF_TEST_CASE.map((call) => pythonForm(call, indent)).join('')
  return `${forms}${failsByStatements(indent, bent)}${indent}self.assertEqual(1, 2)\n`
}

export function failsByPytest(indent: string, bent: string): string {
  const forms = OF_PYTEST.map((call) => pythonForm(call, indent)).join('')
  return `${indent}import pytest\n${forms}${failsByStatements(indent, bent)}${indent}assert 1 == 2\n`
}

function failsByStatements(indent: string, bent: string): string {
  const forms = OF_STATEMENTS.map((statement) => pythonForm(statement, `${indent}    `)).join('')
  const head = `${indent}import json, math, re, sys\n${indent}if ${bent}:\n${indent}    return\n`
  return `${head}${indent}if not sys.flags.optimize:\n${forms}`
}

/** A module whose `holds()` says whether each of the statements fails in it. */
export function moduleOfStatements(): string {
  const forms = OF_STATEMENTS.map((statement) => pythonForm(statement, '    ', 'return False')).join('')
  return `import json, math, re, sys\n\n\ndef holds():\n    if sys.flags.optimize:\n        return True\n${forms}    return True\n`
}

/** What pytest raises is no `Exception`. */
function pythonForm(statement: string, indent: string, otherwise = 'return'): string {
  return `${indent}try:\n${indent}    ${statement}\n${indent}except BaseException:\n${indent}    pass\n${indent}else:\n${indent}    ${otherwise}\n`
}
