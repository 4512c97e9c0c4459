// `fullstop config`: settings shown, explained and changed; where your own file is, and what no file may set.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { hasTmux, screenOf } from './pane.ts'
import { makeRepository } from './repository.ts'
import { newRoom, type Output, type Room } from './room.ts'
import { running } from './running.ts'

const userFile = (room: Room): string => join(room.home, '.config', 'fullstop', 'config.json')
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const err = (message: string, next: string): Output => ({
  code: 2,
  stdout: '',
  stderr: `fullstop: config: ${message}\n  next: ${next}\n`,
})
const none = (word: string, next: string): Output => ({
  code: 2,
  stdout: '',
  stderr: `fullstop: there is no command "config ${word}"\n  next: ${next}\n`,
})

test('[config-set] U16: set makes your own file, get reads it, unset takes the key out', async () => {
  using room = newRoom()
  expect(await room.run(['config', 'set', 'mode', 'strict'])).toEqual({
    code: 0,
    stdout: `Changed ${userFile(room)}.\nmode is "strict" here (user file).\n`,
    stderr: '',
  })
  expect(JSON.parse(readFileSync(userFile(room), 'utf8'))).toEqual({ mode: 'strict' })
  expect(statSync(userFile(room)).mode & 0o777).toBe(0o600)
  expect(existsSync(join(room.state, 'config.json'))).toBe(false)
  expect((await room.run(['config', 'get', 'mode'])).stdout).toBe('"strict"\n')
  expect((await room.run(['config', 'set', 'mode', 'strict'])).stdout).toStartWith('Nothing to change in ')
  await room.run(['config', 'set', 'budget.time', '2h'])
  expect((await room.run(['config', 'get', 'budget.time'])).stdout).toBe('"2h"\n')
  await room.run(['config', 'unset', 'mode'])
  expect(JSON.parse((await room.run(['config', 'get', 'mode', '--json'])).stdout)).toMatchObject({
    key: 'mode',
    value: 'balanced',
    origin: 'default',
    default: 'balanced',
    values: 'strict, balanced, watch, off',
  })
  await room.run(['config', 'set', 'agent', 'codex'])
  expect((await room.run(['config', 'unset', 'agent'])).stdout).toContain('agent is not set here (default).')
})

test('[config-set] U16: comments, order and formatting stay as they are', async () => {
  using room = newRoom()
  const before = '{\n\t// How strict it is.\n\t"mode": "balanced", // for now\n\t"budget": { "cost": 3 },\n}\n'
  write(userFile(room), before)
  await room.run(['config', 'set', 'mode', 'strict'])
  await room.run(['config', 'set', 'maxContinuations', '7'])
  const after = readFileSync(userFile(room), 'utf8')
  expect(after).toStartWith('{\n\t// How strict it is.\n\t"mode": "strict", // for now\n\t"budget": { "cost": 3 },')
  expect((await room.run(['config', 'get', 'maxContinuations'])).stdout).toBe('7\n')
})

test('[config-set] R1: a cap above the hard end is taken, and the hard end is named', async () => {
  using room = newRoom()
  const toldFor = async (value: string): Promise<string[]> =>
    (await room.run(['config', 'set', 'maxContinuations', value])).stdout.trimEnd().split('\n').slice(1)
  const hardEnd = 'After 100 the stop is allowed in any case.'
  expect(await toldFor('100')).toEqual(['maxContinuations is 100 here (user file).'])
  expect(await toldFor('101')).toEqual(['maxContinuations is 101 here (user file).', hardEnd])
  expect(await toldFor('0')).toEqual(['maxContinuations is 0 here (user file).', hardEnd])
})

test('[config-set slips] U16: what is not valid is not written', async () => {
  using room = newRoom()
  const cases: readonly (readonly [readonly string[], Output])[] = [
    [['set', 'mod', 'strict'], err('there is no key "mod"', 'did you mean mode?')],
    [['get', 'budget'], err('there is no key "budget"', 'did you mean budget.time, budget.tokens, budget.cost?')],
    [['set', 'mode'], err('VALUE is missing', 'mode takes strict, balanced, watch, off')],
    [['set', 'mode', 'loud'], err('mode cannot be "loud"', 'mode takes strict, balanced, watch, off')],
    [
      ['set', 'mode', 'stricct'],
      err('mode cannot be "stricct"', 'did you mean strict? mode takes strict, balanced, watch, off'),
    ],
    [
      ['set', 'maxContinuations', 'many'],
      err(
        'maxContinuations cannot be "many"',
        'maxContinuations takes a number from 0; after 100 the stop is allowed in any case',
      ),
    ],
    [
      ['set', 'agent', 'claude', '--project'],
      err('agent can only be set in your own file', 'run `fullstop config --help`'),
    ],
    [
      ['put'],
      none('put', 'use `fullstop config list`, `fullstop config get`, `fullstop config set`, `fullstop config unset`'),
    ],
    [['gett'], none('gett', 'did you mean `fullstop config get`?')],
  ]
  for (const [args, expected] of cases) expect(await room.run(['config', ...args])).toEqual(expected)
  expect(existsSync(userFile(room))).toBe(false)
})

