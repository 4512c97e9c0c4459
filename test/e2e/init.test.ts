// `fullstop init`: who is found, what is shown and asked, what is written, and that what was written works.
import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import { binary } from './binary.ts'
import { silent } from './expected.ts'
import { HOW_TO_INSTALL, knownFor } from './known-agents.ts'
import { filesIn, type HooksFile, linesIn, type Machine, newMachine, runLine } from './installing.ts'
import { makeRepository, storeTrust } from './repository.ts'
import { type Output, runProgram } from './room.ts'
import { aWhile, until } from '../until.ts'

const yes = ['init', '--yes'] as const

function ofClaude(machine: Machine): string[] {
  return Object.keys(machine.files()).filter((name) => name.startsWith('.claude'))
}

test('[init] a fresh home: everything is made, for the agent that was named', async () => {
  using machine = newMachine()
  const { code, stdout, stderr } = await machine.run([...yes, '--agent', 'claude'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toStartWith('For Claude Code, for you in every folder:\n\n')
  expect(stdout).toMatch(/\.claude\/settings\.json +new, \d+ lines +hooks and permission/)
  expect(stdout).toContain(`\nWrote ${join(machine.state, 'bin/fullstop')}, which the settings name.\nWrote 3 files.\n`)
  expect(ofClaude(machine)).toEqual([
    '.claude',
    '.claude.json',
    '.claude/settings.json',
    '.claude/skills',
    '.claude/skills/fullstop',
    '.claude/skills/fullstop/SKILL.md',
  ])
  expect(existsSync(join(machine.home, '.codex'))).toBe(false)
})

test('[init launcher] what is registered: a fixed launcher, each hook told the limit that the host was told', async () => {
  using machine = newMachine()
  await machine.run([...yes, 'claude', 'codex'])
  for (const [agent, file] of [
    ['claude', '.claude/settings.json'],
    ['codex', '.codex/hooks.json'],
  ] as const) {
    const { hooks = {} } = JSON.parse(machine.read(file)) as HooksFile
    const handlers = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks))
    expect(handlers.length).toBeGreaterThan(5)
    for (const { command, timeout } of handlers)
      expect(command).toBe(`${machine.state}/bin/fullstop hook ${agent} --within ${timeout}s`)
  }
  expect(JSON.parse(machine.read('.claude.json'))).toEqual({
    mcpServers: {
      fullstop: { type: 'stdio', command: `${machine.state}/bin/fullstop`, args: ['mcp'], alwaysLoad: true },
    },
  })
  expect(statSync(join(machine.state, 'bin/fullstop')).mode & 0o777).toBe(0o755)
})

test('[init] it finds agents by program, by home folder and by project, and leaves others alone', async () => {
  for (const [sign, title] of [
    ['program', 'Claude Code'],
    ['home', 'Codex'],
    ['project', 'Codex'],
  ] as const) {
    using machine = newMachine()
    if (sign === 'program') machine.program('claude', 'echo 2.1.325')
    if (sign === 'home') mkdirSync(join(machine.home, '.codex'))
    if (sign === 'project') mkdirSync(join(machine.project, '.codex'))
    const { code, stdout } = await machine.run(['init', '--dry-run'])
    expect([sign, code, stdout.split('\n')[0]]).toEqual([sign, 0, `For ${title}, for you in every folder:`])
  }
})

test('[init] a folder or a text of the name of an agent on the PATH is no agent', async () => {
  using machine = newMachine()
  const first = join(machine.room.root, 'first')
  mkdirSync(join(first, 'claude'), { recursive: true })
  machine.write(join(first, 'codex'), 'notes about codex\n', 0o644)
  const { code } = await machine.run([...yes], { env: { PATH: `${first}:/usr/bin:/bin` } })
  expect(code).toBe(1)
})

test('[init] a program of the working folder is not taken for an agent', async () => {
  using machine = newMachine()
  machine.write(join(machine.project, 'claude'), '#!/bin/sh\necho 1.0.0\n', 0o755)
  expect((await machine.run([...yes], { env: { PATH: '.::/usr/bin:/bin' } })).code).toBe(1)
})

