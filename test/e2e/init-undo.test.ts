// `fullstop init --undo` and `fullstop uninstall`: byte for byte where only we edited, our part alone where others did.
import { expect, test } from 'bun:test'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isVariant, quarterOf } from '../rounds.ts'
import { filesIn, linesIn, type Machine, newMachine } from './installing.ts'
import { makeRepository } from './repository.ts'

const both = ['init', '--yes', 'claude', 'codex'] as const
const undo = ['init', '--undo', '--yes'] as const

/** Files as people have them: comments, odd spaces, CRLF, a byte order mark, no line break at the end, rights of their own. */
function furnish(machine: Machine): void {
  machine.write('.claude/settings.json', '{\r\n  // mine\r\n  "model": "x",\r\n}', 0o600)
  machine.write('.claude.json', '\uFEFF{"numStartups":3,"projects":{"/a b":{}}}', 0o640)
  machine.write('.codex/config.toml', '# mine\nmodel="x"\n\n\n[tui]\n  a  =  1\n\n', 0o604)
  machine.write('.codex/hooks.json', '{ }\n')
  mkdirSync(join(machine.home, '.claude/skills'))
}

test('[init-undo] files, rights, folders and links are as they were before', async () => {
  using machine = newMachine()
  furnish(machine)
  const dotfiles = join(machine.room.root, 'dotfiles')
  mkdirSync(dotfiles)
  renameSync(join(machine.home, '.codex/config.toml'), join(dotfiles, 'codex.toml'))
  symlinkSync(join(dotfiles, 'codex.toml'), join(machine.home, '.codex/config.toml'))
  const before = [machine.files(), filesIn(dotfiles)]
  for (const scope of ['user', 'project']) {
    const { code } = await machine.run([...both, '--scope', scope])
    expect(code).toBe(0)
  }
  expect(machine.files()).not.toEqual(before[0] ?? {})
  expect(lstatSync(join(machine.home, '.codex/config.toml')).isSymbolicLink()).toBe(true)
  const { code, stdout } = await machine.run(undo)
  expect(code).toBe(0)
  expect(stdout).toContain('as it was before')
  expect(stdout).toContain('did not exist before')
  expect(stdout).toContain(`Taken back.\nYour records stay in ${machine.state}; delete that folder to erase them.\n`)
  expect([machine.files(), filesIn(dotfiles)]).toEqual(before)
  expect(readlinkSync(join(machine.home, '.codex/config.toml'))).toBe(join(dotfiles, 'codex.toml'))
})

test.skipIf(isVariant)('[init-undo] nothing of ours stays behind, among our own files neither', async () => {
  using machine = newMachine()
  const before = machine.files()
  await machine.run(both)
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual(before)
  expect(readdirSync(machine.state).filter((name) => /^(?:bin|install)$/.test(name))).toEqual([])
  expect((await machine.run(undo)).stdout).toContain('Nothing of ours was found in the files of your agents.')
})

test('[init-undo] hooks that the user added to the same file since stay, with their comments', async () => {
  using machine = newMachine()
  furnish(machine)
  await machine.run(both)
  const settings = machine.read('.claude/settings.json')
  machine.write(
    '.claude/settings.json',
    settings.replace(
      '"Stop": [',
      '"Stop": [\r\n      // a hook of mine\r\n      { "hooks": [{ "type": "command", "command": "mine" }] },',
    ),
  )
  appendFileSync(join(machine.home, '.codex/config.toml'), '\n# later\n[mcp_servers.other]\ncommand = "o"\n')
  const { code, stdout } = await machine.run(undo)
  expect(code).toBe(0)
  expect(stdout).toContain('others edited it since: only our part goes')
  const now = machine.read('.claude/settings.json')
  for (const kept of ['// mine', '// a hook of mine', '"command": "mine"', '"model": "x"']) expect(now).toContain(kept)
  expect(now).not.toContain('fullstop')
  expect(now.replaceAll('\r\n', '')).not.toContain('\n')
  const toml = machine.read('.codex/config.toml')
  for (const kept of ['# mine\nmodel="x"', '  a  =  1', '# later\n[mcp_servers.other]\ncommand = "o"'])
    expect(toml).toContain(kept)
  expect(toml).not.toContain('fullstop')
})

