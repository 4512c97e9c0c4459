// The canary over the start takes nothing from now but its words.
import { expect, test } from 'bun:test'
import type { FileChange } from '../../../../contract/change.ts'
import { planCanaryAtStart } from './at-start.ts'
import { canaryNames } from './words.ts'
import { checkCommands } from '../check-commands.ts'

const names = canaryNames('mfjdkslaqpwoeirutyvnbcxz')
const body = 'from cart import add\n\n\ndef test_adds():\n    assert add(1, 1) == 2\n'
const marked = `import pytest\npytestmark = pytest.mark.xfail\n${body}`

function atStart(
  run: string,
  now: Readonly<Record<string, string>>,
  file: string,
  changes: readonly FileChange[],
): Record<string, string> | undefined {
  const texts = new Map(Object.entries(now))
  const tests = Object.entries(now).map(([path, text]) => ({ path, text }))
  const asked = { commands: checkCommands({ run }, { texts }), tests, changed: [], texts, names }
  const plan = planCanaryAtStart(asked, file, changes)
  return (
    plan && { ...Object.fromEntries(plan.put.map(({ path, text }) => [path, text])), removed: plan.remove.join(' ') }
  )
}

test('the test file and its fixtures as they were, and the code', () => {
  const changes: FileChange[] = [
    { path: 'test_a.py', how: 'modified', before: body, after: marked },
    { path: 'conftest.py', how: 'added', after: 'RIG = 1\n' },
    { path: 'cart.py', how: 'modified', before: 'old', after: 'new' },
    { path: 'more.py', how: 'added', after: 'x' },
  ]
  const put = atStart('pytest', { 'test_a.py': marked, 'conftest.py': 'RIG = 1\n' }, 'test_a.py', changes)
  expect(put?.['test_a.py']).toStartWith(body)
  expect(put?.['test_a.py']).toContain(`test_${names.name}`)
  expect(put?.['conftest.py']).toContain('pytest_collectstart')
  expect(put?.['conftest.py']).not.toContain('RIG')
  expect(put?.['cart.py']).toBe('old')
  expect(put?.['removed']).toBe('more.py')
})

test('a script as it was', () => {
  const changes: FileChange[] = [{ path: 't.js', how: 'modified', before: 'check()\n', after: 'process.exit(0)\n' }]
  const put = atStart('node t.js', { 't.js': 'process.exit(0)\n' }, 't.js', changes)
  expect(put?.['t.js']).toContain('check()')
  expect(put?.['t.js']).not.toContain('exit')
})

test('an unchanged test file', () => {
  expect(atStart('pytest', { 'test_a.py': body }, 'test_a.py', [])?.['test_a.py']).toStartWith(body)
})

test('a test file that is new', () => {
  expect(
    atStart('pytest', { 'test_a.py': body }, 'test_a.py', [{ path: 'test_a.py', how: 'added', after: body }]),
  ).toBeUndefined()
})
