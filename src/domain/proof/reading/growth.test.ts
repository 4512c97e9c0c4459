// P13: no file, however hostile, costs the watch more than its length; what cannot be read is said.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import { growthOf, HOSTILE_CODE } from '../../../../test/growth.ts'
import { quarterOf } from '../../../../test/rounds.ts'
import type { FileChange } from '../../../contract/change.ts'
import { unreadNotes } from './unread.ts'
import { suspicionsIn } from './cases.fixture.ts'

const paths = [
  'a.test.ts',
  'tests/test_a.py',
  'a_test.go',
  'a_spec.rb',
  'tests/a.scala',
  't/a.t',
  'test/a.bats',
  'test/__snapshots__/a.test.ts.snap',
  'cmd/testdata/a.golden',
  'package.json',
  'Makefile',
  '.github/workflows/ci.yml',
  'scripts/test.sh',
  'eslint.config.js',
  'src/a.ts',
  'src/a.py',
  'src/a.go',
  'src/a.rb',
  'src/A.java',
  'src/A.cs',
  'src/a.php',
  'src/a.rs',
]

/** What the rules for product code begin at. */
const RIGS: readonly string[] = [
  'process.exit(0)\n',
  "process.on('exit', a) ",
  'process.env.VITEST ',
  'new Error().stack ',
  'sys.exit(0)\n',
  ' if x:\n  sys.exit(0)\n',
  'atexit.register(a)\n',
  'x = sys._getframe(1) "test"\n',
  '"pytest" in sys.modules\n',
  'def __eq__(self, o):\n',
  'os.Exit(0)\n',
  'exit 0\n',
  'System.exit(0);',
  'exit(0);',
  'process.argv(',
  '.GetAssemblies()\n',
  "'tests' / 'golden' ",
  'os.kill(os.getpid(), signal.signal(',
  '"assertEqual',
]

/** As many pieces of a file. */
function fileOf(count: number, one: (nth: number) => string): string {
  return Array.from({ length: count }, (_, nth) => one(nth)).join('\n')
}

/** What the rules for single tests of a shell begin at. */
const SHELL_TESTS: readonly string[] = [
  '@test "a" {\n  run a\n  [ "$status" -eq 0 ]\n}\n',
  '@test "a" {\n  [ -n "$A" ] || skip\n}\n',
  'a() {\n  [ "$b" = 1 ]\n}\n',
  '  [ "$a" = 1 ]\n',
  '  (\n  [ "$a" = 1 ]\n',
  '  ) || true\n',
  '  if [ -n "$A" ]; then\n',
]

describe('P13: the watch is linear', () => {
  for (const [nth, path] of paths.entries()) {
    test(path, () => {
      const read = (text: string): unknown => [
        suspicionsIn([{ path, how: 'modified', before: 'a\n', after: text }]),
        suspicionsIn([{ path, how: 'modified', before: `${text}\nx\n`, after: `${text}\ny\n` }]),
      ]
      const own = path.endsWith('.bats') ? SHELL_TESTS : []
      const tokens = [...own, ...quarterOf([...HOSTILE_CODE, ...RIGS], nth)]
      expect(tokens.flatMap((token) => growthOf(read, token) ?? [])).toEqual([])
    })
  }
})

test.each([
  ['it has other assertions', (nth: number) => `@test "adds ${nth}" {\n  run add ${nth}\n}\n`],
  ['it has another name', (nth: number) => `@test "sums ${nth}" {\n  run add ${nth}\n  [ "$output" = "${nth}" ]\n}\n`],
  ['it is a function', (nth: number) => `check_${nth}() {\n  run add ${nth}\n  [ "$output" = "${nth}" ]\n}\n`],
])('P13: many tests of a shell cost no more for each of them: %s', (_, now) => {
  const was = (nth: number): string => `@test "adds ${nth}" {\n  run add ${nth}\n  [ "$output" = "${nth}" ]\n}\n`
  expectLinear(800, (count) =>
    suspicionsIn([{ path: 'test/a.bats', how: 'modified', before: fileOf(count, was), after: fileOf(count, now) }]),
  )
})

