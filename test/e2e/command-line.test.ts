// How the command line treats people: grouped help, short options, hints for slips, `version` and `status`.
import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import type { Turn } from '../fake-agents/script.ts'
import { isVariant, quarterOf } from '../rounds.ts'
import { binary } from './binary.ts'
import { hasTmux, screenOf } from './pane.ts'
import { makeRepository, trustChecks, writeConfig } from './repository.ts'
import { maskIds, newRoom, type Output } from './room.ts'
import { ANSWER, finishes, type Running, running, stops } from './running.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}
const honest: Turn = [
  { do: 'write', file: 'answer', text: '42' },
  { do: 'say', text: 'Done.\n\n<promise>COMPLETE</promise>' },
  { do: 'stop' },
]
const err = (message: string, next: string): Output => ({
  code: 2,
  stdout: '',
  stderr: `fullstop: ${message}\n  next: ${next}\n`,
})

test('[help-groups] U13: help lists every command once, below a heading, and none of our own processes', async () => {
  using room = newRoom()
  const { stdout } = await room.run(['--help'])
  const headings = [...stdout.matchAll(/^([A-Z][a-z ]+)$/gm)].map((match) => match[1])
  expect(headings).toEqual([
    'Start',
    'Work',
    'Look',
    'Prove',
    'Answer',
    'Configure',
    'For agents and scripts',
    'Options',
  ])
  const names = [...stdout.matchAll(/^ {2}([a-z-]+) /gm)].map((match) => match[1])
  expect(names).toContain('status')
  expect(new Set(names).size).toBe(names.length)
  for (const own of ['runner', 'reaper', 'notifier', 'host', 'scan-reader', 'stint-reaper'])
    expect(names).not.toContain(own)
})

