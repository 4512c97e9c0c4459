// `fullstop doctor` with agents that are small scripts: they print a version, hang, crash or talk nonsense.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isVariant, someOf } from '../rounds.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { filesIn, type Machine, newMachine } from './installing.ts'
import { hasTmux, screenOf } from './pane.ts'
import { openDatabase, runProgram } from './room.ts'
import { knownFor } from './known-agents.ts'

interface Finding {
  readonly agent?: string
  readonly what: string
  readonly result: 'ok' | 'not ok' | 'not proven'
  readonly detail: string
  readonly fix?: string
}

interface Examined {
  readonly code: number
  readonly findings: readonly Finding[]
  readonly of: (what: string, agent?: string) => Finding | undefined
}

const CLAUDE = 'echo "2.1.325 (Claude Code)"'
const CODEX = 'echo "codex-cli 0.166.0"'

async function doctor(machine: Machine, ...args: string[]): Promise<Examined> {
  const { code, stdout, stderr } = await machine.run(['doctor', '--json', ...args])
  expect(stderr).toBe('')
  const findings = JSON.parse(stdout) as Finding[]
  for (const one of findings) {
    expect(Object.keys(one).filter((key) => !['agent', 'what', 'result', 'detail', 'fix'].includes(key))).toEqual([])
    expect(['ok', 'not ok', 'not proven']).toContain(one.result)
    // What is wrong names the one command that fixes it.
    if (one.result === 'not ok') expect(one.fix).toBeString()
  }
  expect(code).toBe(findings.some(({ result }) => result === 'not ok') ? 1 : 0)
  const of = (what: string, agent?: string): Finding | undefined =>
    findings.find((one) => one.what === what && (agent === undefined || one.agent === agent))
  return { code, findings, of }
}

async function installed(agent: string, body: string): Promise<Machine> {
  const machine = newMachine()
  machine.program(agent, body)
  expect((await machine.run(['init', '--yes', agent])).code).toBe(0)
  return machine
}

test.skipIf(!hasTmux)('[doctor] in a window: ~ for the home folder, no path and no word is cut', async () => {
  using machine = await installed('claude', CLAUDE)
  const lines = await screenOf(machine.room, ['doctor', '--no-trial'], {
    columns: 80,
    env: machine.env,
    cwd: machine.project,
  })
  const text = lines.join('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  // What was found stands in one column.
  const found = lines.filter((line) => /^ {2}(?:ok|not proven) /.test(line) && line.length > 36)
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((line) => !/^.{34} {2}\S/.test(line))).toEqual([])
  expect(text).toContain('~/')
  expect(text).not.toContain(machine.home)
})

