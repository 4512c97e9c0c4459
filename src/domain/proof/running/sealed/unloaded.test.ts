// Recorded runs of tests over code that lost a name or a module: by node 20.20, Vitest 2.1, Jest 29.7, Mocha 10, Bun 1.4,
// pytest 9.1, Python 3.11, Go 1.19, Cargo and tsc. `gone`: nothing else fails. `mixed`: one test runs and fails, too.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRan } from '../../../checks/ran/ran.ts'
import type { CopyOutcome } from '../copy-outcome.ts'
import { judgeSealed } from './judge.ts'

const folder = join(import.meta.dirname, 'fixtures')
const passed: CopyOutcome = { kind: 'ran', end: { result: 'passed', why: 'exit 0' }, output: '' }
const plan = {
  put: [{ path: 'test/name.test.ts', text: '' }],
  cases: 1,
  deletedCases: 0,
  newTests: [] as string[],
  goneNames: ['total', 'old'],
}

function judged(file: string, command: string, more: Partial<typeof plan> = {}): ReturnType<typeof judgeSealed> {
  const output = readFileSync(join(folder, `${file}.txt`), 'utf8')
  const end = { result: 'failed' as const, why: 'exit 1' }
  const ran = readRan({ command, output, isCut: false })
  const sealed: CopyOutcome = { kind: 'ran', end, output, ran }
  return judgeSealed({
    command,
    sealed,
    control: passed,
    again: sealed,
    plan: { ...plan, ...more },
    root: '/home/ada/shop',
  })
}

const LOAD = 'tests from the start of the task do not load with the new code: '
const NEED = 'tests from the start of the task need what the new code no longer has: '
const rows: readonly (readonly [file: string, command: string, why: string, fails?: string])[] = [
  ['node-tap', 'node --test', `${LOAD}test/module.test.mjs, test/name.test.mjs`, 'not ok - adds wrong'],
  ['node-spec', 'node --test', `${LOAD}test/module.test.mjs, test/name.test.mjs`, '✖ adds wrong'],
  ['vitest', 'vitest run', `${LOAD}test/module.test.mjs`, 'FAIL test/wrong.test.mjs > adds wrong'],
  ['jest', 'jest', `${LOAD}test/module.test.js`, '● adds wrong'],
  ['mocha', 'mocha', `${NEED}total`, 'adds wrong'],
  ['mocha-module', 'mocha', 'the sealed run failed before any of the known tests ran'],
  ['bun', 'bun test', `${LOAD}test/module.test.mjs, test/name.test.mjs`, '(fail) adds wrong'],
  ['pytest', 'pytest', `${LOAD}tests/test_module.py, tests/test_name.py`, 'FAILED tests/test_wrong.py::test_wrong'],
  ['pytest-interrupted', 'pytest', `${LOAD}tests/test_module.py, tests/test_name.py`],
  ['unittest', 'python3 -m unittest', `${LOAD}tests.test_module, tests.test_name`, 'FAIL: test_wrong'],
  ['go', 'go test ./...', `${LOAD}shop/old2, shop/fee`, '--- FAIL: TestAdds'],
  ['cargo', 'cargo test', 'the sealed run failed before any of the known tests ran'],
  ['tsc', 'tsc -p .', 'tests from the start of the task do not fit the new code: test/name.test.ts'],
]

test.each(rows)('%s: tests that do not get as far as running accuse nobody', (file, command, why) => {
  expect(judged(`gone/${file}`, command)).toEqual({ answer: 'cannot-tell', why })
})

const both = rows.flatMap(([file, command, , fails]) => (fails === undefined ? [] : [[file, command, fails] as const]))
test.each(both)('%s: a test that runs and fails is shown', (file, command, fails) => {
  const { answer, tests = [] } = judged(`mixed/${file}`, command)
  expect(answer).toBe('red')
  expect(tests.some((line) => line.includes(fails))).toBeTrue()
  expect(tests.filter((line) => /module\.test|test_module|old2|fee_test|Failed to import/.test(line))).toEqual([])
})

test.each(['mocha', 'vitest', 'jest', 'pytest', 'unittest'])(
  '%s: a name that the code still has is no excuse',
  (file) => {
    const [, command = ''] = rows.find(([name]) => name === file) ?? []
    expect(judged(`gone/${file}`, command, { goneNames: [] }).answer).toBe('red')
  },
)

test('new test files that do not load with the helpers of the start are called new', () => {
  const newTests = ['test/module.test.mjs', 'test/name.test.mjs']
  const why = 'only new tests fail with the settings and helpers of the start'
  expect(judged('gone/bun', 'bun test', { newTests })).toEqual({ answer: 'cannot-tell', why })
})
