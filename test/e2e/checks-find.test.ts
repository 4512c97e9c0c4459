// `fullstop checks find` in small repositories of each ecosystem whose tools are installed here: what it proposes is
// written, trusted and run, passes, and fails once the code is broken (U14). And the questions it asks at a terminal.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isVariant } from '../rounds.ts'
import { hasTmux, screenOf } from './pane.ts'
import { makeRepository, trust } from './repository.ts'
import { newRoom, type Room } from './room.ts'

interface Case {
  readonly name: string
  /** Without these programs only the proposal is compared. */
  readonly needs: readonly string[]
  readonly files: Readonly<Record<string, string>>
  readonly proposed: readonly string[]
  /** The check that turns red, and the file that breaks it. */
  readonly breaks: { readonly check: string; readonly file: string; readonly text: string }
}

const json = (value: object): string => JSON.stringify(value, null, 2)
const nodeTest = 'import test from "node:test"\nimport { ok } from "node:assert"\ntest("adds", () => ok(1 + 1 === 2))\n'
const nodeBroken = nodeTest.replace('=== 2', '=== 3')
const goTest = (sum: number): string =>
  `package a\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif 1+1 != ${sum} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`
const rubyTest = (sum: number): string =>
  `require 'minitest/autorun'\nclass AddTest < Minitest::Test\n  def test_adds\n    assert_equal ${sum}, 1 + 1\n  end\nend\n`
const unittest = (sum: number): string =>
  `import unittest\n\nclass Add(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(1 + 1, ${sum})\n`

const cases: readonly Case[] = [
  {
    name: 'an npm workspace without root scripts',
    needs: ['npm'],
    files: {
      'package.json': json({ name: 'root', private: true, workspaces: ['packages/*'] }),
      'package-lock.json': '{}',
      'packages/a/package.json': json({ name: 'a', version: '1.0.0', scripts: { test: 'node --test' } }),
      'packages/a/a.test.mjs': nodeTest,
      'packages/b/package.json': json({ name: 'b', version: '1.0.0' }),
    },
    proposed: ['test: npm run test --workspaces --if-present'],
    breaks: { check: 'test', file: 'packages/a/a.test.mjs', text: nodeBroken },
  },
  {
    name: 'frontend and backend',
    needs: ['npm', 'python3'],
    files: {
      'frontend/package.json': json({ name: 'web', scripts: { test: 'node --test' } }),
      'frontend/a.test.mjs': nodeTest,
      'backend/setup.py': 'from setuptools import setup\nsetup(name="api")\n',
      'backend/tests/test_add.py': unittest(2),
    },
    proposed: ['backend-test: python3 -m unittest discover -s tests in backend', 'frontend-test: npm test in frontend'],
    // Of another length: Python takes a file of the same size and second for the one that it has compiled.
    breaks: { check: 'backend-test', file: 'backend/tests/test_add.py', text: unittest(30) },
  },
  {
    name: 'Ruby with rake',
    needs: ['ruby', 'rake'],
    files: {
      Rakefile: "require 'rake/testtask'\nRake::TestTask.new(:test) { |t| t.pattern = 'test/*_test.rb' }\n",
      'test/add_test.rb': rubyTest(2),
    },
    proposed: ['test: rake test'],
    breaks: { check: 'test', file: 'test/add_test.rb', text: rubyTest(3) },
  },
  {
    name: 'a Go workspace',
    needs: ['go'],
    files: {
      'go.work': 'go 1.18\n\nuse ./a\n',
      'a/go.mod': 'module example.com/a\n\ngo 1.18\n',
      'a/a.go': 'package a\n',
      'a/a_test.go': goTest(2),
    },
    proposed: ['lint: go vet ./a/...', 'test: go test ./a/...', 'build: go build ./a/...'],
    breaks: { check: 'test', file: 'a/a_test.go', text: goTest(3) },
  },
  {
    name: 'CMake with CTest',
    needs: ['cmake', 'ctest', 'make'],
    files: {
      '.gitignore': 'build/\n',
      'CMakeLists.txt':
        'cmake_minimum_required(VERSION 3.16)\nproject(a NONE)\nenable_testing()\nadd_test(NAME add COMMAND sh ${CMAKE_SOURCE_DIR}/add.sh)\n',
      'add.sh': 'test $((1 + 1)) = 2\n',
    },
    proposed: ['test: cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure'],
    breaks: { check: 'test', file: 'add.sh', text: 'test $((1 + 1)) = 3\n' },
  },
  {
    name: 'PHP with a composer script',
    needs: ['composer'],
    files: {
      'composer.json': json({ name: 'a/a', scripts: { test: 'php test.php' } }),
      'test.php': '<?php exit(0);\n',
    },
    proposed: ['test: composer run test'],
    breaks: { check: 'test', file: 'test.php', text: '<?php exit(1);\n' },
  },
  {
    name: 'Elixir',
    needs: ['mix'],
    files: {
      'mix.exs': 'defmodule A.MixProject do\n  use Mix.Project\n  def project, do: [app: :a, version: "0.1.0"]\nend\n',
      'test/test_helper.exs': 'ExUnit.start()\n',
      'test/a_test.exs': 'defmodule ATest do\n  use ExUnit.Case\n  test "adds", do: assert(1 + 1 == 2)\nend\n',
    },
    proposed: ['test: mix test'],
    breaks: {
      check: 'test',
      file: 'test/a_test.exs',
      text: 'defmodule ATest do\n  use ExUnit.Case\n  test "adds", do: assert(1 + 1 == 3)\nend\n',
    },
  },
  {
    name: 'Task',
    needs: ['task'],
    files: { 'Taskfile.yml': "version: '3'\ntasks:\n  test:\n    cmds:\n      - sh t.sh\n", 't.sh': 'exit 0\n' },
    proposed: ['test: task test'],
    breaks: { check: 'test', file: 't.sh', text: 'exit 1\n' },
  },
]

