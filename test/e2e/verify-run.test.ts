// `fullstop verify`: the checks of the base on the files of now, without an agent, a task or anything in the store.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig, Config } from '../../src/contract/config/config.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { makeRepository, type Repository } from './repository.ts'
import { newRoom, type Output, type Room, type RunOptions } from './room.ts'

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
/** Passes only as long as its own lines end with both characters. */
const LINES = [
  "import test from 'node:test'",
  "import assert from 'node:assert'",
  "import { readFileSync } from 'node:fs'",
  "test('ends', () => assert.ok(!/[^\\r]\\n/.test(readFileSync(new URL(import.meta.url), 'utf8'))))",
  '',
].join('\r\n')
const TEST: CheckConfig = { name: 'test', run: 'node --test src' }
/** No run settles anything by itself. */
const ONCE: CheckConfig = { ...TEST, repeat: false }

function textOf(config: Config): string {
  return `${JSON.stringify(config, null, 2)}\n`
}

/** A branch that has just left main. */
function project(room: Room, config: Config = { checks: [TEST] }): Repository {
  const repository = makeRepository(room, {
    'src/cart.mjs': CART,
    'src/cart.test.mjs': TESTS,
    'fullstop.json': textOf(config),
  })
  repository.git('switch', '--quiet', '--create', 'feature')
  return repository
}

async function hashOf(room: Room, text?: string): Promise<string> {
  if (text !== undefined) {
    const folder = join(room.home, 'other')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'fullstop.json'), text)
    return (await room.run(['trust', '--hash'], { cwd: folder })).stdout.trim()
  }
  return (await room.run(['trust', '--hash'])).stdout.trim()
}

async function verify(room: Room, args: readonly string[] = [], options: RunOptions = {}): Promise<Output> {
  const { FULLSTOP_TRUST = await hashOf(room), ...env } = options.env ?? {}
  // Nothing of earlier commands is there.
  rmSync(room.state, { recursive: true, force: true })
  return room.run(['verify', ...args], { ...options, env: { FULLSTOP_TRUST, ...env } })
}

interface Verified {
  readonly result: string
  readonly exit: number
  readonly suspicions: readonly { readonly file: string }[]
  readonly barred?: { readonly kind: string }
  readonly checks: readonly { readonly name: string; readonly result: string }[]
}

async function verified(room: Room, args: readonly string[] = [], options: RunOptions = {}): Promise<Verified> {
  const { code, stdout, stderr } = await verify(room, [...args, '--json'], options)
  expect(stderr).toBe('')
  const found = JSON.parse(stdout) as Verified
  expect(found.exit).toBe(code)
  return found
}

function last(output: Output): string {
  return output.stdout.trimEnd().split('\n').at(-1) ?? ''
}

test('[verify-run] 0 proven, 1 red, 9 look: each with the line that says why, from an empty state folder', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.write('src/cart.mjs', `${CART}export const none = 0\n`)
  repository.commit('More')
  const proven = await verify(room)
  expect(proven).toMatchObject({ code: 0, stderr: '' })
  expect(last(proven)).toBe('Proven: the check passed on these files, and reading found nothing that weakens it.')
  expect(proven.stdout).toContain('compared with where this branch left main')
  expect(proven.stdout).toMatch(/^passed {9}test {2}[\d.]+ m?s, exit 0, 2 tests$/m)

  repository.write('src/cart.mjs', CART.replace('+', '-'))
  const red = await verify(room, ['main'])
  expect(red.code).toBe(1)
  expect(last(red)).toStartWith('Red: test failed: ')

  repository.write('src/cart.test.mjs', SKIPPED)
  repository.commit('Skip it')
  const look = await verify(room, ['main'])
  expect(look.code).toBe(9)
  expect(look.stdout).toContain('  src/cart.test.mjs:4\n    test "adds" is skipped now (test.skip)\n')
  expect(look.stdout).toContain('not cleared by a sealed run, ')
  expect(look.stdout).toMatch(/^sealed run of test: red in .*: adds\b/m)
  expect(last(look)).toBe('A person must look: 1 suspicion about tests from the base that fail on the current code.')
})

