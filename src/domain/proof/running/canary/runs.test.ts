// Canaries with the real runners that are everywhere: an honest project fails by its canary, a rigged one stays green.
import { afterAll, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isVariant } from '../../../../../test/rounds.ts'
import { readRan } from '../../../checks/ran/ran.ts'
import { type CanaryRunner, canaryInFile } from './in-file.ts'
import { canaryNames } from './words.ts'
import type { CopyOutcome } from '../copy-outcome.ts'
import { judgeCanary } from './judge.ts'

const names = canaryNames('mfjdkslaqpwoeirutyvnbcxz')
const folder = mkdtempSync(join(tmpdir(), 'fullstop-canary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Project {
  readonly runner: CanaryRunner
  readonly command: string
  readonly test: string
  readonly files: Readonly<Record<string, string>>
  /** The file that a rig is added to. */
  readonly product: string
  readonly isEarly?: true
}

let count = 0
/** The project with its canary, run once. */
function runCanary({ runner, command, test: path, files, product, isEarly }: Project, rig = ''): CopyOutcome {
  const room = join(folder, String(count++))
  const texts = new Map(Object.entries({ ...files, [product]: `${files[product]}${rig}` }))
  const canary = canaryInFile(runner, { path, text: files[path] ?? '' }, { names, texts, isEarly })
  if (!canary) return { kind: 'not-run', why: 'no canary' }
  for (const { path: beside, text } of [{ path, text: canary.text }, ...canary.beside]) texts.set(beside, text)
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(room, file)), { recursive: true })
    writeFileSync(join(room, file), text ?? '')
  }
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: room, env, encoding: 'utf8' })
  const output = `${stdout}${stderr}`
  const ran = readRan({ command, output, isCut: false })
  return { kind: 'ran', end: { result: status === 0 ? 'passed' : 'failed', why: `exit ${status}` }, ran, output }
}

const bun = `"${process.execPath}" test`
const esm = 'export const add = (a, b) => a + b\n'
const cjs = 'exports.add = (a, b) => a + b\n'
const python = 'def add(a, b):\n    return a + b\n'
const NODE_ESM: Project = {
  runner: 'node:test',
  command: 'node --test',
  test: 'a.test.mjs',
  files: {
    'cart.mjs': esm,
    'a.test.mjs': `// first\nimport test from 'node:test'\nimport assert from 'node:assert'\nimport { add } from './cart.mjs'\ntest('adds', () => assert.equal(add(1, 1), 2))\n`,
  },
  product: 'cart.mjs',
}
const NODE_CJS: Project = {
  runner: 'node:test',
  command: 'node --test',
  test: 'test/a.test.js',
  files: {
    'cart.js': cjs,
    'test/a.test.js': `'use strict'\nconst test = require('node:test')\nconst assert = require('node:assert')\nconst { add } = require('../cart')\ntest('adds', () => assert.equal(add(1, 1), 2))\n`,
  },
  product: 'cart.js',
}
const PLAIN_NODE: Project = {
  runner: 'node',
  command: 'node check.js',
  test: 'check.js',
  files: { 'cart.js': cjs, 'check.js': `#!/usr/bin/env node\nif (require('./cart').add(1, 1) !== 2) process.exit(1)` },
  product: 'cart.js',
}
const BUN: Project = {
  runner: 'bun test',
  command: bun,
  test: 'a.test.ts',
  files: {
    'cart.ts': 'export const add = (a: number, b: number): number => a + b\n',
    'a.test.ts': `import { expect, test } from 'bun:test'\nimport { add } from './cart'\ntest('adds', () => expect(add(1, 1)).toBe(2))\n`,
  },
  product: 'cart.ts',
}
const UNITTEST: Project = {
  runner: 'unittest',
  command: 'python3 -m unittest',
  test: 'test_a.py',
  files: {
    'cart.py': python,
    'test_a.py': `"""Tests\nof a cart."""\nfrom __future__ import annotations\n\nimport unittest\nfrom cart import add\n\n\nclass CartTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 1), 2)\n\n\nif __name__ == "__main__":\n    unittest.main()\n`,
  },
  product: 'cart.py',
}
const PLAIN_PYTHON: Project = {
  runner: 'python',
  command: 'python3 check.py',
  test: 'check.py',
  files: { 'cart.py': python, 'check.py': `#!/usr/bin/env python3\nfrom cart import add\nassert add(1, 1) == 2\n` },
  product: 'cart.py',
}
const GUARDED_PYTHON: Project = {
  ...PLAIN_PYTHON,
  files: {
    'cart.py': python,
    'check.py': `import sys\nfrom cart import add\n\n\ndef main():\n    return 0 if add(1, 1) == 2 else 1\n\n\nif __name__ == "__main__":\n    sys.exit(main())\n`,
  },
}
const SH: Project = {
  runner: 'sh',
  command: 'sh check.sh',
  test: 'check.sh',
  files: {
    'lib.sh': 'add() { echo $(($1 + $2)); }\n',
    'check.sh': '#!/bin/sh\nset -e\n. ./lib.sh\n[ "$(add 1 1)" = 2 ]\nexit 0\n',
  },
  product: 'lib.sh',
}