test('[init exit-codes] no agent anywhere: exit 1, and what to do', async () => {
  using machine = newMachine()
  const before = machine.files()
  expect(await machine.run([...yes])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'fullstop: no supported agent found on the PATH, in your home folder or in this repository\n' +
      `  next: install one, or name it: \`fullstop init --agent claude\`. Known: ${HOW_TO_INSTALL}. Any other program runs without init: \`fullstop checks find --write\`, \`fullstop trust\`, then \`fullstop run --agent-command\`\n`,
  })
  expect(machine.files()).toEqual(before)
})

test('[init exit-codes] an unknown agent: exit 2, the nearest name; an unknown scope: exit 2', async () => {
  using machine = newMachine()
  expect(await machine.run([...yes, '--agent', 'cluade'])).toEqual({
    code: 2,
    stdout: '',
    stderr: `fullstop: there is no agent "cluade"\n  next: did you mean claude? Known: ${knownFor('install')}\n`,
  })
  expect((await machine.run([...yes, 'claude,codxe'])).stderr).toContain('did you mean codex?')
  expect((await machine.run([...yes, 'constructor'])).code).toBe(2)
  expect((await machine.run([...yes, 'claude', '--scope', 'galaxy'])).code).toBe(2)
  expect(existsSync(join(machine.home, '.claude'))).toBe(false)
})

test.skipIf(isVariant)('[init] several agents in one word, as arguments, or by both', async () => {
  for (const args of [
    ['--agent', 'claude,codex'],
    ['claude', 'codex'],
    ['--agent', 'claude', 'codex'],
  ]) {
    using machine = newMachine()
    const { stdout } = await machine.run(['init', '--dry-run', ...args])
    expect([args, namedIn(stdout)]).toEqual([args, ['Claude Code', 'Codex']])
  }
})

test.skipIf(isVariant)('[init] the option given twice names two agents', async () => {
  using machine = newMachine()
  const { stdout } = await machine.run(['init', '--dry-run', '--agent', 'claude', '--agent', 'codex'])
  expect(namedIn(stdout)).toEqual(['Claude Code', 'Codex'])
})

function namedIn(stdout: string): string[] {
  const names = /^For (.*), for you in every folder:\n/.exec(stdout)?.[1] ?? ''
  return names.split(', ').sort()
}

test('[init-asks] without a terminal and without --yes it says so, and nothing is written', async () => {
  using machine = newMachine()
  const before = machine.files()
  const { code, stderr } = await machine.run(['init', '--agent', 'claude'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'fullstop: this asks before it writes, and there is no terminal to ask in\n  next: run it in a terminal, or with --yes\n',
  })
  expect(machine.files()).toEqual(before)
  expect(existsSync(join(machine.state, 'bin'))).toBe(false)
  expect(existsSync(join(machine.state, 'install'))).toBe(false)
})

test('[init-asks] at a terminal: no, nothing and Ctrl-C write nothing; yes writes', async () => {
  using machine = newMachine()
  const before = machine.files()
  const question = 'Write these 3 files? [y/N] '
  const ask = (keys: string) =>
    machine.room.runAtTerminal(
      ['init', '--agent', 'claude'],
      { ...machine.env, NO_COLOR: '1' },
      { typed: [{ after: question, keys }] },
    )
  for (const keys of ['n\r', '\r', 'yesterday\r', '\u0004']) {
    const { code, screen } = await ask(keys)
    expect([keys, code]).toEqual([keys, 1])
    expect(screen).toContain('Nothing was written.')
  }
  expect((await ask('\u0003')).code).not.toBe(0)
  expect(machine.files()).toEqual(before)
  expect(existsSync(join(machine.state, 'bin'))).toBe(false)
  const { code, screen } = await ask('y\r')
  expect(code).toBe(0)
  expect(screen).toContain('Wrote 3 files.')
})