test.skipIf(isVariant)(
  '[verify-run] a sealed run settles what reading suspects: the tests of the base over the current code',
  async () => {
    using room = newRoom()
    const repository = project(room)
    repository.write('src/cart.test.mjs', SKIPPED)
    const cleared = await verify(room)
    expect(cleared.code).toBe(0)
    expect(cleared.stdout).toContain(
      'cleared by a sealed run, check test: passes with the tests and settings from the base (2 tests)\n',
    )
    expect(last(cleared)).toBe('Proven: the check passed on these files, and running cleared 1 suspicion.')
  },
)

const manifest = (script: string): string => textOf({ scripts: { test: script } } as Config)
const WHOLE = manifest('node --test src/cart.test.mjs src/lines.test.mjs src/other.test.mjs')

/** Its check is a script of the package. */
function scripted(room: Room): Repository {
  const repository = makeRepository(room, {
    'src/cart.mjs': CART,
    'src/cart.test.mjs': TESTS,
    'src/other.test.mjs': TESTS,
    // Its lines end as on Windows, and it is put back like that.
    'src/lines.test.mjs': LINES,
    'package.json': WHOLE,
    'fullstop.json': textOf({ checks: [{ name: 'test', run: 'npm test' }] }),
  })
  repository.git('switch', '--quiet', '--create', 'feature')
  return repository
}

test.skipIf(isVariant)(
  '[verify-run] a test script that runs fewer tests stays a question, although the whole passes today',
  async () => {
    using room = newRoom()
    const repository = scripted(room)
    repository.write('package.json', manifest('node --test src/cart.test.mjs src/lines.test.mjs'))
    const narrowed = await verified(room)
    expect(narrowed).toMatchObject({ exit: 9, suspicions: [{ file: 'package.json' }], extra: [{ answer: 'green' }] })
    expect(narrowed.suspicions[0]).not.toHaveProperty('settled')
  },
)

test.skipIf(isVariant)('[verify-run] a sealed run through a test script keeps the ends of lines', async () => {
  using room = newRoom()
  scripted(room).write('src/lines.test.mjs', LINES.replace("test('ends',", "test.skip('ends',"))
  expect(await verified(room)).toMatchObject({ exit: 0, extra: [{ answer: 'green' }] })
})

test('[verify-run] a canary run unmasks a check that passes whatever the code does', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ name: 'test', run: 'node src/cart.test.mjs' }] })
  const rig = "process.on('exit', () => { process.exitCode = 0 })\n"
  repository.write('src/cart.mjs', `${rig}${CART.replace('+', '-')}`)
  const red = await verify(room)
  expect(red.code).toBe(1)
  expect(red.stdout).toContain('  src/cart.mjs:1\n')
  expect(red.stdout).toContain('confirmed by a canary run, check test: ')
  expect(last(red)).toBe('Red: a check passes whatever the code does (the canary run stayed green).')
})

test.skipIf(isVariant)(
  '[verify-run] suspicions of a project in a folder are settled by their names in the repository',
  async () => {
    using room = newRoom()
    const web = textOf({ checks: [TEST] })
    const repository = makeRepository(room, {
      'web/src/cart.mjs': CART,
      'web/src/cart.test.mjs': TESTS,
      'web/fullstop.json': web,
    })
    repository.write('web/src/cart.test.mjs', SKIPPED)
    const options = { cwd: join(room.cwd, 'web'), env: { FULLSTOP_TRUST: await hashOf(room, web) } }
    expect(await verified(room, ['HEAD'], options)).toMatchObject({
      result: 'proven',
      suspicions: [{ file: 'web/src/cart.test.mjs', line: 4, settled: { by: 'sealed', how: 'cleared' } }],
    })
  },
)

test('[verify-run] --json adds the result, the checks and where they come from to what --read prints', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [ONCE] })
  repository.write('src/cart.test.mjs', SKIPPED)
  const read = JSON.parse((await room.run(['verify', '--read', '--json'])).stdout) as object
  expect(Object.keys(read)).toEqual(['base', 'how', 'changed', 'yardstick', 'suspicions', 'notes'])
  expect(await verified(room)).toMatchObject({
    ...read,
    result: 'look',
    exit: 9,
    config: { file: 'fullstop.json', trusted: true },
    root: room.cwd,
    checks: [{ name: 'test', result: 'passed', ran: { tests: 1, skipped: 1 } }],
    extra: [{ check: 'test', kind: 'sealed', answer: 'cannot-tell' }],
  })
})

