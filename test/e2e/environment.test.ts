// R7: a repository can set variables of the environment, by an agent's settings, direnv and the like. None of them loosens
// or silences the gate: what does is proven by a lock that is held and by the processes above us.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { asked, claim, gated, letGo, runnerOf, strict, until, untrusted } from './checking.ts'
import { refused, silent } from './expected.ts'
import { serve, textOf } from './mcp-client.ts'
import { binary } from './binary.ts'
import { newMachine } from './installing.ts'
import { makeRepository, trustChecks, writeConfig, writeUserConfig } from './repository.ts'
import { newRoom, runProgram } from './room.ts'
import { finishes, running, stops } from './running.ts'

const unfinished = ['x', '1', 'wsp_7k3f', '../../etc', 'run_1']

for (const mark of quarterOf(unfinished, 3)) {
  test(`[environment-tightens] R7: FULLSTOP_CHECK=${mark} silences nothing`, async () => {
    using room = newRoom()
    const session = claudeSession(room, { env: { ...strict, FULLSTOP_CHECK: mark } })
    await session.type('Build the parser.')
    session.edit()
    expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
    await using server = await serve(room, { env: { FULLSTOP_CHECK: mark } })
    const answer = await server.call('complete_task', {
      status: 'success',
      original_request_summary: 'Build the parser.',
      summary: 'Built.',
    })
    expect(textOf(answer)).not.toContain('inside a check')
    const { stdout } = await room.run(['claim', 'success', '--summary', 'Built.'], { env: { FULLSTOP_CHECK: mark } })
    expect(stdout).not.toContain('inside a check')
  })
}

test('[environment-tightens] R7: the mark of a check that runs now silences no session outside of it', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  const mark = join(room.root, 'mark')
  const check = gated(room)
  await trustChecks(room, repository, [{ ...check, run: `printf %s "$FULLSTOP_CHECK" > ${mark}; ${check.run}` }])
  const checking = room.run(['check'])
  try {
    await runnerOf(room)
    const env = { ...strict, FULLSTOP_CHECK: readFileSync(mark, 'utf8') }
    expect(env.FULLSTOP_CHECK).toStartWith('wsp_')
    const session = claudeSession(room, { env })
    await session.type('Build the parser.')
    session.edit()
    expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  } finally {
    letGo(room)
    expect((await checking).code).toBe(0)
  }
})

test.skipIf(isVariant)(
  '[environment-tightens] R7: inside a check the hook is silent and a claim is not recorded, also below an orphan that was adopted',
  async () => {
    using room = newRoom()
    const repository = makeRepository(room)
    const [input, answer, said] = ['input.json', 'answer', 'said'].map((name) => join(room.root, name)) as [
      string,
      string,
      string,
    ]
    const stop = { session_id: 'inner', hook_event_name: 'Stop', cwd: room.cwd, last_assistant_message: 'Half of it.' }
    writeFileSync(input, JSON.stringify({ ...stop, stop_hook_active: false }))
    const lines = [
      `FULLSTOP_MODE=strict ${binary} hook claude < ${input} > ${answer}.direct; echo $? >> ${answer}.direct`,
      `${binary} claim success --summary Done > ${said}`,
      // The shell in between ends at once: its child is adopted by the runner.
      `(setsid sh -c 'until test -e ${answer}.left; do sleep 0.2; done; FULLSTOP_MODE=strict ${binary} hook claude < ${input} > ${answer}.new; echo $? >> ${answer}.new; mv ${answer}.new ${answer}.orphan' &)`,
      `touch ${answer}.left`,
      `until test -e ${answer}.orphan; do sleep 0.2; done`,
    ]
    await trustChecks(room, repository, [{ name: 'agent', run: lines.join('\n'), shell: true }])
    expect((await room.run(['check'])).code).toBe(0)
    expect(readFileSync(`${answer}.direct`, 'utf8')).toBe('0\n')
    if (process.platform === 'linux') expect(readFileSync(`${answer}.orphan`, 'utf8')).toBe('0\n')
    expect(readFileSync(said, 'utf8')).toStartWith('You run inside a check of the project')
    expect(await room.tasks()).toEqual([])
  },
)

test.skipIf(isVariant)(
  '[environment-tightens] R7: the mark of a living stint silences no session outside of it',
  async () => {
    using at = await running()
    const go = join(at.room.root, 'go')
    at.script([[{ do: 'hook', event: 'Stop' }, { do: 'hang', until: go }, ...finishes]])
    const run = at.run([], { env: strict })
    const stint = (): string | undefined =>
      at.room.allEvents().flatMap((event) => (event.kind === 'stint.started' ? [event.stint] : []))[0]
    try {
      await until(() => existsSync(at.room.database) && stint() !== undefined)
      const id = stint() ?? ''
      await until(() => existsSync(join(at.room.state, 'stints', id, 'pid')))
      const session = claudeSession(at.room, { env: { ...strict, FULLSTOP_RUN: id } })
      await session.type('Build the parser.')
      session.edit()
      expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
    } finally {
      writeFileSync(go, '')
      const { code, calls } = await run
      expect(calls[0]?.heard).toEqual([JSON.stringify(silent)])
      expect(code).toBe(0)
    }
  },
)