test('[init-asks] --dry-run writes nothing at all, not even among our own files', async () => {
  using machine = newMachine()
  machine.write('.claude/settings.json', '{\n  // mine\n  "model": "x"\n}\n')
  makeRepository(machine.room, { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) })
  const list = (): Record<string, string> =>
    Object.fromEntries(
      Object.entries(filesIn(machine.room.root)).filter(([name]) => !/^state(?:\/fullstop\.db.*)?$/.test(name)),
    )
  const before = list()
  for (const args of [
    ['claude', 'codex'],
    ['claude', '--scope', 'project'],
    ['claude', '--yes'],
    ['claude', '--json'],
    ['--undo'],
  ]) {
    const { code, stderr } = await machine.run(['init', '--dry-run', ...args])
    expect([args, code, stderr]).toEqual([args, 0, ''])
  }
  expect((await machine.run(['uninstall', '--dry-run'])).code).toBe(0)
  expect(list()).toEqual(before)
})

test('[init] what is shown is what is written: the diff, applied, gives the file', async () => {
  using machine = newMachine()
  const path = machine.write('.claude/settings.json', '{\n  // mine\n  "model": "x"\n}\n')
  const before = machine.read(path)
  const { stdout } = await machine.run(['init', '--agent', 'claude', '--dry-run'])
  const shown = stdout.slice(stdout.indexOf('\n', stdout.indexOf(path)) + 1).split('\n\n')[0] ?? ''
  const diff = `${shown.replaceAll(/^ {2}/gm, '')}\n`
  await machine.run([...yes, '--agent', 'claude'])
  const copy = join(machine.room.root, 'copy')
  machine.write(copy, before)
  const patched = await runProgram('patch', ['-s', copy, '-'], {
    env: machine.env,
    cwd: machine.room.root,
    input: `--- a\n+++ b\n${diff}`,
  })
  expect(patched).toEqual(silent)
  expect(machine.read(copy)).toBe(machine.read(path))
})

test.skipIf(isVariant)('[init] again it changes nothing: files, journal, launcher and their times', async () => {
  using machine = newMachine()
  machine.write('.codex/config.toml', '# mine\nmodel = "x"\n')
  const times = (): (number | undefined)[] =>
    ['.claude/settings.json', '.claude.json', '.codex/config.toml', '.codex/hooks.json'].map(
      (name) => statSync(join(machine.home, name), { throwIfNoEntry: false })?.mtimeMs,
    )
  for (const scope of [[], ['--scope', 'project']]) {
    expect((await machine.run([...yes, 'claude', 'codex', ...scope])).code).toBe(0)
  }
  const before = [filesIn(machine.room.root), times()]
  for (const scope of [[], ['--scope', 'project']]) {
    const { code, stdout } = await machine.run([...yes, 'claude', 'codex', ...scope])
    expect(code).toBe(0)
    expect(stdout).toContain('Everything is in place already; nothing was changed.\n')
    // Nothing to write: nothing to ask either.
    expect((await machine.run(['init', 'claude', 'codex', ...scope])).code).toBe(0)
  }
  expect([filesIn(machine.room.root), times()]).toEqual(before)
})

test('[init] comments, order and formatting of JSON, JSONC and TOML survive', async () => {
  using machine = newMachine()
  const settings =
    '{\n    // hooks of mine\n    "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "mine" } ] } ], },\n' +
    '\t"zeta": 1, "alpha": [1,2,\n3], /* end */\n}\n'
  const toml = '# top\nmodel = "x" # why\n\n[mcp_servers.mine]\ncommand = "m"   # odd\n\n[tui]\nnotifications = true\n'
  machine.write('.claude/settings.json', settings)
  machine.write('.codex/config.toml', toml)
  expect((await machine.run([...yes, 'claude', 'codex'])).code).toBe(0)
  const now = machine.read('.claude/settings.json')
  for (const piece of ['// hooks of mine', '"command": "mine"', '\t"zeta": 1, "alpha": [1,2,\n3], /* end */'])
    expect(now).toContain(piece)
  const lines = machine.read('.codex/config.toml').split('\n')
  expect(toml.split('\n').filter((line) => !lines.includes(line))).toEqual([])
})