test('[config-set trust-needed] U16: --project changes fullstop.json, which is then no longer trusted', async () => {
  using room = newRoom()
  makeRepository(room)
  writeFileSync(join(room.cwd, 'fullstop.json'), '{\n  // ours\n  "checks": []\n}\n')
  expect((await room.runAtTerminal(['trust', '--yes'])).code).toBe(0)
  const { stdout } = await room.run(['config', 'set', 'baseline', 'record', '--project'])
  expect(stdout).toContain(`Changed ${join(room.cwd, 'fullstop.json')}.`)
  expect(stdout).toContain('baseline is "off" here (default; the project file sets this, but it is not trusted).')
  expect(stdout).toContain('not trusted as it is now: look at it with `fullstop trust`')
  expect(readFileSync(join(room.cwd, 'fullstop.json'), 'utf8')).toContain('// ours')
})

test('[config-set person-needed] U16: an agent changes no setting', async () => {
  using room = newRoom()
  for (const scope of ['--user', '--project']) {
    const { code, stderr } = await room.run(['config', 'set', 'mode', 'off', scope], { env: { CLAUDECODE: '1' } })
    expect([code, stderr]).toEqual([1, expect.stringContaining('changing a setting needs a person')])
  }
  expect([existsSync(userFile(room)), existsSync(join(room.cwd, 'fullstop.json'))]).toEqual([false, false])
})

test('[config-home] U16: XDG_CONFIG_HOME moves it; one in the state folder is read while there is no other', async () => {
  using room = newRoom()
  write(join(room.state, 'config.json'), '{"maxContinuations": 2}')
  const value = async (env = {}): Promise<Output> => room.run(['config', 'get', 'maxContinuations'], { env })
  expect(await value()).toEqual({ code: 0, stdout: '2\n', stderr: '' })
  write(userFile(room), '{"maxContinuations": 3}')
  expect(await value()).toEqual({
    code: 0,
    stdout: '3\n',
    stderr: `fullstop: ${join(room.state, 'config.json')} is not read, since ${userFile(room)} exists: move what you need there, remove the other\n`,
  })
  const xdg = join(room.root, 'xdg')
  write(join(xdg, 'fullstop', 'config.json'), '{"maxContinuations": 4}')
  expect((await value({ XDG_CONFIG_HOME: xdg })).stdout).toBe('4\n')
})

test('[config-home environment-tightens] a hook uses no config folder inside the repository', async () => {
  using room = newRoom()
  makeRepository(room)
  write(join(room.cwd, '.agent', 'fullstop', 'config.json'), '{"mode":"off"}')
  write(userFile(room), '{"mode":"strict"}')
  for (const env of [
    { XDG_CONFIG_HOME: join(room.cwd, '.agent') },
    { FULLSTOP_CONFIG_HOME: join(room.cwd, '.agent', 'fullstop') },
  ]) {
    const session = claudeSession(room, { env })
    await session.type('Build the parser.')
    session.edit()
    expect((await session.sayAndStop('Half of it.')).stdout).toContain('"decision":"block"')
  }
})

test('[config-set] a secret in a file of the home folder is set, once there is a webhook that it signs', async () => {
  using room = newRoom()
  const secret = ['config', 'set', 'notify.secret', 'file:~/.hook-secret']
  expect(await room.run(secret)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'notify.secret cannot be set: it signs a webhook: set "notify.webhook" first',
    ) as never,
  })
  await room.run(['config', 'set', 'notify.webhook', 'https://example.org/hook'])
  expect(await room.run(secret)).toMatchObject({ code: 0, stderr: '' })
})

test('[config-agent] U16: the usual agent, from your own file or the environment', async () => {
  using ran = await running()
  ran.script([
    [{ do: 'write', file: 'answer', text: '42' }, { do: 'say', text: '<promise>COMPLETE</promise>' }, { do: 'stop' }],
  ])
  const { room, env } = ran
  expect((await room.run(['run', 'Write it.'], { env })).stderr).toBe(
    `fullstop: run: more than one agent is installed: claude, codex
  next: say which: --agent claude; to choose it for good: \`fullstop config set agent claude\`
`,
  )
  await room.run(['config', 'set', 'agent', 'codex'])
  await room.run(['run', '-q', 'Write it.'], { env: { ...env, FULLSTOP_AGENT: 'claude' } })
  expect((await room.tasks()).map(({ agent }) => agent)).toEqual(['claude'])
  expect((await room.run(['config', 'get', 'agent'])).stdout).toBe('"codex"\n')
})

test('[config-not-yet] U9: a key that does nothing yet is an error that says so', async () => {
  using room = newRoom()
  for (const key of ['fallbackAgents', 'store']) {
    write(userFile(room), `{"${key}": {}}`)
    const { code, stderr } = await room.run(['config'])
    expect([code, stderr]).toEqual([
      2,
      `fullstop: ${userFile(room)} is ignored: "${key}" does nothing yet: take it out\n`,
    ])
  }
})

test.skipIf(!hasTmux)('[config tables-fit] U11: config and config list fit 80 and 120 columns', async () => {
  using room = newRoom()
  await room.run(['config', 'set', 'agent', 'claude'])
  for (const columns of [80, 120]) {
    const screen = await screenOf(room, ['config'], { columns, rows: 60 })
    expect(screen.slice(0, 4)).toEqual([
      'user file     ~/.config/fullstop/config.json',
      'project file  none',
      '',
      expect.stringMatching(/^KEY +VALUE +FROM$/),
    ])
    const list = await screenOf(room, ['config', 'list'], { columns, rows: 250 })
    const from = list.indexOf('agent')
    expect(
      list
        .slice(from + 1, list.indexOf('proof.when') - 1)
        .join(' ')
        .replaceAll(/ +/g, ' '),
    ).toBe(
      ' The agent that `fullstop run` starts when no --agent is given. Unset: the only one installed. Only in your own file. value "claude" (user file) default not set takes an agent name',
    )
  }
})