test('[doctor] no agent here: nothing to prove yet, and an agent comes before init', async () => {
  using machine = newMachine()
  const { code, stdout, stderr } = await machine.run(['doctor'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Fullstop\n')
  expect(stdout).toMatch(/not proven {2}binary path valid +nothing to prove yet: no agent was found\n/)
  expect(stdout).not.toContain('fix: ')
  expect(stdout).toEndWith('No agent was found. Install one, then run `fullstop init`. `fullstop agents` lists them.\n')
})

test('[doctor] issue 17: what is wrong says where and what next, and the last line names it again', async () => {
  using machine = await installed('claude', CLAUDE)
  rmSync(join(machine.home, '.claude/skills'), { recursive: true })
  const { code, stdout } = await machine.run(['doctor', '--no-trial'])
  expect(code).toBe(1)
  const skill = join(machine.home, '.claude/skills/fullstop/SKILL.md')
  expect(stdout).toContain(`
  not ok      skill                 ${skill} is not there
              fix: fullstop init --agent claude
`)
  expect(stdout).toEndWith(
    '\nNot right: Claude Code (skill). Follow the "fix" lines, then run `fullstop doctor` again.\n',
  )
})

test('[doctor] all in place and not tried: nothing is wrong, the rest is not proven', async () => {
  using machine = await installed('claude', CLAUDE)
  const { code, findings } = await doctor(machine, '--no-trial')
  expect(code).toBe(0)
  expect(findings.map(({ what, result }) => [what, result])).toEqual([
    ['store healthy', 'ok'],
    ['binary path valid', 'ok'],
    ['extra runs', 'ok'],
    ['installed', 'ok'],
    ['hooks and permission registered', 'ok'],
    ['MCP server registered', 'ok'],
    ['skill registered', 'ok'],
    ['nothing competes', 'ok'],
    ['the hook fires', 'not proven'],
  ])
  expect(findings.map(({ agent }) => agent)).toEqual([
    undefined,
    undefined,
    undefined,
    ...Array<string>(6).fill('claude'),
  ])
  const { stdout } = await machine.run(['doctor', '--no-trial'])
  expect(stdout).toEndWith('Nothing is wrong; 1 not proven.\n')
})

test.skipIf(isVariant)('[doctor] for a project alone, and for both', async () => {
  using machine = newMachine()
  machine.program('claude', CLAUDE)
  await machine.run(['init', '--yes', 'claude', '--scope', 'project'])
  const what = 'hooks and permission registered'
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({
    result: 'ok',
    detail: join(machine.project, '.claude/settings.json'),
  })
  await machine.run(['init', '--yes', 'claude'])
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({
    result: 'ok',
    detail: join(machine.home, '.claude/settings.json'),
  })
})

test('[doctor exit-codes] an agent that is named and not installed; one that nobody knows', async () => {
  using machine = newMachine()
  const { of, findings } = await doctor(machine, 'codex', '--no-trial')
  expect(of('installed')).toEqual({
    agent: 'codex',
    what: 'installed',
    result: 'not ok',
    detail: 'codex is not on the PATH',
    fix: 'npm install -g @openai/codex',
  })
  expect(findings.some(({ agent }) => agent === 'claude')).toBe(false)
  expect(of('hooks registered')).toMatchObject({ result: 'not ok', fix: 'fullstop init --agent codex' })
  const { code, stderr } = await machine.run(['doctor', 'kodex'])
  expect([code, stderr]).toEqual([
    2,
    `fullstop: there is no agent "kodex"\n  next: did you mean codex? Known: ${knownFor('install')}\n`,
  ])
})

const crooked: ReadonlyArray<readonly [string, string, RegExp]> = [
  ['prints garbage', "printf '\\377\\000\\033[2Jxyz'", /names no version$/],
  ['prints nothing', ':', /names no version$/],
  ['crashes', 'echo oops >&2; kill -9 $$', /SIGKILL/],
  ['prints without end', 'exec yes', /printed more than/],
]

for (const [name, body, detail] of someOf(crooked)) {
  test(`[doctor] an agent that ${name}: not ok, and doctor goes on`, async () => {
    using machine = await installed('claude', body)
    const { of } = await doctor(machine, '--no-trial')
    expect(of('installed')?.result).toBe('not ok')
    expect(of('installed')?.detail).toMatch(detail)
    expect(of('MCP server registered')?.result).toBe('ok')
    const { stdout } = await machine.run(['doctor', '--no-trial'])
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(stdout)).toBe(false)
  })
}

test('[doctor] an agent that hangs and does not want to end: not ok after its time, and it is gone', async () => {
  using machine = await installed('claude', 'trap \'\' TERM INT HUP; echo $$ >"$HOME/pid"; while :; do sleep 1; done')
  const { of } = await doctor(machine, '--no-trial')
  expect(of('installed')?.detail).toMatch(/took longer than 20 s$/)
  const pid = Number(machine.read('pid'))
  expect(() => process.kill(pid, 0)).toThrow()
})

test.skipIf(isVariant)(
  '[doctor] a trial that does not come to its model is not proven, with the last words of the agent',
  async () => {
    using machine = await installed(
      'claude',
      `case $1 in --version) ${CLAUDE};; *) echo first >&2; echo 'cannot open the thing' >&2; exit 3;; esac`,
    )
    expect((await doctor(machine)).of('the hook fires')).toEqual({
      agent: 'claude',
      what: 'the hook fires',
      result: 'not proven',
      detail: 'cannot open the thing',
    })
    machine.program('claude', `case $1 in --version) ${CLAUDE};; *) exit 4;; esac`)
    expect((await doctor(machine)).of('the hook fires')?.detail).toBe('it ended with 4 before it asked its model')
  },
)

test('[doctor] interrupted in the middle of a trial: the agent ends with it, and its folder goes', async () => {
  using machine = await installed(
    'claude',
    `case $1 in --version) ${CLAUDE};; *) echo $$ >"$TMPDIR/../pid"; while :; do sleep 1; done;; esac`,
  )
  const file = join(machine.room.root, 'pid')
  const child = spawn(binary, ['doctor'], { env: machine.env, cwd: machine.project, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  await until(() => existsSync(file) && machine.read(file) !== '')
  const pid = Number(machine.read(file))
  try {
    child.kill('SIGINT')
    await ended
    expect(() => process.kill(pid, 0)).toThrow()
    expect(readdirSync(join(machine.room.root, 'tmp'))).toEqual([])
  } finally {
    if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
  }
})

/** Asks its model once, with tools or without any of ours, and stops; it knows nothing of hooks. */
const TALKER = `
const tools = [{ name: 'Bash' }, { name: 'Read' }]
const response = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages?beta=true', {
  method: 'POST',
  body: JSON.stringify({ tools, messages: [{ role: 'user', content: 'Do.' }] }),
})
const text = await response.text()
if (response.status !== 200 || !text.includes('message_stop')) process.exit(9)
if (process.env.HOME === process.env.OLD_HOME || process.env.SECRET_TOKEN) process.exit(8)
`

test('[doctor] an agent that runs no hook and shows no tool: proven wrong, line by line', async () => {
  using machine = newMachine()
  const talker = machine.write(join(machine.room.root, 'talker.mjs'), TALKER)
  machine.program('claude', `case $1 in --version) ${CLAUDE};; *) exec '${process.execPath}' '${talker}';; esac`)
  await machine.run(['init', '--yes', 'claude'])
  const before = filesIn(machine.home)
  const { findings } = await doctor(machine)
  const tried = findings.slice(findings.findIndex(({ what }) => what === 'the hook fires'))
  expect(tried.map(({ what, result, fix }) => [what, result, fix])).toEqual(
    [
      'the hook fires',
      'a refusal reaches the model',
      'the tool is visible',
      'the session is known',
      'an honest claim passes',
    ].map((what) => [what, 'not ok', 'fullstop init --agent claude']),
  )
  // A trial leaves nothing behind, and touches nothing of the user.
  expect(filesIn(machine.home)).toEqual(before)
  expect(readdirSync(join(machine.room.root, 'tmp'))).toEqual([])
})

test('[doctor] the trial is given nothing of the session, the keys and the home of the user', async () => {
  using machine = await installed(
    'claude',
    `case $1 in --version) ${CLAUDE};; *) env >"$TMPDIR/../seen"; exit 3;; esac`,
  )
  const env = { ANTHROPIC_API_KEY: 'sk-mine', HTTPS_PROXY: 'http://proxy', MY_SECRET: 'x', CLAUDE_CODE_SESSION_ID: 's' }
  await machine.run(['doctor'], { env })
  const seen = machine.read(join(machine.room.root, 'seen'))
  for (const value of ['sk-mine', 'http://proxy', 'MY_SECRET', 'CLAUDE_CODE_SESSION_ID', `HOME=${machine.home}\n`])
    expect(seen).not.toContain(value)
  expect(seen).not.toContain(`FULLSTOP_HOME=${machine.state}\n`)
})

test('[doctor] what was taken out of the settings is missed, with the command that mends it', async () => {
  using machine = await installed('claude', CLAUDE)
  machine.write('.claude/settings.json', machine.read('.claude/settings.json').replace('hook claude --within 60s', 'x'))
  rmSync(join(machine.home, '.claude.json'))
  const { of } = await doctor(machine, '--no-trial')
  expect(of('hooks and permission registered')).toMatchObject({
    result: 'not ok',
    detail: `${join(machine.home, '.claude/settings.json')} lacks it, or a part of it`,
    fix: 'fullstop init --agent claude',
  })
  expect(of('MCP server registered')).toMatchObject({
    result: 'not ok',
    detail: `${join(machine.home, '.claude.json')} is not there`,
  })
  expect((await machine.run(['init', '--yes', '--agent', 'claude'])).code).toBe(0)
  expect((await doctor(machine, '--no-trial')).code).toBe(0)
})

test('[doctor] a settings file that cannot be parsed is named with its line', async () => {
  using machine = await installed('claude', CLAUDE)
  machine.write('.claude.json', '{\n  "a": 1,\n  oops\n}\n')
  const { of } = await doctor(machine, '--no-trial')
  expect(of('MCP server registered')?.detail).toStartWith(`${join(machine.home, '.claude.json')}: line 3`)
})

test.skipIf(isVariant)('[doctor] hooks that the user switched off are proven wrong without a trial', async () => {
  using machine = await installed('claude', CLAUDE)
  const settings = JSON.parse(machine.read('.claude/settings.json')) as object
  machine.write('.claude/settings.json', JSON.stringify({ ...settings, disableAllHooks: true }))
  const { code, of } = await doctor(machine, '--no-trial')
  expect(code).toBe(1)
  expect(of('hooks switched on')?.detail).toStartWith(`${join(machine.home, '.claude/settings.json')} says `)
})

test('[doctor] other Stop hooks compete: named with file and command, and never run', async () => {
  using machine = await installed('claude', CLAUDE)
  const proof = join(machine.room.root, 'proof')
  const rival = { hooks: { Stop: [{ hooks: [{ type: 'command', command: `touch ${proof}` }] }] } }
  const file = machine.write('project/.claude/settings.local.json', JSON.stringify(rival))
  const { code, of } = await doctor(machine, '--no-trial')
  expect(of('nothing competes')).toEqual({
    agent: 'claude',
    what: 'nothing competes',
    result: 'not proven',
    detail: `another Stop hook in ${file}: touch ${proof}`,
  })
  expect(code).toBe(0)
  expect(existsSync(proof)).toBe(false)
})

test('[doctor launcher] a launcher that is gone, not to be started, or without its program', async () => {
  using machine = newMachine()
  const own = join(machine.room.root, 'package', 'fullstop')
  mkdirSync(join(machine.room.root, 'package'))
  copyFileSync(binary, own)
  machine.program('claude', CLAUDE)
  expect((await runProgram(own, ['init', '--yes'], { env: machine.env, cwd: machine.project })).code).toBe(0)
  const launcher = join(machine.state, 'bin/fullstop')
  const what = 'binary path valid'
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({ result: 'ok' })
  rmSync(own)
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({
    result: 'not ok',
    detail: expect.stringContaining(`${own} is gone`),
    fix: 'npm install -g fullstop && fullstop init',
  })
  chmodSync(launcher, 0o644)
  expect((await doctor(machine, '--no-trial')).of(what)?.result).toBe('not ok')
  rmSync(launcher)
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({
    result: 'not ok',
    detail: `${launcher} is not there`,
    fix: 'fullstop init',
  })
  expect((await machine.run(['init', '--yes'])).code).toBe(0)
  expect((await doctor(machine, '--no-trial')).of(what)?.result).toBe('ok')
})

test.skipIf(isVariant)('[doctor launcher] a plugin starts what is on the PATH', async () => {
  using machine = newMachine()
  machine.program('claude', CLAUDE)
  const what = 'binary path valid'
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({ result: 'not proven', fix: 'fullstop init' })
  machine.write('.claude/settings.json', JSON.stringify({ enabledPlugins: { 'fullstop@fullstop': true } }))
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({
    result: 'not ok',
    detail: 'a plugin is registered, but there is no fullstop on the PATH',
    fix: 'npm install -g fullstop',
  })
  machine.program('fullstop', `exec ${binary} "$@"`)
  expect((await doctor(machine, '--no-trial')).of(what)).toMatchObject({
    result: 'ok',
    detail: expect.stringMatching(/fullstop starts \d+\.\d+\.\d+$/),
  })
})

test.skipIf(isVariant)(
  '[doctor launcher] a launcher that was damaged or lost its rights is fixed by init',
  async () => {
    using machine = await installed('claude', CLAUDE)
    const launcher = join(machine.state, 'bin/fullstop')
    chmodSync(launcher, 0o644)
    expect((await machine.run(['init', '--yes'])).code).toBe(0)
    expect((await doctor(machine, '--no-trial')).of('binary path valid')?.result).toBe('ok')
    machine.write(launcher, '#!/bin/sh\nexit 7\n', 0o755)
    expect((await doctor(machine, '--no-trial')).of('binary path valid')?.result).toBe('not ok')
    expect((await machine.run(['init', '--yes'])).code).toBe(0)
    expect((await doctor(machine, '--no-trial')).of('binary path valid')?.result).toBe('ok')
  },
)

test('[doctor newer] a store that is newer, or no store at all, is a finding and no crash', async () => {
  using machine = await installed('claude', CLAUDE)
  await machine.run(['tasks'])
  const db = openDatabase(machine.room.database)
  db.exec('pragma user_version = 99')
  db.close()
  expect((await doctor(machine, '--no-trial')).of('store healthy')).toMatchObject({
    result: 'not ok',
    detail: expect.stringContaining('was written by a newer fullstop'),
    fix: 'npm install -g fullstop',
  })
  rmSync(machine.room.database)
  mkdirSync(machine.room.database)
  expect((await doctor(machine, '--no-trial')).of('store healthy')?.result).toBe('not ok')
})

const list = (status: string): string =>
  JSON.stringify({
    id: 2,
    result: { data: [{ hooks: [{ key: 'k:stop:0:0', command: '/x/fullstop hook codex', trustStatus: status }] }] },
  })

const trusts: ReadonlyArray<readonly [string, string, Partial<Finding>]> = [
  ['trusts', `echo '${list('trusted')}'; cat >/dev/null`, { result: 'ok', detail: 'Codex says so of all 1' }],
  ['does not trust', `echo '${list('modified')}'`, { result: 'not ok', detail: 'it would not run k:stop:0:0' }],
  ['knows no hooks', `echo '{"id":2,"result":{"data":[]}}'`, { result: 'not ok' }],
  ['talks nonsense', `echo 'no json'; echo '{"id":2}'; echo '[]'; echo null`, { result: 'not proven' }],
  ['crashes', 'exit 101', { result: 'not proven' }],
]

for (const [name, body, expected] of trusts) {
  const isOther = isVariant && !name.endsWith('trust') && !name.endsWith('trusts')
  test.skipIf(isOther)(`[doctor codex] a Codex that ${name}: ${expected.result}`, async () => {
    using machine = await installed('codex', `case $1 in --version) ${CODEX};; app-server) ${body};; *) exit 3;; esac`)
    expect((await doctor(machine, 'codex', '--no-trial')).of('hooks trusted')).toMatchObject(expected)
  })
}