const helper = (nth: number): string => `func has${nth}(t *testing.T) {\n\tif a != ${nth} {\n\t\tt.Error("x")\n\t}\n}\n`
const handing = (nth: number): string => `func has${nth}(t *testing.T) {\n\tall${nth}(t)\n}\n`
const imported = (nth: number): string => `import { a${nth} } from './a${nth}'\n`
const asked = (nth: number): string => `it('a${nth}', () => { expect(a${nth}()).toBe(${nth}) })\n`

test.each([
  [
    'helpers that hand on',
    'a_test.go',
    (nth: number) => helper(nth),
    (nth: number) => handing(nth) + helper(nth).replace('has', 'all'),
  ],
  [
    'modules that are replaced',
    'a.test.ts',
    (nth: number) => imported(nth) + asked(nth),
    (nth: number) => `${imported(nth)}vi.doMock('./a${nth}')\n${asked(nth)}`,
  ],
])('P13: many of them in one file cost no more for each: %s', (_, path, was, now) => {
  expectLinear(1000, (count) =>
    suspicionsIn([{ path, how: 'modified', before: fileOf(count, was), after: fileOf(count, now) }]),
  )
})

test('P13: a change of many test files costs no more for each of them', () => {
  const file = (nth: number, head: string, check: string): string =>
    [
      head,
      `import { add${nth}, take${nth} } from './index'`,
      `describe('add${nth}', () => {`,
      `  it('adds', () => { ${check}(add${nth}(1, 2), 3) })`,
      `  it('takes', () => { ${check}(take${nth}(2, 1), 1) })`,
      '})',
      '',
    ].join('\n')
  expectLinear(150, (count) =>
    suspicionsIn(
      Array.from({ length: count }, (_, nth) => ({
        path: `src/add${nth}/index.test.ts`,
        how: 'modified' as const,
        before: file(nth, "import { equal } from '../lib/equal'", 'equal'),
        after: file(nth, "import { same } from '../lib/same'", 'same'),
      })),
    ),
  )
})

test('P13: a change that renames many test files costs no more for each of them', () => {
  const file = (nth: number, load: string): string =>
    [
      load,
      ...Array.from(
        { length: 20 },
        (_, line) => `it('keeps ${nth} and ${line}', () => equal(keep${nth}(${line}), ${line}))`,
      ),
      ...Array.from({ length: 100 }, (_, line) => `// ${nth}, ${line}: what is imported from elsewhere, as it is used`),
    ].join('\n')
  expectLinear(300, (count) =>
    suspicionsIn(
      Array.from({ length: count }, (_, nth) => nth).flatMap((nth): FileChange[] => [
        { path: `test/keep${nth}.spec.js`, how: 'deleted', before: file(nth, "const { equal } = require('assert')") },
        {
          path: `test/keep${nth}.spec.cjs`,
          how: 'added',
          after: file(nth, "const { equal } = require('node:assert')"),
        },
      ]),
    ),
  )
})

test('P13: a change that writes many test files anew in other places costs no more for each of them', () => {
  const file = (nth: number, subject: string): string =>
    Array.from(
      { length: 20 },
      (_, line) =>
        `it('${subject} ${nth} and ${line}', () => expect(${subject}${nth}(${line})).toBe('${subject}${line}'))`,
    ).join('\n')
  expectLinear(150, (count) =>
    suspicionsIn(
      Array.from({ length: count }, (_, nth) => nth).flatMap((nth): FileChange[] => [
        { path: `test/keep${nth}.test.ts`, how: 'deleted', before: file(nth, 'keep') },
        { path: `src/other${nth}.test.ts`, how: 'added', after: file(nth, 'take') },
      ]),
    ),
  )
})

