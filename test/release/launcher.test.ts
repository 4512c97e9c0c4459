// The script that finds the binary: every layout of node_modules that it has to know, with small programs in the place
// of binaries and of `uname` and `ldd`, so that each platform is asked from here.
import { expect, test } from 'bun:test'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makePath } from './room.ts'
import { runProgram } from '../e2e/room.ts'
import type { Output } from '../e2e/room.ts'

const launcher = join(import.meta.dirname, '..', '..', 'scripts', 'release', 'launcher.sh')
const GLIBC = 'ldd (Debian GLIBC 2.36-9) 2.36'
const MUSL = 'musl libc (aarch64)\nVersion 1.2.5'

interface Machine {
  readonly uname: string
  readonly ldd?: string
  /** Where the package `fullstop` stands, and the binaries around it, all from the root of the machine. */
  readonly at?: string
  readonly binaries: readonly string[]
  /** The links on the way to the command: each points to the one before, the first to the script. */
  readonly links?: readonly { readonly path: string; readonly to: string }[]
  readonly call?: string
  readonly args?: readonly string[]
}

async function launch(machine: Machine): Promise<Output> {
  const root = mkdtempSync(join(tmpdir(), 'fullstop-launcher-'))
  try {
    const PATH = makePath(root, ['sh', 'readlink'])
    const program = (path: string, text: string): void => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    }
    program(join(PATH, 'uname'), `echo '${machine.uname}'`)
    // As musl does it: on stderr, with a failure.
    if (machine.ldd) program(join(PATH, 'ldd'), `echo '${machine.ldd}' >&2; exit 1`)
    const script = join(root, machine.at ?? 'lib/node_modules/fullstop', 'bin/fullstop')
    mkdirSync(dirname(script), { recursive: true })
    copyFileSync(launcher, script)
    chmodSync(script, 0o755)
    for (const path of machine.binaries) program(join(root, path), `echo "${path}:" "$@"; exit 3`)
    for (const { path, to } of machine.links ?? []) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      symlinkSync(to, join(root, path))
    }
    const command = machine.call ? join(root, machine.call) : script
    const output = await runProgram(command, machine.args ?? ['show', 'a  b'], { cwd: root, env: { PATH } })
    return { ...output, stderr: output.stderr.replaceAll(root, '') }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const nested = 'lib/node_modules/fullstop/node_modules/@fullstop'

