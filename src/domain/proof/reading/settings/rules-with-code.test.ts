// Single rules of linters that are given up while code changes: a note where nothing can run.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../../../contract/change.ts'
import { readChange } from '../read-change.ts'

const CODE: FileChange = { path: 'shop/cart.py', how: 'modified', before: 'SIZE = 1\n', after: 'SIZE = 2\n' }

const BEFORE = `[tool.ruff.lint]
select = ["E", "F", "UP"]
ignore = ["E501"]

[tool.pytest.ini_options]
testpaths = ["tests"]
`

function config(from: string, to: string): FileChange {
  return { path: 'pyproject.toml', how: 'modified', before: BEFORE, after: BEFORE.replace(from, to) }
}

function suspicionsIn(changes: readonly FileChange[], isOnlyRead: boolean): string[] {
  return readChange(changes, { isOnlyRead }).suspicions.map(({ what }) => what)
}

test('a rule that goes with code', () => {
  const rule = config('"E501"', '"E501", "UP007"')
  expect(suspicionsIn([CODE, rule], false)).toEqual(['"UP007" added to ignore'])
  expect(suspicionsIn([CODE, rule], true)).toEqual([])
  expect(readChange([CODE, rule], { isOnlyRead: true }).notes.map(({ what }) => what)).toContain(
    '"UP007" added to ignore',
  )
  expect(suspicionsIn([rule], true)).toEqual(['"UP007" added to ignore'])
})

test.each([
  ['tests that are left out', config('testpaths', 'addopts = "--ignore=tests/test_cart.py"\ntestpaths')],
  ['rules of a whole kind', config('"F", ', '')],
])('%s are no single rule', (_, change) => {
  expect(suspicionsIn([CODE, change], true)).toHaveLength(1)
})