function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

async function proposals(room: Room): Promise<string[]> {
  const { stdout } = await room.run(['checks', 'find', '--json'])
  const found = JSON.parse(stdout) as Array<{ check: { name: string; run: string; cwd?: string } }>
  return found.map(({ check: { name, run, cwd } }) => `${name}: ${run}${cwd === undefined ? '' : ` in ${cwd}`}`)
}

for (const { name, needs, files, proposed, breaks } of cases)
  test(`[checks-find] U14: ${name}`, async () => {
    using room = newRoom()
    const repository = makeRepository(room, { ...files, '.gitignore': `${files['.gitignore'] ?? ''}__pycache__/\n` })
    expect(await proposals(room)).toEqual([...proposed])
    if (!needs.every(has)) return
    expect((await room.run(['checks', 'find', '--write'])).code).toBe(0)
    repository.commit('Checks')
    await trust(room)
    const green = await room.run(['check', breaks.check])
    expect(`${green.stdout}${green.stderr}`).not.toMatch(/^(?:failed|timed-out|could-not-run) /m)
    expect(green.code).toBe(0)
    repository.write(breaks.file, breaks.text)
    const red = await room.run(['check', breaks.check])
    expect(red.code).toBe(1)
    expect(red.stdout).toMatch(new RegExp(`^failed +${breaks.check} `, 'm'))
  })

const SCRIPTS = json({ scripts: { typecheck: 'tsc', test: 'node --test', lint: 'eslint .', build: 'tsc -b' } })

test('[checks-ask] only trusted checks are followed by the command that runs them', async () => {
  const find = async (trusts: string): Promise<string> => {
    using room = newRoom()
    makeRepository(room, { 'package.json': SCRIPTS, 'package-lock.json': '{}' })
    const typed = [
      { after: 'Add typecheck: npm run typecheck?', keys: 'a\n' },
      { after: 'Trust this content', keys: trusts },
    ]
    return (await room.runAtTerminal(['checks', 'find'], {}, { typed })).screen
  }
  expect(await find('y\n')).toContain('Next: `fullstop check` runs them once.')
  expect(await find('n\n')).not.toContain('Next:')
})

