// Bad use of `run` and `resume`: a clear word on what is wrong and what to do, the right exit code, and nothing is started.
import { expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asked, nothingLeft, until } from './checking.ts'
import { finishes, REQUEST, running, type Running } from './running.ts'
import type { Env } from './room.ts'

interface Refused {
  readonly args: readonly string[]
  readonly code?: number
  readonly says: readonly string[]
  readonly env?: Env
  readonly input?: string
}

/** Nothing was opened, no agent was started, nothing was printed but the complaint. */
async function refused(at: Running, { args, code = 2, says, env = {}, input }: Refused): Promise<void> {
  const options = { env: { ...at.env, ...env }, ...(input === undefined ? {} : { input }) }
  const output = await at.room.run(args, options)
  expect([args.join(' ').slice(0, 80), output.code, output.stdout]).toEqual([args.join(' ').slice(0, 80), code, ''])
  for (const words of says) expect(output.stderr).toContain(words)
  expect(output.stderr).not.toMatch(/\bat .*\.ts:\d+|internal error/)
  expect(at.calls()).toEqual([])
  expect(await at.room.tasks()).toEqual([])
}

test('[run-usage] an agent that is unknown, not installed, or not to be run', async () => {
  using at = await running()
  const run = (...args: string[]): string[] => ['run', ...args, REQUEST]
  await refused(at, { args: run('--agent', 'claud'), says: ['there is no agent "claud"', 'did you mean claude?'] })
  await refused(at, { args: run('--agent', 'cursor'), says: ['there is no agent "cursor"', '--agent-command'] })
  const bare = { PATH: '/usr/bin:/bin' }
  const claude = ['Claude Code is not installed', 'npm install -g @anthropic-ai/claude-code']
  await refused(at, { args: run('--agent', 'claude'), code: 10, env: bare, says: claude })
  await refused(at, { args: run('--agent', 'codex'), code: 10, env: bare, says: ['npm install -g @openai/codex'] })
  chmodSync(join(at.room.root, 'bin', 'claude'), 0o644)
  await refused(at, {
    args: run('--agent', 'claude'),
    code: 10,
    env: { PATH: `${at.room.root}/bin:/usr/bin:/bin` },
    says: claude,
  })
  const missing = { code: 10, says: ['there is no program "no-such-agent"'] }
  await refused(at, { args: run('--agent-command', 'no-such-agent --fast'), ...missing })
  writeFileSync(at.file('notes.txt'), 'no program')
  await refused(at, {
    args: run('--agent-command', './notes.txt'),
    code: 10,
    says: ['"./notes.txt" is a file that may not be executed', '`chmod +x ./notes.txt`', '"sh ./notes.txt"'],
  })
  await refused(at, {
    args: run('--agent-command', 'notes.txt'),
    code: 10,
    says: ['there is no program "notes.txt" on the PATH', 'did you mean ./notes.txt?'],
  })
  await refused(at, {
    args: run('--agent-command', './none.sh'),
    code: 10,
    says: ['there is no program "./none.sh"', `there is no file ${at.file('none.sh')}`],
  })
})

test('[run-usage] without --agent: the only one that is here, else say which', async () => {
  using at = await running()
  const bin = join(at.room.root, 'bin')
  const env = { PATH: `${bin}:/usr/bin:/bin` }
  await refused(at, {
    args: ['run', REQUEST],
    env,
    says: ['more than one agent is installed: claude, codex', '--agent claude;'],
  })
  await refused(at, {
    args: ['run', REQUEST],
    code: 10,
    env: { PATH: '/usr/bin:/bin' },
    says: [
      'no agent is installed: none of claude, codex',
      '`npm install -g @anthropic-ai/claude-code`',
      '--agent-command',
    ],
  })
  rmSync(join(bin, 'codex'))
  at.script([], finishes)
  const { code, calls } = await at.goOn(['run', REQUEST], { env })
  expect([code, calls.length]).toEqual([0, 1])
})

test('[run-usage] a prompt that is empty or cannot be read, a folder that is missing', async () => {
  using at = await running()
  for (const empty of ['', ' \n\t '])
    await refused(at, { args: ['run', '--agent', 'claude', empty], says: ['the prompt is empty'] })
  await refused(at, {
    args: ['run', '--agent', 'claude'],
    input: '\n',
    says: ['the prompt is empty', 'fullstop run "'],
  })
  await refused(at, { args: ['run', '--agent', 'claude', '-'], input: '', says: ['the prompt is empty'] })
  await refused(at, { args: ['run', '--agent', 'claude', '@missing.md'], says: ['there is no file missing.md here'] })
  mkdirSync(at.file('folder.md'))
  await refused(at, { args: ['run', '--agent', 'claude', '@folder.md'], says: ['folder.md cannot be read'] })
  writeFileSync(at.file('empty.md'), '\n')
  await refused(at, { args: ['run', '--agent', 'claude', '@empty.md'], says: ['the prompt is empty'] })
  const folder = ['run', '--agent', 'claude', '--folder']
  await refused(at, { args: [...folder, 'no/such', REQUEST], says: ['there is no folder', 'no/such'] })
  await refused(at, { args: [...folder, 'empty.md', REQUEST], says: ['there is no folder'] })
})