test('[environment-tightens] R7: a repository cannot trust itself by FULLSTOP_TRUST: not in a hook, not in a server, not below an agent', async () => {
  using room = newRoom()
  makeRepository(room)
  const ran = join(room.root, 'ran')
  writeConfig(room, { mode: 'off', checks: [{ name: 'test', run: `touch ${ran}` }] })
  const trust = { FULLSTOP_TRUST: (await room.run(['trust', '--hash'])).stdout.trim() }
  const session = await asked(room, { env: trust })
  expect(await claim(session)).toEqual(untrusted('test'))
  await using server = await serve(room, { env: trust })
  await server.call('complete_task', { status: 'success', original_request_summary: 'It.', summary: 'Done.' })
  expect((await room.run(['check'], { env: { ...trust, CLAUDECODE: '1' } })).code).toBe(1)
  expect(existsSync(ran)).toBe(false)
  expect((await room.run(['check'], { env: trust })).code).toBe(0)
  expect(existsSync(ran)).toBe(true)
})

test('[environment-tightens] R7: what the person said with FULLSTOP_TRUST who started a run counts for the calls in it', async () => {
  using at = await running([])
  writeConfig(at.room, { checks: [{ name: 'answer', run: 'sh check.sh' }] })
  at.repository.commit('Checks')
  const trust = { FULLSTOP_TRUST: (await at.room.run(['trust', '--hash'])).stdout.trim() }
  const call = { do: 'call', tool: 'complete_task', args: { status: 'success', summary: 'Done.' } } as const
  const args = { ...call.args, original_request_summary: 'The answer.' }
  at.script([[{ do: 'write', file: 'answer', text: '42\n' }, { ...call, args }, ...stops]])
  const { code, calls } = await at.run([], { env: trust })
  expect(calls[0]?.heard.join()).not.toContain('not trusted')
  expect(code).toBe(0)
})

const homes: readonly (readonly [name: string, variable: (own: string) => Record<string, string>])[] = [
  ['FULLSTOP_HOME', (own) => ({ FULLSTOP_HOME: own })],
  ['XDG_STATE_HOME', (own) => ({ FULLSTOP_HOME: '', XDG_STATE_HOME: dirname(own) })],
]

for (const [name, variable] of quarterOf(homes, 0)) {
  test(`[environment-tightens] R7: what a repository says in a folder that ${name} names is not what the user says`, async () => {
    using room = newRoom()
    makeRepository(room)
    const ran = join(room.root, 'ran')
    writeConfig(room, { checks: [{ name: 'test', run: `touch ${ran}` }] })
    // All that would switch the gate off and trust the repository, as the user's own files would have it.
    const own = join(room.cwd, 'state', 'fullstop')
    expect((await room.runAtTerminal(['trust', '--yes'], { FULLSTOP_HOME: own })).code).toBe(0)
    writeFileSync(join(own, 'config.json'), '{"mode":"off"}')
    const session = claudeSession(room, { env: variable(own) })
    const { systemMessage } = JSON.parse((await session.start()).stdout) as { systemMessage: string }
    expect(systemMessage).toStartWith(`Fullstop: ${name}=`)
    expect(systemMessage).toEndWith(
      `is not used: it lies inside the repository (${room.cwd}); use a folder outside of it`,
    )
    await session.type('Build the parser.')
    session.edit(9)
    expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
    // The agent's shell finds the store of its hooks.
    await session.shell(['claim', 'success', '--summary', 'Built.'])
    const store = { FULLSTOP_HOME: join(room.home, '.local', 'state', 'fullstop') }
    expect((await room.run(['log', '--json'], { env: store })).stdout).toContain('"claim.made"')
    await claim(session)
    await using server = await serve(room, { env: variable(own) })
    await server.call('complete_task', { status: 'success', original_request_summary: 'It.', summary: 'Done.' })
    expect(existsSync(ran)).toBe(false)
    expect(existsSync(join(room.home, '.local/state/fullstop/fullstop.db'))).toBe(true)
  })
}