test.skipIf(isVariant)('[init-undo] our entry, changed by the user, is still ours', async () => {
  using machine = newMachine()
  await machine.run(both)
  machine.write(
    '.claude/settings.json',
    machine.read('.claude/settings.json').replaceAll('--within 60s', '--within 30s'),
  )
  machine.write('.claude.json', machine.read('.claude.json').replace('"alwaysLoad": true', '"alwaysLoad": false'))
  machine.write('.codex/config.toml', machine.read('.codex/config.toml').replace('= 120', '= 60'))
  machine.write('.codex/hooks.json', machine.read('.codex/hooks.json').replace('"timeout": 60', '"timeout": 61'))
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual({ project: 'folder 755' })
})

test.skipIf(isVariant)('[init-undo] an entry of ours inside the group of another hook goes alone', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'claude'])
  const settings = JSON.parse(machine.read('.claude/settings.json')) as { hooks: { Stop: { hooks: object[] }[] } }
  settings.hooks.Stop[0]?.hooks.push({ type: 'command', command: 'mine' })
  machine.write('.claude/settings.json', JSON.stringify(settings, null, 2))
  expect((await machine.run(undo)).code).toBe(0)
  expect(JSON.parse(machine.read('.claude/settings.json'))).toEqual({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
  })
})

test('[init-undo] the journal is lost: our parts are taken out all the same', async () => {
  using machine = newMachine()
  furnish(machine)
  const before = machine.files()
  await machine.run(both)
  rmSync(join(machine.state, 'install/journal.json'))
  const { code } = await machine.run(undo)
  expect(code).toBe(0)
  const values = ({ read }: Machine): unknown[] => [
    read('.claude/settings.json').includes('fullstop'),
    read('.codex/config.toml').includes('fullstop'),
    read('.codex/hooks.json').includes('fullstop'),
    read('.claude.json').includes('fullstop'),
  ]
  expect(values(machine)).toEqual([false, false, false, false])
  expect(existsSync(join(machine.home, '.claude/skills/fullstop'))).toBe(false)
  expect(machine.read('.claude/settings.json')).toContain('// mine')
  // The copies of the files as they were are all that is left of them: no undo may take those away.
  expect(readdirSync(join(machine.state, 'install/backups')).length).toBe(4)
  expect(Object.keys(before).every((name) => name in machine.files())).toBe(true)
})

const damages = ['', '{"version":1,"files":[', 'null', '{"version":2,"files":[]}', '{"version":1,"files":[null]}']

for (const text of quarterOf(damages, 1)) {
  test(`[init-undo exit-codes] the journal is damaged (${text}): said so, and the way out works`, async () => {
    using machine = newMachine()
    furnish(machine)
    await machine.run(both)
    const journal = join(machine.state, 'install/journal.json')
    writeFileSync(journal, text)
    const before = machine.files()
    for (const args of [undo, ['uninstall', '--yes']]) {
      const { code, stderr } = await machine.run(args)
      expect(code).toBe(70)
      expect(stderr).toContain(`${journal}, which holds what \`fullstop init\` changed, cannot be read`)
      expect(stderr).not.toContain('internal error')
    }
    expect(machine.files()).toEqual(before)
    renameSync(journal, `${journal}.away`)
    expect((await machine.run(undo)).code).toBe(0)
    expect(machine.read('.claude/settings.json')).not.toContain('fullstop')
    expect(readdirSync(join(machine.state, 'install/backups')).length).toBe(4)
  })
}

test.skipIf(isVariant)(
  '[init-undo exit-codes] a damaged journal stops init too, before anything is written',
  async () => {
    using machine = newMachine()
    await machine.run(['init', '--yes', 'claude'])
    writeFileSync(join(machine.state, 'install/journal.json'), '{')
    const before = machine.files()
    const { code, stderr } = await machine.run(['init', '--yes', 'codex'])
    expect([code, stderr.includes('cannot be read')]).toEqual([70, true])
    expect(machine.files()).toEqual(before)
  },
)

test('[init-undo] the copy of a file is lost: our part is taken out instead', async () => {
  using machine = newMachine()
  furnish(machine)
  await machine.run(both)
  rmSync(join(machine.state, 'install/backups'), { recursive: true })
  expect((await machine.run(undo)).code).toBe(0)
  for (const file of ['.claude/settings.json', '.claude.json', '.codex/config.toml', '.codex/hooks.json'])
    expect(machine.read(file)).not.toContain('fullstop')
  expect(machine.read('.claude/settings.json')).toContain('// mine')
})

