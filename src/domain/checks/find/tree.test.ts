// U14: projects in folders below the root, and workspaces without scripts of their own.
import { describe, expect, test } from 'bun:test'
import { findInTree, type FolderFiles } from './find.ts'

interface Row {
  readonly name: string
  /** Paths with content; objects are written as JSON. */
  readonly texts: Readonly<Record<string, string | object>>
  /** `name: command`, ` in cwd`, ` on paths`. */
  readonly found: readonly string[]
  readonly seenIn?: readonly string[]
  readonly problems?: readonly string[]
}

const scripts = (entries: Record<string, string>, more: object = {}): object => ({
  name: 'a',
  ...more,
  scripts: entries,
})

const rows: readonly Row[] = [
  {
    name: 'frontend and backend without root scripts',
    texts: {
      'README.md': '',
      'frontend/package.json': scripts({ test: 'vitest run', lint: 'eslint .', build: 'vite build' }),
      'frontend/pnpm-lock.yaml': '',
      'backend/pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n',
      'backend/uv.lock': '',
    },
    found: [
      'backend-lint: uv run ruff check in backend on backend/**',
      'backend-test: uv run pytest in backend on backend/**',
      'frontend-lint: pnpm run lint in frontend on frontend/**',
      'frontend-test: pnpm test in frontend on frontend/**',
    ],
    seenIn: ['backend/pyproject.toml', 'frontend/package.json'],
  },
  {
    name: 'one project in a folder keeps the plain names',
    texts: { LICENSE: '', 'Src/App.slnx': '', 'Src/App/App.csproj': '' },
    found: ['test: dotnet test in Src'],
    seenIn: ['Src/App.slnx'],
  },
  {
    name: 'a root with tests, and a folder of another ecosystem',
    texts: {
      'go.mod': '',
      'web/package.json': scripts({ test: 'vitest run' }),
      'web/tool/package.json': scripts({ test: 'vitest run' }),
      'other/go.mod': '',
    },
    found: [
      'lint: go vet ./...',
      'test: go test ./...',
      'build: go build ./...',
      'web-test: npm test in web on web/**',
    ],
    seenIn: ['go.mod', 'web/package.json'],
  },
  {
    name: 'a root whose Makefile runs all tests',
    texts: {
      Makefile: '.PHONY: test\ntest:\n\tmake -C api test\n\tcd web && npm test\n',
      'api/go.mod': '',
      'web/package.json': scripts({ test: 'vitest run' }),
    },
    found: ['test: make test'],
    seenIn: ['Makefile'],
  },
  {
    name: 'an npm workspace without root scripts',
    texts: {
      'package.json': { private: true, workspaces: ['packages/*'] },
      'packages/a/package.json': scripts({ test: 'node --test', lint: 'eslint .' }),
      'packages/b/package.json': scripts({ test: 'node --test' }),
    },
    found: ['lint: npm run lint --workspaces --if-present', 'test: npm run test --workspaces --if-present'],
    seenIn: ['package.json'],
  },
  {
    name: 'a pnpm workspace',
    texts: {
      'package.json': { private: true },
      'pnpm-workspace.yaml':
        'packages:\n  # all of them\n  - "apps/*"\n  - packages/**\n  - "!packages/old"\ncatalog:\n  a: 1\n',
      'apps/web/package.json': scripts({ test: 'vitest run' }),
      'packages/old/package.json': scripts({ test: 'echo no test specified && exit 1' }),
    },
    found: ['test: pnpm -r run test'],
    seenIn: ['package.json'],
  },
  {
    name: 'yarn classic, where one package has no tests: each by itself',
    texts: {
      'package.json': { private: true, workspaces: { packages: ['packages/*'] } },
      'yarn.lock': '',
      'packages/a/package.json': scripts({ test: 'jest' }),
      'packages/b/package.json': scripts({ build: 'tsc' }),
      'packages/c/package.json': scripts({ test: 'jest' }),
    },
    found: [
      'packages-a-test: yarn test in packages/a on packages/a/**',
      'packages-c-test: yarn test in packages/c on packages/c/**',
    ],
    seenIn: ['package.json', 'packages/a/package.json', 'packages/c/package.json'],
  },
  {
    name: 'modern yarn and Bun',
    texts: {
      'package.json': { workspaces: ['packages/*'], packageManager: 'yarn@4.5.0' },
      'packages/a/package.json': scripts({ test: 'jest' }),
      'packages/b/package.json': scripts({}),
    },
    found: ['test: yarn workspaces foreach -A run test'],
    seenIn: ['package.json'],
  },
  {
    name: 'a placeholder among the packages: the others by themselves',
    texts: {
      'package.json': { workspaces: ['packages/*'] },
      'packages/a/package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }),
      'packages/b/package.json': scripts({ test: 'node --test' }),
    },
    found: ['test: npm test in packages/b'],
    seenIn: ['package.json', 'packages/b/package.json'],
    problems: ['packages/a: package.json: script "test" is left out: it is a placeholder'],
  },
  {
    name: 'Nx by the targets of its projects',
    texts: {
      'package.json': { private: true },
      'nx.json': '{}',
      'apps/web/project.json': { targets: { test: { executor: '@nx/vite:test' }, serve: {} } },
    },
    found: ['test: npx nx run-many -t test'],
    seenIn: ['package.json'],
  },
  {
    name: 'a root with scripts needs nothing of its packages',
    texts: {
      'package.json': scripts({ test: 'npm test --workspaces' }, { workspaces: ['packages/*'] }),
      'packages/a/package.json': scripts({ test: 'node --test' }),
    },
    found: ['test: npm test'],
    seenIn: ['package.json'],
  },
  {
    name: 'unittest beside the code, and no file of a project',
    texts: {
      'calc.py': '',
      'test_calc.py': 'import unittest\nclass T(unittest.TestCase):\n    def test_a(self): ...\n',
    },
    found: ['test: python3 -m unittest discover -p "*test*.py"'],
    seenIn: ['test_calc.py'],
  },
  {
    name: 'tests in a folder, and no file of a project',
    texts: { 'calc.py': '', 'tests/test_calc.py': 'import unittest\n' },
    found: ['test: python3 -m unittest discover -s tests'],
  },
  {
    name: 'setup.py and functions that only pytest runs',
    texts: {
      'setup.py': 'setup()\n',
      'tests/test_calc.py': 'from calc import add\n\ndef test_add():\n    assert add(1, 2) == 3\n',
    },
    found: ['test: python3 -m pytest'],
    seenIn: ['setup.py'],
  },
  {
    name: 'tests of something else than Python',
    texts: { 'tool.py': '', 'tests/run.pl': '' },
    found: [],
  },
  {
    name: 'tests inside a package are not run from within it',
    texts: { 'calc/__init__.py': '', 'calc/test_calc.py': 'import unittest\n' },
    found: [],
  },
  {
    name: 'Python tests in a folder that is no package',
    texts: { 'README.md': '', 'backend/app.py': '', 'backend/test_app.py': 'import pytest\n' },
    found: ['test: python3 -m pytest in backend'],
    seenIn: ['backend/test_app.py'],
  },
  {
    name: 'a script for the tests',
    texts: { 'test.sh': '#!/bin/sh\n./prove t/\n' },
    found: ['test: sh test.sh'],
    seenIn: ['test.sh'],
  },
  {
    name: 'a script for the tests in its folder, for bash',
    texts: { 'scripts/test.sh': '#!/usr/bin/env bash\nset -e\nprove t/\n' },
    found: ['test: bash scripts/test.sh'],
  },
  {
    name: 'a script of another interpreter without an ending',
    texts: { 'script/test': '#!/usr/bin/env ruby\nexec "rspec"\n', 'bin/test': 'ELF' },
    found: ['test: ./script/test'],
  },
  {
    name: 'a script for the tests fills a gap only',
    texts: { 'go.mod': '', 'test.sh': 'go test ./...\n' },
    found: ['lint: go vet ./...', 'test: go test ./...', 'build: go build ./...'],
    seenIn: ['go.mod', 'test.sh'],
  },
  {
    name: 'a script that publishes',
    texts: { 'test.sh': 'prove t/\nnpm publish\n' },
    found: [],
    seenIn: ['test.sh'],
    problems: ['test.sh is left out: it deploys or publishes'],
  },
  {
    name: 'a script that rewrites files',
    texts: { 'run-tests.sh': 'eslint --fix .\n' },
    found: [],
    seenIn: ['run-tests.sh'],
    problems: ['run-tests.sh is left out: it rewrites files'],
  },
  {
    name: 'a script that asks us would wait for itself',
    texts: { 'test.sh': 'fullstop check\n' },
    found: [],
    seenIn: ['test.sh'],
  },
]