test('[init] for a project: nothing of one machine stands in the files, and who lacks us is not bothered', async () => {
  using machine = newMachine()
  const { code, stdout } = await machine.run([...yes, 'claude', 'codex', '--scope', 'project'])
  expect(code).toBe(0)
  expect(stdout).toStartWith('For Claude Code and Codex, for everybody in this repository:\n')
  const texts = Object.entries(filesIn(machine.project))
  expect(texts.filter(([, text]) => text.includes(machine.room.root)).map(([name]) => name)).toEqual([])
  const [line = ''] = linesIn(machine.read('project/.claude/settings.json'), 'Stop')
  expect(await runLine(line, { env: { PATH: '/usr/bin:/bin' }, cwd: machine.project, input: '{}' })).toEqual(silent)
})

test('[init exit-codes] the home folder is no project', async () => {
  using machine = newMachine()
  const before = machine.files()
  const { code, stderr } = await machine.run([...yes, 'claude', '--scope', 'project'], { cwd: machine.home })
  expect(code).toBe(2)
  expect(stderr).toContain('this is your home folder')
  expect(machine.files()).toEqual(before)
})

test('[init] CLAUDE_CONFIG_DIR and CODEX_HOME are followed', async () => {
  using machine = newMachine()
  const env = { CLAUDE_CONFIG_DIR: join(machine.room.root, 'c'), CODEX_HOME: join(machine.room.root, 'x') }
  expect((await machine.run([...yes, 'claude', 'codex'], { env })).code).toBe(0)
  expect(machine.files()).toEqual({ project: 'folder 755' })
  expect(existsSync(join(env.CLAUDE_CONFIG_DIR, 'settings.json'))).toBe(true)
  expect(existsSync(join(env.CLAUDE_CONFIG_DIR, '.claude.json'))).toBe(true)
  expect(existsSync(join(env.CODEX_HOME, 'hooks.json'))).toBe(true)
  expect((await machine.run(['init', '--undo', '--yes'], { env })).code).toBe(0)
  expect([existsSync(env.CLAUDE_CONFIG_DIR), existsSync(env.CODEX_HOME)]).toEqual([false, false])
})

test('[init] a journal tells where files were, also when the environment points elsewhere by now', async () => {
  using machine = newMachine()
  const env = { CLAUDE_CONFIG_DIR: join(machine.room.root, 'c') }
  await machine.run([...yes, 'claude'], { env })
  expect((await machine.run(['init', '--undo', '--yes'])).code).toBe(0)
  expect(existsSync(env.CLAUDE_CONFIG_DIR)).toBe(false)
})

test('[init-checks] where no check is found, init says so; with one in fullstop.json, or at home, it does not', async () => {
  using machine = newMachine()
  const repository = makeRepository(machine.room)
  const none =
    '\nNo check was found here. Without one the best outcome is "unverified". `fullstop checks find` says where it looked and how to name your own.\n\nNext: '
  expect((await machine.run([...yes, 'claude'])).stdout).toContain(none)
  expect((await machine.run([...yes, 'claude'], { cwd: machine.room.home })).stdout).not.toContain('No check')
  repository.write('fullstop.json', '{"checks":[{"name":"test","run":"true"}]}')
  const { stdout } = await machine.run([...yes, 'claude'])
  expect(stdout).not.toContain('No check')
  expect(stdout).toContain('\nNot trusted yet, so not run: test. `fullstop trust` lets them run.\n')
  await storeTrust(machine.room)
  expect((await machine.run([...yes, 'claude'])).stdout).not.toContain('Not trusted yet')
})

test('[init-checks] at a terminal the checks are offered, then trust; with --yes neither is done', async () => {
  using machine = newMachine()
  makeRepository(machine.room, { 'package.json': JSON.stringify({ scripts: { test: 'node --test', lint: 'eslint' } }) })
  const { stdout } = await machine.run([...yes, 'claude'])
  expect(stdout).toContain('`fullstop checks find --write` keeps them, `fullstop trust` lets them run.')
  expect(existsSync(join(machine.project, 'fullstop.json'))).toBe(false)
  const { code, screen } = await machine.room.runAtTerminal(
    ['init', 'claude'],
    { ...machine.env, NO_COLOR: '1' },
    {
      typed: [
        { after: 'Add lint: npm run lint? [y/n/e/a/q] ', keys: 'n\r' },
        { after: 'Add test: npm test? [y/n/e/a/q] ', keys: 'y\r' },
        { after: 'Trust this content in this folder? [y/N] ', keys: 'y\r' },
      ],
    },
  )
  expect(code).toBe(0)
  expect(screen).toMatch(/^ {2}lint {2}npm run lint {2}from package\.json, script "lint"\r?$/m)
  expect(screen).toContain('Wrote fullstop.json.')
  expect(machine.read(join(machine.project, 'fullstop.json'))).not.toContain('lint')
  expect(screen).toContain('Trusted. A change to the file needs your trust again.')
  expect((await machine.run(['trust', '--list'])).stdout).toContain(machine.project)
  expect((await machine.run(['init', '--undo', '--yes'])).code).toBe(0)
  expect(existsSync(join(machine.project, 'fullstop.json'))).toBe(false)
})

