// Mixed files: what measures comes from before, what is needed from after.
import { describe, expect, test } from 'bun:test'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { readTargets } from '../../reading/commands/make-files.ts'
import { isMixed, sealMixed } from './seal-mixed.ts'

const sealed = (path: string, before: string, after: string, calls: readonly string[] = []): string => {
  const result = sealMixed(path, before, after, calls)
  return result.kind === 'sealed' ? result.text : `left: ${result.why}`
}
const json = (before: object, after: object): unknown =>
  JSON.parse(sealed('package.json', JSON.stringify(before), JSON.stringify(after)))

describe('package.json', () => {
  const rows: readonly (readonly [name: string, before: object, after: object, result: object])[] = [
    ['a script', { scripts: { test: 'jest' } }, { scripts: { test: 'true' } }, { scripts: { test: 'jest' } }],
    ['a script that went', { scripts: { test: 'jest' } }, {}, { scripts: { test: 'jest' } }],
    [
      'a new script stays',
      { scripts: { test: 'jest' } },
      { scripts: { gen: 'x' } },
      { scripts: { test: 'jest', gen: 'x' } },
    ],
    ['a hook does not', { scripts: { test: 'jest' } }, { scripts: { pretest: 'x' } }, { scripts: { test: 'jest' } }],
    ['no scripts before', {}, { scripts: { test: 'true' } }, { scripts: {} }],
    ['a runner', { jest: { bail: 1 } }, { jest: { bail: 0 } }, { jest: { bail: 1 } }],
    ['a new runner section', {}, { jest: { testMatch: [] } }, {}],
    [
      'dependencies',
      { dependencies: { a: '1' } },
      { dependencies: { a: '2', b: '1' } },
      { dependencies: { a: '2', b: '1' } },
    ],
    ['the rest', { name: 'x', type: 'commonjs' }, { name: 'x', type: 'module' }, { name: 'x', type: 'module' }],
  ]
  test.each(rows)('%s', (_, before, after, result) => expect(json(before, after)).toEqual(result))
  test('damaged', () => expect(sealed('package.json', '{}', '{')).toBe('left: its parts cannot be told apart'))
})

const toml = (path: string, before: string, after: string): unknown => {
  const text = sealed(path, before, after)
  return text.startsWith('left') ? text : getStaticTOMLValue(parseTOML(text))
}

describe('pyproject.toml', () => {
  const rows: readonly (readonly [name: string, before: string, after: string, result: unknown])[] = [
    [
      'a runner and a dependency',
      '[project]\ndependencies = ["a"]\n[tool.pytest.ini_options]\naddopts = "-x"\n',
      '[project]\ndependencies = ["a", "b"]\n[tool.pytest.ini_options]\naddopts = "-k none"\n',
      { project: { dependencies: ['a', 'b'] }, tool: { pytest: { ini_options: { addopts: '-x' } } } },
    ],
    [
      'a new section of a tool',
      '[project]\nname = "x"\n',
      '[project]\nname = "x"\n[tool.ruff]\nselect = []\n',
      { project: { name: 'x' } },
    ],
    ['a section that went', '[tool.mypy]\nstrict = true\n', '', { tool: { mypy: { strict: true } } }],
    [
      'poetry is what the code needs',
      '[tool.poetry.dependencies]\na = "1"\n',
      '[tool.poetry.dependencies]\na = "2"\n[tool.black]\nline-length = 99\n',
      { tool: { poetry: { dependencies: { a: '2' } } } },
    ],
    [
      'scripts of pdm in the same table',
      '[tool.pdm]\nscripts.test = "pytest"\nversion = 1\n',
      '[tool.pdm]\nscripts.test = "true"\nversion = 2\n',
      { tool: { pdm: { version: 2, scripts: { test: 'pytest' } } } },
    ],
    [
      'values keep their text',
      '[tool.coverage.report]\nfail_under = 90.0\n',
      '[project]\nname = """a\nb"""\n',
      { project: { name: 'a\nb' }, tool: { coverage: { report: { fail_under: 90 } } } },
    ],
    [
      'both in one inline table',
      'tool = { ruff = { a = 1 }, poetry = { b = 1 } }\n',
      'tool = { ruff = { a = 2 }, poetry = { b = 2 } }\n',
      'left: its parts cannot be told apart',
    ],
    ['damaged', '[tool.ruff]\n', '[tool', 'left: its parts cannot be told apart'],
  ]
  test.each(rows)('%s', (_, before, after, result) => expect(toml('pyproject.toml', before, after)).toEqual(result))
})