test('[verify-run] "tamper": "warn" of the base shows suspicions and triggers nothing', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ ...ONCE, run: 'true' }], tamper: 'warn' })
  repository.write('src/cart.test.mjs', SKIPPED)
  expect(await verified(room)).toMatchObject({ result: 'proven', suspicions: [{ file: 'src/cart.test.mjs' }] })
})

test('[verify-base] a change of fullstop.json loosens nothing: the checks of the base run, by the trust in the base', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ name: 'gate', run: 'sh gate.sh' }] })
  repository.write('gate.sh', 'exit 1\n')
  const base = await hashOf(room)
  const mine = textOf({ checks: [{ name: 'mine', run: 'touch mine-ran' }], tamper: 'warn' })
  repository.write('fullstop.json', mine)
  repository.commit('Faster checks')
  const red = await verified(room, [], { env: { FULLSTOP_TRUST: base } })
  expect(red).toMatchObject({ result: 'red', checks: [{ name: 'gate', result: 'failed' }] })
  // That the head's file is trusted counts for nothing.
  const untrusted = await verified(room, [], { env: { FULLSTOP_TRUST: await hashOf(room, mine) } })
  expect(untrusted).toMatchObject({ barred: { kind: 'untrusted', hash: base, isSameNow: false }, checks: [] })
  expect(untrusted.exit).not.toBe(0)
  expect(existsSync(join(room.cwd, 'mine-ran'))).toBe(false)
})

test('[verify-base] without checks or trust in the base: 3, with what to do', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'src/cart.mjs': CART })
  repository.git('switch', '--quiet', '--create', 'feature')
  const none = await room.run(['verify'])
  expect(none.code).toBe(3)
  expect(none.stdout).toContain(
    'Unverified: the base has no fullstop.json, so there is no check to run.\n  next: write it',
  )
  repository.write('fullstop.json', textOf({ checks: [{ name: 'mine', run: 'touch mine-ran' }] }))
  repository.commit('Checks')
  const added = await verify(room, ['main'])
  expect(added.code).toBe(3)
  expect(added.stdout).toContain('a fullstop.json added by this change cannot prove it')
  expect(existsSync(join(room.cwd, 'mine-ran'))).toBe(false)

  const untrusted = await room.run(['verify', 'HEAD'])
  expect(untrusted.code).toBe(3)
  expect(untrusted.stdout).toContain('Unverified: fullstop.json of the base is not trusted')
  expect(untrusted.stdout).toContain(`FULLSTOP_TRUST=${await hashOf(room)} fullstop verify HEAD\n`)

  repository.write('fullstop.json', '{ "checks": [')
  repository.commit('Broken')
  expect(await verified(room, ['HEAD'])).toMatchObject({ exit: 3, barred: { kind: 'config-invalid' } })
  repository.write('fullstop.json', '{}')
  repository.commit('Empty')
  expect(await verified(room, ['HEAD'])).toMatchObject({ exit: 3, barred: { kind: 'no-checks' } })
})

test('[verify-run] a check that could not run is 3, and so are files that move under the checks', async () => {
  using room = newRoom()
  const rewriting = `node -e "require('fs').writeFileSync('src/cart.mjs', 'export const add = () => 3')"`
  const repository = project(room, { checks: [{ name: 'gone', run: 'no-such-program-here' }] })
  const missing = await verify(room)
  expect([missing.code, last(missing)]).toEqual([
    3,
    expect.stringMatching(/^Unverified: gone could not run: command not found: no-such-program-here/),
  ])
  repository.write('fullstop.json', textOf({ checks: [{ name: 'rewrite', run: rewriting, shell: true }] }))
  repository.commit('Rewrites')
  repository.write('src/cart.mjs', 'throw new Error("broken")\n')
  const moved = await verify(room, ['HEAD'])
  expect(moved.code).toBe(3)
  expect(moved.stdout).toContain('Unverified: the files changed while the checks ran: src/cart.mjs.')
  // What a check leaves behind beside them is its own.
  repository.git('checkout', '--', 'src/cart.mjs')
  repository.write('fullstop.json', textOf({ checks: [{ name: 'report', run: 'touch report.txt' }] }))
  repository.commit('Reports')
  expect(await verified(room, ['HEAD'])).toMatchObject({ result: 'proven' })
})

