// The ways in which a canary fails. It must fail by each of them, one after the other, and passes at the first that does not:
// assertions may be defused for some values, some methods or some statements only.

/** Calls on `assert`, as `node:assert` has it. */
const OF_ASSERT = [
  'strictEqual(1, 2)',
  'deepStrictEqual({ a: 1 }, { a: 2 })',
  'equal(1, 2)',
  'deepEqual([1], [2])',
  `ok('abc'.includes('z'))`,
  `match('abc', /z/)`,
  'throws(() => {})',
]

const OF_EXPECT = [
  '(1).toBe(2)',
  '({ a: 1 }).toEqual({ a: 2 })',
  `('abc').toContain('z')`,
  '(false).toBeTruthy()',
  '(() => {}).toThrow()',
]

const OF_UVU = ['is(1, 2)', 'equal({ a: 1 }, { a: 2 })', 'ok(false)', 'throws(() => {})']

/** Statements of a JavaScript function: it returns where one does not fail, and ends by failing. */
export function failsByAssert(): string {
  const calls = ['assert', 'strict'].flatMap((name) => OF_ASSERT.map((call) => `${name}.${call}`))
  return `const assert = require('node:assert'); const strict = require('node:assert/strict'); ${failsBy(calls)}`
}

export function failsByExpect(expect: string): string {
  return failsBy(OF_EXPECT.map((call) => `${expect}${call}`))
}

export function failsByUvu(): string {
  return `const assert = require('uvu/assert'); ${failsBy(OF_UVU.map((call) => `assert.${call}`))}`
}

function failsBy(calls: readonly string[]): string {
  const [first = ''] = calls
  const tried = calls.map((call) => `() => { ${call} }`)
  return `for (const one of [${tried.join(', ')}]) { let fails = false; try { one() } catch { fails = true } if (!fails) return } ${first}`
}

const OF_TEST_CASE = [
  'self.assertEqual(1, 2)',
  'self.assertEqual("a", "b")',
  'self.assertEqual([1], [2])',
  'self.assertEqual({"a": 1}, {"a": 2})',
  'self.assertTrue(False)',
  'self.assertIn(1, [2])',
  'self.assertRaises(ValueError, int)',
]

/** `python -O` leaves statements out, which is nobody's rig. */
const OF_STATEMENTS = ['assert 1 == 2', 'assert [1] == [2]', 'assert "a" in "bc"']

/** The body of a Python function, indented by `indent`. */
export function failsByTestCase(indent: string): string {
  const forms = OF_TEST_CASE.map((call) => pythonForm(call, indent)).join('')
  return `${forms}${failsByStatements(indent)}${indent}self.assertEqual(1, 2)\n`
}

export function failsByStatements(indent: string): string {
  const forms = OF_STATEMENTS.map((statement) => pythonForm(statement, `${indent}    `))
  return `${indent}import sys\n${indent}if not sys.flags.optimize:\n${forms.join('')}`
}

function pythonForm(statement: string, indent: string): string {
  return `${indent}try:\n${indent}    ${statement}\n${indent}except Exception:\n${indent}    pass\n${indent}else:\n${indent}    return\n`
}