test('Cargo.toml: lints and tests from before, dependencies and programs of now', () => {
  const before =
    '[package]\nautotests = true\n[dependencies]\na = "1"\n[[test]]\nname = "t"\n[lints.clippy]\nall = "deny"\n[lib]\nname = "x"\n'
  const after =
    '[package]\nautotests = false\n[dependencies]\na = "2"\n[[bin]]\nname = "b"\n[lib]\nname = "y"\ntest = false\n'
  expect(toml('Cargo.toml', before, after)).toEqual({
    package: { autotests: true },
    dependencies: { a: '2' },
    bin: [{ name: 'b' }],
    test: [{ name: 't' }],
    lints: { clippy: { all: 'deny' } },
    lib: { name: 'y' },
  })
})

test('setup.cfg: sections of tools from before', () => {
  const before = '[metadata]\nname = x\n[tool:pytest]\naddopts = -x\n'
  const after = '[metadata]\nname = y\n[flake8]\nignore = E\n'
  expect(sealed('setup.cfg', before, after).trim()).toBe('[metadata]\nname = y\n\n[tool:pytest]\naddopts = -x')
})

describe('Makefile', () => {
  const recipes = (text: string): Record<string, string[]> =>
    Object.fromEntries(
      [...readTargets(text).targets].map(([name, { recipe }]) => [name, recipe.map((line) => line.text)]),
    )
  const rows: readonly (readonly [name: string, before: string, after: string, result: Record<string, string[]>])[] = [
    ['the recipe of a check', 'test:\n\tpytest\n', 'test:\n\ttrue\n', { test: ['pytest'] }],
    ['a target that went', 'test:\n\tpytest\nlint:\n\truff\n', 'lint:\n\truff\n', { test: ['pytest'], lint: ['ruff'] }],
    [
      'rules that build stay',
      'app:\n\tcc a.c\ntest:\n\t./t\n',
      'app:\n\tcc a.c b.c\ntest:\n\ttrue\n',
      { app: ['cc a.c b.c'], test: ['./t'] },
    ],
    ['a new check stays out', 'all:\n\tx\n', 'all:\n\ty\n', { all: ['y'] }],
    [
      'a target that a check calls',
      '.PHONY: verify-it gate\ngate:\n\tpytest\n',
      '.PHONY: gate\ngate:\n\ttrue\n',
      { gate: ['pytest'] },
    ],
  ]
  test.each(rows)('%s', (_, before, after, result) => {
    expect(recipes(sealed('Makefile', before, after, ['gate']))).toEqual(result)
  })
  test('flags and the shell from before, lists of files of now', () => {
    const text = sealed(
      'Makefile',
      'SRC = a\nTESTFLAGS = -x\ntest:\n\tpytest\n',
      'SRC = a b\nTESTFLAGS =\nSHELL = /bin/true\ntest:\n\tpytest\n',
    )
    expect(text).toContain('SRC = a b\n')
    expect(text).toContain('TESTFLAGS = -x\n')
    expect(text).not.toContain('SHELL')
  })
  test('the default target stays the default', () => {
    expect(sealed('Makefile', 'test:\n\tpytest\napp:\n\tcc\n', 'app:\n\tcc b\ntest:\n\ttrue\n')).toMatch(/^test:/)
    expect(sealed('Makefile', 'app:\n\tcc\ntest:\n\tpytest\n', 'app:\n\tcc b\ntest:\n\ttrue\n')).toMatch(/^app:/)
  })
  test('conditions are left', () => {
    expect(sealed('Makefile', 'ifdef A\ntest:\n\tx\nendif\n', 'test:\n\ty\n')).toBe(
      'left: its parts cannot be told apart',
    )
  })
})

const mixed: readonly (readonly [path: string, isMixed: boolean])[] = [
  ['go.mod', true],
  ['pom.xml', true],
  ['a/build.gradle.kts', true],
  ['web/package.json', true],
  ['rules.mk', true],
  ['tsconfig.json', false],
  ['jest.config.js', false],
  ['package-lock.json', false],
]
test.each(mixed)('%s: %p', (path, is) => expect(isMixed(path)).toBe(is))
test('go.mod is left', () =>
  expect(sealed('go.mod', 'module a\n', 'module a\nrequire b v1\n')).toBe('left: it holds what the current code needs'))