test('[init-checks] issue 17: what was declined is not offered again, and checks find brings it back', async () => {
  using machine = newMachine()
  makeRepository(machine.room, { 'package.json': JSON.stringify({ scripts: { test: 'node --test', lint: 'eslint' } }) })
  const at = (args: readonly string[], typed: ReadonlyArray<{ after: string; keys: string }>): Promise<string> =>
    machine.room.runAtTerminal(args, { ...machine.env, NO_COLOR: '1' }, { typed }).then(({ screen }) => screen)
  const untrusted = { after: 'Trust this content in this folder? [y/N] ', keys: 'n\r' }
  await machine.run([...yes, 'claude'])
  await at(['init', 'claude'], [{ after: 'Add lint: ', keys: 'n\r' }, { after: 'Add test: ', keys: 'y\r' }, untrusted])
  const again = await at(['init', 'claude'], [untrusted])
  expect(again).not.toContain('Add lint')
  const note = 'Not offered again: lint, which you declined before.'
  expect(again).toContain(note)
  expect(again).toContain('`fullstop checks find` asks again.')
  expect((await machine.run([...yes, 'claude'])).stdout).not.toContain('Checks found')
  expect(await at(['checks', 'find'], [{ after: 'Add lint: ', keys: 'y\r' }, untrusted])).toContain('Wrote lint')
  expect(machine.read(join(machine.project, 'fullstop.json'))).toContain('npm run lint')
  // It was added by now, so that it is a proposal like any other; one whose command changed is too.
  writeFileSync(join(machine.project, 'fullstop.json'), '{}')
  expect(await at(['init', 'claude'], [{ after: 'Add lint: ', keys: 'q\r' }, untrusted])).not.toContain(note)
  writeFileSync(join(machine.project, 'package.json'), JSON.stringify({ scripts: { 'lint:check': 'eslint' } }))
  const changed = await at(['init', 'claude'], [{ after: 'Add lint: npm run lint:check', keys: 'n\r' }, untrusted])
  expect(changed).not.toContain(note)
})

const ODD = ['it\'s $HOME `id` $(id) "q" \\n & ; | * ? é 字 #!', '-leading dash', 'two  spaces', 'new\nline']

test('[init launcher] homes with spaces, quotes, dollars, backticks, other scripts: the registered lines answer', async () => {
  for (const name of ODD) {
    using machine = newMachine()
    const home = join(machine.room.root, name)
    const cwd = join(home, 'pro ject')
    mkdirSync(cwd, { recursive: true })
    const env = { ...machine.env, HOME: home, FULLSTOP_HOME: join(home, 'st ate') }
    const { code, stderr } = await machine.run([...yes, 'claude', 'codex'], { env, cwd })
    expect([name, code, stderr]).toEqual([name, 0, ''])
    const { FULLSTOP_HOME: _moved, ...given } = env
    for (const [agent, file] of [
      ['claude', '.claude/settings.json'],
      ['codex', '.codex/hooks.json'],
    ] as const) {
      const [line = ''] = linesIn(readFileSync(join(home, file), 'utf8'), 'Stop')
      const output = await runLine(line, {
        env: { ...given, FULLSTOP_MODE: 'strict', CLAUDE_CODE_ENTRYPOINT: 'cli' },
        cwd,
        input: JSON.stringify(stopOf(agent, cwd)),
      })
      expect([name, agent, output.code, output.stderr]).toEqual([name, agent, 0, ''])
      expect(JSON.parse(output.stdout)).toMatchObject({ decision: 'block' })
    }
    // The launcher told the hook where its store is, though the environment does not.
    expect(existsSync(join(home, 'st ate/fullstop.db'))).toBe(true)
    expect(existsSync(join(home, '.local'))).toBe(false)
    expect((await machine.run(['init', '--undo', '--yes'], { env, cwd })).code).toBe(0)
    expect(Object.keys(filesIn(home)).filter((path) => path.startsWith('.c'))).toEqual([])
  }
})