const layouts: readonly (readonly [string, Machine, string])[] = [
  [
    'nested, as npm installs globally',
    { uname: 'Linux x86_64', binaries: [`${nested}/linux-x64/fullstop`] },
    `${nested}/linux-x64/fullstop`,
  ],
  [
    'beside it, as npm installs in a project',
    { uname: 'Linux aarch64', binaries: ['lib/node_modules/@fullstop/linux-arm64/fullstop'] },
    'lib/node_modules/@fullstop/linux-arm64/fullstop',
  ],
  [
    'further up, where another package needs it',
    {
      uname: 'Linux aarch64',
      at: 'app/node_modules/tool/node_modules/fullstop',
      binaries: ['app/node_modules/@fullstop/linux-arm64/fullstop'],
    },
    'app/node_modules/@fullstop/linux-arm64/fullstop',
  ],
  [
    'the nearest one, of two',
    {
      uname: 'Linux aarch64',
      at: 'app/node_modules/tool/node_modules/fullstop',
      binaries: [
        'app/node_modules/tool/node_modules/@fullstop/linux-arm64/fullstop',
        'app/node_modules/@fullstop/linux-arm64/fullstop',
      ],
    },
    'app/node_modules/tool/node_modules/@fullstop/linux-arm64/fullstop',
  ],
  [
    'in the store of pnpm, through two links',
    {
      uname: 'Darwin arm64',
      at: 'app/node_modules/.pnpm/fullstop@1.0.0/node_modules/fullstop',
      binaries: ['app/node_modules/.pnpm/fullstop@1.0.0/node_modules/@fullstop/darwin-arm64/fullstop'],
      links: [
        { path: 'app/node_modules/fullstop', to: '.pnpm/fullstop@1.0.0/node_modules/fullstop' },
        { path: 'app/node_modules/.bin/fullstop', to: '../fullstop/bin/fullstop' },
      ],
      call: 'app/node_modules/.bin/fullstop',
    },
    'app/node_modules/.pnpm/fullstop@1.0.0/node_modules/@fullstop/darwin-arm64/fullstop',
  ],
  [
    'through a link to a link',
    {
      uname: 'Darwin x86_64',
      binaries: [`${nested}/darwin-x64/fullstop`],
      links: [
        { path: 'bin/fullstop', to: '../lib/node_modules/fullstop/bin/fullstop' },
        { path: "home/it's mine/fs", to: '../../bin/fullstop' },
      ],
      call: "home/it's mine/fs",
    },
    `${nested}/darwin-x64/fullstop`,
  ],
  [
    'of musl, where that alone is installed',
    { uname: 'Linux x86_64', binaries: [`${nested}/linux-x64-musl/fullstop`] },
    `${nested}/linux-x64-musl/fullstop`,
  ],
  [
    'of musl on musl, where both are installed',
    {
      uname: 'Linux aarch64',
      ldd: MUSL,
      binaries: [`${nested}/linux-arm64/fullstop`, `${nested}/linux-arm64-musl/fullstop`],
    },
    `${nested}/linux-arm64-musl/fullstop`,
  ],
  [
    'of glibc on glibc, where both are installed',
    {
      uname: 'Linux aarch64',
      ldd: GLIBC,
      binaries: [`${nested}/linux-arm64/fullstop`, `${nested}/linux-arm64-musl/fullstop`],
    },
    `${nested}/linux-arm64/fullstop`,
  ],
  [
    'of the other processor on a Mac that translates',
    { uname: 'Darwin arm64', binaries: [`${nested}/darwin-x64/fullstop`] },
    `${nested}/darwin-x64/fullstop`,
  ],
  [
    'of this system, where those of others are there too',
    {
      uname: 'Linux x86_64',
      ldd: GLIBC,
      binaries: ['darwin-x64', 'linux-arm64', 'linux-x64'].map((name) => `${nested}/${name}/fullstop`),
    },
    `${nested}/linux-x64/fullstop`,
  ],
  [
    'for Windows in the shell of Git',
    { uname: 'MINGW64_NT-10.0-22631 x86_64', binaries: [`${nested}/win32-x64/fullstop.exe`] },
    `${nested}/win32-x64/fullstop.exe`,
  ],
]

test.each(layouts)('it finds the binary %s', async (_where, machine, expected) => {
  expect(await launch(machine)).toEqual({ code: 3, stdout: `${expected}: show a  b\n`, stderr: '' })
})

test('a binary outside the folders that belong to the install is not taken', async () => {
  const output = await launch({
    uname: 'Linux aarch64',
    at: 'home/app/node_modules/fullstop',
    binaries: ['home/node_modules/@fullstop/linux-arm64/fullstop', 'node_modules/@fullstop/linux-arm64/fullstop'],
  })
  expect(output).toEqual({
    code: 70,
    stdout: '',
    stderr:
      'fullstop: the binary for this platform is not installed (@fullstop/linux-arm64)\n' +
      '  looked in: /home/app/node_modules/fullstop/node_modules and the node_modules folders above it\n' +
      '  next: reinstall with optional dependencies: npm install -g fullstop --include=optional\n',
  })
})

test('a platform without a build is named', async () => {
  expect(await launch({ uname: 'FreeBSD amd64', binaries: [] })).toEqual({
    code: 70,
    stdout: '',
    stderr:
      'fullstop: there is no binary for this platform (FreeBSD amd64)\n' +
      '  next: use Linux, macOS or Windows on x64 or arm64\n',
  })
})

test('a hook lets the agent go on any platform', async () => {
  for (const uname of ['FreeBSD amd64', 'Linux aarch64']) {
    const { code, stdout, stderr } = await launch({ uname, binaries: [], args: ['hook', 'claude'] })
    expect([code, stderr, Object.keys(JSON.parse(stdout))]).toEqual([0, '', ['systemMessage']])
  }
})
