// `fullstop verify --read`: suspicions in a branch or a range of commits, without an agent and without running anything.
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeRepository, type Repository } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const CART = 'export const add = (one, other) => one + other\n'
const TESTS = [
  "import test from 'node:test'",
  "import assert from 'node:assert'",
  "import { add } from './cart.mjs'",
  "test('adds', () => assert.equal(add(1, 2), 3))",
  "test('adds nothing', () => assert.equal(add(0, 0), 0))",
  '',
].join('\n')
const SKIPPED = TESTS.replace("test('adds',", "test.skip('adds',")

function project(room: Room): Repository {
  return makeRepository(room, { 'src/cart.mjs': CART, 'src/cart.test.mjs': TESTS })
}

interface Read {
  readonly base: string
  readonly head?: string
  readonly changed: number
  readonly suspicions: readonly Record<string, unknown>[]
  readonly notes: readonly unknown[]
}

async function read(room: Room, args: readonly string[], cwd = room.cwd): Promise<{ code: number | null; read: Read }> {
  const { code, stdout, stderr } = await room.run(['verify', ...args, '--read', '--json'], { cwd })
  expect(stderr).toBe('')
  return { code, read: JSON.parse(stdout) as Read }
}

const FOUND = {
  file: 'src/cart.test.mjs',
  line: 4,
  kind: 'skipped',
  text: 'test "adds" is skipped now (test.skip)',
}

test('[verify-read] two commits are compared from git alone, in a bare repository too', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.write('src/cart.test.mjs', SKIPPED)
  repository.commit('Skip it')
  repository.git('clone', '--quiet', '--bare', '.', join(room.home, 'bare.git'))
  // What is checked out does not matter.
  repository.write('src/cart.test.mjs', TESTS)
  for (const cwd of [room.cwd, join(room.cwd, 'src'), join(room.home, 'bare.git')]) {
    const { code, read: found } = await read(room, ['HEAD~1..HEAD'], cwd)
    expect({ code, found }).toMatchObject({ code: 9, found: { changed: 1, suspicions: [FOUND], notes: [] } })
    expect(found.head).toBe(repository.git('rev-parse', 'HEAD').trim())
  }
  const back = await read(room, ['HEAD..HEAD~1'])
  expect(back).toMatchObject({ code: 0, read: { changed: 1, suspicions: [] } })
  const bare = await room.run(['verify', '--read'], { cwd: join(room.home, 'bare.git') })
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('name two commits: BASE..HEAD') })
})

test('[verify-read] P2: a file that a check of the base runs by name is read too, whatever it is called', async () => {
  using room = newRoom()
  const gate = "import { all } from './all.mjs'\nif (!all()) process.exit(1)\n"
  const repository = makeRepository(room, {
    'package.json': JSON.stringify({ scripts: { test: 'node tools/gate.mjs' } }),
    'tools/gate.mjs': gate,
    'ops/last.py': 'import sys\n\nif not sys.argv:\n    sys.exit(1)\n',
    'fullstop.json': JSON.stringify({ checks: [{ name: 'last', run: 'python3 ops/last.py' }] }),
  })
  repository.write('tools/gate.mjs', '// All is well.\nprocess.exit(0)\n')
  repository.commit('Faster gate')
  repository.write('ops/last.py', 'print("ok")\n')
  // The head cannot take a check out of what is read.
  repository.write('fullstop.json', '{}')
  repository.commit('Tidy')
  const first = await read(room, ['HEAD~2..HEAD~1'])
  expect({ code: first.code, files: first.read.suspicions.map(({ file }) => file) }).toEqual({
    code: 9,
    files: ['tools/gate.mjs'],
  })
  const second = await read(room, ['HEAD~1..HEAD'])
  expect(second.code).toBe(9)
  expect(second.read.suspicions.map(({ file }) => file)).toContain('ops/last.py')
})

test('[verify-read] a script that nothing calls may go; what CI calls over a script of its own may not', async () => {
  using room = newRoom()
  const scripts = { test: 'node --test', 'test:old': 'node old/all.mjs', 'test:far': 'node far/all.mjs' }
  const repository = makeRepository(room, {
    'package.json': JSON.stringify({ scripts }, null, 2),
    'src/cart.mjs': CART,
    'src/cart.test.mjs': TESTS,
    'tools/all.sh': '#!/bin/sh\nset -e\nnpm run test:far\n',
    '.github/workflows/ci.yml': 'on: [push]\njobs:\n  all:\n    steps:\n      - run: sh tools/all.sh\n',
  })
  const without = (name: keyof typeof scripts): string =>
    JSON.stringify({ scripts: Object.fromEntries(Object.entries(scripts).filter(([key]) => key !== name)) }, null, 2)
  repository.write('package.json', without('test:old'))
  repository.commit('Drop the old ones')
  const old = await read(room, ['HEAD~1..HEAD'])
  expect(old).toMatchObject({ code: 0, read: { suspicions: [], notes: [{ kind: 'command' }] } })
  repository.write('package.json', without('test:far'))
  repository.commit('Drop the far ones')
  const far = await read(room, ['HEAD~2..HEAD'])
  expect(far).toMatchObject({ code: 9, read: { suspicions: [{ kind: 'command', line: 5 }] } })
})