test.skipIf(isVariant)(
  '[init-undo] the journal is lost, and init has to write again: undo goes back to before us, not to our old part',
  async () => {
    using machine = newMachine()
    machine.write('.codex/config.toml', '# mine\nmodel = "x"\n')
    await machine.run(both)
    rmSync(join(machine.state, 'install'), { recursive: true })
    for (const file of ['.claude/settings.json', '.codex/hooks.json']) {
      const settings = JSON.parse(machine.read(file)) as { hooks: { Stop?: object[] } }
      delete settings.hooks.Stop
      machine.write(file, JSON.stringify(settings))
    }
    machine.write('.codex/config.toml', machine.read('.codex/config.toml').replace('tool_timeout_sec = 120\n', ''))
    expect((await machine.run(both)).code).toBe(0)
    expect((await machine.run(undo)).code).toBe(0)
    // Who made the folders is not known any more: they stay.
    const files = Object.entries(machine.files()).filter(([, content]) => !content.startsWith('folder'))
    expect(files.map(([name]) => name)).toEqual(['.codex/config.toml'])
    expect(machine.read('.codex/config.toml')).toBe('# mine\nmodel = "x"\n')
  },
)

test('[init-undo launcher] the launcher stays as long as a file names it, whatever became of the journal', async () => {
  using machine = newMachine()
  await machine.run(both)
  rmSync(join(machine.state, 'install'), { recursive: true })
  expect((await machine.run([...undo, '--agent', 'claude'])).code).toBe(0)
  expect(existsSync(join(machine.state, 'bin/fullstop'))).toBe(true)
  expect((await machine.run([...undo, '--scope', 'project'])).code).toBe(0)
  expect(existsSync(join(machine.state, 'bin/fullstop'))).toBe(true)
  expect((await machine.run(undo)).code).toBe(0)
  expect(existsSync(join(machine.state, 'bin'))).toBe(false)
})

test.skipIf(isVariant)('[init-undo] a JSON file that holds nothing any more is still JSON', async () => {
  using machine = newMachine()
  machine.write('.claude/settings.json', '{ "model": "x" }\n')
  await machine.run(['init', '--yes', 'claude'])
  const settings = JSON.parse(machine.read('.claude/settings.json')) as Record<string, unknown>
  delete settings['model']
  machine.write('.claude/settings.json', JSON.stringify(settings))
  expect((await machine.run(undo)).code).toBe(0)
  expect(JSON.parse(machine.read('.claude/settings.json'))).toEqual({})
})

test.skipIf(isVariant)('[init-undo] files and whole folders that were deleted meanwhile are no trouble', async () => {
  using machine = newMachine()
  furnish(machine)
  await machine.run(both)
  rmSync(join(machine.home, '.claude.json'))
  rmSync(join(machine.home, '.codex'), { recursive: true })
  const { code } = await machine.run(undo)
  expect(code).toBe(0)
  expect(existsSync(join(machine.home, '.claude.json'))).toBe(false)
  expect(existsSync(join(machine.home, '.codex'))).toBe(false)
  expect(existsSync(join(machine.state, 'install'))).toBe(false)
})

test('[init-undo person-needed] an agent cannot take the gate out', async () => {
  using machine = newMachine()
  await machine.run(both)
  const before = machine.files()
  for (const args of [undo, ['uninstall', '--yes']]) {
    const { code, stderr } = await machine.run(args, { env: { CLAUDECODE: '1' } })
    expect([code, stderr]).toEqual([
      1,
      'fullstop: taking the gate out needs a person, but CLAUDECODE shows that an agent runs this\n' +
        '  next: run it in a terminal of your own\n',
    ])
  }
  // To look is no order.
  expect((await machine.run(['init', '--undo', '--dry-run'], { env: { CLAUDECODE: '1' } })).code).toBe(0)
  expect(machine.files()).toEqual(before)
})

test('[init person-needed] an agent cannot point the gate elsewhere', async () => {
  using machine = newMachine()
  await machine.run(both)
  const before = machine.files()
  const env = { CLAUDECODE: '1', FULLSTOP_HOME: join(machine.room.root, 'elsewhere') }
  const { code, stderr } = await machine.run(['init', '--yes', 'claude'], { env })
  expect([code, stderr]).toEqual([
    1,
    'fullstop: changing how the gate is installed needs a person, but CLAUDECODE shows that an agent runs this\n' +
      '  next: run it in a terminal of your own\n',
  ])
  expect(machine.files()).toEqual(before)
})

