// For arbitrary texts: the watch never throws, says nothing about nothing, and takes little time.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import * as fc from 'fast-check'
import { rounds } from '../../../../test/rounds.ts'
import type { FileChange } from '../../../contract/change.ts'
import { Tampering } from '../../../contract/change.ts'
import { suspicionsIn } from './cases.fixture.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        "it('a', () => {",
        'expect(a).toBe(1)',
        '})',
        '`${',
        '"',
        "'",
        '/*',
        '*/',
        '//',
        '#',
        '"""',
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',

        'def test_a():',
        '    assert True',
        '@pytest.mark.skip',
        'func TestA(t *testing.T) {',
        't.Skip()',
        '#[test]',
        'fn a() {',

        'test: build',
        '\tmake x',
        '- run: npm test',
        'on:',
        '  push:',
        'key = [',
        '[section]',
        '<a b="c">',
        '<!--',
        'if (x) {',
        'const cases = [',
        'it.each(cases)',
        'const it = base.skip',
        'class TestA(',
        'def pytest_sessionfinish(session):',
        'items[:] = []',
        'include: [',
        'if: x',
        'matrix:',
        '\r\n',
        '\n',
        ' ',
        '\\',
        ':',
        ',',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)
const path = fc.constantFrom(
  'a.test.ts',
  'tests/test_a.py',
  'a_test.go',
  'src/a.rs',
  'src/test/java/ATest.java',
  'spec/a_spec.rb',
  'tests/ATest.php',

  'test/ATests.cs',
  'test/a_test.exs',
  'Tests/ATests.swift',
  'test/a_test.cc',
  'package.json',
  'Makefile',
  'scripts/test.sh',
  'tox.ini',

  'noxfile.py',
  '.github/workflows/ci.yml',
  'Jenkinsfile',
  '.eslintrc.json',
  'eslint.config.js',
  'tsconfig.json',
  'pyproject.toml',

  '.flake8',
  'psalm.xml',
  '.rubocop.yml',
  'jest.config.js',
  'tests/conftest.py',
  'fullstop.json',
  '.eslintignore',
  'src/a.ts',
  'pom.xml',
  'build.gradle',
  '.npmrc',
  'src/App.csproj',
  'Taskfile.yml',
  'turbo.json',
  'bunfig.toml',
  'vitest.config.ts',
  'phpunit.xml',
)
const change: fc.Arbitrary<FileChange> = fc.oneof(
  fc.record({ path, how: fc.constant('modified' as const), before: text, after: text }),
  fc.record({ path, how: fc.constant('added' as const), after: text }),
  fc.record({ path, how: fc.constant('deleted' as const), before: text }),
  fc.record({ path, how: fc.constantFrom('added' as const, 'modified' as const, 'deleted' as const) }),
)

describe('for any texts', () => {
  test('it never throws, and what it finds is well formed', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const found = suspicionsIn(changes)
        expect(found.length).toBeLessThanOrEqual(50)
        for (const one of found) expect(Tampering.safeParse(one).success).toBe(true)
      }),
      { numRuns: rounds(1500) },
    )
  })

  test('words that every object of JavaScript knows are words like any other', () => {
    const words = Object.getOwnPropertyNames(Object.prototype)
    const lines = ['', './', 'npm run ', 'npx ', 'cargo ', 'mvn ', 'make ', 'python ', 'vitest --'].flatMap((start) =>
      words.map((word) => `${start}${word}\n`),
    )
    const ci = `jobs:\n  a:\n    env: { ${words.map((word) => `${word}: '1'`).join(', ')} }\n    steps:\n`
    const all = ['scripts/test.sh', 'Makefile', '.github/workflows/ci.yml', '.pre-commit-config.yaml', 'src/a.ts']
    for (const path of all)
      for (const line of lines) {
        const before = path.endsWith('.yml') ? `${ci}      - run: ${line}` : line
        expect(() => suspicionsIn([{ path, how: 'deleted', before }])).not.toThrow()
        expect(() => suspicionsIn([{ path, how: 'modified', before, after: 'true\n' }])).not.toThrow()
      }
  })

  test('a file that is the same before and after is no finding', () => {
    fc.assert(
      fc.property(path, text, (path, text) => {
        expect(suspicionsIn([{ path, how: 'modified', before: text, after: text }])).toEqual([])
      }),
    )
  })

  test('a new test file is no finding unless it holds a mark', () => {
    fc.assert(
      fc.property(path, text, (path, text) => {
        const found = suspicionsIn([{ path, how: 'added', after: text }])
        fc.pre(!path.endsWith('ignore'))
        expect(found.filter(({ what }) => !/is skipped|runs alone|expected to fail/.test(what))).toEqual([])
      }),
      { numRuns: rounds(500) },
    )
  })

  test.each([
    ["it('a', () => {\n  expect(a(`b ${1}`)).toBe(1)\n})\n"],
    ["it.skip('a', () => {})\n"],
    ['def test_a():\n    assert a == 1\n\n'],
    ['if (a) { it("a", () => { expect(a).toBe(1) }) }\n'],
    ['const a = b ? it : it.skip; a("c", () => { const d = 1; expect(d).toBe(1) })\n'],
    ['class A:\n    def test_a(self):\n        a = 1\n        assert a == 1\n'],
    ['expect((('],
    ['(['],
    ['`${'],
    ['/ '],
  ])('a large file full of %j is read in a moment', (part) => {
    for (const path of ['a.test.ts', 'tests/test_a.py'])
      expectLinear(rounds(1_000_000), (size) => {
        const before = part.repeat(Math.ceil(size / part.length))
        suspicionsIn([{ path, how: 'modified', before, after: `${before}\n# end` }])
      })
  })
})
