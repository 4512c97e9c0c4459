// `fullstop run --tasks tracker:NAME`: the items of another tracker, by a real program that keeps its own file.
import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import type { Act, Turn } from '../fake-agents/script.ts'
import { commandOf, processesOf } from '../processes.ts'
import { isVariant, someOf } from '../rounds.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { recorded } from './crashing.ts'
import { ALL_GOOD, type Listing, type ListRan, listing, makes, outcomesIn } from './listing.ts'
import { writeConfig, writeUserConfig } from './repository.ts'
import type { Env } from './room.ts'
import { claims } from './running.ts'

interface Tracked extends Listing {
  readonly runTracker: (args?: readonly string[], env?: Env) => Promise<ListRan>
  /** What it was called with, without what it read. */
  readonly trackerCalls: () => string[]
  readonly statuses: () => Record<string, string>
  readonly trackerFile: string
  readonly trackerEnv: Env
  /** It misbehaves no more. */
  readonly heal: () => void
}

const TRACKER = { name: 'small', list: 'tracker list', take: 'tracker take {id}', close: 'tracker close' }
const RUN = ['run', '--agent', 'claude', '--tasks', 'tracker:small']

interface Issue {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly [more: string]: unknown
}

const THREE: readonly Issue[] = [
  { id: 't-2', title: 'Write b', status: 'open', dependencies: [{ depends_on_id: 't-1', type: 'blocks' }] },
  { id: 't-1', title: 'Write a', status: 'open', description: 'In one line.', acceptance_criteria: '- it is there' },
  { id: 't-3', title: 'Write c', status: 'in_progress' },
]
const MEETS_CRITERION: Turn = [
  { do: 'write', file: 'a.txt', text: 'good\n' },
  claims('success', { criteria: [{ id: 'c1', state: 'met', by: 'a.txt' }] }),
]
const WRITES: readonly Turn[] = [MEETS_CRITERION, makes({ 'b.txt': 'good\n' }), makes({ 'c.txt': 'good\n' })]
/** Where one item shows it all. */
const ONE = THREE.slice(1, 2)
const ALL_DONE = { 't-1': 'completed', 't-2': 'completed', 't-3': 'completed' }

