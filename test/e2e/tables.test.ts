// Lists and tables in real windows of 80 and 120 columns, and what a pipe gets: whole values.
import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession } from '../fake-agents/claude-session.ts'
import { isVariant } from '../rounds.ts'
import { unverified } from './expected.ts'
import { hasTmux, screenOf } from './pane.ts'
import { makeRepository, trustChecks } from './repository.ts'
import { newRoom, type Room } from './room.ts'

const strict = { FULLSTOP_MODE: 'strict' }
const LONG =
  'Migrate the whole application to the new storage layer, keep the old one readable, and write tests for both of them.'

/** Ages made equal, each in as many columns as before. */
const aged = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(/\b\d{1,3}[sm]\b/g, (age) => 'N'.padEnd(age.length, 'N')))

async function openIn(room: Room, request: string, folder = room.cwd): Promise<ClaudeSession> {
  mkdirSync(folder, { recursive: true })
  const session = claudeSession({ ...room, cwd: folder }, { env: strict })
  await session.type(request)
  session.edit()
  return session
}

/** An open task with a long request, and an ended one in another folder. */
async function twoTasks(room: Room): Promise<string> {
  const other = join(room.home, 'clients', 'a-rather-long-name', 'website')
  const session = await openIn(room, 'Write the docs.', other)
  expect(await session.sayAndStop(session.token)).toEqual(unverified)
  await openIn(room, LONG)
  return other
}

test.skipIf(!hasTmux)('[tables-fit] U11: where there are no tasks, the sentence breaks between words', async () => {
  using room = newRoom()
  expect(await screenOf(room, ['tasks'], { columns: 80 })).toEqual([
    'No tasks yet. One opens with `fullstop run`, and with a prompt in your agent',
    'once `fullstop init` has set it up.',
  ])
  await openIn(room, 'Write the docs.', join(room.home, 'elsewhere'))
  expect(await screenOf(room, ['tasks', '--here'], { columns: 80 })).toEqual([
    'No task was opened in this folder. `fullstop tasks` lists those of all folders.',
  ])
})

test.skipIf(!hasTmux)('[tables-fit] U11 U12: tasks at 80 and 120 columns', async () => {
  using room = newRoom()
  await twoTasks(room)
  expect(aged(await screenOf(room, ['tasks'], { columns: 80 }))).toEqual([
    'TASK           STATE       AGENT   AGE  FOLDER               REQUEST',
    'task_ID  open        claude  NN   ~/project            Migrate the whole…',
    'task_ID  unverified  claude  NN   …-long-name/website  Write the docs.',
  ])
  expect(aged(await screenOf(room, ['tasks'], { columns: 120 }))).toEqual([
    'TASK           STATE       AGENT   AGE  REFUSED  FOLDER                               REQUEST',
    'task_ID  open        claude  NN   0        ~/project                            Migrate the whole application to…',
    'task_ID  unverified  claude  NN   0        …clients/a-rather-long-name/website  Write the docs.',
  ])
})

test.skipIf(!hasTmux)(
  '[tables-fit] U11: output of checks, paths of logs and diffs break nowhere in mid-word',
  async () => {
    using room = newRoom()
    const words = 'expected the total of the basket to be forty-two euros and got forty-one euros and a half instead'
    const repository = makeRepository(room)
    await trustChecks(room, repository, [{ name: 'test', run: ['sh', '-c', `echo "${words}"; exit 1`] }])
    const checked = await screenOf(room, ['check'], { columns: 80 })
    expect(checked.filter((line) => line.length > 80)).toEqual([])
    expect(checked.join(' ').replaceAll(/[\s│]+/g, ' ')).toContain(words)
    expect(checked.join('\n')).toMatch(/^ {4}log:(?: |\n {4})\S+\.log$/m)
    const shown = await screenOf(room, ['evidence'], { columns: 80 })
    expect(shown.filter((line) => line.length > 80)).toEqual([])
    const planned = await screenOf(room, ['init', '--dry-run', '--agent', 'claude'], { columns: 80, rows: 200 })
    expect(planned.filter((line) => line.length > 80)).toEqual([])
    expect(planned.join('\n')).not.toMatch(/[a-z]\n[a-z]/)
  },
)

