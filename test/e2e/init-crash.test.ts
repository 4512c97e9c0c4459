// Killed at any moment, run several at once, or out of room: every file is the old one or the new one, and the way back
// is known.
import { expect, test } from 'bun:test'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, rounds } from '../rounds.ts'
import { lifeOf } from '../clock.ts'
import { binary } from './binary.ts'
import { filesIn, linesIn, type Machine, newMachine } from './installing.ts'

const init = ['init', '--yes', 'claude', 'codex'] as const
const undo = ['init', '--undo', '--yes'] as const
/** Every third is followed by a look at what is left. */
const ROUNDS = Math.max(6, rounds(40))

function furnish(machine: Machine): void {
  machine.write('.claude/settings.json', '{\n  // mine\n  "model":   "x",\n}')
  machine.write('.claude.json', '{"numStartups":3}', 0o600)
  machine.write('.codex/config.toml', '# mine\nmodel="x"\n\n\n')
}

/** Ends at a random moment of its life, or by itself. Gives how long it lived, unless it was killed. */
async function runAndKill(machine: Machine, args: readonly string[], life: number): Promise<number | 'killed'> {
  const child = spawn(binary, args, { env: machine.env, cwd: machine.project, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), (0.25 + Math.random()) * life)
  const closed = new Promise((resolve) => child.on('close', (_code, by) => resolve(by)))
  const lived = await lifeOf(() => closed)
  const signal = await closed
  clearTimeout(timer)
  // Its lock of Claude Code's file counts for ten seconds more: they pass here at once.
  const lock = join(machine.home, '.claude.json.lock')
  if (existsSync(lock)) utimesSync(lock, 0, 0)
  return signal === 'SIGKILL' ? 'killed' : lived
}

const isOurs = (name: string): boolean => /\.fullstop-\d+\.tmp$|\.claude\.json\.lock$/.test(name)

test('[init-crash] init and undo, killed again and again: every file is old or new, and it all comes back', async () => {
  using machine = newMachine()
  furnish(machine)
  const before = machine.files()
  const lives = { init: await lifeOf(() => machine.run(init)), undo: 0 }
  const after = machine.files()
  expect(after).not.toEqual(before)
  lives.undo = await lifeOf(() => machine.run(undo))
  expect(machine.files()).toEqual(before)
  const odd: unknown[] = []
  let kills = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const [args, which] of [
      [init, 'init'],
      [undo, 'undo'],
    ] as const) {
      const lived = await runAndKill(machine, args, lives[which])
      // The survivor tells how busy the machine is now.
      if (lived === 'killed') kills += 1
      else lives[which] = lived
      for (const [name, content] of Object.entries(machine.files()))
        if (content !== before[name] && content !== after[name] && !isOurs(name)) odd.push([round, name, content])
      for (const name of Object.keys(before)) if (!existsSync(join(machine.home, name))) odd.push([round, name])
    }
  }
  expect(odd).toEqual([])
  expect(kills).toBeGreaterThan(ROUNDS / 4)
  expect((await machine.run(init)).code).toBe(0)
  expect(Object.entries(machine.files()).filter(([name]) => !isOurs(name))).toEqual(Object.entries(after))
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual(before)
  expect(readdirSync(machine.state).filter((name) => name === 'bin' || name.endsWith('.tmp'))).toEqual([])
})

test.skipIf(isVariant)(
  '[init-crash] the same in a home without any file: no folder and no half of a file stays',
  async () => {
    using machine = newMachine()
    const before = machine.files()
    const life = await lifeOf(() => machine.run(init))
    await machine.run(undo)
    for (let round = 0; round < ROUNDS; round++) {
      await runAndKill(machine, init, life)
      if (round % 3 !== 2) continue
      const { code, stderr } = await machine.run(undo)
      expect([round, code, stderr]).toEqual([round, 0, ''])
      const now = Object.fromEntries(Object.entries(machine.files()).filter(([name]) => name !== '.claude.json.lock'))
      expect([round, now]).toEqual([round, before])
    }
  },
)