/** A tree of names from paths; folders as the walk gives them: by depth, then by name. */
function toTree(texts: Row['texts']): Parameters<typeof findInTree> {
  const paths = Object.keys(texts)
  const folders = [
    ...new Set(
      paths.flatMap((path) =>
        path
          .split('/')
          .slice(0, -1)
          .map((_, index, all) => all.slice(0, index + 1).join('/')),
      ),
    ),
  ]
  const inFolder = (folder: string): FolderFiles => {
    const start = folder === '' ? '' : `${folder}/`
    const below = paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length))
    return {
      files: [...new Set(below.map((path) => (path.includes('/') ? `${path.split('/')[0]}/` : path)))],
      text: (name) => {
        const text = texts[`${start}${name}`]
        return text === undefined || typeof text === 'string' ? text : JSON.stringify(text)
      },
      inside: (name) => inFolder(`${start}${name.slice(0, -1)}`),
    }
  }
  const depth = (path: string): number => path.split('/').length
  folders.sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1))
  return [inFolder(''), folders.map((path) => ({ path, ...inFolder(path) }))]
}

describe('findInTree', () => {
  for (const row of rows)
    test(`U14: ${row.name}`, () => {
      const { found, seenIn, problems } = findInTree(...toTree(row.texts))
      const short = found.map(
        ({ check: { name, run, cwd, paths } }) =>
          `${name}: ${String(run)}${cwd === undefined ? '' : ` in ${cwd}`}${paths === undefined ? '' : ` on ${paths.join(', ')}`}`,
      )
      expect({ found: short, seenIn, problems }).toEqual({
        found: [...row.found],
        seenIn: row.seenIn ?? [],
        problems: [...(row.problems ?? [])],
      })
    })

  test('a hundred projects give a bounded list, and say so', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`p${String(index).padStart(3, '0')}/go.mod`, '']),
    )
    const { found, problems } = findInTree(...toTree(texts))
    expect(found).toHaveLength(20)
    expect(problems).toEqual(['180 more checks in folders below are left out: run this in their folder'])
  })
})