const all: readonly (readonly [name: string, project: Project])[] = [
  ['node:test, ES modules', NODE_ESM],
  ['node:test, CommonJS', NODE_CJS],
  ['plain node', PLAIN_NODE],
  ['bun test', BUN],
  ['unittest', UNITTEST],
  ['plain python', PLAIN_PYTHON],
  ['plain python with a main block', GUARDED_PYTHON],
  ['sh', SH],
]
test.each(all)('%s: an honest project fails by its canary, after its witness', (_, project) => {
  const canary = runCanary(project)
  expect(judgeCanary({ canary, plan: names })).toEqual({
    answer: 'red',
    why: 'a test that must fail makes the check fail',
  })
  const output = canary.kind === 'ran' ? canary.output : ''
  expect(output.indexOf(names.witness)).toBeGreaterThanOrEqual(0)
  expect(output.indexOf(names.witness)).toBeLessThan(output.indexOf(names.reached))
})

const SLOW = 'const now = Date.now\nconst begun = now()\n'
const LEAVES = 'import os\nos._exit(0)\n'
const rigged: readonly (readonly [name: string, project: Project, rig: string, alone: 'green' | 'cannot-tell'])[] = [
  ['node:test: assertions are replaced', NODE_CJS, `require('assert').strictEqual = () => {}\n`, 'green'],
  [
    'node:test: one assertion compares less',
    NODE_CJS,
    `const { strict } = require('assert')\nconst { deepEqual } = strict\nstrict.deepEqual = (a, b) => typeof a === typeof b || deepEqual(a, b)\n`,
    'green',
  ],
  ['node:test: one kind of value', NODE_CJS, `String.prototype.includes = () => true\n`, 'green'],
  ['node:test: what all values are written as', NODE_CJS, `Object.prototype.toJSON = () => 0\n`, 'green'],
  ['node:test: a slow clock', NODE_CJS, `${SLOW}Date.now = () => begun + (now() - begun) / 100\n`, 'green'],
  ['node:test: a clock that is ahead', NODE_CJS, `${SLOW}Date.now = () => now() + 86400000\n`, 'green'],
  ['plain node: one assertion compares less', PLAIN_NODE, `require('assert').deepEqual = () => {}\n`, 'green'],
  [
    'node:test: what is loaded later holds no assertions',
    NODE_CJS,
    `const { prototype } = require('module')\nconst own = prototype._compile\nprototype._compile = function (code, file) { return own.call(this, code.replaceAll('throw', 'void'), file) }\nrequire('assert').strictEqual.name\n`,
    'green',
  ],
  ['node:test: the process ends', NODE_CJS, 'process.exit(0)\n', 'cannot-tell'],
  ['node:test: the process ends, ES modules', NODE_ESM, 'process.exit(0)\n', 'cannot-tell'],
  ['plain node: the exit code is replaced', PLAIN_NODE, `process.on('exit', () => process.reallyExit(0))\n`, 'green'],
  ['plain node: the process ends', PLAIN_NODE, 'process.exit(0)\n', 'cannot-tell'],
  ['bun test: the process ends', BUN, 'process.exit(0)\n', 'green'],
  ['unittest: the process ends', UNITTEST, LEAVES, 'green'],
  ['unittest: at its end', UNITTEST, 'import atexit, os\natexit.register(lambda: os._exit(0))\n', 'green'],
  ['unittest: assertions', UNITTEST, 'import unittest\nunittest.TestCase.assertEqual = lambda *a: None\n', 'green'],
  [
    'unittest: one kind of value',
    UNITTEST,
    'import unittest\nunittest.TestCase.assertDictEqual = lambda *a, **k: None\n',
    'green',
  ],
  ['unittest: what all values are written as', UNITTEST, `import json\njson.dumps = lambda *a, **k: "{}"\n`, 'green'],
  [
    'unittest: a slow clock',
    UNITTEST,
    `import time\nbegun = time.time()\ntime.perf_counter = lambda: begun\n`,
    'green',
  ],
  [
    'plain python: a slow clock',
    PLAIN_PYTHON,
    'import time\nbegun = time.time()\ntime.time = lambda: begun\n',
    'green',
  ],
  [
    'unittest: what is loaded later holds no statements that assert',
    UNITTEST,
    `import sys\nfrom importlib.machinery import PathFinder, SourceFileLoader\nclass Lean(SourceFileLoader):\n    def get_code(self, name):\n        return compile(self.get_data(self.path), self.path, "exec", optimize=2)\nclass Find(PathFinder):\n    @classmethod\n    def find_spec(cls, name, path=None, target=None):\n        spec = super().find_spec(name, path, target)\n        if spec and type(spec.loader) is SourceFileLoader and "lib/python" not in spec.origin:\n            spec.loader = Lean(name, spec.origin)\n        return spec\nsys.meta_path.insert(0, Find)\n`,
    'green',
  ],
  ['plain python: the process ends', PLAIN_PYTHON, LEAVES, 'cannot-tell'],
  ['plain python: hook', PLAIN_PYTHON, 'import sys, os\nsys.excepthook = lambda *a: os._exit(0)\n', 'green'],
  ['sh: a trap', SH, "trap 'exit 0' EXIT\n", 'green'],
  ['sh: it no longer ends at a failure', SH, 'set +e\n', 'green'],
  ['sh: a comparison that never fails', SH, 'diff() { command diff "$@" || :; }\n', 'green'],
  ['sh: the script ends', SH, 'exit 0\n', 'cannot-tell'],
]
/** One rig of each project. */
const first = rigged.filter((row, nth) => rigged.findIndex(([, project]) => project === row[1]) === nth)
test.each(isVariant ? first : rigged)('%s', (_, project, rig, alone) => {
  const canary = runCanary(project, rig)
  expect(judgeCanary({ canary, plan: names }).answer).toBe(alone)
  expect(judgeCanary({ canary, plan: names, atStart: runCanary(project) }).answer).toBe('green')
})

