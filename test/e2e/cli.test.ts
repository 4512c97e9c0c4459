// The command line, whole output compared: what people and scripts see, and every exit code.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { quarterOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { refused, unverified } from './expected.ts'
import { claudeServerEnv, saving, serve } from './mcp-client.ts'
import { maskIds, newRoom, type Output, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }

const commands = [
  'hook',
  'tasks',
  'show',
  'log',
  'cancel',
  'pause',
  'unpause',
  'forget',
  'detect',
  'config',
  'checklist',
]

async function refusedTask(room: Room, request = 'Build the parser.'): Promise<{ session: ClaudeSession; id: string }> {
  const session = claudeSession(room, { env: strict })
  await session.type(request)
  session.edit()
  expect(await session.sayAndStop('Half of it.')).toEqual(refused('1/5', session.token))
  return { session, id: (await room.tasks())[0]?.id ?? '' }
}

/** Times, ages and ids made equal. */
function shown({ code, stdout, stderr }: Output): Output {
  const plain = (text: string): string =>
    maskIds(text)
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{3}Z)?/g, 'TIME')
      .replaceAll(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
      .replaceAll(/\b\d{1,3}s\b/g, 'AGE')
  return { code, stdout: plain(stdout), stderr: plain(stderr) }
}

interface Case {
  readonly name: string
  readonly args: readonly string[]
  readonly input?: string
  readonly expected: Output
}

const out = (code: number, stdout: string): Output => ({ code, stdout, stderr: '' })
const err = (code: number, stderr: string): Output => ({ code, stdout: '', stderr })

const emptyStore: readonly Case[] = [
  {
    name: 'tasks',
    args: ['tasks'],
    expected: out(
      0,
      'No tasks yet. One opens with `fullstop run`, and with a prompt in your agent once `fullstop init` has set it up.\n',
    ),
  },
  { name: 'tasks --json', args: ['tasks', '--json'], expected: out(0, '[]\n') },
  ...['show', 'log'].map((command) => ({
    name: command,
    args: [command],
    expected: err(
      1,
      'fullstop: there are no tasks yet\n  next: one opens with `fullstop run`, and with a prompt in your agent once `fullstop init` has set it up\n',
    ),
  })),
  ...['show', 'log'].map((command) => ({
    name: `${command} of an unknown task`,
    args: [command, 'task_nothing'],
    expected: err(1, 'fullstop: there is no task "task_nothing"\n  next: run `fullstop tasks` for the list\n'),
  })),
  ...['cancel', 'pause', 'unpause', 'forget'].map((command) => ({
    name: `${command} without a task`,
    args: [command],
    expected: err(
      2,
      `fullstop: ${command}: TASK is missing\n  next: \`fullstop tasks\` lists them, then: fullstop ${command} TASK\n`,
    ),
  })),
  {
    name: 'one argument too many',
    args: ['show', 'a', 'b'],
    expected: err(2, 'fullstop: show: "b" is one argument too many\n  next: run `fullstop show --help`\n'),
  },
  {
    name: 'an unknown option',
    args: ['tasks', '--jsn'],
    expected: err(2, 'fullstop: tasks: there is no option --jsn\n  next: did you mean --json?\n'),
  },
  {
    name: 'an unknown command near a known one',
    args: ['taks'],
    expected: err(2, 'fullstop: there is no command "taks"\n  next: did you mean `fullstop tasks`?\n'),
  },
  {
    name: 'an unknown command far from all',
    args: ['xylophone'],
    expected: err(2, 'fullstop: there is no command "xylophone"\n  next: run `fullstop --help` for the list\n'),
  },
  {
    name: 'an inherited name',
    args: ['constructor'],
    expected: err(2, 'fullstop: there is no command "constructor"\n  next: run `fullstop --help` for the list\n'),
  },
  {
    name: 'detect yes',
    args: ['detect'],
    input: 'All good.\n<promise>COMPLETE</promise>\n',
    expected: out(0, 'completed: promise-tag, from: <promise>COMPLETE</promise>\n'),
  },
  { name: 'detect no', args: ['detect'], input: 'Half of it.\n', expected: out(1, 'not completed\n') },
  {
    name: 'detect --json',
    args: ['detect', '--session-id', '42', '--json'],
    input: 'TASKMASTER_DONE::42\n',
    expected: out(
      0,
      '{"completed":true,"matchedStrategy":"done-token","matchedText":"TASKMASTER_DONE::42","reasons":[]}\n',
    ),
  },
  {
    name: 'detect with an unknown strategy',
    args: ['detect', '--strategies', 'promise-tags'],
    expected: err(
      2,
      'fullstop: detect: there is no strategy "promise-tags", did you mean promise-tag?\n  next: run `fullstop detect --help`\n',
    ),
  },
  {
    name: 'detect with a wrong exit code',
    args: ['detect', '--exit-code', 'x'],
    expected: err(
      2,
      'fullstop: detect: --exit-code must be a number from 0 to 255\n  next: run `fullstop detect --help`\n',
    ),
  },
]

