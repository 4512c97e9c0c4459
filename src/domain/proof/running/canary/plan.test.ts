// Where a canary goes, and what excuses a green run.
import { describe, expect, test } from 'bun:test'
import type { CanaryFile } from './in-file.ts'
import { canaryNames } from './words.ts'
import { checkCommands } from '../check-commands.ts'
import { loadedBy, planCanary } from './plan.ts'

const names = canaryNames('mfjdkslaqpwoeirutyvnbcxz')
const vitest = (from: string): string =>
  `import { expect, test } from 'vitest'\nimport { a } from '${from}'\ntest('adds', () => {\n  expect(a).toBe(1)\n})\n`
const jest = `const { a } = require('./a')\ntest('adds', () => {\n  expect(a).toBe(1)\n})\n`
const pytest = 'from shop.cart import add\n\n\ndef test_adds():\n    assert add(1, 1) == 2\n'
const go = 'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tt.Fatal("x")\n}\n'

interface Row {
  readonly run: string
  readonly files: Readonly<Record<string, string>>
  readonly changed?: readonly string[]
}

function plan({ run, files, changed = [] }: Row): string {
  const texts = new Map(Object.entries(files))
  const commands = checkCommands({ run, shell: /[|;&]/.test(run) }, { texts, paths: [...texts.keys()] })
  const tests = [...texts].map(([path, text]): CanaryFile => ({ path, text }))
  const planned = planCanary({ commands, tests, changed, texts, names })
  if (planned.kind === 'none') return planned.why
  const { put, excuse, loads, isLast } = planned.plan
  const more = [
    ...(isLast ? [] : ['not last']),
    ...(loads.length > 0 ? [`loads ${loads.join(', ')}`] : []),
    excuse ?? [],
  ]
  return [put.map(({ path }) => path).join(' + '), ...more.flat()].join('; ')
}

const helper = `${names.name}.cjs`
const late = `${names.name}-late.cjs`
const module = `${names.name}_late.py`
const EXCUSES = {
  lenient: 'the check may pass although one of its commands fails',
  command: 'the command chooses among the tests',
  settings: 'the settings of the runner choose among the tests',
  marks: 'the test file leaves tests out by a mark, or ends the process itself',
  script: 'a script decides itself how it ends',
} as const

describe('planCanary', () => {
  const rows: readonly (readonly [name: string, row: Row, said: string])[] = [
    [
      'vitest',
      { run: 'vitest run', files: { 'src/a.test.ts': vitest('./a') } },
      `src/a.test.ts + src/${names.name}.mjs`,
    ],
    [
      'jest through a script',
      { run: 'npm test', files: { 'package.json': '{"scripts":{"test":"jest"}}', 'a.test.js': jest } },
      `a.test.js + ${helper}`,
    ],
    [
      'mocha',
      { run: 'mocha', files: { 'test/a.js': jest.replaceAll('test(', 'it(') } },
      `test/a.js + test/${helper} + test/${late}`,
    ],
    [
      'tape',
      {
        run: 'tape test/*.js',
        files: { 'test/a.js': `const test = require('tape')\ntest('a', (t) => {\n  t.equal(1, 1)\n})\n` },
      },
      `test/a.js + test/${helper}`,
    ],
    [
      'ava',
      { run: 'ava', files: { 'test/a.js': `import test from 'ava'\ntest('a', (t) => {\n  t.is(1, 1)\n})\n` } },
      `test/a.js + test/_${names.name}.mjs`,
    ],
    [
      'uvu',
      {
        run: 'uvu test',
        files: { 'test/a.js': `import { test } from 'uvu'\ntest('a', () => {\n  is(1, 1)\n})\ntest.run()\n` },
      },
      `test/a.js + test/${helper}`,
    ],
    ['node --test', { run: 'node --test', files: { 'a.test.js': jest } }, `a.test.js + ${helper} + ${late}`],
    ['bun test', { run: 'bun test', files: { 'a.test.ts': jest } }, `a.test.ts + ${helper}`],
    [
      'pytest',
      { run: 'python -m pytest', files: { 'tests/test_a.py': pytest } },
      `tests/test_a.py + tests/conftest.py + tests/${module}`,
    ],
    [
      'pytest with a hook of its own',
      { run: 'pytest', files: { 'test_a.py': pytest, 'conftest.py': 'def pytest_collectstart(collector): pass' } },
      `test_a.py + ${module}`,
    ],
    [
      'go',
      { run: 'go test ./...', files: { 'a/a_test.go': go, 'go.mod': 'module example.com/a\n' } },
      `a/a_test.go + a${names.name}/a${names.name}.go`,
    ],
    [
      'go without a module',
      { run: 'go test', files: { 'a_test.go': go } },
      'no test file is known that the check runs',
    ],
    ['plain node', { run: 'node check.js', files: { 'check.js': 'require("./a")' } }, `check.js + ${helper}`],
    [
      'a script with node:test',
      { run: 'node check.js', files: { 'check.js': `require('node:test')` } },
      `check.js + ${helper} + ${late}`,
    ],
    [
      'plain python that leaves by its main block',
      { run: 'python3 check.py', files: { 'check.py': 'import a\nif __name__ == "__main__":\n    a.run()\n' } },
      `check.py; not last`,
    ],
    ['sh', { run: 'sh check.sh', files: { 'check.sh': 'set -e\ndiff a b\n' } }, `check.sh; ${EXCUSES.script}`],
    [
      'sh that starts a runner',
      { run: 'sh check.sh', files: { 'check.sh': 'set -e\npytest\n', 'test_a.py': pytest } },
      `test_a.py + conftest.py + ${module}`,
    ],
    [
      'a linter',
      { run: 'eslint .', files: { 'a.test.js': jest } },
      'the check starts no test runner that can take a canary',
    ],
    [
      'an unknown runner',
      { run: 'cargo test', files: { 'tests/a.rs': '#[test]\nfn a() {}' } },
      'the check starts no test runner that can take a canary',
    ],
    ['no test file', { run: 'vitest run', files: { 'src/a.ts': '' } }, 'no test file is known that the check runs'],
    [
      'a file for another runner',
      { run: 'jest', files: { 'a.test.ts': vitest('./a') } },
      'no test file is known that the check runs',
    ],
    [
      'a file that the command does not name',
      { run: 'vitest run src', files: { 'lib/a.test.ts': vitest('./a') } },
      'no test file is known that the check runs',
    ],
    [
      'a file that it names',
      { run: 'vitest run src', files: { 'src/a.test.ts': vitest('./a') } },
      `src/a.test.ts + src/${names.name}.mjs`,
    ],
    [
      'the one that loads changed code',
      {
        run: 'vitest run',
        files: { 'src/a.test.ts': vitest('./a'), 'src/b.test.ts': `${vitest('./b')}// longer` },
        changed: ['src/b.ts'],
      },
      `src/b.test.ts + src/${names.name}.mjs; loads src/b.ts`,
    ],
    [
      'the one without an excuse',
      {
        run: 'vitest run',
        files: {
          'src/a.test.ts': vitest('./a').replace('test(', 'test.only('),
          'src/b.test.ts': `${vitest('./b')}// longer`,
        },
      },
      `src/b.test.ts + src/${names.name}.mjs`,
    ],
    [
      'a name on the command line',
      { run: 'pytest -k cart', files: { 'test_a.py': pytest } },
      `test_a.py + conftest.py + ${module}; ${EXCUSES.command}`,
    ],
    [
      'a name in the settings',
      { run: 'pytest', files: { 'test_a.py': pytest, 'pytest.ini': '[pytest]\npython_functions = check_*\n' } },
      `test_a.py + conftest.py + ${module}; ${EXCUSES.settings}`,
    ],
    [
      'a mark on the file',
      { run: 'pytest', files: { 'test_a.py': `import pytest\npytestmark = pytest.mark.xfail\n${pytest}` } },
      `test_a.py + conftest.py + ${module}; ${EXCUSES.marks}`,
    ],
    [
      'a failure that is swallowed',
      { run: 'npm test', files: { 'package.json': '{"scripts":{"test":"jest || true"}}', 'a.test.js': jest } },
      `a.test.js + ${helper}; ${EXCUSES.lenient}`,
    ],
    [
      'output to a pipe',
      { run: 'jest | tee log', files: { 'a.test.js': jest } },
      `a.test.js + ${helper}; ${EXCUSES.lenient}`,
    ],
    [
      'commands that end in strictness',
      { run: 'eslint . && jest', files: { 'a.test.js': jest } },
      `a.test.js + ${helper}`,
    ],
    [
      'a script that goes on',
      { run: 'sh t.sh', files: { 't.sh': 'jest\neslint .\n', 'a.test.js': jest } },
      `a.test.js + ${helper}; ${EXCUSES.lenient}`,
    ],
  ]
  test.each(rows)('%s', (_, row, said) => expect(plan(row)).toBe(said))
})