for (const columns of quarterOf([80, 120], 0)) {
  test.skipIf(!hasTmux)(`[help-groups] U11: no line of help is wider than ${columns} columns`, async () => {
    using room = newRoom()
    for (const args of [['--help'], ['help', 'status'], ['help', 'tasks']]) {
      const piped = (await room.run(args)).stdout.replaceAll(/\s+/g, ' ').trim()
      const screen = await screenOf(room, args, { columns, rows: 80 })
      // A wider line would have gone on in the next row, in the middle of a word.
      expect(screen.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(piped)
    }
  })
}

test.skipIf(!hasTmux)('[help-groups] U11: errors break between words, and nowhere inside a command', async () => {
  using room = newRoom()
  expect(await screenOf(room, ['config', 'set', 'detect.strategies', 'x'], { columns: 60 })).toEqual([
    'fullstop: config: detect.strategies cannot be "x"',
    '  next: detect.strategies takes a list of tool, cli,',
    '        done-token, promise-tag, relaxed-tag, heuristic,',
    '        probe, file-change',
  ])
  expect(await screenOf(room, ['run', '- fix the tests'], { columns: 60 })).toEqual([
    'fullstop: run: "- fix the tests" begins with a dash, so it',
    '          reads as an option',
    '  next: put -- before the prompt:',
    '        fullstop run -- "- fix the tests"; or pipe it in:',
    '        fullstop run -',
  ])
})

const slips: readonly (readonly [string, readonly string[], Output])[] = [
  ['a misspelt option', ['tasks', '--jsn'], err('tasks: there is no option --jsn', 'did you mean --json?')],
  [
    'an option far from all',
    ['tasks', '--xylophone'],
    err('tasks: there is no option --xylophone', 'run `fullstop tasks --help`'),
  ],
  [
    'an option of the agent',
    ['run', '--effort', 'high', 'Build it'],
    err('run: there is no option --effort', 'options of the agent go behind --, as in: fullstop run "…" -- --effort'),
  ],
  [
    'an option without its value',
    ['run', '--agent', '--quiet', 'Build it'],
    err('run: --agent needs a value', '--agent NAME; if it begins with a dash: --agent=NAME'),
  ],
  [
    'a switch with a value',
    ['tasks', '--json=yes'],
    err('tasks: --json takes no value', 'run `fullstop tasks --help`'),
  ],
  [
    'issue 17: a prompt from a file that is not there',
    ['run', '@nofile'],
    err(
      'run: there is no file nofile here',
      'name a file that holds the prompt, or begin the prompt with a word instead of @',
    ),
  ],
  [
    'an unquoted prompt',
    ['run', 'fix', 'the', 'tests'],
    err('run: the prompt is more than one word', 'put it in quotes: "fix the tests"'),
  ],
  [
    'an unquoted prompt behind a task',
    ['resume', 'task_7k3f', 'use', 'the', 'key'],
    err('resume: the prompt is more than one word', 'put it in quotes: "use the key"'),
  ],
  [
    'a prompt with a leading dash',
    ['run', '- fix the tests'],
    err(
      'run: "- fix the tests" begins with a dash, so it reads as an option',
      'put -- before the prompt: fullstop run -- "- fix the tests"; or pipe it in: fullstop run -',
    ),
  ],
  [
    'a prompt with a leading dash behind options, which stay',
    ['run', '-a', 'claude', '--max-time', '2h', '- fix the tests'],
    err(
      'run: "- fix the tests" begins with a dash, so it reads as an option',
      'put -- before the prompt: fullstop run -a claude --max-time 2h -- "- fix the tests"; or pipe it in: fullstop run -a claude --max-time 2h -',
    ),
  ],
  [
    'a prompt without a command',
    ['fix', 'the', 'tests'],
    err('there is no command "fix"', 'to give an agent a task: fullstop run "fix the tests"'),
  ],
  [
    'a task without a command',
    ['task_7k3f'],
    err('there is no command "task_7k3f"', 'to look at a task: fullstop show task_7k3f'),
  ],
  [
    'a mistyped command of a command',
    ['checks', 'fnid'],
    err('there is no command "checks fnid"', 'did you mean `fullstop checks find`?'),
  ],
  ['a name of other programs', ['ls'], err('there is no command "ls"', 'did you mean `fullstop tasks`?')],
  [
    'an option taken for a command',
    ['undo'],
    err('there is no command "undo"', 'did you mean `fullstop init --undo`?'),
  ],
  [
    'two letters in the wrong order',
    ['stauts'],
    err('there is no command "stauts"', 'did you mean `fullstop status`?'),
  ],
  ['a short word far from all', ['foo'], err('there is no command "foo"', 'run `fullstop --help` for the list')],
  ['the letter of another option in front', ['-v'], err('there is no option -v here', 'did you mean -V?')],
  ['a misspelt option in front', ['--hlep'], err('there is no option --hlep here', 'did you mean --help?')],
  ['a command of ours alone', ['reapr'], err('there is no command "reapr"', 'run `fullstop --help` for the list')],
  [
    'help for a misspelt command',
    ['help', 'taks'],
    err('there is no command "taks"', 'did you mean `fullstop tasks`?'),
  ],
  [
    'a missing task',
    ['cancel'],
    err('cancel: TASK is missing', '`fullstop tasks` lists them, then: fullstop cancel TASK'),
  ],
  [
    'a folder that is not there',
    ['-C', 'nowhere', 'status'],
    err('there is no folder "nowhere"', 'name one that is there: -C DIR'),
  ],
  ['no folder behind its option', ['-C'], err('-C needs a folder', 'name it: fullstop -C DIR COMMAND')],
]

for (const [name, args, expected] of slips) {
  test(`[slips] U13: ${name}`, async () => {
    using room = newRoom()
    expect(await room.run(args)).toEqual(expected)
  })
}

test('[prompt-dash] U13: a prompt may begin with a dash, behind -- or on standard input', async () => {
  for (const prompt of ['- write the answer', '--fast is broken']) {
    using ran = await running()
    ran.script([honest])
    const options = { env: ran.env }
    await ran.room.run(['run', '-a', 'claude', '-q', '--', prompt, '--', '--verbose'], options)
    expect((await ran.room.tasks()).map(({ title }) => title)).toEqual([prompt])
    expect(ran.calls()[0]?.argv).toContain('--verbose')
  }
  using piped = await running()
  piped.script([honest])
  await piped.room.run(['run', '-a', 'claude', '-q', '-'], { env: piped.env, input: '-- from a pipe' })
  expect((await piped.room.tasks()).map(({ title }) => title)).toEqual(['-- from a pipe'])
})

test('[short-options] U13: -C before and after the command, -h and -V', async () => {
  using room = newRoom()
  const other = join(room.home, 'other')
  mkdirSync(other)
  const folders = [
    ['-C', other, 'status', '--json'],
    [`--folder=${other}`, 'status', '--json'],
    ['status', '--json', '-C', other],
    ['status', '--json'],
  ]
  const seen = []
  for (const args of folders) seen.push((JSON.parse((await room.run(args)).stdout) as { folder: string }).folder)
  expect(seen).toEqual([other, other, other, room.cwd])
  expect((await room.run(['-V'])).stdout).toBe(`${version}\n`)
  expect(await room.run(['status', '-h'])).toEqual(await room.run(['help', 'status']))
})

test('[version] U13: version names the program and its state folder', async () => {
  using room = newRoom()
  const { stdout } = await room.run(['version'])
  expect(stdout.split('\n')[0]).toBe(`fullstop ${version}`)
  expect(JSON.parse((await room.run(['version', '--json'])).stdout)).toMatchObject({ version, state: room.state })
})

test.skipIf(!hasTmux)('[status] U13: a folder that nothing was done in', async () => {
  using room = newRoom()
  expect(await screenOf(room, ['status'], { columns: 80, env: { PATH: '/usr/bin:/bin' } })).toEqual([
    '~/project',
    '',
    'mode     balanced (default): a stop without a claim is refused after substantial',
    '         work; `fullstop run` is always strict',
    'checks   none, so nothing can be proven: fullstop checks find',
    'agents   none found: `fullstop agents` lists those that Fullstop works with',
    'open     no task is open',
    'waiting  nothing waits for you',
  ])
})

test('[status] of each check what holds for the files that are there, not what ran last', async () => {
  using ran = await running([ANSWER])
  const { room, env, repository } = ran
  const checkLine = async (): Promise<string> =>
    /answer: .*$/m.exec((await room.run(['status'], { env })).stdout)?.[0].replace(/\d+s/, 'Ns') ?? ''
  repository.write('answer', '42\n')
  await room.run(['check'], { env })
  expect(await checkLine()).toBe('answer: passed Ns ago')
  repository.write('answer', '41\n')
  expect(await checkLine()).toBe('answer: passed Ns ago, on other files than now')
  await room.run(['check'], { env })
  expect(await checkLine()).toBe('answer: failed Ns ago')
  repository.write('answer', '42\n')
  expect(await checkLine()).toBe('answer: passed Ns ago')
})

test('[status] U13: mode, checks, trust, agents, open tasks and what waits, for people and for scripts', async () => {
  using ran = await running([ANSWER])
  const { room, env } = ran
  const session = claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } })
  await session.type('Build the parser.')
  const { stdout, stderr } = await room.run(['status'], { env: { ...env, FULLSTOP_MODE: 'strict' } })
  expect(stderr).toBe('')
  expect(stdout).toContain('strict (environment, FULLSTOP_MODE)')
  expect(stdout).toContain('answer: trusted, not run yet')
  expect(stdout).toContain('gate not installed: fullstop init --agent claude')
  expect(stdout).toMatch(/open {5}task_\w+ {2}open, claude, \d+s old: Build the parser\./)
  const status = JSON.parse((await room.run(['status', '--json'], { env })).stdout) as Record<string, unknown>
  expect(status).toMatchObject({
    folder: room.cwd,
    mode: { value: 'balanced', origin: 'default' },
    checks: [{ name: 'answer', isTrusted: true }],
    trusted: true,
    openElsewhere: 0,
    waiting: [],
  })
  writeFileSync(join(room.cwd, 'fullstop.json'), '{"checks":[{"name":"other","run":"true"}]}')
  expect((await room.run(['status'], { env })).stdout).toContain('other: not trusted, so not run: fullstop trust')
  writeFileSync(join(room.cwd, 'fullstop.json'), '{"checks":[{"name":"gone","run":"no-such-program"}]}')
  await room.run(['trust', '--yes'], { env })
  await room.run(['check'], { env })
  expect((await room.run(['status'], { env })).stdout).toMatch(/gone: could-not-run \d+s ago: fullstop check$/m)
  const elsewhere = join(room.home, 'elsewhere')
  mkdirSync(elsewhere)
  expect((await room.run(['status'], { env, cwd: elsewhere })).stdout).toContain('none here, 1 in other folders')
})