for (const { name, args, input, expected } of emptyStore) {
  test(`[exit-codes] ${name}`, async () => {
    using room = newRoom()
    expect(await room.run(args, input === undefined ? {} : { input })).toEqual(expected)
  })
}

test('[exit-codes] without a command the overview is printed and the exit code is 2', async () => {
  using room = newRoom()
  const bare = await room.run([])
  const help = await room.run(['--help'])
  expect([bare.code, help.code]).toEqual([2, 0])
  expect(bare.stdout).toBe(help.stdout)
  for (const name of commands) expect(help.stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
})

test('[version] --version prints the version of the package', async () => {
  using room = newRoom()
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    version: string
  }
  expect(await room.run(['--version'])).toEqual(out(0, `${version}\n`))
})

for (const name of quarterOf(commands, 0)) {
  test(`[help] ${name} --help has usage and an example that begins with the command`, async () => {
    using room = newRoom()
    const { code, stdout, stderr } = await room.run([name, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^\\S.*\\n\\nUsage: fullstop ${name}\\b`))
    expect(stdout).toMatch(new RegExp(`\\nExamples:\\n {2}.*fullstop ${name}\\b.*\\n {6}\\S`))
    expect(await room.run(['help', name])).toEqual(out(0, stdout))
    expect(await room.run([name, '-h'])).toEqual(out(0, stdout))
  })
}

test('[tasks] tasks lists the newest first, with state and count', async () => {
  using room = newRoom()
  const { session } = await refusedTask(room)
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  await refusedTask(room, 'Write the docs.')
  expect(shown(await room.run(['tasks']))).toEqual(
    out(
      0,
      [
        `TASK           STATE       AGENT   AGE  REFUSED  ${'FOLDER'.padEnd(room.cwd.length)}  REQUEST`,
        `task_ID  open        claude  AGE   1        ${room.cwd}  Write the docs.`,
        `task_ID  unverified  claude  AGE   1        ${room.cwd}  Build the parser.`,
        '',
      ].join('\n'),
    ),
  )
  const tasks = JSON.parse((await room.run(['tasks', '--json'])).stdout) as { title: string }[]
  expect(tasks.map((task) => task.title)).toEqual(['Write the docs.', 'Build the parser.'])
})

test('[show] U12: show --all tells for each stop what was decided, and from which words, without rule numbers', async () => {
  using room = newRoom()
  const { session, id } = await refusedTask(room)
  await session.sayAndStop(`I will not write ${session.token} yet.`)
  await session.sayAndStop(session.token)
  const expected = out(
    0,
    [
      'task_ID  ended: unverified  claude, mode strict, opened AGE ago',
      `session ${session.id} in ${room.cwd}`,
      '',
      'TIME request  Build the parser.',
      'TIME stop     refused: nothing says that the task is done',
      '                  last words: Half of it.',
      'TIME stop     refused: nothing says that the task is done',
      `                  last words: I will not write ${session.token} yet.`,
      '                  no claim: done-token: the token does not stand alone on its line',
      `TIME claim    success by done-token, from: ${session.token}`,
      'TIME stop     allowed: claimed, but no check can prove it',
      `                  last words: ${session.token}`,
      'TIME ended    unverified: claimed, but no check can prove it',
      '',
    ].join('\n'),
  )
  expect(shown(await room.run(['show', '--all']))).toEqual(expected)
  expect(shown(await room.run(['show', '--all', id.slice(0, 8)]))).toEqual(expected)
  expect(shown(await room.run(['show', '--all', id.slice(5)]))).toEqual(expected)
})

test('[show] a beginning that fits two tasks is said to be ambiguous, with exit 1', async () => {
  using room = newRoom()
  await refusedTask(room)
  await refusedTask(room, 'Write the docs.')
  const { code, stdout, stderr } = shown(await room.run(['show', 'task_']))
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe('fullstop: 2 tasks begin with "task_"\n  next: name one: task_ID, task_ID\n')
})

test('[log] log --json prints the events of the task as they were recorded', async () => {
  using room = newRoom()
  const { id } = await refusedTask(room)
  const { stdout } = await room.run(['log', id, '--json'])
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(events).toEqual(room.allEvents().filter((event) => event.task === id))
  expect(shown(await room.run(['log']))).toEqual(
    out(
      0,
      [
        'TIME opened   in mode strict',
        'TIME request  Build the parser.',
        'TIME stop     refused: nothing says that the task is done',
        `${' '.repeat(29)}last words: Half of it.`,
        '',
      ].join('\n'),
    ),
  )
})

test('[log] log --follow prints what comes and ends when the task ends', async () => {
  using room = newRoom()
  const { session, id } = await refusedTask(room)
  const child = spawn(binary, ['log', id, '--follow', '--json'], {
    env: room.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  const isThere = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (text.includes('stop.decided')) isThere.resolve()
  })
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)))
  await isThere.promise
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  expect(await ended).toBe(0)
  const kinds = text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind)
  expect(kinds).toEqual(['task.opened', 'request.opened', 'stop.decided', 'claim.made', 'stop.decided', 'task.ended'])
})

test('[forget] U16: forget asks, then erases a task from every file of the store', async () => {
  using room = newRoom()
  const secret = 'an unusual request about zebras'
  const { session, id } = await refusedTask(room, `Build ${secret}.`)
  await session.sayAndStop(`More zebras. ${session.token}`)
  await refusedTask(room, 'Write the docs.')
  const ask = (keys: string) => room.runAtTerminal(['forget', id], {}, { typed: [{ after: '[y/N] ', keys }] })
  const question = 'Erase this task and everything recorded of it, for good? [y/N] '
  const no = await ask('n\r')
  expect([no.code, no.screen.endsWith(`${question}n\nNothing was erased.\n`)]).toEqual([1, true])
  expect(no.screen).toContain('in ~/project')
  expect(await room.tasks()).toHaveLength(2)
  expect((await room.run(['forget', id])).stderr).toContain('or with --yes where there is none')
  const yes = await ask('y\r')
  expect([yes.code, yes.screen.endsWith(`${question}y\nForgot ${id}.\n`)]).toEqual([0, true])
  for (const file of ['fullstop.db', 'fullstop.db-wal']) {
    const bytes = await Bun.file(join(room.state, file))
      .text()
      .catch(() => '')
    expect([file, bytes.includes('zebra'), bytes.includes(id)]).toEqual([file, false, false])
  }
  expect((await room.tasks()).map((task) => task.title)).toEqual(['Write the docs.'])
})

test('[forget] U16: clearing the saved context of a task asks, and needs --yes without a terminal', async () => {
  using room = newRoom()
  const { session, id } = await refusedTask(room)
  await using server = await serve(room, { env: claudeServerEnv(session.id) })
  await server.call('update_session_context', saving())
  const stored = async (): Promise<number> => (await room.run(['context', id, '--json'])).code
  expect(await stored()).toBe(0)
  expect((await room.run(['context', 'clear', id])).stderr).toContain('run it in a terminal, or with --yes')
  const typed = [{ after: '[y/N] ', keys: 'n\r' }]
  expect((await room.runAtTerminal(['context', 'clear', id], {}, { typed })).screen).toEndWith('Nothing was erased.\n')
  expect(await stored()).toBe(0)
  expect((await room.run(['context', 'clear', id, '--yes'])).code).toBe(0)
  expect(await stored()).toBe(1)
})

test('[exit-codes] orders at a terminal with --json print the event that was recorded', async () => {
  using room = newRoom()
  const { id } = await refusedTask(room)
  for (const [order, kind] of [
    ['pause', 'task.paused'],
    ['unpause', 'task.unpaused'],
    ['cancel', 'task.cancelled'],
  ] as const) {
    const { code, screen } = await room.runAtTerminal([order, id, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(screen)).toMatchObject({ kind, task: id, actor: 'terminal' })
    expect(JSON.parse(screen)).toEqual(room.allEvents().at(-1))
  }
  expect(await room.runAtTerminal(['forget', id, '--json', '--yes'])).toEqual({
    code: 0,
    screen: `{"forgotten":"${id}"}\n`,
  })
})

test('[config] config prints every key with its value and where it came from', async () => {
  using room = newRoom()
  writeFileSync(join(room.cwd, 'fullstop.json'), '{"mode":"strict","maxContinuations":2}')
  const { code, stdout, stderr } = await room.run(['config'], { env: { FULLSTOP_MAX: '4' } })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = stdout.split('\n').map((line) => line.split(/ {2,}/))
  expect(rows.slice(0, 4)).toEqual([
    ['user file', `${join(room.home, '.config', 'fullstop', 'config.json')} (not there)`],
    ['project file', `${join(room.cwd, 'fullstop.json')} (not trusted: it may only tighten; see \`fullstop trust\`)`],
    [''],
    ['KEY', 'VALUE', 'FROM'],
  ])
  expect(rows.find((row) => row[0] === 'mode')).toEqual(['mode', '"strict"', 'project file'])
  expect(rows.find((row) => row[0] === 'maxContinuations')).toEqual([
    'maxContinuations',
    '4',
    'environment (FULLSTOP_MAX)',
  ])
  expect(rows.find((row) => row[0] === 'doneToken.prefix')).toEqual(['doneToken.prefix', 'not set', 'default'])
})

test('[config] a wrong config file is named on stderr, with exit 2', async () => {
  using room = newRoom()
  const file = join(room.cwd, 'fullstop.json')
  writeFileSync(file, '{"maxContinuation": 3}')
  const { code, stderr } = await room.run(['config'])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `fullstop: ${file} is ignored: unknown key "maxContinuation", did you mean "maxContinuations"?\n`,
  })
})

