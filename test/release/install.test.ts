// What a user gets from npm: the packages of this tree, packed, served by a registry on loopback and installed by the
// real npm on a machine that never saw them. Only the package of this platform holds a real binary.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platformOf } from '../../scripts/release/headers.ts'
import { platformManifest } from '../../scripts/release/package-files.ts'
import type { Manifest } from '../../scripts/release/package-files.ts'
import { platforms } from '../../scripts/release/platforms.ts'
import { run } from '../../scripts/release/run.ts'
import { type Belongings, early, finishes, firstUse, hasTmux, type Typed } from './first-use.ts'
import { packQuickly } from './pack.ts'
import { startRegistry, writePlaceholder } from './registry.ts'
import type { Registry } from './registry.ts'
import { makePath, newRoom, type Room } from './room.ts'
import type { Output } from '../e2e/room.ts'
import { isExhaustive, isVariant, pairsOf, quarterOf } from '../rounds.ts'

const root = join(import.meta.dirname, '..', '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const current = platformOf(readFileSync(process.execPath)) ?? 'unknown'
const ownPackage = `@fullstop/${current}`
const tarballs = mkdtempSync(join(tmpdir(), 'fullstop-tarballs-'))
const printsVersion: Output = { code: 0, stdout: `${manifest.version}\n`, stderr: '' }
/** Of a prefix, for those that run what was installed there with and without install scripts. */
const AWKWARD = `it's a "naïve" $HOME *; Größe 日本`
let registry: Registry

beforeAll(() => {
  const own = isExhaustive ? packAsReleased() : packQuickly(tarballs, manifest, current)
  const others = platforms
    .filter(({ name }) => name !== current)
    .map((platform) => writePlaceholder(tarballs, platformManifest(manifest, platform) as Placeholder))
  registry = startRegistry([...own, ...others])
})

afterAll(() => {
  registry[Symbol.dispose]()
  rmSync(tarballs, { recursive: true, force: true })
})

function packAsReleased(): readonly string[] {
  const told = run(process.execPath, ['scripts/release-pack.ts', '--only', 'current', '--out', tarballs], root)
  const wide = told.split('\n').filter((line) => line.length > 80 && !line.includes(tarballs))
  if (wide.length > 0) throw new Error(`wider than a window: ${wide.join(', ')}`)
  return ['fullstop', `fullstop-${current}`].map((name) => join(tarballs, `${name}-${manifest.version}.tgz`))
}

type Placeholder = Parameters<typeof writePlaceholder>[1]

test('the main package needs nothing that a user does not have, and holds no sources', () => {
  const tarball = join(tarballs, `fullstop-${manifest.version}.tgz`)
  const packed = JSON.parse(run('tar', ['-xzOf', tarball, 'package/package.json'], root)) as Record<string, unknown>
  expect(packed).toMatchObject({
    name: 'fullstop',
    version: manifest.version,
    scripts: { postinstall: 'node postinstall.cjs' },
    optionalDependencies: Object.fromEntries(platforms.map(({ name }) => [`@fullstop/${name}`, manifest.version])),
  })
  expect(Object.keys(packed).filter((key) => /^(?:dev)?dependencies$/i.test(key))).toEqual([])
  const files = run('tar', ['-tzf', tarball], root).trim().split('\n')
  expect(files.filter((file) => /^package\/(?:src|scripts|test|node_modules)\//.test(file))).toEqual([])
  expect(JSON.stringify(packed['exports'])).not.toContain('src/')
})

/** For those who run what was installed: npm takes seconds to do it. The last of them takes it out again. */
let machine: Promise<Room> | undefined
async function installedOnce(): Promise<Room> {
  const room = newRoom(registry.url, AWKWARD)
  await room.npm('install', '-g', 'fullstop')
  return room
}
afterAll(async () => (await machine)?.[Symbol.dispose]())

test('a global install runs the native binary itself, and takes no other platform', async () => {
  registry.fetched()
  machine = installedOnce()
  const room = await machine
  expect(registry.fetched()).toEqual([ownPackage, 'fullstop'])
  expect(kindOf(room.command)).toBe(current)
  expect(await room.run(room.command, ['--version'])).toEqual(printsVersion)
  // The binary and its second name are one file: it takes its space once.
  const packaged = join(room.prefix, 'lib/node_modules/fullstop/node_modules', ownPackage, 'fullstop')
  expect(statSync(room.command).ino).toBe(statSync(packaged).ino)
})

test('where install scripts are blocked the script runs the binary, and no Node', async () => {
  using room = newRoom(registry.url, AWKWARD)
  await room.npm('install', '-g', 'fullstop', '--ignore-scripts')
  expect(readFileSync(room.command, 'utf8')).toStartWith('#!/bin/sh\n')
  const PATH = makePath(room.project, ['sh', 'readlink', 'uname'])
  expect(await room.run(room.command, ['--version'], { env: { PATH } })).toEqual(printsVersion)
  // Arguments, input and exit code pass through.
  const detect = await room.run(room.command, ['detect', '--json'], { env: { PATH }, input: 'Not done.' })
  expect([detect.code, JSON.parse(detect.stdout)]).toMatchObject([1, { completed: false }])
  await room.npm('uninstall', '-g', 'fullstop')
  expect(room.installed()).toEqual([])
})

test.skipIf(isVariant)('npx runs it without an install', async () => {
  using room = newRoom(registry.url)
  expect(await room.run('npx', ['--yes', 'fullstop', '--version'])).toMatchObject({
    code: 0,
    stdout: printsVersion.stdout,
  })
  expect(room.installed()).toEqual([])
})

const SIZES = [
  [80, 24],
  [120, 40],
] as const

test.skipIf(!hasTmux).each(quarterOf(SIZES, 0))(
  'first use at %d x %d: scan, init, a refused stop, checks and trust, run, resume',
  async (columns, rows) => {
    machine ??= installedOnce()
    const { command } = await machine
    using person = firstUse(command, { columns, rows })
    expect(await person.show(['scan'])).toMatchSnapshot('scan')
    expect(
      await person.show(
        ['init'],
        [
          ['files? [y/N]', 'y'],
          ['[y/n/e/a/q]', 'n'],
        ],
      ),
    ).toMatchSnapshot('init')
    expect(JSON.parse((await person.stop('I looked at the answer.')).stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('nothing says that the task is done') as never,
    })
    expect(
      await person.show(
        ['checks', 'find'],
        [
          ['[y/n/e/a/q]', 'y'],
          ['Trust this content in this folder? [y/N]', 'y'],
        ],
      ),
    ).toMatchSnapshot('checks find')
    person.script(early, finishes)
    const request = 'Write the answer. It is 42.'
    expect(await person.show(['run', '--max-continuations', '1', request])).toMatchSnapshot('run')
    expect(await person.show(['resume', '--max-continuations', '3'])).toMatchSnapshot('resume')
  },
)

const REQUEST = 'Write the answer. It is 42.'

const TRUST = 'Trust this content in this folder? [y/N]'

/** Others than the person above, each with what they type and see. */
const strangers: readonly (readonly [name: string, belongings: Belongings, steps: readonly Step[]])[] = [
  [
    'no git',
    { hasGit: false },
    [
      [
        ['init'],
        [
          ['files? [y/N]', 'y'],
          ['[y/n/e/a/q]', 'y'],
          [TRUST, 'y'],
        ],
      ],
      [['run', REQUEST], []],
    ],
  ],
  [
    'no check, and none to be found',
    { files: { 'notes.txt': 'The answer is missing.\n' } },
    [
      [['run', REQUEST], []],
      [['checks', 'find'], []],
      [['explain', 'no-check-exists'], []],
    ],
  ],
  [
    'a check that is not trusted',
    {
      files: {
        'check.sh': 'test "$(cat answer)" = 42\n',
        'fullstop.json': '{ "checks": [{ "name": "answer", "run": "sh check.sh" }] }\n',
      },
    },
    [
      [['run', REQUEST], [[TRUST, 'n']]],
      [['trust'], [[TRUST, 'y']]],
      [['resume'], []],
    ],
  ],
  [
    'a monorepo',
    {
      files: {
        'package.json': '{ "private": true, "workspaces": ["packages/*"] }\n',
        'packages/answer/package.json': '{ "name": "answer", "scripts": { "test": "sh check.sh" } }\n',
        'packages/answer/check.sh': 'test "$(cat ../../answer)" = 42\n',
        'packages/web/package.json': '{ "name": "web", "scripts": { "test": "sh check.sh" } }\n',
        'packages/web/check.sh': 'echo ok\n',
      },
    },
    [
      [
        ['checks', 'find'],
        [
          ['[y/n/e/a/q]', 'a'],
          [TRUST, 'y'],
        ],
      ],
      [['run', REQUEST], []],
    ],
  ],
  [
    'agent missing',
    { agents: [] },
    [
      [['init'], []],
      [['run', REQUEST], []],
    ],
  ],
  [
    'both agents',
    { agents: ['claude', 'codex'] },
    [
      [
        ['init'],
        [
          ['files? [y/N]', 'y'],
          ['[y/n/e/a/q]', 'y'],
          [TRUST, 'y'],
        ],
      ],
      [['run', REQUEST], []],
      [['run', '--agent', 'codex', REQUEST], []],
    ],
  ],
]
type Step = readonly [args: readonly string[], typed: Typed]

for (const [[name, belongings, steps], [columns, rows]] of pairsOf(strangers, SIZES)) {
  test.skipIf(!hasTmux)(`first use with ${name}, at ${columns} x ${rows}`, async () => {
    machine ??= installedOnce()
    using person = firstUse((await machine).command, { columns, rows }, belongings)
    person.script([], finishes)
    for (const [args, typed] of steps) expect(await person.show(args, typed)).toMatchSnapshot(args.join(' '))
  })
}

test('the first steps of the README work from the installed binary, and it is upgraded and goes without a trace', async () => {
  machine ??= installedOnce()
  const room = await machine
  const fullstop = (args: readonly string[], input = ''): Promise<Output> => room.run(room.command, args, { input })

  const help = await fullstop(['--help'])
  expect([help.code, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toContain('Usage: fullstop <command>')

  const claim = 'All stories are done. <promise>COMPLETE</promise>'
  expect(await fullstop(['detect', '--json'], claim)).toEqual({
    code: 0,
    stdout:
      '{"completed":true,"matchedStrategy":"promise-tag","matchedText":"<promise>COMPLETE</promise>","reasons":[]}\n',
    stderr: '',
  })

  expect(await fullstop(['init', '--yes', '--agent', 'claude'])).toMatchObject({ code: 0, stderr: '' })
  const settingsFile = join(room.home, '.claude', 'settings.json')
  const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as {
    hooks: { Stop: [{ hooks: [{ command: string }] }] }
  }
  const [{ hooks }] = settings.hooks.Stop
  const registered = hooks[0].command

  const stop = {
    session_id: 'first-session',
    transcript_path: join(room.project, 'transcript.jsonl'),
    cwd: room.project,
    permission_mode: 'default',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'Hello.',
    background_tasks: [],
    session_crons: [],
  }
  writeFileSync(stop.transcript_path, '')
  const hook = (): Promise<Output> => room.run('sh', ['-c', registered], { input: JSON.stringify(stop) })
  expect(await hook()).toEqual({ code: 0, stdout: '', stderr: '' })
  const tasks = await fullstop(['tasks', '--json', '--all'])
  expect([tasks.code, tasks.stderr]).toEqual([0, ''])

  // An upgrade changes nothing of what is registered; without the package the agent is not held.
  await room.npm('install', '-g', 'fullstop')
  expect(await fullstop(['--version'])).toEqual(printsVersion)
  expect(await hook()).toEqual({ code: 0, stdout: '', stderr: '' })
  await room.npm('rebuild', '-g', 'fullstop')
  expect(await fullstop(['--version'])).toEqual(printsVersion)
  expect(room.installed().filter((path) => /bin\/fullstop\./.test(path))).toEqual([])

  await room.npm('uninstall', '-g', 'fullstop')
  expect(room.installed()).toEqual([])
  const orphaned = await hook()
  expect([orphaned.code, (JSON.parse(orphaned.stdout) as { systemMessage: string }).systemMessage]).toEqual([
    0,
    expect.stringContaining('not installed any more') as never,
  ])
  await room.npm('install', '-g', 'fullstop')
  expect(await fullstop(['uninstall', '--yes'])).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(settingsFile)).toBe(false)
})

test('without the package of the platform it says so, and a hook lets the agent go', async () => {
  using partial = startRegistry([join(tarballs, `fullstop-${manifest.version}.tgz`)])
  using room = newRoom(registry.url)
  await room.npm('install', '-g', 'fullstop', '--registry', partial.url)
  const folder = realpathSync(join(room.prefix, 'lib/node_modules/fullstop'))
  const name = `@fullstop/${current.replace('-musl', '')}`
  expect(await room.run(room.command, ['--version'])).toEqual({
    code: 70,
    stdout: '',
    stderr:
      `fullstop: the binary for this platform is not installed (${name})\n` +
      `  looked in: ${folder}/node_modules and the node_modules folders above it\n` +
      '  next: reinstall with optional dependencies: npm install -g fullstop --include=optional\n',
  })
  const hook = await room.run(room.command, ['hook', 'claude'], { input: '{"hook_event_name":"Stop"}' })
  expect([hook.code, hook.stderr, JSON.parse(hook.stdout)]).toEqual([
    0,
    '',
    {
      systemMessage:
        'Fullstop: nothing was checked, the binary for this platform is not installed. ' +
        'Next: npm install -g fullstop --include=optional',
    },
  ])
  // What the message says is enough.
  await room.npm('install', '-g', 'fullstop', '--include=optional')
  expect(await room.run(room.command, ['--version'])).toEqual(printsVersion)
})

// With scripts npm installs globally above.
test.each(quarterOf([[[]], [['--ignore-scripts']]], 1))(
  'a project has the command and the library, install options %p',
  async (options) => {
    using room = newRoom(registry.url)
    writeFileSync(join(room.project, 'package.json'), '{"private":true}')
    await room.npm('install', 'fullstop', ...options)
    const command = join(room.project, 'node_modules', '.bin', 'fullstop')
    expect(await room.run(command, ['--version'])).toEqual(printsVersion)
    expect(await room.run('npm', ['exec', '--offline', 'fullstop', '--', '--version'])).toMatchObject(printsVersion)

    const program = `
    import { decide, detectCompletion } from 'fullstop'
    import schema from 'fullstop/schema.json' with { type: 'json' }
    const { completed } = detectCompletion({ stdout: 'Done. <promise>COMPLETE</promise>' })
    console.log(typeof decide, completed, schema.title)`
    writeFileSync(join(room.project, 'program.mjs'), program)
    expect(await room.run('node', ['--no-warnings', 'program.mjs'])).toEqual({
      code: 0,
      stdout: 'function true fullstop.json\n',
      stderr: '',
    })
    await room.npm('uninstall', 'fullstop')
    expect(await Bun.file(command).exists()).toBe(false)
  },
)

/** The platform of the program that this path leads to. */
function kindOf(path: string): string | undefined {
  const head = Buffer.alloc(64 * 1024)
  const file = openSync(path, 'r')
  readSync(file, head)
  closeSync(file)
  return platformOf(head)
}
