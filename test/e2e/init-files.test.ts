// Settings files as they are in the field: odd, linked, locked, broken, or written by somebody else at that moment.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { ago } from '../clock.ts'
import { amount, isVariant, quarterOf } from '../rounds.ts'
import { filesIn, linesIn, type Machine, newMachine, otherUser } from './installing.ts'
import { type Output, runProgram } from './room.ts'
import { binary } from './binary.ts'

const yes = ['init', '--yes', 'claude'] as const
const undo = ['init', '--undo', '--yes'] as const
const SETTINGS = '.claude/settings.json'

/** The file is left as it is and said so; what can be written is, and undo takes that back. */
async function expectLeft(machine: Machine, path: string, why: string): Promise<void> {
  const before = machine.files()
  const { code, stdout, stderr } = await machine.run(yes)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toContain(`${join(machine.home, path)}  left alone: ${why}`)
  const now = machine.files()
  expect(Object.entries(before).filter(([name, content]) => now[name] !== content)).toEqual([])
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual(before)
}

const broken: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
  ['half an object', '{\n  "model": "x",\n  "hooks": {\n', 'line '],
  ['a list', '[1, 2]\n', ''],
  ['a word', 'hello\n', 'line 1'],
  ['a merge conflict', '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> theirs\n}\n', 'line 2'],
  ['hooks that are a text', '{ "hooks": "none" }\n', ''],
  ['an event that is no list', '{ "hooks": { "Stop": {} } }\n', ''],
  ['bytes that are not UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), 'it is not UTF-8 text'],
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), 'it is not UTF-8 text'],
  ['the same key twice', '{ "hooks": {}, "hooks": {} }\n', ''],
]

for (const [name, content, why] of quarterOf(broken, 0)) {
  test(`[init-files] ${name}: left alone, and undo has nothing to do with it`, async () => {
    using machine = newMachine()
    machine.write(SETTINGS, content)
    await expectLeft(machine, SETTINGS, why)
  })
}

test('[init-files] TOML that cannot be parsed is left alone', async () => {
  using machine = newMachine()
  machine.write('.codex/config.toml', 'model = "x"\n[mcp_servers\n')
  const { code, stdout } = await machine.run(['init', '--yes', 'codex'])
  expect(code).toBe(1)
  expect(stdout).toContain(`${join(machine.home, '.codex/config.toml')}  left alone: line `)
  expect(machine.read('.codex/config.toml')).toBe('model = "x"\n[mcp_servers\n')
})

const shapes: ReadonlyArray<readonly [string, string]> = [
  ['an empty file', ''],
  ['white space', ' \n\n'],
  ['an empty object', '{}'],
  ['a byte order mark alone', '\uFEFF'],
  ['a byte order mark', '\uFEFF{\n  "model": "x"\n}\n'],
  ['CRLF', '{\r\n  "model": "x"\r\n}\r\n'],
  ['CRLF with comments and a trailing comma', '{\r\n  // a\r\n  "model": "x", /* b */\r\n}'],
  ['tabs', '{\n\t"model": "x"\n}\n'],
  ['one line', '{"model":"x","hooks":{"Stop":[]}}'],
  ['no line break at the end', '{\n  "model": "x"\n}'],
  ['a big file', `{\n  "notes": [\n${'    "0123456789",\n'.repeat(amount(120_000))}    "end"\n  ]\n}\n`],
]