test.skipIf(isVariant || !hasTmux)(
  '[tables-fit] U11: sentences at the end of a command break between words',
  async () => {
    using room = newRoom()
    makeRepository(room, { 'Cargo.toml': '[package]\nname = "basket"\n' })
    const env = { FULLSTOP_HOME: join(room.home, '.local', 'state', 'fullstop', 'work') }
    const ends = async (...args: string[]): Promise<string[]> =>
      (await screenOf(room, args, { columns: 80, env })).filter((line) => line !== '')
    expect((await ends('doctor')).slice(-2)).toEqual([
      'No agent was found. Install one, then run `fullstop init`. `fullstop agents`',
      'lists them.',
    ])
    expect((await ends('init', '--agent', 'claude', '--watch', '--yes')).slice(7, 9)).toEqual([
      'Checks found in ~/project: test. `fullstop checks find --write` keeps them,',
      '`fullstop trust` lets them run.',
    ])
    expect((await ends('init', '--enforce', '--yes')).slice(-3)).toEqual([
      'Refusing is on: mode balanced instead of watch.',
      'It holds from the next task on; a task that is open keeps the mode that it began',
      'with.',
    ])
    const records = ['Your records stay in ~/.local/state/fullstop/work; delete that folder to erase', 'them.']
    expect((await ends('uninstall', '--yes')).slice(-4)).toEqual([
      'Taken back.',
      ...records,
      'The program itself goes with `npm uninstall -g fullstop`.',
    ])
    expect(await screenOf(room, ['init', '--undo'], { columns: 80, env })).toEqual([
      'Nothing of ours was found in the files of your agents.',
      ...records,
    ])
  },
)

test('[tables-fit] U11: a pipe gets whole values', async () => {
  using room = newRoom()
  const other = await twoTasks(room)
  const { stdout } = await room.run(['tasks'])
  expect(stdout).toContain(`${room.cwd}  `)
  expect(stdout).toContain(other)
  expect(stdout).toContain(LONG)
})

test('[tasks-filter] U12: --here, --state and --agent choose, also for scripts', async () => {
  using room = newRoom()
  const other = await twoTasks(room)
  const titles = async (...args: string[]): Promise<unknown[]> =>
    (JSON.parse((await room.run(['tasks', '--json', ...args])).stdout) as { title: string }[]).map(({ title }) => title)
  expect(await titles()).toEqual([LONG, 'Write the docs.'])
  expect(await titles('--here')).toEqual([LONG])
  expect(await titles('--here', '-C', other)).toEqual(['Write the docs.'])
  expect(await titles('--state', 'open')).toEqual([LONG])
  expect(await titles('--state', 'ended')).toEqual(['Write the docs.'])
  expect(await titles('--state', 'unverified', '-a', 'claude')).toEqual(['Write the docs.'])
  expect(await titles('-a', 'codex')).toEqual([])
  expect(await room.run(['tasks', '--state', 'opn'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'fullstop: tasks: there is no state "opn"\n  next: did you mean --state open?\n',
  })
  const bogus = await room.run(['tasks', '--agent', 'clade'])
  expect([bogus.code, bogus.stdout]).toEqual([2, ''])
  expect(bogus.stderr).toStartWith('fullstop: there is no agent "clade"\n  next: did you mean claude? Known: claude, ')
  const here = await room.run(['tasks', '--here'], { cwd: room.home })
  expect(here.stdout).toBe('No task was opened in this folder. `fullstop tasks` lists those of all folders.\n')
})

test('[newest-here] U12: without a task, the newest of this folder is meant, else of its repository, and none of another', async () => {
  using room = newRoom()
  makeRepository(room)
  const other = await twoTasks(room)
  await openIn(room, 'Later, elsewhere.', other)
  const below = join(room.cwd, 'src')
  mkdirSync(below)
  for (const args of [['show'], ['log'], ['brief']]) {
    for (const cwd of [room.cwd, below]) {
      const { stdout, stderr } = await room.run(args, { cwd })
      expect([stdout.includes('Migrate'), stderr]).toEqual([true, ''])
    }
    expect((await room.run(args, { cwd: other })).stdout).toContain('Later, elsewhere.')
    const { code, stdout, stderr } = await room.run(args, { cwd: room.home })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^fullstop: no task was opened in this folder\n {2}next: name a task: the newest is task_\w+ in .*website; `fullstop tasks` lists them all\n$/,
    )
  }
  const { code, stderr } = await room.run(['evidence'], { cwd: room.home })
  expect([code, stderr.split('\n')[0]]).toEqual([1, 'fullstop: no task was opened in this folder'])
})