function stopOf(agent: string, cwd: string): object {
  return {
    session_id: '01a1dece-c572-7cb2-bcb4-b6dafcfca4a2',
    ...(agent === 'codex' ? { turn_id: 't1', model: 'm' } : { prompt_id: 'p1' }),
    transcript_path: null,
    cwd,
    hook_event_name: 'Stop',
    permission_mode: 'default',
    stop_hook_active: false,
    last_assistant_message: 'I wrote half of it.',
  }
}

test.skipIf(isVariant)(
  '[init launcher] a FULLSTOP_HOME that is not absolute is written down as what it means',
  async () => {
    using machine = newMachine()
    expect((await machine.run([...yes, 'claude'], { env: { FULLSTOP_HOME: 'state here' } })).code).toBe(0)
    const [line = ''] = linesIn(machine.read('.claude/settings.json'), 'Stop')
    expect(line).toBe(`'${join(machine.project, 'state here')}/bin/fullstop' hook claude --within 60s`)
    const { FULLSTOP_HOME: _none, ...env } = machine.env
    const input = JSON.stringify(stopOf('claude', machine.home))
    await runLine(line, { env: { ...env, FULLSTOP_MODE: 'strict' }, cwd: machine.home, input })
    expect(existsSync(join(machine.project, 'state here/fullstop.db'))).toBe(true)
    expect(existsSync(join(machine.home, 'state here'))).toBe(false)
  },
)

test('[launcher] the binary is gone: every hook exits 0, the hint is given once, tools and commands say so', async () => {
  using machine = newMachine()
  const own = join(machine.room.root, 'package', 'fullstop')
  mkdirSync(join(machine.room.root, 'package'))
  copyFileSync(binary, own)
  const env = { ...machine.env, FULLSTOP_MODE: 'strict' }
  const init = await runProgram(own, [...yes, 'claude', 'codex'], { env, cwd: machine.project })
  expect(init.code).toBe(0)
  rmSync(own)
  const outputs: Output[] = []
  for (const [agent, file] of [
    ['claude', '.claude/settings.json'],
    ['codex', '.codex/hooks.json'],
  ] as const) {
    const { hooks = {} } = JSON.parse(machine.read(file)) as HooksFile
    for (const event of Object.keys(hooks))
      for (const line of linesIn(machine.read(file), event)) {
        const input = JSON.stringify(stopOf(agent, machine.project))
        outputs.push(await runLine(line, { env, cwd: machine.project, input }))
      }
  }
  expect(outputs.map(({ code, stderr }) => [code, stderr])).toEqual(outputs.map(() => [0, '']))
  const hints = outputs.flatMap(({ stdout }) => (stdout === '' ? [] : [stdout]))
  expect(hints.length).toBe(1)
  expect(JSON.parse(hints[0] ?? '')).toEqual({ systemMessage: expect.stringContaining('npm install -g fullstop') })
  const launcher = join(machine.state, 'bin/fullstop')
  expect((await runProgram(launcher, ['mcp'], { env, cwd: machine.project })).code).toBe(1)
  // The package comes back at another place: the same line works again, without another init.
  const other = join(machine.room.root, 'bin', 'fullstop')
  copyFileSync(binary, other)
  const [line = ''] = linesIn(machine.read('.claude/settings.json'), 'Stop')
  const input = JSON.stringify(stopOf('claude', machine.project))
  expect((await runLine(line, { env, cwd: machine.project, input })).stdout).toContain('"decision":"block"')
})