test('[verify-only-reads] with secrets or the rights of the base nothing runs; names are told, values never', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ name: 'touch', run: 'touch touched' }] })
  repository.write('src/cart.mjs', `${CART}export const none = 0\n`)
  const secrets = { NPM_TOKEN: 'npm-value-1', DEPLOY_KEY: 'key-value-2', EMPTY_TOKEN: '' }
  const kept = await verify(room, [], { env: secrets })
  expect(kept.code).toBe(3)
  expect(last(kept)).toBe('  next: run it without them: env -u DEPLOY_KEY -u NPM_TOKEN fullstop verify')
  expect(kept.stdout).toContain('holds secrets that the change could read: DEPLOY_KEY, NPM_TOKEN.')
  expect(`${kept.stdout}${kept.stderr}`).not.toMatch(/value-\d/)
  expect(await verified(room, [], { env: { GITHUB_TOKEN: 'x' } })).toMatchObject({ exit: 3, checks: [] })
  const env = { GITHUB_EVENT_NAME: 'pull_request_target' }
  expect(await verified(room, [], { env })).toMatchObject({ exit: 3, barred: { kind: 'event' } })
  expect(await verified(room, ['main..HEAD'])).toMatchObject({ exit: 3, barred: { kind: 'two-commits' } })
  repository.write('src/cart.test.mjs', SKIPPED)
  repository.commit('Skip it')
  expect(await verified(room, [], { env })).toMatchObject({ exit: 9, suspicions: [{ file: 'src/cart.test.mjs' }] })
  expect(await verified(room, [], { env: secrets })).toMatchObject({ exit: 9 })
  expect(await verified(room, ['main..HEAD'])).toMatchObject({ exit: 9 })
  expect(existsSync(join(room.cwd, 'touched'))).toBe(false)
  expect(await verified(room, [], { env: { GITHUB_EVENT_NAME: 'pull_request' } })).toMatchObject({ exit: 9 })
  expect(existsSync(join(room.cwd, 'touched'))).toBe(true)
})

test('[verify-run] detached, in a worktree, in a subfolder, with a submodule: the files that are there are verified', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ name: 'test', run: "grep -q '=>' src/cart.mjs" }] })
  const inner = join(room.home, 'inner')
  repository.git('clone', '--quiet', '.', inner)
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'vendored')
  repository.commit('Vendor it')
  const detached = join(room.home, 'detached')
  repository.git('worktree', 'add', '--quiet', '--detach', detached)
  const hash = await hashOf(room)
  for (const cwd of [room.cwd, join(room.cwd, 'src'), detached]) {
    const found = await verified(room, ['main'], { cwd, env: { FULLSTOP_TRUST: hash } })
    expect({ cwd, found }).toMatchObject({ cwd, found: { result: 'proven', changed: 2 } })
  }
  writeFileSync(join(detached, 'src/cart.mjs'), 'broken(\n')
  expect(await verified(room, ['main'], { cwd: detached, env: { FULLSTOP_TRUST: hash } })).toMatchObject({ exit: 1 })
})

test('[verify-base] a project in a folder has the checks that the base has there', async () => {
  using room = newRoom()
  const web = textOf({ checks: [{ name: 'web', run: 'test -f web.txt' }] })
  const repository = project(room, { checks: [{ name: 'whole', run: 'true' }] })
  repository.write('web/web.txt', '')
  repository.write('web/fullstop.json', web)
  repository.commit('Web')
  repository.write('web/deep/fullstop.json', textOf({ checks: [{ name: 'deep', run: 'true' }] }))
  const cwd = join(room.cwd, 'web', 'deep')
  const found = await verified(room, ['HEAD'], { cwd, env: { FULLSTOP_TRUST: await hashOf(room, web) } })
  expect(found).toMatchObject({ exit: 0, root: join(room.cwd, 'web'), checks: [{ name: 'web', result: 'passed' }] })
})