describe('loadedBy', () => {
  const rows: readonly (readonly [path: string, text: string, changed: string, is: boolean])[] = [
    ['src/a.test.ts', `import { a } from './a'`, 'src/a.ts', true],
    ['src/a.test.ts', `import { a } from './a.js'`, 'src/a.ts', true],
    ['test/a.test.js', `const a = require('../src')`, 'src/index.js', true],
    ['test/a.test.js', `const a = require('../src/a')`, 'src/b.js', false],
    ['test/a.test.js', `// '../src/b'`, 'src/b.js', false],
    ['tests/test_a.py', 'from shop.cart import add', 'shop/cart.py', true],
    ['tests/test_a.py', 'from shop.cart import add', 'src/shop/cart.py', true],
    ['tests/test_a.py', 'from shop import cart', 'shop/cart.py', true],
    ['tests/test_a.py', 'import shop', 'shop/__init__.py', true],
    ['tests/test_a.py', 'import shop', 'other/workshop.py', false],
    ['a/a_test.go', 'package a', 'a/a.go', true],
    ['a/a_test.go', 'package a', 'b/b.go', false],
  ]
  test.each(rows)('%s with %s, and %s: %p', (path, text, changed, is) => {
    expect(loadedBy({ path, text }, [changed])).toEqual(is ? [changed] : [])
  })
})

test('no word of a canary stands in its files as a whole', () => {
  for (const run of [
    'vitest run',
    'jest',
    'node --test',
    'bun test',
    'pytest',
    'python3 -m unittest',
    'go test',
    'node c.js',
    'python3 c.py',
    'sh c.sh',
  ]) {
    const files = {
      'a.test.js': jest,
      'test_a.py': `${pytest}\nclass A(TestCase):\n    def test_a(self):\n        pass\n`,
      'a_test.go': go,
      'go.mod': 'module a\n',
      'c.js': 'x',
      'c.py': 'x',
      'c.sh': 'x',
    }
    const texts = new Map(Object.entries(files))
    const commands = checkCommands({ run }, { texts })
    const tests = Object.entries(files).map(([path, text]) => ({ path, text }))
    const planned = planCanary({ commands, tests, changed: [], texts, names })
    if (planned.kind === 'none') throw new Error(`${run}: ${planned.why}`)
    const all = planned.plan.put.map(({ text }) => text).join('\n')
    expect([run, all.includes(names.witness), all.includes(names.reached), /fullstop|canary/i.test(all)]).toEqual([
      run,
      false,
      false,
      false,
    ])
  }
})