test('[checklist] checklist prints the checklist', async () => {
  using room = newRoom()
  const { code, stdout, stderr } = await room.run(['checklist'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const word of ['user', 'Todo list', 'Plan', 'Errors', 'Loose ends', 'Blockers', 'Honesty'])
    expect(stdout).toContain(word)
})

const escape = '\u001b'

test('[colour] colour only at a terminal, and not with NO_COLOR', async () => {
  using room = newRoom()
  await refusedTask(room)
  for (const args of [['tasks'], ['show'], ['log'], ['config']]) {
    expect((await room.run(args)).stdout).not.toContain(escape)
    expect((await room.runAtTerminal(args)).screen).toContain(`${escape}[`)
    expect((await room.runAtTerminal(args, { NO_COLOR: '1' })).screen).not.toContain(escape)
    expect((await room.runAtTerminal(args, { TERM: 'dumb' })).screen).not.toContain(escape)
  }
})

test('[escapes] escape sequences in prompts, messages, tools and folders are never printed raw', async () => {
  using room = newRoom()
  const nasty = `${escape}]0;owned\u0007${escape}[2J\u009b31m\u202e`
  const session = claudeSession(room, { env: strict })
  await session.type(`Build the parser ${nasty}.`)
  session.use('Bash', { command: `make ${nasty}` }, { failed: true })
  await session.sayAndStop(`I will not write ${session.token} ${nasty}`)
  await session.sayAndStop(`Done ${nasty}\n${session.token}`)
  for (const args of [['tasks'], ['show'], ['log']]) {
    const { code, stdout } = await room.run(args)
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(stdout).toContain('parser')
  }
  const detected = await room.run(['detect'], { input: `${nasty}<promise>COMPLETE</promise>${nasty}\n` })
  expect(detected.stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
})

test('[escapes] escape sequences in an argument are not echoed raw', async () => {
  using room = newRoom()
  const nasty = `${escape}]0;owned\u0007${escape}[2J`
  const unknown = await room.run([`x${nasty}`])
  expect(unknown.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  const argument = await room.run(['show', 'a', nasty])
  expect(argument.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
})

test('[pipe] a reader that goes away is no error', async () => {
  using room = newRoom()
  await refusedTask(room)
  const child = Bun.spawnSync(['sh', '-c', `"${binary}" show --json | head -c 1; "${binary}" tasks | true`], {
    cwd: room.cwd,
    env: room.env,
    stderr: 'pipe',
  })
  expect({ code: child.exitCode, stderr: child.stderr.toString() }).toEqual({ code: 0, stderr: '' })
})