test('[init-undo init-asks] without a terminal it wants --yes; at one, a no changes nothing', async () => {
  using machine = newMachine()
  await machine.run(both)
  const before = machine.files()
  const { code, stderr } = await machine.run(['init', '--undo'])
  expect([code, stderr]).toEqual([
    1,
    'fullstop: this asks before it writes, and there is no terminal to ask in\n  next: run it in a terminal, or with --yes\n',
  ])
  const question = 'Change these files? [y/N] '
  const at = (keys: string) =>
    machine.room.runAtTerminal(['init', '--undo'], machine.env, { typed: [{ after: question, keys }] })
  expect((await at('n\r')).code).toBe(1)
  expect(machine.files()).toEqual(before)
  expect((await at('y\r')).code).toBe(0)
  expect(machine.files()).toEqual({ project: 'folder 755' })
})

test.skipIf(isVariant)(
  '[init-undo] for the user and for the project, each is taken back by itself, in either order',
  async () => {
    const orders = [
      ['user', 'project'],
      ['project', 'user'],
    ] as const
    for (const order of quarterOf(orders, 0)) {
      using machine = newMachine()
      const before = machine.files()
      for (const scope of order) expect((await machine.run([...both, '--scope', scope])).code).toBe(0)
      for (const [index, scope] of order.entries()) {
        expect((await machine.run([...undo, '--scope', scope])).code).toBe(0)
        const rest = order[1]
        if (index === 0) {
          expect(existsSync(join(machine.home, '.claude/settings.json'))).toBe(rest === 'user')
          expect(existsSync(join(machine.project, '.claude/settings.json'))).toBe(rest === 'project')
          // Codex keeps the trust in both in one file.
          const toml = machine.read('.codex/config.toml')
          expect(toml.includes(`${machine.home}/.codex/hooks.json:`)).toBe(rest === 'user')
          expect(toml.includes(`${machine.project}/.codex/hooks.json:`)).toBe(rest === 'project')
          expect((await machine.run([...both, '--scope', rest, '--dry-run'])).stdout).not.toContain('@@')
        }
      }
      expect([order, machine.files()]).toEqual([order, before])
    }
  },
)

test.skipIf(isVariant)('[init-undo] one agent is taken back, the other stays', async () => {
  using machine = newMachine()
  await machine.run(both)
  expect((await machine.run([...undo, '--agent', 'claude'])).code).toBe(0)
  expect(existsSync(join(machine.home, '.claude'))).toBe(false)
  expect(linesIn(machine.read('.codex/hooks.json'), 'Stop').length).toBe(1)
  // Codex still names the launcher.
  expect(existsSync(join(machine.state, 'bin/fullstop'))).toBe(true)
})

test('[init-undo] undo reaches this project alone, uninstall every one', async () => {
  using machine = newMachine()
  const other = join(machine.home, 'other project')
  const gone = join(machine.home, 'gone')
  for (const folder of [other, gone]) mkdirSync(folder)
  const before = machine.files()
  for (const cwd of [machine.project, other, gone])
    expect((await machine.run([...both, '--scope', 'project'], { cwd })).code).toBe(0)
  rmSync(gone, { recursive: true })
  expect((await machine.run(undo)).code).toBe(0)
  expect(existsSync(join(machine.project, '.claude'))).toBe(false)
  expect(existsSync(join(other, '.claude'))).toBe(true)
  expect((await machine.run(['uninstall', '--yes'], { cwd: machine.home })).code).toBe(0)
  const { gone: _gone, ...rest } = before
  expect(machine.files()).toEqual(rest)
  expect(existsSync(join(machine.state, 'install'))).toBe(false)
})

test.skipIf(isVariant)('[init-undo] a second init after edits of the user keeps the way back', async () => {
  using machine = newMachine()
  machine.write('.codex/hooks.json', '{ "hooks": {} }\n')
  await machine.run(both)
  const mine = { hooks: [{ type: 'command', command: 'mine' }] }
  const hooks = JSON.parse(machine.read('.codex/hooks.json')) as { hooks: { Stop: object[] } }
  hooks.hooks.Stop.unshift(mine)
  machine.write('.codex/hooks.json', JSON.stringify(hooks, null, 2))
  expect((await machine.run(both)).code).toBe(0)
  expect(machine.read('.codex/config.toml')).toContain('hooks.json:stop:1:0')
  expect((await machine.run(undo)).code).toBe(0)
  expect(JSON.parse(machine.read('.codex/hooks.json'))).toEqual({ hooks: { Stop: [mine] } })
  // The trust that was written for the old place is ours as well.
  expect(existsSync(join(machine.home, '.codex/config.toml'))).toBe(false)
})