test('[twice same-stop] registered for the user and for the project: two hooks at once, one decision', async () => {
  using machine = newMachine()
  await machine.run([...yes, 'claude'])
  await machine.run([...yes, 'claude', '--scope', 'project'])
  copyFileSync(binary, join(machine.room.root, 'bin', 'fullstop'))
  const lines = ['.claude/settings.json', 'project/.claude/settings.json'].flatMap((file) =>
    linesIn(machine.read(file), 'Stop'),
  )
  expect(lines.length).toBe(2)
  const session = claudeSession(machine.room, { env: { FULLSTOP_MODE: 'strict' } })
  await session.type('Build the parser.')
  for (let round = 1; round <= 4; round++) {
    session.edit()
    const words = `Part ${round}.`
    session.write({
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: words }], stop_reason: 'end_turn' },
    })
    const input = JSON.stringify(session.stopInput({ last: words }))
    const env = { ...machine.env, ...session.env }
    const answers = await Promise.all(lines.map((line) => runLine(line, { env, cwd: machine.project, input })))
    expect(answers[0]).toEqual(answers[1] as Output)
    expect(answers[0]?.stdout).toContain(`FULLSTOP (${round}/5)`)
  }
  const stops = machine.room.allEvents().filter((event) => event.kind === 'stop.decided')
  expect(stops.length).toBe(4)
})

test.skipIf(isVariant)('[twice same-stop codex] the same for Codex', async () => {
  using machine = newMachine()
  await machine.run([...yes, 'codex'])
  await machine.run([...yes, 'codex', '--scope', 'project'])
  copyFileSync(binary, join(machine.room.root, 'bin', 'fullstop'))
  const lines = ['.codex/hooks.json', 'project/.codex/hooks.json'].flatMap((file) =>
    linesIn(machine.read(file), 'Stop'),
  )
  expect(lines.length).toBe(2)
  const env = { ...machine.env, FULLSTOP_MODE: 'strict' }
  for (let round = 1; round <= 3; round++) {
    const stop = { ...stopOf('codex', machine.project), last_assistant_message: `Part ${round}.` }
    const input = JSON.stringify(stop)
    const answers = await Promise.all(lines.map((line) => runLine(line, { env, cwd: machine.project, input })))
    expect(answers[0]).toEqual(answers[1] as Output)
    expect(answers[0]?.stdout).toContain(`FULLSTOP (${round}/5)`)
  }
  expect(machine.room.allEvents().filter((event) => event.kind === 'stop.decided').length).toBe(3)
})

test.skipIf(process.platform !== 'linux')(
  '[twice same-stop] a hook that was started with the other and got its turn only after that is asked about the same stop',
  async () => {
    using machine = newMachine()
    await machine.run([...yes, 'codex'])
    copyFileSync(binary, join(machine.room.root, 'bin', 'fullstop'))
    const [line = ''] = linesIn(machine.read('.codex/hooks.json'), 'Stop')
    const env = { ...machine.env, FULLSTOP_MODE: 'strict' }
    const options = { env, cwd: machine.project, input: JSON.stringify(stopOf('codex', machine.project)) }
    const begun = join(machine.room.root, 'begun')
    const go = join(machine.room.root, 'go')
    const late = runLine(`touch ${begun}; until [ -e ${go} ]; do sleep 0.2; done; exec ${line}`, options)
    await until(() => existsSync(begun))
    // Its age is told to some hundredths of a second.
    await aWhile(100)
    const first = await runLine(line, options)
    writeFileSync(go, '')
    expect(await late).toEqual(first)
    expect(machine.room.allEvents().filter((event) => event.kind === 'stop.decided')).toHaveLength(1)
    // One that began after the answer may be a new stop with the same words.
    expect((await runLine(line, options)).stdout).toContain('FULLSTOP (2/5)')
  },
)

test('[init] what was registered by hand is replaced, not doubled, and comes back with undo', async () => {
  using machine = newMachine()
  const byHand =
    '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "fullstop hook claude" } ] } ] } }\n'
  machine.write('.claude/settings.json', byHand)
  expect((await machine.run([...yes, 'claude'])).code).toBe(0)
  expect(linesIn(machine.read('.claude/settings.json'), 'Stop')).toEqual([
    `${machine.state}/bin/fullstop hook claude --within 60s`,
  ])
  expect((await machine.run(['init', '--undo', '--yes'])).code).toBe(0)
  expect(machine.read('.claude/settings.json')).toBe(byHand)
})

