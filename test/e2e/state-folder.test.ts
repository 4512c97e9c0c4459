// The state folder: what it says where it cannot be used, and that nobody else can read what lies in it.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary } from './binary.ts'
import { finishes, running, stops } from './running.ts'
import { newRoom, type Output, type Room, runProgram } from './room.ts'

/** All commands that open the store, with the exit code of an internal error. */
const COMMANDS: readonly (readonly [readonly string[], number])[] = [
  [['run', '--agent-command', 'true', 'Write the answer.'], 1],
  [['resume'], 1],
  [['tasks'], 70],
  [['show'], 70],
  [['log'], 70],
  [['evidence'], 70],
  [['brief'], 70],
  [['context'], 70],
  [['claim', 'success', '--summary', 'It is done.'], 70],
  [['wait'], 70],
]

function expectPlain({ code, stdout, stderr }: Output, expected: number, home: string): void {
  expect([code, stdout]).toEqual([expected, ''])
  expect(stderr).toMatch(/^fullstop: [^\n]+\n {2}next: [^\n]+\n$/)
  expect(stderr).toContain(home)
  expect(stderr).toContain('FULLSTOP_HOME')
  expect(stderr).not.toContain('internal error')
}

async function expectAllPlain(room: Room, home: string): Promise<void> {
  for (const [args, code] of COMMANDS) expectPlain(await room.run(args, { env: { FULLSTOP_HOME: home } }), code, home)
}

const canMount =
  spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && umount $d && rmdir $d']).status === 0

function shell(line: string): void {
  const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${line}: ${stderr}`)
}

test('[unwritable] R10: every command says what is wrong with a state folder: it is a file', async () => {
  using room = newRoom()
  const home = join(room.root, 'file')
  writeFileSync(home, 'x')
  await expectAllPlain(room, home)
})

test('[unwritable] R10: every command says what is wrong with a state folder: it lies below a file', async () => {
  using room = newRoom()
  writeFileSync(join(room.root, 'file'), 'x')
  await expectAllPlain(room, join(room.root, 'file', 'home'))
})

test.skipIf(process.getuid?.() === 0)(
  '[unwritable] R10: every command says what is wrong with a state folder: it may not be written (skipped for root, who may)',
  async () => {
    using room = newRoom()
    const home = join(room.root, 'closed')
    mkdirSync(home, { mode: 0o500 })
    await expectAllPlain(room, home)
  },
)

test.skipIf(!canMount)(
  '[unwritable] R10: every command says what is wrong with a state folder: it is read-only, empty or in use before (only where folders can be mounted)',
  async () => {
    using room = newRoom()
    const home = join(room.root, 'read-only')
    mkdirSync(home)
    for (const isUsed of [false, true]) {
      if (isUsed) await room.run(['run', '--agent-command', 'true', 'Hello.'], { env: { FULLSTOP_HOME: home } })
      shell(`mount --bind ${home} ${home} && mount -o remount,bind,ro ${home}`)
      try {
        // Of what is there already, much can be read.
        const commands = isUsed ? COMMANDS.slice(0, 1) : COMMANDS
        for (const [args, code] of commands) {
          expectPlain(await room.run(args, { env: { FULLSTOP_HOME: home } }), code, home)
        }
      } finally {
        shell(`umount -l ${home}`)
      }
    }
  },
)

test.skipIf(!canMount)(
  '[unwritable] R10: every command says what is wrong with a state folder: its disk is full (only where folders can be mounted)',
  async () => {
    using room = newRoom()
    const home = join(room.root, 'full')
    mkdirSync(home)
    shell(`mount -t tmpfs -o size=64k,mode=700 tmpfs ${home}`)
    try {
      shell(`dd if=/dev/zero of=${home}/fill bs=4k 2>/dev/null; true`)
      await expectAllPlain(room, home)
    } finally {
      shell(`umount -l ${home}`)
    }
  },
)

/** What others may do with anything below a folder, or we may not. */
function openIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const stat = lstatSync(join(folder, name))
    const mode = stat.mode & 0o777
    const isPrivate = (mode & 0o077) === 0 && (mode & 0o600) === 0o600
    return stat.isSymbolicLink() || isPrivate ? [] : [`${name} ${mode.toString(8)}`]
  })
}

for (const umask of ['000', '022', '077']) {
  test(`[private] R10: with umask ${umask} nobody else can read what lies in the state folder`, async () => {
    using at = await running()
    at.script([stops, finishes])
    const line = `umask ${umask}; exec "$0" "$@"`
    const args = ['-c', line, binary, 'run', '--agent', 'claude', 'Write the answer.']
    const env = { ...at.room.env, ...at.env }
    expect((await runProgram('/bin/sh', args, { env, cwd: at.room.cwd })).code).toBe(0)
    expect(openIn(at.room.state)).toEqual([])
  })
}

test('[private] R10: what an earlier version left open is closed by the next command, all of it by the next run', async () => {
  using at = await running()
  at.script([stops, finishes, finishes])
  expect((await at.run()).code).toBe(0)
  const { state } = at.room
  // Which of them a run makes depends on what it had to keep.
  for (const folder of [
    'acp',
    'declined',
    'ids',
    'kept',
    'lists',
    'notify',
    'servers',
    'starts',
    'trust',
    'ui',
    'words',
  ]) {
    mkdirSync(join(state, folder), { recursive: true })
    writeFileSync(join(state, folder, 'kept-by-an-earlier-version'), 'text')
  }
  for (const name of readdirSync(state, { recursive: true, encoding: 'utf8' })) {
    const path = join(state, name)
    if (!lstatSync(path).isSymbolicLink()) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o644)
  }
  const isOpen = (name: string): boolean => (lstatSync(join(state, name)).mode & 0o077) !== 0
  await at.room.run(['tasks'])
  expect(readdirSync(state).filter((name) => !name.startsWith('.') && isOpen(name))).toEqual([])
  expect(openIn(join(state, 'locks'))).toEqual([])
  await at.goOn(['run', '--agent', 'claude', 'Write the answer once more.'])
  expect(openIn(state).filter((line) => !line.startsWith('.gitignore'))).toEqual([])
})