test('[verify-base] a base that is not there is an error with a way out, in a shallow clone the way to fetch it', async () => {
  using room = newRoom()
  const repository = project(room)
  repository.write('src/cart.mjs', `${CART}export const none = 0\n`)
  repository.commit('More')
  const first = async (args: readonly string[], cwd = room.cwd): Promise<[number, readonly string[]]> => {
    const { code, stdout, stderr } = await room.run(['verify', ...args], { cwd })
    expect(stdout).toBe('')
    return [code, stderr.trimEnd().split('\n').slice(0, 2)]
  }
  expect(await first(['nowhere'])).toEqual([
    2,
    [
      'fullstop: verify: there is no commit "nowhere" in this repository',
      '  next: check the name, or leave it out: then the main branch is found; a branch of a remote must be fetched first: git fetch origin',
    ],
  ])
  expect((await first(['--', '--output=x']))[1][0]).toBe(
    'fullstop: verify: there is no commit "--output=x" in this repository',
  )
  expect(existsSync(join(room.cwd, 'x'))).toBe(false)
  const shallow = join(room.home, 'shallow')
  repository.git('clone', '--quiet', '--depth=1', `file://${room.cwd}`, shallow)
  expect(await first(['origin/main'], shallow)).toEqual([
    2,
    [
      'fullstop: verify: there is no commit "origin/main" in this shallow clone',
      '  next: fetch it: git fetch --depth=1000 origin main:refs/remotes/origin/main; in GitHub Actions, check out with fetch-depth: 0',
    ],
  ])
  expect((await first(["v1'; rm -rf x"], shallow))[1][1]).toContain(String.raw`origin 'v1'\''; rm -rf x'`)
  const bare = join(room.home, 'bare.git')
  repository.git('clone', '--quiet', '--bare', '.', bare)
  expect((await first(['main'], bare))[1][1]).toBe('  next: name two commits: BASE..HEAD')
  expect((await room.run(['verify', 'main..feature'], { cwd: bare })).code).toBe(3)
  expect((await first([], room.home))[0]).toBe(2)
})

test('[verify-base] a tag that is called like the usual base does not take its place', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ ...ONCE, run: 'true' }] })
  repository.write('src/cart.test.mjs', SKIPPED)
  repository.commit('Skip it')
  repository.git('tag', 'main')
  repository.git('tag', 'origin/main')
  expect(await verified(room)).toMatchObject({ result: 'look' })
})

test('[verify-run] at a terminal a person is asked to trust the file of the base, and sees the checks at work', async () => {
  using room = newRoom()
  project(room, { checks: [{ name: 'test', run: 'test -f src/cart.mjs' }] })
  const typed = [{ after: 'Trust this content', keys: 'y\r' }]
  const { code, screen } = await room.runAtTerminal(['verify'], { NO_COLOR: '1' }, { typed })
  expect(screen).toContain('test -f src/cart.mjs')
  expect(screen).toContain('Proven: the check passed on these files')
  expect(code).toBe(0)
  // The trust is kept.
  expect((await room.run(['verify'])).code).toBe(0)
})

test('[verify-run] a check that verifies its own folder is told so, and does not wait for itself', async () => {
  using room = newRoom()
  project(room, { checks: [{ name: 'again', run: `${binary} verify` }] })
  const found = await verified(room)
  expect(found.result).not.toBe('proven')
})

test('[verify-only-reads] a token that the checkout left in the git config is a secret too', async () => {
  using room = newRoom()
  const repository = project(room, { checks: [{ name: 'touch', run: 'touch touched' }] })
  repository.git('config', 'http.https://github.com/.extraheader', 'AUTHORIZATION: basic dG9rZW4tdmFsdWU=')
  const { code, stdout } = await verify(room, [], { env: { GITHUB_ACTIONS: 'true' } })
  expect(code).toBe(3)
  expect(stdout).toContain('a token that the change could read: http.https://github.com/.extraheader')
  expect(stdout).not.toContain('dG9rZW4')
  expect(existsSync(join(room.cwd, 'touched'))).toBe(false)
  expect((await verify(room)).code).toBe(0)
})

test('[verify-only-reads] a check does not get the files by which a step of GitHub speaks', async () => {
  using room = newRoom()
  const seen = join(room.home, 'seen')
  project(room, { checks: [{ name: 'env', run: `env > ${seen}`, shell: true }] })
  const env = { GITHUB_OUTPUT: '/o', GITHUB_ENV: '/e', GITHUB_PATH: '/p', GITHUB_SHA: 'abc', GITHUB_ACTIONS: 'true' }
  expect((await verify(room, [], { env })).code).toBe(0)
  const names = readFileSync(seen, 'utf8').match(/^GITHUB_\w+/gm)
  expect(names?.toSorted()).toEqual(['GITHUB_ACTIONS', 'GITHUB_SHA'])
})