test('[checks-ask] at a terminal each check is asked about: yes, no, edit, all', async () => {
  using room = newRoom()
  makeRepository(room, { 'package.json': SCRIPTS, 'package-lock.json': '{}' })
  const file = join(room.cwd, 'fullstop.json')
  writeFileSync(file, '{\n  // ours\n  "review": "never"\n}\n')
  const { code, screen } = await room.runAtTerminal(
    ['checks', 'find'],
    {},
    {
      typed: [
        { after: 'Add typecheck: npm run typecheck?', keys: 'n\n' },
        { after: 'Add lint: npm run lint?', keys: 'e\n' },
        { after: '(Enter keeps this one): ', keys: 'npx eslint src && npx prettier --check .\n' },
        { after: 'Add test: npm test?', keys: 'a\n' },
        { after: 'Trust this content', keys: 'n\n' },
      ],
    },
  )
  expect(code).toBe(0)
  expect(screen.split('y = yes, n = no, e = edit the command')).toHaveLength(2)
  expect(screen).toMatch(/^ {2}npm run lint\r?\n {2}The command instead/m)
  expect(screen).toContain('Wrote lint, test, build to ~/project/fullstop.json.')
  expect(readFileSync(file, 'utf8')).toBe(`{
  // ours
  "review": "never",
  "checks": [
    {
      "name": "lint",
      "run": "npx eslint src && npx prettier --check .",
      "timeout": "10m",
      "shell": true
    },
    {
      "name": "test",
      "run": "npm test",
      "timeout": "10m"
    },
    {
      "name": "build",
      "run": "npm run build",
      "timeout": "10m"
    }
  ]
}
`)
})

test('[checks-ask] none leaves everything alone, and what is there is not asked about again', async () => {
  using room = newRoom()
  makeRepository(room, { 'package.json': SCRIPTS, 'package-lock.json': '{}' })
  const none = await room.runAtTerminal(
    ['checks', 'find'],
    {},
    {
      typed: [{ after: 'Add typecheck: npm run typecheck?', keys: 'q\n' }],
    },
  )
  expect(none.screen).toContain('Nothing was written.')
  expect((await room.run(['checks', 'find', '--write'])).code).toBe(0)
  const again = await room.runAtTerminal(['checks', 'find'])
  expect(again).toMatchObject({ code: 0 })
  expect(again.screen).toContain('~/project/fullstop.json has them all already.')
  expect(again.screen).not.toContain('[y/n/e/a/q]')
})

test.skipIf(isVariant)(
  '[checks-find] U14: a program that is not installed is named before anybody relies on it',
  async () => {
    using room = newRoom()
    makeRepository(room, { 'uv.lock': '', 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.mypy]\n' })
    const env = { PATH: '/usr/bin:/bin' }
    const warning = /^warning: uv is not on your PATH: typecheck, test cannot run$/m
    expect((await room.run(['checks', 'find'], { env })).stderr).toMatch(warning)
    expect((await room.run(['checks', 'find', 'typecheck', 'test', '--write'], { env })).stderr).toMatch(warning)
    expect((await room.run(['trust', '--yes'], { env })).stdout).toMatch(warning)
    const { stdout } = await room.run(['run', '--agent-command', 'true', 'Do it.'], { env })
    expect(stdout).toMatch(/^ +uv is not on your PATH: typecheck, test cannot run$/m)
  },
)

test('[checks-find] issue 17: packages that were never installed are named before anybody relies on them', async () => {
  using room = newRoom()
  const manifest = json({ scripts: { test: 'ava' }, devDependencies: { ava: '6' } })
  makeRepository(room, { 'package.json': manifest, '.gitignore': 'node_modules\n' })
  const warning = /^warning: node_modules is missing: run `npm install`, or test may not run$/m
  expect((await room.run(['checks', 'find'])).stderr).toMatch(warning)
  expect((await room.run(['checks', 'find', '--write'])).stderr).toMatch(warning)
  expect((await room.run(['trust', '--yes'])).stdout).toMatch(warning)
  const start = async (): Promise<string> => (await room.run(['run', '--agent-command', 'true', 'Do it.'])).stdout
  expect(await start()).toMatch(/^ +node_modules is missing: run `npm install`, or test may not run$/m)
  mkdirSync(join(room.cwd, 'node_modules'))
  expect(await start()).not.toContain('node_modules')
})

test.skipIf(isVariant)(
  '[checks-find] issue 17: --write leaves out what cannot run here, unless it is named',
  async () => {
    using room = newRoom()
    const files = { 'pyproject.toml': '[tool.ruff]\n', 'package.json': json({ scripts: { test: 'node --test' } }) }
    makeRepository(room, files)
    const bin = join(room.root, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'npm'), '#!/bin/sh\n', { mode: 0o755 })
    const find = async (...args: string[]): Promise<[number, string, string]> => {
      const { code, stdout, stderr } = await room.run(['checks', 'find', ...args], { env: { PATH: bin } })
      return [code, stdout.replaceAll(room.home, '~'), stderr]
    }
    const why = `Left out: lint, because ruff is not on your PATH.
  next: install ruff and run this again, or \`fullstop checks find lint --write\`
`
    const file = join(room.cwd, 'fullstop.json')
    expect(await find('--write')).toEqual([
      0,
      `Wrote test to ~/project/fullstop.json.\n${why}Nothing runs yet: run \`fullstop trust\`.\n`,
      '',
    ])
    expect(readFileSync(file, 'utf8')).not.toContain('ruff')
    expect(await find('--write')).toEqual([0, `~/project/fullstop.json has test already.\n${why}`, ''])
    const [, printed] = await find('--write', '--json')
    expect(JSON.parse(printed)).toEqual({ file: '~/project/fullstop.json', added: [], leftOut: ['lint'] })
    expect((await find('types'))[2]).toStartWith(
      'fullstop: checks: no check "types" was found here; there is test, lint\n',
    )
    expect(await find('lint', '--write')).toEqual([
      0,
      'Wrote lint to ~/project/fullstop.json.\nNothing runs yet: run `fullstop trust`.\n',
      'warning: ruff is not on your PATH: lint cannot run\n',
    ])
    writeFileSync(file, '{}')
    writeFileSync(join(room.cwd, 'package.json'), '{}')
    expect(await find('--write')).toEqual([1, `Nothing was written.\n${why}`, ''])
    expect((await find())[1]).toEndWith(
      '\n\nIt cannot run here, so `fullstop checks find --write` would write nothing. Install what is missing, or write down all the same: `fullstop checks find lint --write`.\n',
    )
    rmSync(file)
    expect((await room.run(['trust'], { env: { PATH: bin } })).stderr).toContain(
      'run `fullstop checks find`: it says what the checks found here need',
    )
  },
)