for (const [name, content] of quarterOf(shapes, 1)) {
  test(`[init-files init-undo] ${name}: written, idempotent, and back to the very bytes`, async () => {
    using machine = newMachine()
    const path = machine.write(SETTINGS, content, 0o640)
    expect((await machine.run(yes)).code).toBe(0)
    const text = machine.read(path)
    expect(text).toContain('fullstop hook claude')
    expect(text.startsWith('\uFEFF')).toBe(content.startsWith('\uFEFF'))
    if (content.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    expect((await machine.run(yes)).stdout).toContain('nothing was changed')
    expect(machine.read(path)).toBe(text)
    expect((await machine.run(undo)).code).toBe(0)
    expect(machine.read(path) === content).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })
}

test('[init-files] a read-only file is left alone', async () => {
  using machine = newMachine()
  machine.write(SETTINGS, '{}\n', 0o444)
  await expectLeft(machine, SETTINGS, 'it is read-only')
})

test('[init-files] a folder, a pipe or a device in its place is left alone, and nobody waits for it', async () => {
  {
    using machine = newMachine()
    mkdirSync(join(machine.home, SETTINGS), { recursive: true })
    await expectLeft(machine, SETTINGS, 'it is a folder')
  }
  {
    using machine = newMachine()
    mkdirSync(join(machine.home, '.claude'))
    expect((await runProgram('mkfifo', [join(machine.home, SETTINGS)], { env: machine.env, cwd: '/' })).code).toBe(0)
    const { code, stdout } = await machine.run(yes)
    expect([code, stdout.includes('left alone: it is no regular file')]).toEqual([1, true])
  }
  {
    using machine = newMachine()
    mkdirSync(join(machine.home, '.claude'))
    symlinkSync('/dev/null', join(machine.home, SETTINGS))
    await expectLeft(machine, SETTINGS, 'it is no regular file')
  }
})

test('[init-files] a file where the folder should be', async () => {
  using machine = newMachine()
  machine.write('.claude', 'not a folder\n')
  const { code, stderr } = await machine.run(yes)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(machine.read('.claude')).toBe('not a folder\n')
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()['.claude']).toBe('644 not a folder\n')
})

test('[init-files] a dangling link and a loop of links are left alone', async () => {
  using machine = newMachine()
  mkdirSync(join(machine.home, '.claude'))
  symlinkSync('/nowhere/settings.json', join(machine.home, SETTINGS))
  await expectLeft(machine, SETTINGS, 'it is a link to /nowhere/settings.json, which is not there')
  using other = newMachine()
  mkdirSync(join(other.home, '.claude'))
  symlinkSync('settings.json', join(other.home, SETTINGS))
  await expectLeft(other, SETTINGS, 'it is a link to settings.json')
})

test('[init-files] links of a dotfiles folder stay links: the file behind them is written, and named', async () => {
  using machine = newMachine()
  const dotfiles = join(machine.home, 'dotfiles')
  machine.write('dotfiles/claude/settings.json', '{\n  "model": "x"\n}\n')
  machine.write('dotfiles/claude.json', '{}\n', 0o600)
  // A link to the folder, and a relative one over another link to a file.
  symlinkSync('dotfiles/claude', join(machine.home, '.claude'))
  symlinkSync('dotfiles/claude.json', join(machine.home, 'second.json'))
  symlinkSync('second.json', join(machine.home, '.claude.json'))
  const before = machine.files()
  const { code, stdout } = await machine.run(yes)
  expect(code).toBe(0)
  expect(stdout).toContain(`MCP server, in ${join(dotfiles, 'claude.json')}`)
  expect(readlinkSync(join(machine.home, '.claude'))).toBe('dotfiles/claude')
  expect(readlinkSync(join(machine.home, '.claude.json'))).toBe('second.json')
  expect(machine.read('dotfiles/claude.json')).toContain('"fullstop"')
  expect(statSync(join(dotfiles, 'claude.json')).mode & 0o777).toBe(0o600)
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual(before)
})

test('[init-files hostile-repository] a repository cannot lead us out of itself, by a file or by a folder', async () => {
  using machine = newMachine()
  const outside = join(machine.room.root, 'outside')
  mkdirSync(outside)
  machine.write(join(outside, 'settings.json'), '{}\n')
  const inProject = ['init', '--yes', 'claude', 'codex', '--scope', 'project']
  mkdirSync(join(machine.project, '.claude'))
  symlinkSync(join(outside, 'settings.json'), join(machine.project, SETTINGS))
  symlinkSync(outside, join(machine.project, '.claude/skills'))
  symlinkSync('../../outside', join(machine.project, '.codex'))
  const before = filesIn(outside)
  const { code, stdout } = await machine.run(inProject)
  expect(code).toBe(1)
  expect(stdout).toContain(`left alone: it is a link to ${join(outside, 'settings.json')}, outside the project`)
  expect(stdout).toContain(`left alone: it is a link to ${join(outside, 'fullstop/SKILL.md')}, outside the project`)
  expect(stdout).toContain(`left alone: it is a link to ${join(outside, 'hooks.json')}, outside the project`)
  expect(filesIn(outside)).toEqual(before)
})

