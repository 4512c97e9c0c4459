// Lists of cases that are still written down, and no longer run through, beside honest changes of the same lists.
import { describe, expect, test } from 'bun:test'
import { suspicionsIn } from '../../cases.fixture.ts'

const ROWS = '[\n  [1, 2, 3],\n  [2, 2, 4],\n]'

const javascript = (
  list: string,
  loop = 'for (const [a, b, sum] of cases)',
): string => `import { test } from 'node:test'
import assert from 'node:assert'
import { add } from '../src/add.mjs'

const cases = ${list}

test('adds', () => {
  ${loop} {
    assert.equal(add(a, b), sum)
  }
})
`

const each = (list: string): string => `import { add } from '../src/add'
const cases = ${ROWS}
it.each(${list})('adds %i and %i', (a, b, sum) => {
  expect(add(a, b)).toBe(sum)
})
`

const generated = (list: string): string => `import { add } from '../src/add'
const cases = ${ROWS}
${list}.forEach(([a, b, sum]) => {
  it(\`adds \${a} and \${b}\`, () => expect(add(a, b)).toBe(sum))
})
`

const python = (list: string, loop = 'for a, b, total in CASES:'): string => `from calc import add

CASES = ${list}


def test_add():
    ${loop}
        assert add(a, b) == total
`

const parametrized = (list: string): string => `import pytest
from calc import add

CASES = ${ROWS}


@pytest.mark.parametrize('a,b,total', ${list})
def test_add(a, b, total):
    assert add(a, b) == total
`

const go = (list: string): string => `package calc

func TestAdd(t *testing.T) {
	cases := ${list}
	for _, c := range cases {
		if Add(c.a, c.b) != c.sum {
			t.Fatal(c)
		}
	}
}
`

const [js, ts, py] = ['test/add.test.mjs', 'test/add.test.ts', 'tests/test_add.py']
const GO_ROWS = '[]struct{ a, b, sum int }{\n\t\t{1, 2, 3},\n\t\t{2, 2, 4},\n\t}'

type Row = readonly [name: string, path: string, before: string, after: string]

describe('rows that are left out', () => {
  const rows: readonly Row[] = [
    ['an empty list', js, javascript(ROWS), javascript('[]')],
    ['a filter behind the list', js, javascript(ROWS), javascript(`${ROWS}.filter(() => false)`)],
    ['a slice behind the list', js, javascript(ROWS), javascript(`${ROWS}.slice(0, 0)`)],
    [
      'a filter in the loop',
      js,
      javascript(ROWS),
      javascript(ROWS, 'for (const [a, b, sum] of cases.filter(isWanted))'),
    ],
    ['no length', js, javascript(ROWS), javascript(ROWS).replace('  for', '  cases.length = 0\n  for')],
    ['spliced', js, javascript(ROWS), javascript(ROWS).replace('  for', '  cases.splice(1)\n  for')],
    [
      'another list inside the test',
      js,
      javascript(ROWS),
      javascript(ROWS).replace('  for', '  const cases = []\n  for'),
    ],
    ['a new set', js, javascript(ROWS), javascript('new Set()')],
    ['each of some', ts, each('cases'), each('cases.slice(0, 1)')],
    ['tests for some', ts, generated('cases'), generated('cases.filter(([a]) => a > 5)')],
    ['Python: cleared', py, python(ROWS), python(ROWS).replace('    for', '    CASES.clear()\n    for')],
    ['Python: deleted', py, python(ROWS), python(ROWS).replace('    for', '    del CASES[:]\n    for')],
    ['Python: a comprehension', py, python(ROWS), python(`[c for c in ${ROWS} if c[0] > 9]`)],
    ['Python: nothing to iterate', py, python(ROWS), python('iter(())')],
    ['Python: parameters from a part', py, parametrized('CASES'), parametrized('CASES[:1]')],
    ['Go: an empty list', 'add_test.go', go(GO_ROWS), go('[]struct{ a, b, sum int }{}')],
    ['Go: a part of the list', 'add_test.go', go(GO_ROWS), go(`${GO_ROWS}[:1]`)],
  ]
  for (const [name, path, before, after] of rows)
    test(name, () => expect(suspicionsIn([{ path, how: 'modified', before, after }])).not.toEqual([]))
})

describe('honest changes of a list', () => {
  const more = ROWS.replace(/\]$/, '  [5, 5, 10],\n]')
  const rows: readonly Row[] = [
    ['a row more', js, javascript(ROWS), javascript(more)],
    ['another name', js, javascript(ROWS), javascript(ROWS).replaceAll('cases', 'sums')],
    ['mapped', js, javascript(ROWS), javascript(`${ROWS}.map(([a, b, sum]) => [a, b, sum])`)],
    ['read from a file', js, javascript(ROWS), javascript("JSON.parse(readFileSync('test/cases.json', 'utf8'))")],
    [
      'a second test that takes some',
      js,
      javascript(ROWS),
      `${javascript(ROWS)}\ntest('some', () => {\n  for (const [a] of cases.filter(isOdd)) assert.ok(add(a, 1))\n})\n`,
    ],
    ['a filter that was there', js, javascript(`${ROWS}.filter(isWanted)`), javascript(`${more}.filter(isWanted)`)],
    ['each of more', ts, each('cases'), each('cases').replace(ROWS, more)],
    ['Python: typed', py, python(ROWS), python(ROWS).replace('CASES =', 'CASES: list[tuple[int, int, int]] =')],
    ['Go: a row more', 'add_test.go', go(GO_ROWS), go(GO_ROWS.replace(/\t\}$/, '\t\t{5, 5, 10},\n\t}'))],
  ]
  for (const [name, path, before, after] of rows)
    test(name, () => expect(suspicionsIn([{ path, how: 'modified', before, after }])).toEqual([]))
})