test('[environment-tightens launcher] R7: what init wrote knows its folder, whatever FULLSTOP_HOME a repository sets', async () => {
  using machine = newMachine()
  expect((await machine.run(['init', '--yes', 'claude'])).code).toBe(0)
  const launcher = join(machine.room.state, 'bin', 'fullstop')
  writeUserConfig(machine.room, { mode: 'strict' })
  const elsewhere = join(machine.room.root, 'elsewhere')
  const input = {
    session_id: 'one',
    hook_event_name: 'Stop',
    cwd: machine.project,
    last_assistant_message: 'Half of it.',
    stop_hook_active: false,
  }
  const env = { ...machine.env, CLAUDE_CODE_ENTRYPOINT: 'cli', FULLSTOP_HOME: elsewhere }
  const hostile = {
    ...env,
    BUN_BE_BUN: '1',
    BUN_OPTIONS: '--version',
    BUN_JSC_x: 'x',
    FULLSTOP_LAUNCHED: 'x'.repeat(30),
  }
  for (const given of [env, hostile]) {
    const { code, stdout } = await runProgram(launcher, ['hook', 'claude'], {
      env: given,
      cwd: machine.project,
      input: JSON.stringify({ ...input, session_id: `s${Object.keys(given).length}` }),
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'block',
      systemMessage: `Fullstop: FULLSTOP_HOME=${elsewhere} is not used: this hook was installed for ${machine.room.state}; to change that, run \`fullstop init\``,
    })
  }
  expect(existsSync(elsewhere)).toBe(false)
})

const configVariables: readonly (readonly [name: string, folder: string])[] = [
  ['XDG_CONFIG_HOME', 'elsewhere'],
  ['FULLSTOP_CONFIG_HOME', 'elsewhere/fullstop'],
  ['HOME', 'elsewhere/home'],
]

for (const [name, folder] of quarterOf(configVariables, 2)) {
  test(`[environment-tightens config-home launcher] R7: a config outside the repository that ${name} of an agent's settings names is not the user's`, async () => {
    using machine = newMachine()
    expect((await machine.run(['init', '--yes', 'claude'])).code).toBe(0)
    const launcher = join(machine.room.state, 'bin', 'fullstop')
    machine.write('.config/fullstop/config.json', '{"mode":"strict"}')
    const given = join(machine.room.root, folder)
    for (const place of ['fullstop', '.', '.config/fullstop'])
      machine.write(join(given, place, 'config.json'), '{"mode":"off"}')
    const input = {
      session_id: 'one',
      hook_event_name: 'Stop',
      cwd: machine.project,
      last_assistant_message: 'Half of it.',
      stop_hook_active: false,
    }
    const env = { ...machine.env, CLAUDE_CODE_ENTRYPOINT: 'cli', [name]: given }
    // Nor by a second init, which an agent may run to put us in where we are not.
    const again = await runProgram(launcher, ['init', '--yes', 'claude'], {
      env: { ...env, CLAUDECODE: '1' },
      cwd: machine.project,
    })
    expect(again.code).toBe(0)
    const { stdout } = await runProgram(launcher, ['hook', 'claude'], {
      env,
      cwd: machine.project,
      input: JSON.stringify(input),
    })
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' })
    if (name !== 'HOME') expect(stdout).toContain(`${name}=${given} is not used: this hook was installed for`)
  })
}

// What Claude Code tells its hooks in a headless session. A repository can set the same in its settings.
const headless = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }

const screens: readonly (readonly [name: string, args: readonly string[], to: string, isGated: boolean])[] = [
  ['a session on the screen is gated, though the environment calls it headless', ['--model', 'opus'], '', true],
  ['a script that prints at a terminal is left alone', ['-p', 'Do it.'], '', false],
  ['a script whose output goes elsewhere is left alone', [], ' | cat', false],
  ['a script whose input comes from elsewhere is left alone', [], ' < /dev/null', false],
]

for (const [name, args, to, isGated] of screens) {
  test(`[environment-tightens headless-off] R7: ${name}`, async () => {
    using room = newRoom()
    const [input, answer, claude] = ['input', 'answer', 'claude'].map((file) => join(room.root, file)) as [
      string,
      string,
      string,
    ]
    const start = { session_id: 'one', hook_event_name: 'SessionStart', source: 'startup', cwd: room.cwd }
    writeFileSync(input, JSON.stringify(start))
    writeFileSync(claude, `#!/bin/sh\n(exec ${binary} hook claude < ${input} > ${answer})\n`, { mode: 0o755 })
    const child = Bun.spawn(['/bin/sh', '-c', `"$@"${to}`, 'sh', claude, ...args], {
      cwd: room.cwd,
      env: { ...room.env, ...headless },
      terminal: { cols: 80, rows: 24, data: () => undefined },
    })
    expect(await child.exited).toBe(0)
    child.terminal?.close()
    expect(readFileSync(answer, 'utf8') !== '').toBe(isGated)
  })
}