test.skipIf(isVariant)('[init-undo] what we never touched and cannot read is no failure of an undo', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'claude'])
  machine.write('.codex/config.toml', 'this is [not toml')
  machine.write('.codex/skills/fullstop/SKILL.md', 'My own notes on fullstop.\n')
  mkdirSync(join(machine.home, '.codex/hooks.json'))
  const { code, stderr } = await machine.run(undo)
  expect([code, stderr]).toEqual([0, ''])
  expect(existsSync(join(machine.state, 'install'))).toBe(false)
})

test('[init-undo] a file that was made read-only since is left alone, with the reason; mended, it is taken back', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'claude'])
  chmodSync(join(machine.home, '.claude/settings.json'), 0o444)
  const { code, stdout } = await machine.run(undo)
  expect(code).toBe(1)
  expect(stdout).toContain(`${join(machine.home, '.claude/settings.json')}  left alone: it is read-only`)
  expect(existsSync(join(machine.home, '.claude.json'))).toBe(false)
  // Its hooks still name the launcher.
  expect(existsSync(join(machine.state, 'bin/fullstop'))).toBe(true)
  chmodSync(join(machine.home, '.claude/settings.json'), 0o644)
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.files()).toEqual({ project: 'folder 755' })
})

test.skipIf(isVariant)('[init-undo] a file that became invalid since is left alone, with the reason', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'claude'])
  const broken = `${machine.read('.claude/settings.json')}<<<<<<< mine\n`
  machine.write('.claude/settings.json', broken)
  const { code, stdout } = await machine.run(undo)
  expect(code).toBe(1)
  expect(stdout).toContain('left alone')
  expect(machine.read('.claude/settings.json')).toBe(broken)
})

test.skipIf(isVariant)(
  '[init-undo] a file that we made and the user moved into a dotfiles folder goes, link and all',
  async () => {
    using machine = newMachine()
    await machine.run(['init', '--yes', 'claude'])
    const path = join(machine.home, '.claude/settings.json')
    const moved = join(machine.room.root, 'dotfiles/settings.json')
    mkdirSync(dirname(moved))
    renameSync(path, moved)
    symlinkSync(moved, path)
    expect((await machine.run(undo)).code).toBe(0)
    expect(existsSync(moved)).toBe(false)
    expect(machine.files()).toEqual({ project: 'folder 755' })
  },
)

test('[init-undo] a skill of ours that the user rewrote is not deleted', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'claude'])
  machine.write('.claude/skills/fullstop/SKILL.md', '# My own\n')
  const { code, stdout } = await machine.run(undo)
  expect(code).toBe(1)
  expect(stdout).toContain('left alone')
  expect(machine.read('.claude/skills/fullstop/SKILL.md')).toBe('# My own\n')
})

test('[init-undo] trust in a hook of the user that stood behind ours moves up with it', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'codex'])
  const hooks = JSON.parse(machine.read('.codex/hooks.json')) as { hooks: { Stop: object[] } }
  hooks.hooks.Stop.push({ hooks: [{ type: 'command', command: 'say done', timeout: 5 }] })
  machine.write('.codex/hooks.json', JSON.stringify(hooks, null, 2))
  const file = join(machine.home, '.codex/hooks.json')
  const trusted = (index: number): string => `[hooks.state."${file}:stop:${index}:0"]\ntrusted_hash = "sha256:mine"\n`
  appendFileSync(join(machine.home, '.codex/config.toml'), `\n${trusted(1)}`)
  expect((await machine.run(undo)).code).toBe(0)
  expect(JSON.parse(machine.read('.codex/hooks.json'))).toEqual({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done', timeout: 5 }] }] },
  })
  expect(machine.read('.codex/config.toml')).toBe(trusted(0))
})

test('[init-undo] trust that the user gave to another hook under our old key stays', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'codex'])
  const config = machine.read('.codex/config.toml')
  const changed = config.replace(/(stop:0:0"\]\ntrusted_hash = ")[^"]*/, '$1sha256:mine')
  expect(changed).not.toBe(config)
  machine.write('.codex/config.toml', changed)
  expect((await machine.run(undo)).code).toBe(0)
  expect(machine.read('.codex/config.toml')).toContain('trusted_hash = "sha256:mine"')
})