test.skipIf(isVariant)(
  '[init] from a folder inside a repository, the files of the project stand at its root',
  async () => {
    using machine = newMachine()
    makeRepository(machine.room)
    const cwd = join(machine.project, 'src/deep')
    mkdirSync(cwd, { recursive: true })
    const before = machine.files()
    expect((await machine.run([...yes, 'claude', '--scope', 'project'], { cwd })).code).toBe(0)
    expect(existsSync(join(machine.project, '.claude/settings.json'))).toBe(true)
    expect((await machine.run(['init', '--undo', '--yes'], { cwd: join(machine.project, 'src') })).code).toBe(0)
    expect(machine.files()).toEqual(before)
  },
)

test('[init secrets] keys of the user around our lines are not printed', async () => {
  using machine = newMachine()
  const key = 'sk-ant-api03-QUFBQUFBQUFBQUFBQUFBQUFB'
  const before = `{\n  "primaryApiKey": "${key}"\n}\n`
  machine.write('.claude.json', before)
  for (const args of [
    [...yes, 'claude'],
    ['init', '--undo', '--dry-run'],
    ['init', '--undo', '--yes'],
  ]) {
    const { code, stdout } = await machine.run(args)
    expect([code, stdout.includes(key)]).toEqual([0, false])
  }
  expect(machine.read('.claude.json')).toBe(before)
})

test('[init] files that we make for the user are for the user: an agent may put keys into them', async () => {
  using machine = newMachine()
  await machine.run([...yes, 'claude', 'codex'])
  for (const name of ['.claude.json', '.claude/settings.json', '.codex/config.toml'])
    expect([name, statSync(join(machine.home, name)).mode & 0o777]).toEqual([name, 0o600])
})

test('[init unwritable] a state folder that cannot be: said in a sentence, and no settings are written', async () => {
  using machine = newMachine()
  const file = machine.write('file', '')
  const before = machine.files()
  const { code, stderr } = await machine.run([...yes, 'claude'], { env: { FULLSTOP_HOME: join(file, 'state') } })
  expect(code).toBe(70)
  expect(stderr).toMatch(/^fullstop: \S+\/file\/state cannot be used \(.*\)\n {2}next: free disk space or fix/)
  expect(machine.files()).toEqual(before)
})

test('[init] --json prints what was planned and what was done', async () => {
  using machine = newMachine()
  machine.write('.claude.json', '{ broken')
  const planned = await machine.run(['init', 'claude', '--dry-run', '--json'])
  expect(planned.code).toBe(1)
  const own = { agent: 'claude', scope: 'user' }
  expect(JSON.parse(planned.stdout)).toEqual([
    { ...own, path: join(machine.home, '.claude/settings.json'), what: expect.any(String), change: 'write' },
    {
      ...own,
      path: join(machine.home, '.claude.json'),
      what: 'MCP server',
      change: 'left',
      why: expect.stringContaining('line 1'),
    },
    { ...own, path: join(machine.home, '.claude/skills/fullstop/SKILL.md'), what: expect.any(String), change: 'write' },
  ])
  const done = await machine.run([...yes, 'claude', '--json'])
  expect(done.code).toBe(1)
  const results = (JSON.parse(done.stdout) as { result: string }[]).map(({ result }) => result)
  expect(results).toEqual(['written', 'left', 'written'])
  const undone = await machine.run(['init', '--undo', '--yes', '--json'])
  expect(undone.code).toBe(0)
})

test('[init] a time limit that the user raised stays, in both places where it stands', async () => {
  using machine = newMachine()
  await machine.run(['init', '--yes', 'claude'])
  const raised = machine
    .read('.claude/settings.json')
    .replace('--within 60s",\n            "timeout": 60', '--within 300s",\n            "timeout": 300')
  expect(raised).toContain('300')
  machine.write('.claude/settings.json', raised)
  expect((await machine.run(['init', '--yes', 'claude'])).stdout).toContain('Everything is in place already')
  expect(machine.read('.claude/settings.json')).toBe(raised)
})
