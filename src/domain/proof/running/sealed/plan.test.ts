// What is put back, what is taken out and what stays, for one change after the other.
import { describe, expect, test } from 'bun:test'
import type { FileChange, NamedFile } from '../../../../contract/change.ts'
import { readChange } from '../../reading/read-change.ts'
import { changesInSealed, isAboutTestsAlone, planSealed, testsNow } from './plan.ts'

const modified = (path: string, before: string, after: string): FileChange => ({ path, how: 'modified', before, after })
const added = (path: string, after: string): FileChange => ({ path, how: 'added', after })
const deleted = (path: string, before: string): FileChange => ({ path, how: 'deleted', before })
const js = (...titles: readonly string[]): string =>
  titles.map((title) => `test('${title}', () => {\n  expect(add(1, '${title}')).toBe(2)\n})\n`).join('')
const go = (...names: readonly string[]): string =>
  `package a\n${names.map((name) => `\nfunc ${name}(t *testing.T) {\n\tt.Fatal("${name}")\n}\n`).join('')}`

const POINTER = 'version https://git-lfs.github.com/spec/v1\n'
const none: readonly (readonly [string, NamedFile])[] = []
function plan(changes: readonly FileChange[], named: readonly (readonly [string, NamedFile])[] = none): string[] {
  const { put, remove, missing, unsealed, deletedCases } = planSealed({ changes, named: new Map(named) })
  return [
    ...put.map(({ path, executable }) => `put ${path}${executable ? ' (program)' : ''}`),
    ...remove.map((path) => `remove ${path}`),
    ...missing.map((path) => `missing ${path}`),
    ...unsealed.map(({ path, why }) => `left ${path}: ${why}`),
    ...(deletedCases > 0 ? [`${deletedCases} deleted`] : []),
  ]
}

describe('the plan', () => {
  const rows: readonly (readonly [name: string, changes: readonly FileChange[], plan: readonly string[]])[] = [
    ['product code stays', [modified('src/cart.ts', 'a', 'b')], []],
    ['a test is put back', [modified('src/cart.test.ts', js('a'), js('b'))], ['put src/cart.test.ts']],
    ['a helper', [modified('test/helpers/server.js', 'a', 'b')], ['put test/helpers/server.js']],
    ['a snapshot', [modified('src/__snapshots__/a.test.ts.snap', 'a', 'b')], ['put src/__snapshots__/a.test.ts.snap']],
    [
      'a deleted snapshot',
      [deleted('src/__snapshots__/a.test.ts.snap', 'a')],
      ['put src/__snapshots__/a.test.ts.snap'],
    ],
    ['a golden file', [modified('pkg/testdata/out.golden', 'a', 'b')], ['put pkg/testdata/out.golden']],
    ['a pointer to a file kept elsewhere', [modified('tests/a.txt', POINTER, 'b')], ['missing tests/a.txt']],
    ['a deleted one', [deleted('tests/a.txt', POINTER)], ['missing tests/a.txt']],
    ['a pointer then and now', [modified('tests/a.txt', POINTER, `${POINTER}oid\n`)], ['put tests/a.txt']],
    ['a picture', [{ path: 'tests/a.png', how: 'modified' }], ['missing tests/a.png']],
    ['a config', [modified('vitest.config.ts', 'a', 'b')], ['put vitest.config.ts']],
    ['a deleted config', [deleted('eslint.config.js', 'a')], ['put eslint.config.js']],
    ['a script', [deleted('scripts/test.sh', '#!/bin/sh\nx')], ['put scripts/test.sh (program)']],
    ['our own config does not count here', [modified('fullstop.json', '{}', '{ }')], []],
    ['a test in a language that we do not read', [modified('test/a.bats', 'a', 'b')], ['put test/a.bats']],
    ['a deleted one of these stays deleted', [deleted('test/a.bats', 'a')], []],
    ['a deleted test stays deleted', [deleted('a.test.ts', js('a', 'b'))], ['2 deleted']],
    [
      'a renamed test',
      [deleted('a.test.ts', js('a', 'b')), added('b.test.ts', js('a', 'b', 'c'))],
      ['put a.test.ts', 'remove b.test.ts'],
    ],
    ['a new test stays', [added('b.test.ts', js('c'))], []],
    [
      'a new test beside a deleted one',
      [deleted('a.test.ts', js('a')), added('b.test.ts', 'import x\n' + js('z', 'y'))],
      ['1 deleted'],
    ],
    ['a new runner config', [added('vitest.config.ts', 'x')], ['remove vitest.config.ts']],
    ['new fixtures for old tests', [added('tests/conftest.py', 'x')], ['remove tests/conftest.py']],
    ['a new sitecustomize', [added('sitecustomize.py', 'x')], ['remove sitecustomize.py']],
    [
      'a config of a new package',
      [added('packages/new/tsconfig.json', '{}'), added('packages/new/package.json', '{}')],
      [],
    ],
    [
      'a config in an old package',
      [added('packages/old/tsconfig.json', '{}'), added('packages/old/src/a.ts', 'y')],
      ['remove packages/old/tsconfig.json'],
    ],
    [
      'tests in Rust code',
      [modified('src/lib.rs', '#[cfg(test)]\nmod t {}', '')],
      ['left src/lib.rs: its tests stand in the code itself'],
    ],
    ['Rust code without tests', [modified('src/lib.rs', 'fn a() {}', 'fn b() {}')], []],
    ['a Rust test file', [modified('tests/cli.rs', '#[test]\nfn a() {}', '')], ['put tests/cli.rs']],
    ['dependencies stay', [modified('go.mod', 'a', 'b')], ['left go.mod: it holds what the current code needs']],
    ['a package that went', [deleted('packages/a/package.json', '{}')], []],
    [
      'a new test that needs a helper which is put back',
      [modified('test/helper.ts', 'a', 'b'), added('test/new.test.ts', "import { b } from './helper'\n" + js('c'))],
      ['put test/helper.ts', 'remove test/new.test.ts'],
    ],
    [
      'a new test that does not',
      [modified('test/helper.ts', 'a', 'b'), added('test/new.test.ts', "import { b } from './other'\n" + js('c'))],
      ['put test/helper.ts'],
    ],
    [
      'fixtures of pytest',
      [modified('tests/conftest.py', 'a', 'b'), added('tests/test_new.py', 'def test_a(b):\n    assert b\n')],
      ['put tests/conftest.py', 'remove tests/test_new.py'],
    ],
    [
      'a Go test that moved to a new file',
      [
        modified('a_test.go', go('TestA', 'TestB'), go('TestA')),
        added('b_test.go', go('TestB', 'TestC', 'TestD', 'TestE')),
      ],
      ['put a_test.go', 'remove b_test.go'],
    ],
    [
      'a Go test that is new',
      [modified('a_test.go', go('TestA', 'TestB'), go('TestA')), added('b_test.go', go('TestC'))],
      ['put a_test.go'],
    ],
  ]
  test.each(rows)('%s', (_, changes, wanted) => expect(plan(changes)).toEqual([...wanted]))

  test('files that checks name, but not the product', () => {
    const runs = { use: 'runs', calls: [] } as const
    const named = [
      ['tools/gate.js', runs],
      ['src/main.py', runs],
      ['tools/sh', { use: 'shadows', calls: [] }],
    ] as const
    const changes = [modified('tools/gate.js', 'a', 'b'), modified('src/main.py', 'a', 'b'), added('tools/sh', 'x')]
    expect(plan(changes, named)).toEqual(['put tools/gate.js', 'remove tools/sh'])
  })
})