test('[init-files hostile-repository] a link by the name of our temporary file is not written through', async () => {
  using machine = newMachine()
  const victim = machine.write('victim', 'mine\n')
  mkdirSync(join(machine.project, '.claude'))
  // The next process ids, whichever of them it gets.
  const inner = spawn('/bin/true').pid ?? 1
  for (let pid = inner; pid < inner + 400; pid++)
    symlinkSync(victim, join(machine.project, `.claude/.fullstop-${pid}.tmp`))
  expect((await machine.run([...yes, '--scope', 'project'])).code).toBe(0)
  expect(machine.read(victim)).toBe('mine\n')
  expect(lstatSync(join(machine.project, SETTINGS)).isFile()).toBe(true)
})

test('[init-files] a file with two names keeps its content in both, old or new', async () => {
  using machine = newMachine()
  const path = machine.write(SETTINGS, '{}\n')
  linkSync(path, join(machine.home, 'other-name.json'))
  expect((await machine.run(yes)).code).toBe(0)
  for (const name of [SETTINGS, 'other-name.json'])
    expect(() => JSON.parse(machine.read(name)) as unknown).not.toThrow()
  expect((await machine.run(undo)).code).toBe(0)
  expect([machine.read(SETTINGS), machine.read('other-name.json')]).toEqual(['{}\n', '{}\n'])
})

test('[init-files] a skill of the same name that is not ours is left alone', async () => {
  using machine = newMachine()
  machine.write('.claude/skills/fullstop/SKILL.md', '# Mine\n')
  await expectLeft(machine, '.claude/skills/fullstop/SKILL.md', '')
})

test.skipIf(otherUser === undefined)(
  '[init-files] root leaves the file to its owner (skipped where we are not root)',
  async () => {
    using machine = newMachine()
    const path = machine.write(SETTINGS, '{}\n', 0o600)
    chownSync(path, otherUser?.uid ?? 0, otherUser?.gid ?? 0)
    expect((await machine.run(yes)).code).toBe(0)
    expect(statSync(path)).toMatchObject({ ...otherUser })
  },
)

const mayDrop = process.getuid?.() !== 0 || otherUser !== undefined

/** With the rights of an ordinary user. */
function runOrdinary(machine: Machine, args: readonly string[]): Promise<Output> {
  if (otherUser === undefined) return machine.run(args)
  const { uid, gid } = otherUser
  // The room is ours; the user of it is another.
  for (const name of ['', ...readdirSync(machine.room.root, { recursive: true, encoding: 'utf8' })]) {
    const path = join(machine.room.root, name)
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, uid, gid)
  }
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { uid, gid, env: machine.env, cwd: machine.project })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdin.end()
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }))
  })
}

test.skipIf(!mayDrop)(
  '[init-files] a folder without the right to write: left alone (skipped where we are root and cannot be another)',
  async () => {
    using machine = newMachine()
    machine.write(SETTINGS, '{}\n')
    chmodSync(join(machine.home, '.claude'), 0o555)
    const { code, stdout, stderr } = await runOrdinary(machine, yes)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain(`nothing can be written in ${join(machine.home, '.claude')}`)
    expect(machine.read(SETTINGS)).toBe('{}\n')
    expect(readdirSync(join(machine.home, '.claude'))).toEqual(['settings.json'])
    chmodSync(join(machine.home, '.claude'), 0o755)
    expect((await runOrdinary(machine, yes)).code).toBe(0)
    chmodSync(join(machine.home, '.claude'), 0o555)
    const undone = await runOrdinary(machine, undo)
    expect([undone.code, undone.stdout.includes('nothing can be written in')]).toEqual([1, true])
    chmodSync(join(machine.home, '.claude'), 0o755)
    expect((await runOrdinary(machine, undo)).code).toBe(0)
    expect(machine.read(SETTINGS)).toBe('{}\n')
  },
)

test.skipIf(!mayDrop)(
  '[init-files] a file that may not be read: left alone (skipped where we are root and cannot be another)',
  async () => {
    using machine = newMachine()
    machine.write(SETTINGS, '{}\n', 0o200)
    const { code, stdout, stderr } = await runOrdinary(machine, yes)
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toContain(`${join(machine.home, SETTINGS)}  left alone: `)
    expect(statSync(join(machine.home, SETTINGS)).size).toBe(3)
  },
)