test('[run-usage] numbers, times and words that no option takes', async () => {
  using at = await running()
  const bad: readonly (readonly [string, string])[] = [
    ['--max-continuations', 'x'],
    ['--max-continuations', '-1'],
    ['--max-continuations', '1.5'],
    ['--max-time', '5'],
    ['--max-time', '0s'],
    ['--max-time', 'soon'],
    ['--max-tokens', '1e6'],
    ['--max-tokens', '0'],
    ['--max-cost', '$5'],
    ['--max-cost', '0'],
    ['--max-cost', '-2'],
    ['--idle-timeout', '0s'],
    ['--settle', 'long'],
    ['--limit-wait', 'maybe'],
    ['--continue', 'sometimes'],
    ['--permissions', 'root'],
    ['--no-such-option', 'x'],
  ]
  for (const [option, value] of bad) {
    const says = [
      option === '--max-tokens' && value === '0'
        ? 'budget'
        : option === '--max-cost' && value === '0'
          ? 'budget'
          : option,
    ]
    await refused(at, { args: ['run', '--agent', 'claude', `${option}=${value}`, REQUEST], says })
  }
})

test('[run-usage] options that do not go together, and lines that are for a shell', async () => {
  using at = await running()
  const cases: readonly (readonly [readonly string[], string])[] = [
    [['--agent', 'claude', '--agent-command', 'cat'], 'exclude each other'],
    [['--agent', 'claude', '--pty'], '--pty is for --agent-command'],
    [['--agent-command', 'cat | tee log'], "use sh -c '…'"],
    [['--agent-command', 'cat && true'], "use sh -c '…'"],
    [['--agent-command', 'cat "log'], '--agent-command'],
    [['--agent', 'claude', 'one prompt too many'], 'run'],
  ]
  for (const [args, says] of cases) await refused(at, { args: ['run', ...args, REQUEST], says: [says] })
  await refused(at, { args: ['run', '--agent-command', '', REQUEST], code: 2, says: ['--agent-command'] })
})

test('[run-usage config-errors] a broken config is told before anything is started', async () => {
  using at = await running()
  writeFileSync(at.file('fullstop.json'), '{ "checks": [ }')
  await refused(at, { args: ['run', '--agent', 'claude', REQUEST], says: ['fullstop.json'] })
})

test('[run-usage] one run in a folder at a time, by whatever path it is named', async () => {
  using at = await running()
  const open = join(at.room.root, 'open')
  at.script([[{ do: 'hang', until: open }, ...finishes]])
  const first = at.run()
  await until(() => at.calls().length === 1)
  const link = join(at.room.root, 'link')
  symlinkSync(at.room.cwd, link)
  for (const where of [[], ['--folder', link]]) {
    const second = await at.room.run(['run', '--agent', 'claude', ...where, 'Something else.'], { env: at.env })
    expect([second.code, second.stdout]).toEqual([2, ''])
    expect(second.stderr).toContain('another run is at work in')
    expect(second.stderr).toContain('Write the answer.')
    expect(second.stderr).toMatch(/fullstop cancel task_[0-9a-z]{8}/)
  }
  const resumed = await at.room.run(['resume'], { env: at.env })
  expect(resumed.code).toBe(2)
  writeFileSync(open, '')
  const { code, calls } = await first
  expect([code, calls.length]).toEqual([0, 1])
  expect(await at.room.tasks()).toHaveLength(1)
  await nothingLeft(at.room)
})

test('[run-usage] resume: nothing was run here, no such task, a task of a hook, a budget of nothing', async () => {
  using at = await running()
  await refused(at, { args: ['resume'], code: 1, says: ['nothing was run in this folder'] })
  await refused(at, { args: ['resume', 'task_00000000'], code: 1, says: ['task_00000000'] })
  await asked(at.room)
  const [hooked] = await at.room.tasks()
  const output = await at.room.run(['resume', hooked?.id ?? ''], { env: at.env })
  expect([output.code, output.stdout]).toEqual([2, ''])
  expect(output.stderr).toContain('was not opened by `fullstop run`')
  expect(output.stderr).toContain('fullstop brief')
  expect(existsSync(join(at.room.root, 'agent', 'calls'))).toBe(false)
})