test.skipIf(isVariant)('[init-undo] in the home folder too, what stood there before us comes back', async () => {
  using machine = newMachine()
  const before = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/old/fullstop hook claude"}]}]}}\n'
  machine.write('.claude/settings.json', before)
  expect((await machine.run(['init', '--yes', 'claude'], { cwd: machine.home })).code).toBe(0)
  expect((await machine.run(undo, { cwd: machine.home })).code).toBe(0)
  expect(machine.read('.claude/settings.json')).toBe(before)
})

test('[init-undo U7] a file that the user committed is never deleted', async () => {
  using machine = newMachine()
  const repository = makeRepository(machine.room, { 'package.json': '{ "scripts": { "test": "node --test" } }\n' })
  const typed = [
    { after: 'files? [y/N] ', keys: 'y\r' },
    { after: 'Add test: npm test? [y/n/e/a/q] ', keys: 'y\r' },
    { after: 'Trust this content in this folder? [y/N] ', keys: 'n\r' },
  ]
  const args = ['init', '--agent', 'claude', '--scope', 'project']
  expect((await machine.room.runAtTerminal(args, machine.env, { typed })).code).toBe(0)
  const committed = ['fullstop.json', '.claude/settings.json', '.claude/skills/fullstop/SKILL.md']
  repository.commit('Gate')
  const checks = machine.read(join(machine.project, 'fullstop.json'))
  for (const order of [undo, ['uninstall', '--yes']]) {
    const { code, stdout } = await machine.run(order)
    expect(code).toBe(0)
    if (order === undo) expect(stdout).toMatch(/fullstop\.json +stays +git tracks it/)
    expect(committed.filter((path) => !existsSync(join(machine.project, path)))).toEqual([])
    expect(machine.read(join(machine.project, 'fullstop.json'))).toBe(checks)
    expect(machine.read(join(machine.project, '.claude/settings.json'))).toBe('{}\n')
  }
})

test.skipIf(isVariant)('[init-undo U7] checks that init wrote and nobody committed go again', async () => {
  using machine = newMachine()
  makeRepository(machine.room, { 'package.json': '{ "scripts": { "test": "node --test" } }\n' })
  const typed = [
    { after: 'files? [y/N] ', keys: 'y\r' },
    { after: 'Add test: npm test? [y/n/e/a/q] ', keys: 'y\r' },
    { after: 'Trust this content in this folder? [y/N] ', keys: 'n\r' },
  ]
  await machine.room.runAtTerminal(['init', '--agent', 'claude'], machine.env, { typed })
  expect(existsSync(join(machine.project, 'fullstop.json'))).toBe(true)
  expect((await machine.run(undo)).code).toBe(0)
  expect(existsSync(join(machine.project, 'fullstop.json'))).toBe(false)
})

test('[init-undo init-asks U7] the question stands below one line for each file; d shows the diff and asks again', async () => {
  using machine = newMachine()
  const env = { ...machine.env, NO_COLOR: '1' }
  const write = 'Write these 6 files? [y/N] '
  const more = `${write}(d shows the diff) `
  const init = await machine.room.runAtTerminal(['init', 'claude', 'codex'], env, {
    typed: [
      { after: more, keys: 'd\r' },
      { after: write, keys: 'y\r' },
    ],
  })
  expect(init.code).toBe(0)
  const [summary = '', diff = ''] = init.screen.split(more)
  expect(summary.trim().split('\n').length).toBeLessThan(12)
  expect(summary).not.toContain('@@')
  expect(diff).toContain('@@')
  const question = 'Change these files? [y/N] (d shows the diff) '
  const taken = await machine.room.runAtTerminal(['uninstall'], env, { typed: [{ after: question, keys: 'y\r' }] })
  expect(taken.code).toBe(0)
  const before = taken.screen.split(question)[0] ?? ''
  expect(before.trim().split('\n').length).toBeLessThan(12)
})

test('[init-undo] uninstall names the checks of this repository that init did not write', async () => {
  using machine = newMachine()
  const file = join(machine.project, 'fullstop.json')
  machine.write(file, '{"checks":[{"name":"test","run":"true"}]}\n')
  await machine.run(both)
  const { code, stdout } = await machine.run(['uninstall', '--yes'])
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`Left: ${file}, your checks. \`init\` did not write it.\n`),
  ])
  expect(existsSync(file)).toBe(true)
  // One repository's undo is not about checks.
  await machine.run(both)
  expect((await machine.run(undo)).stdout).not.toContain('Left: ')
})