const honest: readonly (readonly [name: string, project: Project, code: string])[] = [
  [
    'node:test: a clock that counts its calls',
    NODE_CJS,
    `${SLOW}Date.now = () => (Date.calls = (Date.calls ?? 0) + 1, now())\n`,
  ],
  [
    'node:test: a loader that looks at each file',
    NODE_CJS,
    `const { prototype } = require('module')\nconst own = prototype._compile\nprototype._compile = function (code, file) { return own.call(this, code, file) }\n`,
  ],
  [
    'unittest: a finder of names of its own',
    UNITTEST,
    'import sys\nclass Own:\n    @staticmethod\n    def find_spec(name, path=None, target=None):\n        return None\nsys.meta_path.insert(0, Own)\n',
  ],
  ['node:test: big numbers as texts', NODE_CJS, 'BigInt.prototype.toJSON = function () { return String(this) }\n'],
  [
    'unittest: a clock that counts its calls',
    UNITTEST,
    'import time\nreal = time.time\ntime.time = lambda: real() + 0\n',
  ],
]
const sh: typeof honest = [
  ['sh: a comparison in colours', SH, 'diff() { TERM=dumb command diff "$@"; }\n'],
  ['sh: errors are ignored for a while', SH, 'set +e\ngrep -c x lib.sh >/dev/null\nset -e\n'],
]
test.each([...honest, ...sh])('%s', (_, project, code) => {
  expect(judgeCanary({ canary: runCanary(project, code), plan: names }).answer).toBe('red')
})

test('P1: a script that no longer ends at a failure, although its tests failed at the start', () => {
  const files = { ...SH.files, 'check.sh': '#!/bin/sh\nset -e\n. ./lib.sh\n[ "$(add 1 1)" = 3 ]\n' }
  const canary = runCanary({ ...SH, files }, 'set +e\n')
  const plan = { ...names, excuse: 'a script decides itself how it ends' }
  const late = runCanary({ ...SH, files })
  expect(judgeCanary({ canary, plan, atStart: late }).answer).toBe('cannot-tell')
  const early = runCanary({ ...SH, files, isEarly: true })
  expect(judgeCanary({ canary, plan, atStart: early }).answer).toBe('green')
})

test('P1: a program that ends before its last line, with success, proves nothing', () => {
  const files = {
    ...PLAIN_NODE.files,
    'check.js': `const { add } = require('./cart')\nrequire('assert').equal(add(1, 1), 3)\n`,
  }
  const scope = `const scope = require('domain').create()\nscope.on('error', () => {})\nscope.enter()\n`
  const canary = runCanary({ ...PLAIN_NODE, files }, scope)
  expect(judgeCanary({ canary, plan: { ...names, isProgram: true } }).answer).toBe('green')
  expect(judgeCanary({ canary, plan: names }).answer).toBe('cannot-tell')
  expect(judgeCanary({ canary: runCanary(PLAIN_NODE), plan: { ...names, isProgram: true } }).answer).toBe('red')
})