test('[init-crash] several at once: all end well, and the journal knows of every file', async () => {
  using machine = newMachine()
  furnish(machine)
  const other = join(machine.home, 'other')
  mkdirSync(other)
  const before = machine.files()
  const outputs = await Promise.all([
    machine.run(['init', '--yes', 'claude']),
    machine.run(['init', '--yes', 'codex']),
    machine.run(init),
    machine.run([...init, '--scope', 'project']),
    machine.run([...init, '--scope', 'project'], { cwd: other }),
    machine.run([...init, '--scope', 'project'], { cwd: other }),
  ])
  expect(outputs.map(({ code, stderr }) => [code, stderr])).toEqual(outputs.map(() => [0, '']))
  const journal = JSON.parse(readFileSync(join(machine.state, 'install/journal.json'), 'utf8')) as {
    files: { path: string; scope: string; root: string; agent: string }[]
  }
  const known = journal.files.map(({ path, scope, root, agent }) =>
    scope === 'user' ? `${agent} ${path}` : `${agent} ${path} for ${root}`,
  )
  expect(new Set(known).size).toBe(known.length)
  // Claude: three for the user and three a project; Codex: three, and four a project.
  expect(known.length).toBe(3 + 3 + 2 * (3 + 4))
  expect(linesIn(machine.read('.claude/settings.json').replaceAll(/\/\/ mine|,(?=\s*\})/g, ''), 'Stop').length).toBe(1)
  expect((await machine.run(['uninstall', '--yes'])).code).toBe(0)
  expect(machine.files()).toEqual(before)
})

test('[init-crash] init and undo at the same time: whoever comes last, an undo then restores all', async () => {
  using machine = newMachine()
  furnish(machine)
  const before = machine.files()
  for (let round = 0; round < Math.max(2, rounds(6)); round++) {
    const outputs = await Promise.all([machine.run(init), machine.run(undo), machine.run(init)])
    expect(outputs.map(({ stderr }) => stderr)).toEqual(['', '', ''])
  }
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual(before)
})

const canMount = spawnSync('/bin/sh', [
  '-c',
  'd=$(mktemp -d) && mount -t tmpfs -o size=1m none "$d" && umount "$d" && rmdir "$d"',
])
const mayMount = canMount.status === 0

test.skipIf(!mayMount)(
  '[init-crash] no room for the settings: said so, nothing is damaged (skipped where we may not mount)',
  async () => {
    using machine = newMachine()
    const small = join(machine.room.root, 'small')
    mkdirSync(small)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', small])
    try {
      const settings = join(small, 'settings.json')
      machine.write(settings, '{\n  "model": "x"\n}\n')
      machine.write(join(small, 'filler'), 'x'.repeat(60 * 1024))
      const env = { CLAUDE_CONFIG_DIR: small }
      const { code, stdout } = await machine.run(['init', '--yes', 'claude'], { env })
      expect(code).toBe(1)
      expect(stdout).toContain('ENOSPC')
      expect(machine.read(settings)).toBe('{\n  "model": "x"\n}\n')
      expect(readdirSync(small).filter((name) => name.includes('fullstop'))).toEqual([])
      expect((await machine.run(undo, { env })).code).toBe(0)
      expect(Object.keys(filesIn(small))).toEqual(['filler', 'settings.json'])
    } finally {
      spawnSync('umount', [small])
    }
  },
)

test.skipIf(isVariant || !mayMount)(
  '[init-crash] no room for the journal: then no settings are written either (skipped where we may not mount)',
  async () => {
    using machine = newMachine()
    furnish(machine)
    mkdirSync(machine.state)
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', machine.state])
    try {
      machine.write(join(machine.state, 'filler'), 'x'.repeat(64 * 1024))
      const before = machine.files()
      const { code, stderr } = await machine.run(init)
      expect(code).toBe(70)
      expect(stderr).toMatch(/full|ENOSPC|space/)
      expect(machine.files()).toEqual(before)
    } finally {
      spawnSync('umount', [machine.state])
    }
  },
)
