// `npm run bench:store`: what hooks and commands cost with many tasks in the store, against an empty one. Processor time
// of the whole process, medians of interleaved runs.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event } from '../src/contract/event.ts'
import { openSqliteStore } from '../src/adapters/store/sqlite/sqlite-store.ts'
import { asked, POLICY } from '../src/domain/tasks/events.fixture.ts'
import { LAST_WORDS, TURN, writeTranscript } from './transcript.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30)
const MANY = 10_000
const MOST = 20_000
const AT_MOST = 1.2
const AT_ONCE = 250
const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-store-'))
const home = join(temp, 'home')
const folder = join(home, 'project')
const transcript = join(home, '.claude', 'projects', 'bench.jsonl')

interface Case {
  readonly name: string
  readonly args: readonly string[]
  readonly input: (round: number) => string
}

const cases: readonly Case[] = [
  { name: 'hook Stop', args: ['hook', 'claude'], input: (round) => payload('Stop', `stop-${round}`) },
  {
    name: 'hook SessionStart',
    args: ['hook', 'claude'],
    input: (round) => payload('SessionStart', `start-${round}`),
  },
  { name: 'tasks', args: ['tasks'], input: () => '' },
  { name: 'review', args: ['review'], input: () => '' },
  { name: 'show', args: ['show', 'task_first'], input: () => '' },
]

try {
  await prepare()
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, args, input } of cases) {
      for (const store of ['empty', 'many']) {
        add(times, `${name}, ${store}`, run(store, args, input(round)))
      }
    }
    add(times, 'show of the oldest, most', run('most', ['show', 'task_first'], ''))
  }
  report(new Map([...times].map(([name, list]) => [name, median(list)])))
} finally {
  rmSync(temp, { recursive: true, force: true })
}

/** `empty` holds the one task that `show` is asked for, and that `review` lists. */
async function prepare(): Promise<void> {
  mkdirSync(join(home, '.claude', 'projects'), { recursive: true })
  mkdirSync(folder)
  writeTranscript(transcript, 'claude', 'calls and text', 100)
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build failed: ${stderr}`)
  await fill('empty', 0, 1)
  cpSync(join(temp, 'empty'), join(temp, 'many'), { recursive: true })
  await fill('many', 1, MANY)
  cpSync(join(temp, 'many'), join(temp, 'most'), { recursive: true })
  await fill('most', MANY, MOST)
}

/** By the product's own append, many tasks in each. */
async function fill(name: string, from: number, to: number): Promise<void> {
  const store = openSqliteStore({ home: join(temp, name), busyMs: 5000 })
  for (let first = from; first < to; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, to - first) }, (_, index) => first + index)
    const appended = await store.append(numbers.flatMap(eventsOf))
    if (appended !== 'appended') throw new Error(`the store was not filled: ${appended}`)
  }
  store.close()
}

/** A task as a session leaves it: asked for, refused twice, claimed and ended; none is past its time yet. */
function eventsOf(number: number): Event[] {
  const name = number === 0 ? 'first' : `n${number}`
  const began = Date.now() - 20 * 24 * 3_600_000 + number * 1000
  const at = (second: number): string => new Date(began + second).toISOString()
  const session = { session: `ses_${name}` }
  const head = { ...session, task: `task_${name}` }
  const request = `req_${name}`
  const stop = (nth: number): Event => ({
    ...head,
    id: `evt_${name}_stop_${nth}`,
    at: at(2 + nth),
    kind: 'stop.decided',
    request,
    key: `key_${nth}`,
    decision: {
      kind: 'continue',
      rule: 11,
      because: [{ code: 'no-claim', text: 'nothing says that the task is done' }],
      say: `FULLSTOP (${nth}/5) Stop refused: nothing says that the task is done. `.repeat(4),
      fingerprint: '11',
      counts: ['refusal'],
    },
    continuations: nth,
    lastWords: LAST_WORDS.repeat(10),
    nearMisses: [],
  })
  return [
    {
      ...session,
      id: `evt_${name}_seen`,
      at: at(0),
      kind: 'session.seen',
      agent: 'claude',
      agentSessionId: name,
      attended: true,
      source: 'startup',
      cwd: folder,
      host: `${number}-1`,
    },
    { ...head, id: `evt_${name}_task`, at: at(1), kind: 'task.opened', agent: 'claude', cwd: folder, policy: POLICY },
    {
      ...head,
      id: `evt_${name}_request`,
      at: at(1),
      kind: 'request.opened',
      request,
      prompt: `Add rate limiting to part ${number} of the API, with tests.`,
      isQuestion: false,
      heard: true,
    },
    stop(1),
    stop(2),
    number === 0
      ? ({ ...stop(3), at: at(9), decision: asked } as Event)
      : { ...head, id: `evt_${name}_end`, at: at(9), kind: 'task.ended', outcome: 'unverified', because: [] },
  ]
}

function payload(event: string, session: string): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: transcript,
    cwd: folder,
    prompt_id: TURN,
    permission_mode: 'default',
    hook_event_name: event,
    ...(event === 'Stop'
      ? {
          stop_hook_active: false,
          last_assistant_message: LAST_WORDS,
          background_tasks: [],
          session_crons: [],
        }
      : { source: 'startup' }),
  })
}

function run(store: string, args: readonly string[], input: string): number {
  const { exitCode, resourceUsage, stderr } = Bun.spawnSync([join(root, 'dist', 'fullstop'), ...args], {
    cwd: folder,
    stdin: Buffer.from(input),
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      FULLSTOP_HOME: join(temp, store),
      FULLSTOP_MODE: 'strict',
      FULLSTOP_MAX: '0',
    },
  })
  if (exitCode !== 0) throw new Error(`fullstop ${args.join(' ')} ended with exit ${exitCode}: ${stderr.toString()}`)
  return Number(resourceUsage.cpuTime.total) / 1000
}

function add(times: Map<string, number[]>, name: string, ms: number): void {
  times.set(name, [...(times.get(name) ?? []), ms])
}

function median(list: readonly number[]): number {
  return list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0
}

function report(medians: ReadonlyMap<string, number>): void {
  const of = (name: string): number => medians.get(name) ?? Number.NaN
  const goals = [
    ...cases.map(({ name }) => ({
      name: `${name}: ${MANY} tasks / none`,
      ratio: of(`${name}, many`) / of(`${name}, empty`),
      atMost: AT_MOST,
    })),
    {
      name: `show of the oldest: ${MOST} tasks / one`,
      ratio: of('show of the oldest, most') / of('show, empty'),
      atMost: AT_MOST,
    },
  ]
  const lines = [
    `median of ${ROUNDS} interleaved runs, processor time, ${arch()}, ${cpus().length} cores`,
    '',
    ...[...medians].map(([name, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${name}`),
    '',
    ...goals.map(
      ({ name, ratio, atMost }) =>
        `${ratio.toFixed(2).padStart(8)}     ${name} (goal: at most ${atMost}${ratio > atMost ? ', MISSED' : ''})`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  mkdirSync(join(root, 'bench', 'results'), { recursive: true })
  writeFileSync(
    join(root, 'bench', 'results', 'store.json'),
    `${JSON.stringify({ rounds: ROUNDS, arch: arch(), medians: Object.fromEntries(medians), goals }, null, 2)}\n`,
  )
}