test("[init-files] a lock of Claude Code that is fresh is respected, one that was left behind isn't", async () => {
  using machine = newMachine()
  const lock = join(machine.home, '.claude.json.lock')
  mkdirSync(lock)
  const { code, stdout } = await machine.run(yes)
  expect(code).toBe(1)
  expect(stdout).toContain(`left alone: the agent is writing it (${lock} is there)`)
  expect(existsSync(join(machine.home, '.claude.json'))).toBe(false)
  expect(existsSync(lock)).toBe(true)
  const old = ago(60_000)
  utimesSync(lock, old, old)
  expect((await machine.run(yes)).code).toBe(0)
  expect(existsSync(lock)).toBe(false)
  expect(machine.read('.claude.json')).toContain('"fullstop"')
})

test('[init-files] a lock that is let go while we wait is no trouble', async () => {
  using machine = newMachine()
  const lock = join(machine.home, '.claude.json.lock')
  const holder = spawn('/bin/sh', ['-c', `mkdir '${lock}' && echo held && sleep 1 && rmdir '${lock}'`])
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  expect((await machine.run(yes)).code).toBe(0)
  expect(machine.read('.claude.json')).toContain('"fullstop"')
})

/** Counts up in the file as fast as it can, each time whole by a rename or in place. */
const WRITER = `
const { writeFileSync, renameSync } = require('node:fs')
const [path, how] = process.argv.slice(-2)
process.stdin.on('data', () => { console.log(count); process.exit(0) })
let count = 0
const step = () => {
  for (let i = 0; i < 20; i++) {
    count += 1
    const text = JSON.stringify({ count, mine: 'x'.repeat(2000) }, null, 2)
    if (how === 'rename') { writeFileSync(path + '.w', text); renameSync(path + '.w', path) }
    else writeFileSync(path, text)
  }
  setImmediate(step)
}
step()
console.log('ready')
`

for (const how of ['rename', 'in place']) {
  test.skipIf(isVariant && how !== 'in place')(
    `[init-files] somebody writes the file all the while (${how}): init ends, and the last word is theirs`,
    async () => {
      using machine = newMachine()
      const path = machine.write(SETTINGS, '{}\n')
      const writer = spawn(process.execPath, ['-e', WRITER, '--', path, how], { stdio: ['pipe', 'pipe', 'inherit'] })
      let said = ''
      const heard = new Promise<void>((resolve) => {
        writer.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          if (said.startsWith('ready\n')) resolve()
        })
      })
      await heard
      const outputs: Output[] = []
      for (let round = 0; round < 3; round++) outputs.push(await machine.run(yes))
      for (const { code, stderr } of outputs) expect([code === 0 || code === 1, stderr]).toEqual([true, ''])
      const ended = new Promise((resolve) => writer.on('close', resolve))
      writer.stdin.write('end\n')
      await ended
      const last = Number(said.trim().split('\n').at(-1))
      expect((JSON.parse(readFileSync(path, 'utf8')) as { count: number }).count).toBe(last)
      // Once it is quiet, everything goes its way.
      expect((await machine.run(yes)).code).toBe(0)
      expect(linesIn(readFileSync(path, 'utf8'), 'Stop').length).toBe(1)
      expect((await machine.run(undo)).code).toBe(0)
      expect((JSON.parse(readFileSync(path, 'utf8')) as { count: number }).count).toBe(last)
      expect(readdirSync(join(machine.home, '.claude'))).toEqual(['settings.json'])
    },
  )
}

test('[init-files] copies and journal are for our eyes only: settings may hold secrets', async () => {
  using machine = newMachine()
  machine.write('.claude.json', '{"apiKey":"x"}\n', 0o644)
  await machine.run(yes)
  const rights = readdirSync(join(machine.state, 'install'), { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(machine.state, 'install', name)))
    .filter((stat) => (stat.mode & 0o077) !== 0)
  expect(rights).toEqual([])
})

test('[init-files] text of a settings file is shown without its control characters', async () => {
  using machine = newMachine()
  writeFileSync(machine.write(SETTINGS, ''), '{\n  "a": "\u001b[2J\u009bx"\n}\n')
  const { stdout } = await machine.run(['init', 'claude', '--dry-run'])
  // eslint-disable-next-line no-control-regex -- these are what must not be there
  expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(stdout)).toBe(false)
})