test.skipIf(!hasTmux)('[show-story] U12: show tells a task in five lines, at 80 and 120 columns', async () => {
  using room = newRoom()
  const repository = makeRepository(room, { 'check.sh': 'exit 3\n' })
  await trustChecks(room, repository, [{ name: 'test', run: 'sh check.sh' }])
  const session = await openIn(room, LONG)
  await session.sayAndStop('Half of it.')
  repository.write('answer', '42\n')
  await session.sayAndStop(`I am done.\n\n${session.token}`)
  const masked = (lines: readonly string[]): string[] =>
    aged(lines.map((line) => line.replace(/\d+(?:\.\d)? ?m?s$/, 'SPAN')))
  const told = (...asked: readonly string[]): string[] => [
    'task_ID  open  claude, mode strict, opened NN ago',
    'in ~/project',
    '',
    ...asked,
    'did      2 turns, sent back 2 times, changed answer, SPAN',
    'claimed  success, by the done token',
    'checked  test failed (exit 3)',
    'ended    not yet, it is open: check "test" failed (exit 3)',
    '',
    'what that means: fullstop explain check-failed',
    'everything:      fullstop show task_ID --all',
  ]
  expect(masked(await screenOf(room, ['show'], { columns: 80 }))).toEqual(
    told(
      'asked    Migrate the whole application to the new storage layer, keep the old',
      '         one readable, and write tests for both of them.',
    ),
  )
  expect(masked(await screenOf(room, ['show'], { columns: 120 }))).toEqual(
    told(
      'asked    Migrate the whole application to the new storage layer, keep the old one readable, and write tests for both of',
      '         them.',
    ),
  )
})

test('[local-times] U13: log tells times by the reader’s clock, with --utc and --json as they are recorded', async () => {
  using room = newRoom()
  await openIn(room, 'Write the docs.')
  const [event] = await room.events()
  const utc = event?.at ?? ''
  const inTokyo = new Date(Date.parse(utc) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const env = { TZ: 'Asia/Tokyo' }
  expect((await room.run(['log'], { env })).stdout.slice(0, 19)).toBe(inTokyo)
  expect((await room.run(['log', '--utc'], { env })).stdout.slice(0, 24)).toBe(utc)
  expect((await room.run(['log', '--json'], { env })).stdout).toContain(`"at":"${utc}"`)
})

for (const columns of [80, 120]) {
  test.skipIf(!hasTmux || (isVariant && columns > 80))(
    `[tables-fit] U11: no line is wider than ${columns} columns`,
    async () => {
      using room = newRoom()
      const repository = makeRepository(room, { 'check.sh': 'echo "a line"; exit 3\n' })
      const run = `sh check.sh --with "an argument that is long" --and "another one that is long as well" ${'x'.repeat(40)}`
      await trustChecks(room, repository, [{ name: 'a-check-with-a-long-name', run, cwd: '.' }])
      const session = await openIn(room, LONG)
      await session.sayAndStop(`I am done.\n\n${session.token}`)
      for (const args of [
        ['tasks'],
        ['tasks', '--here'],
        ['show'],
        ['show', '--all'],
        ['log'],
        ['checks'],
        ['agents'],
        ['trust'],
        ['trust', '--list'],
        ['status'],
        ['evidence'],
      ]) {
        expect((await screenOf(room, args, { columns, rows: 100 })).length).toBeGreaterThan(0)
      }
    },
  )
}