test('P13: blank and other lines below a try in Python cost no more than others', () => {
  const block = `    try:\n${'        a()\n        \n'.repeat(4)}    finally:\n        b()\n`
  expectLinear(200, (count) =>
    suspicionsIn([
      {
        path: 'src/a.py',
        how: 'modified',
        before: 'a\n',
        after: `${block.repeat(count)}try:\n  assert a\nexcept:\n  pass\n`,
      },
    ]),
  )
})

describe('P13: what the watch cannot read is said', () => {
  const path = 'a.test.ts'
  const rows: ReadonlyArray<readonly [name: string, change: FileChange, what: readonly string[], notes: number]> = [
    [
      'grown too large',
      { path, how: 'modified', before: 'it()' },
      ['now too large to read or no text, so it was not compared'],
      0,
    ],
    [
      'too large before',
      { path, how: 'modified', after: 'it()' },
      ['was too large to read or no text before, so it was not compared'],
      0,
    ],
    [
      'too large and deleted',
      { path, how: 'deleted' },
      ['deleted, and too large or no text, so it was not compared'],
      0,
    ],
    ['always too large', { path, how: 'modified' }, [], 1],
    ['new', { path, how: 'added' }, [], 0],
    ['no yardstick', { path: 'src/a.ts', how: 'modified' }, [], 0],
  ]
  for (const [name, change, what, notes] of rows) {
    test(name, () => {
      const found = suspicionsIn([change])
      expect(found.map((one) => one.what)).toEqual([...what])
      expect(found.every(({ meant }) => meant)).toBe(true)
      expect(unreadNotes([change]).length).toBe(notes)
    })
  }
})

/** What rules begin at that look at several files. */
const PARTS: readonly string[] = [
  '1.2.3',
  'a1b2c3',
  "spawn('",
  'subprocess.run([',
  'process.exit(',
  '"a": 1, ',
  'def price(a):\n    return a\n',
  'const a = 1\n',
  '- a: 1\n',
]
const runs = (command: string): string => `{ "scripts": { "test": "${command}" } }\n`
const changed = (path: string, before: string, after: string): FileChange => ({ path, how: 'modified', before, after })
const came = (path: string, after: string): FileChange => ({ path, how: 'added', after })

const together: ReadonlyArray<readonly [name: string, changes: (text: string) => FileChange[]]> = [
  [
    'recorded results and what prints them',
    (text) => [
      changed('vitest.config.ts', 'export default {}\n', "export default { test: { snapshotSerializers: ['a'] } }\n"),
      changed('test/__snapshots__/a.test.ts.snap', `exports[\`a 1\`] = \`${text}\`;\n`, 'exports[`a 1`] = `1`;\n'),
    ],
  ],
  [
    'a command and a program of the project',
    (text) => [
      changed('package.json', runs('jest'), runs('node run.js')),
      came('run.js', `import { spawn } from 'child_process'\n${text}`),
      changed('Makefile', 'test:\n\tpytest\n', 'test:\n\tpython run.py\n'),
      came('run.py', `import subprocess\n${text}`),
    ],
  ],
  [
    'a test, its helpers and its set-up',
    (text) => [
      came('tests/near.py', text),
      changed('tests/test_a.py', 'def test_a():\n    assert a() == 1\n', 'def test_a():\n    assert a() == near(1)\n'),
      came('tests/conftest.py', `monkeypatch.setattr(a, "b", c)\n${text}`),
      changed('src/a.py', 'x = 1\n', `def b(c):\n    return c\n${text}`),
    ],
  ],
  [
    'data that moved',
    (text) => [
      { path: 'tests/a.json', how: 'deleted', before: '["a1","b2","c3","d4"]' },
      came('tests/b.jsonl', text),
      came('tests/b.yaml', text),
    ],
  ],
]

describe('P13: rules that look at several files are linear', () => {
  test.each(together)('%s', (_, changesWith) => {
    const read = (text: string): unknown => suspicionsIn(changesWith(text))
    expect([...HOSTILE_CODE, ...PARTS].flatMap((token) => growthOf(read, token) ?? [])).toEqual([])
  })
})
