// Rigs are new code: what moved, was edited or was there before is none. The kinds of rigs are cases in fixtures/product.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { FileChange } from '../../../../contract/change.ts'
import { riggedProduct } from './rigged-product.ts'

const EXIT = 'export function load(path) {\n  if (!path) process.exit(0)\n  return path\n}\n'
const PLAIN = 'export function load(path) {\n  return path\n}\n'

const rows: ReadonlyArray<readonly [name: string, changes: readonly FileChange[], lines: readonly string[]]> = [
  ['it came', [{ path: 'src/a.js', how: 'modified', before: PLAIN, after: EXIT }], ['src/a.js:2']],
  ['it came in a new file', [{ path: 'src/a.js', how: 'added', after: EXIT }], ['src/a.js:2']],
  ['it went', [{ path: 'src/a.js', how: 'modified', before: EXIT, after: PLAIN }], []],
  ['something else changed', [{ path: 'src/a.js', how: 'modified', before: EXIT, after: `${EXIT}// end\n` }], []],
  [
    'it moved to another file',
    [
      { path: 'src/a.js', how: 'deleted', before: EXIT },
      { path: 'src/b.js', how: 'added', after: EXIT },
    ],
    [],
  ],
  [
    'its condition was edited',
    [{ path: 'src/a.js', how: 'modified', before: EXIT, after: EXIT.replace('!path', 'path === null') }],
    [],
  ],
  [
    'a second one came',
    [{ path: 'src/a.js', how: 'modified', before: EXIT, after: `${EXIT}${EXIT.replaceAll('path', 'file')}` }],
    ['src/a.js:6'],
  ],
  [
    'line ends of another kind',
    [{ path: 'src/a.js', how: 'modified', before: PLAIN, after: EXIT.replaceAll('\n', '\r\n') }],
    ['src/a.js:2'],
  ],
  [
    'a body that says yes under a head that was there',
    [
      {
        path: 'a.py',
        how: 'modified',
        before: 'class A:\n    def __eq__(self, other):\n        return self.b == other.b\n',
        after: 'class A:\n    def __eq__(self, other):\n        return True\n',
      },
    ],
    ['a.py:3'],
  ],
  [
    'the same line came once more, outside of the main guard',
    [
      {
        path: 'a.py',
        how: 'modified',
        before: 'def a(b):\n    return b\n\n\nif __name__ == "__main__":\n    sys.exit(0)\n',
        after: 'def a(b):\n    sys.exit(0)\n    return b\n\n\nif __name__ == "__main__":\n    sys.exit(0)\n',
      },
    ],
    ['a.py:2'],
  ],
  ['a test may end as it likes', [{ path: 'test/a.js', how: 'added', after: EXIT }], []],
  ['so may an example', [{ path: 'examples/a.js', how: 'added', after: EXIT }], []],
  ['no text', [{ path: 'src/a.js', how: 'modified' }], []],
]

test.each(rows)('%s', (_, changes, lines) => {
  expect(riggedProduct(changes).map(({ file, line }) => `${file}:${line}`)).toEqual([...lines])
})

test('an alias is quoted as it was written', () => {
  const after = "import { exit as leave } from 'node:process'\nexport const load = () => leave(0)\n"
  expect(riggedProduct([{ path: 'src/a.js', how: 'added', after }]).map(({ what }) => what)).toEqual([
    'product code ends the process with success ("export const load = () => leave(0)")',
  ])
})

const PARTS = [
  'process.exit(0)',
  'sys.exit(0)',
  "process.on('exit', a)",
  'process.env.VITEST',
  'if (',
  ') {',
  '}',
  'def __eq__(self, other):',
  'return True',
  'class A:',
  '    ',
  '\n',
  '"pytest" in sys.modules',
  'x = ',
  'new Error().stack',
  '"test"',
  'import os as o',
  "const { exit: a$ } = require('process')",
  'a$(0)',
  "'ex' + 'it'",
  'atexit.register(a)',
  '@atexit.register',
  'trap "exit 0" EXIT',
  '`',
  '/*',
  ' ? ',
  ' : ',
]

describe('for any text', () => {
  const paths = ['a.js', 'a.ts', 'a.py', 'a.go', 'a.rb', 'A.java', 'A.cs', 'a.php', 'src/a.rs', 'a.sh', 'a.c'] as const
  test('it never throws and names lines that exist', () => {
    const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.constantFrom(...paths), text, text, (path, before, after) => {
        const count = after.split('\n').length
        for (const { line } of riggedProduct([{ path, how: 'modified', before, after }])) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(count)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