test('the texts are those of the start, and the tests in them are counted', () => {
  const changes = [modified('a.test.ts', js('a', 'b'), ''), added('b.test.ts', js('later'))]
  const { put, cases, newTests } = planSealed({ changes, named: new Map() })
  expect(put).toEqual([{ path: 'a.test.ts', text: js('a', 'b') }])
  expect(cases).toBe(2)
  expect(newTests).toEqual(['b.test.ts', 'later'])
})

test('names that the product no longer has are gone; a moved one is not, and neither is what only a test said', () => {
  const { goneNames } = planSealed({
    changes: [
      modified('src/cart.ts', 'export const total = 1\nexport const moved = 2\n', 'export const addUp = 1 // total\n'),
      modified('src/tax.ts', 'export {}\n', 'export const moved = 2\n'),
      deleted('src/old.ts', 'export const moved = 2\n'),
      modified('src/cart.test.ts', js('own'), js('other')),
    ],
    named: new Map(),
  })
  expect(goneNames).toEqual(['total', 'old'])
})

describe('what reading finds in the sealed copy', () => {
  const stillThere = (changes: readonly FileChange[]): string[] =>
    readChange(changesInSealed(changes, planSealed({ changes, named: new Map() }))).suspicions.map(
      ({ kind, file }) => `${kind} ${file}`,
    )
  const skipped = js('a', 'b').replace("test('a'", "test.skip('a'")
  const rows: readonly (readonly [name: string, changes: readonly FileChange[], found: readonly string[]])[] = [
    ['a skipped test is back', [modified('a.test.ts', js('a', 'b'), skipped)], []],
    ['a deleted file is not', [deleted('a.test.ts', js('a', 'b'))], ['deleted a.test.ts']],
    ['a script is back', [modified('package.json', '{"scripts":{"test":"jest"}}', '{"scripts":{"test":"true"}}')], []],
    [
      'an ignored Rust test is not',
      [
        modified(
          'src/lib.rs',
          '#[test]\nfn a() {\n assert!(x());\n}\n',
          '#[test]\n#[ignore]\nfn a() {\n assert!(x());\n}\n',
        ),
      ],
      ['skipped src/lib.rs'],
    ],
    [
      'rigged product code is not',
      [modified('src/cart.ts', 'export const a = 1\n', 'export const a = 1\nprocess.exit(0)\n')],
      ['rigged src/cart.ts'],
    ],
  ]
  test.each(rows)('%s', (_, changes, found) => {
    expect(readChange(changes).suspicions.length).toBeGreaterThan(0)
    expect(stillThere(changes)).toEqual([...found])
  })
})

describe('with too little time, the test files alone', () => {
  const test_ = modified('a.test.ts', js('a'), js('b'))
  const rows: readonly (readonly [name: string, changes: readonly FileChange[], now: readonly string[] | undefined])[] =
    [
      ['tests', [test_, modified('src/a.ts', '1', '2')], ['a.test.ts']],
      ['a renamed test', [deleted('a.test.ts', js('a', 'b')), added('b.test.ts', js('a', 'b'))], ['b.test.ts']],
      ['a helper reaches other tests', [test_, modified('test/helpers/server.js', 'a', 'b')], undefined],
      ['so do settings', [test_, modified('vitest.config.ts', 'a', 'b')], undefined],
      ['and data', [test_, modified('src/__snapshots__/a.test.ts.snap', 'a', 'b')], undefined],
      ['nothing is put back', [modified('src/a.ts', '1', '2')], undefined],
    ]
  test.each(rows)('%s', (_, changes, now) => {
    const sealed = planSealed({ changes, named: new Map() })
    expect(isAboutTestsAlone(sealed) ? testsNow(sealed) : undefined).toEqual(now as string[])
  })
})