/** The commands are those of the user's own file, unless the config of the project is given. */
async function tracked(issues: readonly Issue[] = THREE, project: Config = {}): Promise<Tracked> {
  const at = await listing('', 'NOTES.md', {}, project)
  const trackerFile = join(at.room.root, 'issues.json')
  writeFileSync(trackerFile, JSON.stringify(issues))
  const program = join(import.meta.dirname, '..', 'fake-tracker', 'tracker-program.ts')
  const path = join(at.room.root, 'bin', 'tracker')
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(path, 0o755)
  const trackerEnv = { TRACKER_FILE: trackerFile }
  if (Object.keys(project).length === 0) writeUserConfig(at.room, { trackers: [TRACKER] })
  const calls = `${trackerFile}.calls`
  return {
    ...at,
    trackerFile,
    trackerEnv,
    runTracker: async (args = RUN, env = {}) => {
      const { code, stdout, stderr } = await at.goOn(args, { env: { ...trackerEnv, ...env } })
      return { code, stdout, stderr, items: outcomesIn(at.listEvents()) }
    },
    trackerCalls: () =>
      existsSync(calls)
        ? readFileSync(calls, 'utf8')
            .trim()
            .split('\n')
            .map((line) => line.replace(/ \{.*$/, ''))
        : [],
    statuses: () =>
      Object.fromEntries(
        (JSON.parse(readFileSync(trackerFile, 'utf8')) as Issue[]).map(({ id, status }) => [id, status]),
      ),
    heal: () => writeFileSync(`${trackerFile}.well`, ''),
  }
}

test('[lists-tracker] open items are taken, carried out in their order, and closed once they are merged', async () => {
  using at = await tracked()
  const looks: Act = { do: 'shell', line: `cat '${at.trackerFile}' > '${at.trackerFile}.seen'` }
  at.script([[looks, ...MEETS_CRITERION], ...WRITES.slice(1)])
  const before = at.checkout()
  const ran = await at.runTracker()
  expect([ran.code, ran.items]).toEqual([0, ALL_DONE])
  expect(ran.stdout).toContain('tracker:small, result on fullstop/list-')
  expect(at.trackerCalls()).toEqual(['list', 'take t-1', 'close t-1', 'take t-2', 'close t-2', 'take t-3', 'close t-3'])
  expect(at.statuses()).toEqual({ 't-1': 'closed', 't-2': 'closed', 't-3': 'closed' })
  // While the first was at work it was marked, and no other.
  const seen = JSON.parse(readFileSync(`${at.trackerFile}.seen`, 'utf8')) as Issue[]
  expect(seen.map(({ id, status }) => `${id} ${status}`)).toEqual(['t-2 open', 't-1 in_progress', 't-3 in_progress'])
  expect(at.checkout()).toEqual(before)
  // No file of a list is made up, and nothing but the work is committed.
  const subjects = at.repository.git('log', '--format=%s', '--first-parent', `main..${at.branch()}`)
  expect(
    subjects
      .replaceAll(/task_\w+/g, 'task')
      .trim()
      .split('\n'),
  ).toEqual(['Merge fullstop/task: Write c', 'Merge fullstop/task: Write b', 'Merge fullstop/task: Write a'])
  const [first] = at.calls()
  expect(first?.prompt).toContain('Write a\n\nIn one line.')
  expect(first?.prompt).toContain('This is one item of the list tracker:small.')
  // Take and close are told of the item on their standard input.
  const lines = readFileSync(`${at.trackerFile}.calls`, 'utf8').trim().split('\n')
  const told = (line = ''): unknown => JSON.parse(line.slice(line.indexOf('{')))
  const merged = at.listEvents().find((event) => event.kind === 'item.merged')
  const news = { id: 't-1', title: 'Write a', list: expect.stringMatching(/^list_/), task: expect.any(String) }
  expect(told(lines[1])).toEqual({ ...news, branch: expect.stringMatching(/^fullstop\/task_/) })
  expect(told(lines[2])).toMatchObject({ ...news, commit: merged?.kind === 'item.merged' ? merged.commit : '' })
})

test('[lists-tracker] an item that the tracker does not give is not started, nor what needs it; the others continue', async () => {
  using at = await tracked()
  // Somebody else closes it between list and take.
  const refusing = { ...TRACKER, take: `sh -c 'test "$1" != t-1 && tracker take "$1"' sh {id}` }
  writeUserConfig(at.room, { trackers: [refusing] })
  at.script([makes({ 'c.txt': 'good\n' })])
  const ran = await at.runTracker()
  expect(ran.items).toEqual({ 't-1': 'not-started', 't-2': 'not-started', 't-3': 'completed' })
  expect(ran.code).toBe(4)
  expect(ran.stdout).toContain('the command "take" of tracker:small ended with exit 1')
  expect(ran.stdout).toContain('it needs t-1, which is not completed')
  // Given now, it is carried out.
  writeUserConfig(at.room, { trackers: [TRACKER] })
  at.script([makes({ 'c.txt': 'good\n' }), ...WRITES.slice(0, 2)])
  const [opened] = at.listEvents()
  const again = await at.runTracker(['resume', opened && 'list' in opened ? opened.list : ''])
  expect([again.code, again.items]).toEqual([0, ALL_DONE])
})

test.each(
  someOf([
    ['garbage', 'the tracker\'s command "list" printed no JSON list'],
    ['flood', 'printed more than 4194304 bytes'],
    ['fail', 'the command "list" of tracker:small ended with exit 7: the server is away'],
  ] as const),
)('[lists-tracker] a list that is %s is refused before anything begins', async (mood, why) => {
  using at = await tracked()
  const ran = await at.runTracker(RUN, { TRACKER_MOOD: `list:${mood}` })
  expect([ran.code === 0, at.listEvents(), at.calls()]).toEqual([false, [], []])
  expect(ran.stderr).toContain(why)
  expect(ran.stderr).toContain('next: ')
})

test('[lists-tracker] a tracker that is not there, cannot run, or has nothing open is said', async () => {
  using at = await tracked([])
  const tell = async (args: readonly string[]): Promise<string> => {
    const { code, stderr } = await at.runTracker(args)
    expect(code).not.toBe(0)
    return stderr
  }
  const named = (name: string): string[] => [...RUN.slice(0, -1), `tracker:${name}`]
  expect(await tell(named('smal'))).toContain('did you mean tracker:small?')
  expect(await tell(named('other'))).toContain('name it in your config: "trackers"')
  expect(await tell(RUN)).toContain('the list holds no item; open an item in the tracker')
  writeUserConfig(at.room, { trackers: [{ ...TRACKER, list: 'no-such-program --json' }] })
  expect(await tell(RUN)).toContain('names the program "no-such-program", and there is none')
  writeUserConfig(at.room, { trackers: [{ ...TRACKER, list: 'tracker list | jq .' }] })
  expect(await tell(RUN)).toContain("is more than a program with arguments; write sh -c '…' sh {id} instead")
  expect(at.listEvents()).toEqual([])
})

test('[lists-tracker] a close that fails stops the list with the work merged; continued, it is closed once', async () => {
  using at = await tracked(ONE)
  at.script(WRITES)
  const ran = await at.runTracker(RUN, { TRACKER_MOOD: 'close:fail' })
  expect(ran.code).toBe(1)
  expect(ran.stderr).toContain('the command "close" of tracker:small ended with exit 7: the server is away')
  expect(ran.stderr).toMatch(/next: correct that, then continue: fullstop resume list_\w+\n$/)
  expect(at.statuses()).toMatchObject({ 't-1': 'in_progress' })
  at.heal()
  const again = await at.runTracker()
  expect([again.code, again.items, at.calls().length]).toEqual([0, { 't-1': 'completed' }, 1])
})

test.skipIf(isVariant)(
  '[lists-tracker] an item that was closed before is not closed twice, and that is said',
  async () => {
    using at = await tracked(ONE)
    const closes: Act = { do: 'shell', line: 'tracker close t-1 < /dev/null' }
    at.script([[closes, ...MEETS_CRITERION]])
    const ran = await at.runTracker()
    expect([ran.code, ran.items]).toEqual([0, { 't-1': 'completed' }])
    expect(ran.stderr).toContain('t-1 is closed already; it does not list t-1 any more, so that counts as closed')
  },
)

test('[lists-tracker] commands of a project run only while it is trusted, and trust shows them', async () => {
  const project = { checks: [ALL_GOOD], trackers: [TRACKER] }
  using at = await tracked(THREE, project)
  at.script(WRITES)
  const { screen } = await at.room.runAtTerminal(['trust', '--yes'])
  expect(screen).toContain('with --tasks tracker:small: tracker take {id}')
  // Changed since: nothing of it runs.
  writeConfig(at.room, { ...project, mode: 'strict' })
  const changed = await at.runTracker()
  expect([changed.code, at.trackerCalls()]).toEqual([2, []])
  expect(changed.stderr).toContain('fullstop.json names trackers, but is not trusted: fullstop trust')
  writeConfig(at.room, { checks: [ALL_GOOD], trackers: [TRACKER] })
  const revokes: Act = { do: 'shell', line: `rm -r '${join(at.room.state, 'trust')}'` }
  at.script([[revokes, ...MEETS_CRITERION]])
  const revoked = await at.runTracker()
  expect(revoked.code).not.toBe(0)
  expect(at.trackerCalls().filter((call) => call.startsWith('close'))).toEqual([])
})

test.skipIf(isVariant)('[lists-tracker] a list that ended is over: the next one has what is open then', async () => {
  using at = await tracked(ONE)
  at.script([MEETS_CRITERION, makes({ 'd.txt': 'good\n' })])
  expect((await at.runTracker()).code).toBe(0)
  const issues = JSON.parse(readFileSync(at.trackerFile, 'utf8')) as Issue[]
  writeFileSync(at.trackerFile, JSON.stringify([...issues, { id: 't-4', title: 'Write d', status: 'open' }]))
  at.repository.git('merge', '--quiet', at.branch())
  const ran = await at.runTracker()
  expect([ran.code, ran.items]).toEqual([0, { 't-1': 'completed', 't-4': 'completed' }])
  expect(at.calls()).toHaveLength(2)
})

test('[lists-tracker lists-crash] killed while take hangs, nothing of it stays, and the item is taken again', async () => {
  using at = await tracked(ONE)
  at.script(WRITES)
  const env = { ...at.room.env, ...at.env, ...at.trackerEnv, TRACKER_MOOD: 'take:hang' }
  const child = spawn(binary, RUN, { cwd: at.room.cwd, env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await until(() => at.trackerCalls().includes('take t-1'))
  const hanging = (): string[] =>
    processesOf(at.room.root)
      .map(commandOf)
      .filter((line) => line.includes('tracker-program'))
  expect(hanging()).toHaveLength(1)
  child.kill('SIGKILL')
  await ended
  await until(() => hanging().length === 0)
  at.heal()
  const ran = await at.runTracker()
  expect([ran.code, ran.items, at.calls().length]).toEqual([0, { 't-1': 'completed' }, 1])
  expect(at.statuses()).toEqual({ 't-1': 'closed' })
})

const MOMENTS: ReadonlyArray<readonly [command: string, call: string, worked: number]> = [
  ['list', 'list', 0],
  ['take', 'take t-1', 0],
  ['close', 'close t-1', 1],
]

test.each(isVariant ? MOMENTS.slice(-1) : MOMENTS)(
  '[lists-tracker] Ctrl-C ends %s at once, and the list continues there',
  async (command, call, worked) => {
    using at = await tracked(ONE)
    at.script(WRITES)
    const env = { ...at.room.env, ...at.env, ...at.trackerEnv, TRACKER_MOOD: `${command}:hang` }
    const child = spawn(binary, RUN, { cwd: at.room.cwd, env, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await until(() => at.trackerCalls().includes(call))
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(processesOf(at.room.root).map(commandOf).join('\n')).not.toContain('tracker-program')
    expect(at.trackerCalls().filter((one) => one === call)).toHaveLength(1)
    expect(at.calls()).toHaveLength(worked)
    at.heal()
    const ran = await at.runTracker()
    expect([ran.code, ran.items, at.calls().length]).toEqual([0, { 't-1': 'completed' }, 1])
  },
)

test.skipIf(isVariant)(
  '[lists-tracker lists-crash] killed at its events, every item is closed in the end, and none is worked on twice',
  async () => {
    const play = async (boundary: number | undefined): Promise<{ readonly end: unknown; readonly events: number }> => {
      using at = await tracked()
      at.script(WRITES)
      if (boundary !== undefined) await killAt(at, boundary)
      const { code, items } = await at.runTracker()
      const closes = at.trackerCalls().filter((call) => call.startsWith('close'))
      const end = {
        code,
        items,
        statuses: at.statuses(),
        closed: [...new Set(closes)],
        files: at.repository.git('ls-tree', '--name-only', at.branch()),
        calls: at.calls().map(({ prompt }) => prompt.split('\n')[0]),
        worktrees: at.worktrees().length,
      }
      return { end, events: at.room.allEvents().length }
    }
    const { end, events } = await play(undefined)
    const boundaries = Array.from({ length: events - FIRST_BOUNDARY }, (_, index) => index + FIRST_BOUNDARY)
    for (const boundary of someOf(boundaries)) expect((await play(boundary)).end).toEqual(end)
  },
)

/** Trust, and the event that opens the list. */
const FIRST_BOUNDARY = 2

async function killAt(at: Tracked, count: number): Promise<void> {
  const env = { ...at.room.env, ...at.env, ...at.trackerEnv }
  const child = spawn(binary, RUN, { cwd: at.room.cwd, env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await recorded(at.room, count, child)
  child.kill('SIGKILL')
  await ended
}
