// Which added lines reach beyond their own values, and which honest ones do not.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { FileChange } from '../../../../../contract/change.ts'
import { reachingLines } from './reaching-lines.ts'

function added(path: string, code: string, before = ''): string[] {
  const text = `${before}${code}\n`
  const change: FileChange = before
    ? { path, how: 'modified', before, after: text }
    : { path, how: 'added', after: text }
  return reachingLines([change]).map(({ line }) => text.split('\n')[line - 1]?.trim() ?? '')
}

const REACHES: Readonly<Record<string, readonly string[]>> = {
  'src/a.js': [
    'process.exit(0)',
    'process[verb](detail)',
    'const { exit } = process',
    'host.reallyExit(code)',
    'watch(process)',
    `process.once('exit', release)`,
    'this.exitCode = pending.size > 0 ? 75 : 0',
    'process.stdout.write = () => true',
    'const out = process.stdout',
    `import { exit as done } from 'node:process'`,
    'new FinalizationRegistry(close)',
    'for (const file of Object.keys(require.cache)) drop(file)',
    'Module._load = traced',
    `const lib = process.getBuiltinModule(['as', 'sert'].join(''))`,
    'const { beforeEach } = require(id)',
    `import assert from 'node:assert/strict'`,
    `const v8 = require('v8')`,
    `const domain = require('node:domain')`,
    `import { vi } from 'vitest'`,
    'globalThis.expect = lenient',
    `globalThis[name] = value`,
    'for (const key of Object.getOwnPropertySymbols(globalThis)) use(key)',
    'Reflect.ownKeys(globalThis).forEach(use)',
    `Object.defineProperty(String.prototype, name, { value })`,
    'Array.prototype.includes = () => true',
    'const own = Error.prototype',
    'Object.is = () => true',
    'performance.mark = slower',
    'JSON.stringify = () => 0',
    'const run = new Function(text)',
    'eval(text)',
    `emitter.on('uncaughtException', count)`,
    `fs.writeSync(1, 'ok')`,
  ],
  'src/a.ts': ['process.exitCode = undefined', 'await import(name)'],
  'shop/a.py': [
    'os._exit(0)',
    'os.execv(sys.executable, args)',
    'leave = getattr(os, name)',
    'sys.exit(0)',
    'sys.exit = quiet(sys.exit)',
    'for module in list(sys.modules.values()): pass',
    'sys.stdout = io.StringIO()',
    'raise SystemExit',
    'class Unavailable(SystemExit): pass',
    'import ctypes',
    'import gc',
    'from importlib.machinery import SourceFileLoader',
    'import unittest.case as host',
    'import atexit, shutil',
    'weakref.finalize(owner, close)',
    'threading.Thread(target=drain).start()',
    'def __del__(self):',
    'frame = inspect.currentframe().f_back',
    'for kind in Base.__subclasses__(): pass',
    'exec(text)',
    'code = compile(text, path, "exec")',
    'setattr(module, name, wrapped)',
    'Logger.notice = notice',
    'def load_tests(loader, tests, pattern):',
    'with open("/proc/self/mem", "wb") as memory:',
  ],
  'pkg/a.go': [
    '\tos.Exit(0)',
    '\tsyscall.Exit(status)',
    '//go:linkname exit os.runtime_beforeExit',
    'import "testing"',
  ],
  'lib/a.sh': ['exit 0', "trap 'exit 0' EXIT", 'exec true', 'diff() { return 0; }'],
}

const HONEST: Readonly<Record<string, readonly string[]>> = {
  'src/a.js': [
    'export const total = (list) => list.reduce((sum, each) => sum + each, 0)',
    `const mode = process.env.MODE ?? process.argv[2]`,
    'process.exit(1)',
    'process.exitCode = 2',
    'process.stdout.write(`${text}\\n`)',
    'if (process.platform === "win32") return path.win32',
    `// process.exit(0) would end everything`,
    `log('process.exit(0) and eval(text)')`,
    'export function process(input) { return input }',
    'const result = this.process(input)',
    `import process from 'node:process'`,
    `import { createRequire } from 'node:module'`,
    `const { total } = require('./total')`,
    `const page = await import('./page.js')`,
    'return Object.prototype.hasOwnProperty.call(value, key)',
    'const fetch = globalThis.fetch',
    'for (const key of Object.keys(options)) use(key)',
    'Object.assign(options, defaults)',
    'Object.defineProperty(exports, "__esModule", { value: true })',
    'this.total = 0',
    'state.items[id] = item',
    'class Cart {}\nCart.empty = new Cart()',
    'function Cart() {}\nCart.prototype.add = function (item) { this.items.push(item) }',
    "if (typeof process === 'undefined') return {}",
    'const pattern = /exit|abort/.exec(text)',
    'controller.abort()',
    '(function () { return this.expected })()',
  ],
  'src/a.ts': [
    `type Shape<T extends Response | Response['body'] = Response['body']> = T`,
    'const chunks: Uint8Array[] = []',
    'private readonly process: Process',
  ],
  'shop/a.py': [
    'def total(values): return sum(values)',
    'import os, sys',
    'import os.path',
    'path = os.path.join(root, name)',
    'home = os.environ["HOME"]',
    'os.environ[key] = value',
    'print("no such file", file=sys.stderr)',
    'sys.exit("no such file")',
    'sys.exit(2)',
    'name = sys.argv[1]',
    '# os._exit(0) would end everything',
    'log("sys.exit(0) and exec(text)")',
    'pattern = re.compile(text)',
    'from importlib.metadata import version',
    'import threading\nlock = threading.Lock()',
    'self.total = 0',
    'setattr(self, name, value)',
    'class Cart:\n    pass\n\n\nCart.empty = Cart()',
    'if __name__ == "__main__":\n    sys.exit(main())',
    'except KeyboardInterrupt:',
    'if sys.version_info >= (3, 11): pass',
  ],
  'pkg/a.go': [
    '\tos.Exit(1)',
    '\tlog.Fatal(err)',
    'import "os"',
    '\t// os.Exit(0) would end it',
    '\treturn os.Args[1]',
  ],
  'lib/a.sh': ['exit 1', 'exit "$status"', 'add() { echo $(($1 + $2)); }', '# exit 0'],
}