test('[trust-shown] a command that cannot run as it is written is named before anybody relies on it', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  repository.write('fullstop.json', json({ checks: [{ name: 'test', run: 'PYTHONPATH=src pytest' }] }))
  const why = 'test cannot run: it sets PYTHONPATH in front of the program: put it into "env"'
  expect((await room.run(['trust', '--yes'])).stdout).toContain(`\nwarning: ${why}\n`)
  expect((await room.run(['run', '--agent-command', 'true', 'Do it.'])).stdout).toContain(why)
})

test.skipIf(!hasTmux)('[checks-find] U11: no line is wider than a window of 80 columns', async () => {
  using room = newRoom()
  makeRepository(room, {
    'services/accounts-and-billing/package.json': json({ scripts: { test: 'node --test', lint: 'eslint .' } }),
    'services/notifications-of-users/pyproject.toml': '[tool.pytest.ini_options]\n[tool.mypy]\n',
  })
  await room.run(['checks', 'find', '--write'])
  const screen = await screenOf(room, ['checks', 'find'], { columns: 80 })
  expect(screen.filter((line) => line.length > 80)).toEqual([])
  expect(screen.join('\n')).toMatchSnapshot()
})

test.skipIf(isVariant)(
  '[checks-find] installed and vendored code is never looked at, and a big repository has a bounded answer',
  async () => {
    using room = newRoom()
    const project = json({ scripts: { test: 'node --test' } })
    makeRepository(room)
    const many = Array.from({ length: 400 }, (_, index) => `part${String(index).padStart(3, '0')}`)
    for (const folder of ['node_modules/a', 'vendor/b', 'target/c', '.cache/d', ...many]) {
      mkdirSync(join(room.cwd, folder), { recursive: true })
      writeFileSync(join(room.cwd, folder, 'package.json'), project)
    }
    const found = await proposals(room)
    expect(found).toHaveLength(20)
    expect(found[0]).toBe('part000-test: npm test in part000')
    expect(dirname(found.join('\n'))).not.toMatch(/node_modules|vendor|target|cache/)
  },
)

test('[checks-find] what was left out is said below what was found', async () => {
  using room = newRoom()
  makeRepository(room, {
    'package.json': json({ scripts: { test: 'node --test', check: 'node types.mjs && npm test' } }),
    'a.test.mjs': nodeTest,
  })
  const { screen } = await room.runAtTerminal(
    ['checks', 'find'],
    {},
    { typed: [{ after: '[y/n/e/a/q] ', keys: 'q\r' }] },
  )
  const [list, note, question] = ['npm test', 'note: package.json: script "check" is left out', 'Add test'].map(
    (text) => screen.indexOf(text),
  )
  expect(list).toBeGreaterThan(-1)
  expect(note).toBeGreaterThan(list ?? 0)
  expect(question).toBeGreaterThan(note ?? 0)
})