test.skipIf(isVariant)(
  '[status] U13: where the last run did not finish, status names the way to continue it',
  async () => {
    const openLines = async ({ room, env }: Running): Promise<string> =>
      maskIds(/^open .*\n(?: .*\n)*/m.exec((await room.run(['status'], { env })).stdout)?.[0] ?? '')
    using capped = await running()
    capped.script([stops, stops])
    await capped.run(['--max-continuations', '1'])
    expect(await openLines(capped)).toBe(
      'open     no task is open\n         the last run ended capped, to continue it: fullstop resume task_ID\n',
    )
    using completed = await running()
    completed.script([finishes])
    expect((await completed.run()).code).toBe(0)
    expect(await openLines(completed)).toBe('open     no task is open\n')
  },
)

test('[status] U13: status shows where init installed the gate', async () => {
  using ran = await running()
  const { room, env } = ran
  expect((await room.run(['init', '--agent', 'claude', '--yes'], { env })).code).toBe(0)
  expect((await room.run(['status'], { env })).stdout).toContain('Claude Code: gate installed (user scope)')
})

test.skipIf(isVariant)('[status] U13: a review that waits is named', async () => {
  using room = newRoom()
  const repository = makeRepository(room)
  await trustChecks(room, repository, [{ name: 'test', run: 'true' }], { review: 'always' })
  const session = claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } })
  await session.type('Build the parser.')
  session.edit()
  await session.sayAndStop(session.token)
  expect((await room.run(['status'])).stdout).toContain('waiting  1 task for your answer: fullstop review')
})