test('[verify-read] a branch is read since it left main, with what is not committed', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.git('switch', '--quiet', '--create', 'feature')
  repository.write('src/cart.mjs', `${CART}export const none = 0\n`)
  repository.commit('More')
  expect(await read(room, [])).toMatchObject({ code: 0, read: { changed: 1, suspicions: [] } })
  repository.write('src/cart.test.mjs', SKIPPED)
  expect(await read(room, [])).toMatchObject({ code: 9, read: { changed: 2, suspicions: [FOUND] } })
  expect(await read(room, ['HEAD'])).toMatchObject({ code: 9, read: { changed: 1, suspicions: [FOUND] } })
})

test('[verify-read] what the base got after the branch left it is not taken for removed', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.git('branch', 'feature')
  repository.write('src/more.test.mjs', TESTS)
  repository.commit('More tests on main')
  repository.git('switch', '--quiet', 'feature')
  repository.write('src/cart.mjs', `${CART}export const none = 0\n`)
  repository.commit('More')
  expect(await read(room, ['main'])).toMatchObject({ code: 0, read: { changed: 1, suspicions: [] } })
  expect(await read(room, ['main...feature'])).toMatchObject({ code: 0, read: { changed: 1, suspicions: [] } })
  // Two dots compare the two as they are.
  expect(await read(room, ['main..feature'])).toMatchObject({ code: 9, read: { changed: 2 } })
})

test('[verify-read] for people: what is compared, each line that exists, and what it means', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.write('src/cart.test.mjs', SKIPPED)
  repository.commit('Skip it')
  const { code, stdout } = await room.run(['verify', 'HEAD~1..HEAD', '--read'])
  expect(code).toBe(9)
  expect(stdout.replaceAll(/\b[0-9a-f]{10}\b/g, 'COMMIT').split('\n')).toEqual([
    'HEAD~1 (COMMIT) → HEAD (COMMIT): 1 file changed, 1 of them tests, checks or settings',
    '',
    '1 suspicion',
    '  src/cart.test.mjs:4',
    '    test "adds" is skipped now (test.skip)',
    '',
    'A green check may mean less than it did before: a person should look at these lines.',
    '',
  ])
  const nothing = await room.run(['verify', 'HEAD', '--read'])
  expect(nothing).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing suspicious was found by reading.'),
  })
})

test('[verify-read] what cannot be read is an error with a way out, never a clean bill', async () => {
  using room = newRoom()
  project(room)
  const outcome = async (args: readonly string[], cwd = room.cwd): Promise<[number | null, string]> => {
    const { code, stderr } = await room.run(['verify', ...args], { cwd })
    return [code, stderr.split('\n')[0] ?? '']
  }
  expect(await outcome(['nowhere', '--read'])).toEqual([
    2,
    'fullstop: verify: there is no commit "nowhere" in this repository',
  ])
  expect(await outcome(['HEAD..nowhere', '--read'])).toEqual([
    2,
    'fullstop: verify: there is no commit "nowhere" in this repository',
  ])
  expect(await outcome(['..--output=x', '--read'])).toEqual([
    2,
    'fullstop: verify: there is no commit "--output=x" in this repository',
  ])
  expect((await outcome(['--read'], room.home))[0]).toBe(2)
})

test('[verify-read] nothing that the repository names is run', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.write('package.json', JSON.stringify({ scripts: { lint: 'eslint .' } }))
  repository.commit('Lint it')
  const ran = join(room.home, 'ran')
  repository.write('.gitattributes', '*.mjs diff=evil filter=evil\n')
  repository.write('src/cart.test.mjs', SKIPPED)
  // For a script the files around it are read too.
  repository.write('package.json', '{}')
  repository.commit('Skip it')
  for (const [key, value] of [
    ['diff.evil.textconv', `touch ${ran}; cat`],
    ['diff.evil.command', `touch ${ran}`],
    ['diff.external', `touch ${ran}`],
    ['filter.evil.clean', `touch ${ran}; cat`],
    ['core.fsmonitor', `touch ${ran}`],
  ])
    repository.git('config', key ?? '', value ?? '')
  expect(await read(room, ['HEAD~1..HEAD'])).toMatchObject({ code: 9 })
  expect(await read(room, ['HEAD~1'])).toMatchObject({ code: 9 })
  expect(existsSync(ran)).toBe(false)
})