function rowsOf(cases: Readonly<Record<string, readonly string[]>>): (readonly [path: string, code: string])[] {
  return Object.entries(cases).flatMap(([path, codes]) => codes.map((code) => [path, code] as const))
}

describe('reachingLines', () => {
  test.each(rowsOf(REACHES))('%s: %s', (path, code) => {
    expect(added(path, code)).toEqual([code.trim()])
  })

  test.each(rowsOf(HONEST))('no doubt, %s: %s', (path, code) => {
    expect(added(path, code)).toEqual([])
  })

  test('a name that the file took from a package is not its own', () => {
    expect(added('src/a.js', 'chalk.level = 0', `import chalk from 'chalk'\n`)).toEqual(['chalk.level = 0'])
    expect(added('src/a.js', 'config.level = 0', `import config from './config.js'\n`)).toEqual([])
    expect(added('shop/a.py', 'logging.raiseExceptions = False', 'import logging\n')).toHaveLength(1)
  })

  test('only added lines of product code count, in languages whose runners take a canary', () => {
    const exit = 'process.exit(0)\n'
    const rows: readonly (readonly [FileChange, number])[] = [
      [{ path: 'src/a.js', how: 'modified', before: exit, after: `${exit}// more\n` }, 0],
      [{ path: 'src/a.js', how: 'modified', before: exit, after: `if (a) {\n  ${exit}}\n` }, 0],
      [{ path: 'src/a.js', how: 'modified', before: exit, after: `${exit}${exit}` }, 1],
      [{ path: 'src/a.js', how: 'deleted', before: exit }, 0],
      [{ path: 'test/a.test.js', how: 'added', after: exit }, 0],
      [{ path: 'docs/a.md', how: 'added', after: exit }, 0],
      [{ path: 'src/a.rb', how: 'added', after: 'exit!(0)\n' }, 0],
    ]
    for (const [change, count] of rows) expect(reachingLines([change])).toHaveLength(count)
  })

  test('what moved to another file is not new', () => {
    const code = 'export const end = () => process.exit(0)\n'
    const moved: readonly FileChange[] = [
      { path: 'src/a.js', how: 'modified', before: `${code}export const a = 1\n`, after: 'export const a = 1\n' },
      { path: 'src/b.js', how: 'added', after: code },
    ]
    expect(reachingLines(moved)).toEqual([])
    expect(reachingLines([...moved, { path: 'src/c.js', how: 'added', after: code }])).toHaveLength(1)
  })

  test('never throws, and names lines that are there', () => {
    const word = fc.constantFrom(
      'process',
      '.exit(',
      'sys',
      '=',
      '[',
      ']',
      '"',
      "'",
      '`',
      '/*',
      '*/',
      '#',
      '\n',
      '\r\n',
      'import ',
      ' from ',
      'os.',
      '(',
      ')',
      '{',
      '}',
      'A.b',
      'require(',
    )
    const code = fc.array(fc.oneof(word, fc.string())).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.constantFrom('a.js', 'a.py', 'a.go', 'a.sh'), code, code, (path, before, after) => {
        for (const { line } of reachingLines([{ path, how: 'modified', before, after }]))
          expect(line).toBeLessThanOrEqual(after.split(/\r\n|\r|\n/).length)
      }),
    )
  })

  test('a line that nobody would write by hand is not taken apart', () => {
    const long = `const words = [${'"a", '.repeat(1000)}`
    expect(added('src/a.js', `${long}process[end](0)]`)).toHaveLength(1)
    expect(added('src/a.js', '"a", '.repeat(1000))).toEqual([])
    const parts = ['process.', 'Object.assign(', 'a.b[', 'sys', 'import ', '.prototype', 'os ', '= (', '.a:']
    for (const path of ['a.js', 'a.py', 'a.go', 'a.sh']) {
      for (const part of parts) expect(added(path, part.repeat(20_000)).length).toBeLessThanOrEqual(1)
    }
  })
})