test('[status] a fullstop.json that cannot be used is not one that names no check', async () => {
  using room = newRoom()
  makeRepository(room, { 'fullstop.json': '{ "checks": [{ "name": "test", "run": 3 }] }\n' })
  const { code, stdout, stderr } = await room.run(['status'])
  expect(code).toBe(0)
  expect(stdout).toContain('checks   none while fullstop.json cannot be read')
  expect(stdout).not.toContain('names none')
  expect(stderr).toEndWith(
    'fullstop.json is ignored: "run" of check 1 cannot be 3: it takes a command line, or a list of program and arguments\n',
  )
})

test('[completions] U13: bash completes the ids of real tasks, folders and the values of options', async () => {
  using room = newRoom()
  const session = claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } })
  await session.type('Build the parser.')
  const [task] = await room.tasks()
  const script = join(room.root, 'completions.bash')
  writeFileSync(script, (await room.run(['completions', 'bash'])).stdout)
  const offered = (...words: string[]): string[] => offeredIn(room.home, ...words)
  const offeredIn = (cwd: string, ...words: string[]): string[] => {
    const ask = `. '${script}'; COMP_WORDS=(${[binary, ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _fullstop; printf '%s\n' "\${COMPREPLY[@]}"`
    const { stdout } = Bun.spawnSync(['bash', '--norc', '-c', ask], { cwd, env: room.env })
    return stdout.toString().split('\n').filter(Boolean)
  }
  expect(offered('show', 'task_')).toEqual([task?.id ?? ''])
  expect(offered('status', '-C', 'pro')).toEqual(['project'])
  expect(offered('tasks', '--state', 'over')).toEqual(['over-budget'])
  expect(offered('config', 'set', 'notify.d')).toEqual(['notify.desktop'])
  expect(offered('comp')).toEqual(['completions'])
  expect(offered('config', 'set', 'mode', '')).toEqual(['strict', 'balanced', 'watch', 'off'])
  expect(offered('config', 'set', '--project', 'mode', 'st')).toEqual(['strict'])
  expect(offered('config', 'get', 'mode', '')).toEqual([])
  expect(offered('config', 'set', 'agent', 'cl')).toEqual(['claude'])
  writeConfig(room, {
    checks: [
      { name: 'lint', run: 'true' },
      { name: 'two words', run: 'true' },
    ],
  })
  expect(offeredIn(room.cwd, 'check', '')).toEqual(['lint'])
  for (const line of [
    ['-C', room.cwd, 'check', ''],
    ['--folder', '=', room.cwd, 'check', ''],
    ['check', '-C', room.cwd, ''],
  ])
    expect([line, offered(...line)]).toEqual([line, ['lint']])
  expect(offered('-C', 'pro')).toEqual(['project'])
  expect(offered('-C', room.cwd, 'config', 'set', 'mode', 'st')).toEqual(['strict'])
  // Open, not paused, not run by us, and not waiting for anybody.
  expect(['cancel', 'unpause', 'attach', 'review'].map((name) => offered(name, 'task_'))).toEqual([
    [task?.id ?? ''],
    [],
    [],
    [],
  ])
  await room.run(['cancel', task?.id ?? '', '--yes'])
  expect(offered('cancel', 'task_')).toEqual([])
  expect(offered('show', 'task_')).toEqual([task?.id ?? ''])
})

test.skipIf(!hasTmux)('[help] in a window the last lines of the overview say how to begin', async () => {
  using room = newRoom()
  const screen = await screenOf(room, ['--help'], { columns: 80 })
  expect(screen.filter((line) => line !== '').slice(-3)).toEqual([
    '`fullstop help COMMAND` has options and examples.',
    'To begin: `fullstop init`, then `fullstop doctor`; or `fullstop run`. What is',
    'on: `fullstop status`. From the top: `fullstop help | less`.',
  ])
})
