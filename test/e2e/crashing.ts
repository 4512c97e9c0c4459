// What tests of crashes and interruptions of `fullstop run` share: a scripted agent in a room, a supervisor that can be
// killed, what the agent was told, and the search for what is left behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../src/contract/config/config.ts'
import type { Event, EventOf } from '../../src/contract/event.ts'
import type { TaskState } from '../../src/contract/state.ts'
import type { Act, Invocation } from '../fake-agents/crash-claude.ts'
import { binary } from './binary.ts'
import { fileIn, until } from './checking.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { type Env, newRoom, openDatabase, type Output, type Room } from './room.ts'

export const PROMPT = 'Write the answer into answer.txt.'
const fakeClaude = join(import.meta.dirname, '..', 'fake-agents', 'crash-claude.ts')

/** A supervisor at work. */
export interface Supervisor {
  readonly child: ChildProcess
  readonly ended: Promise<Output & { readonly signal: string | null }>
  readonly kill: () => Promise<void>
  /** Ctrl-C, heard: signals that come too close together are one. */
  readonly interrupt: () => Promise<void>
}

export interface Terminal {
  readonly type: (keys: string) => void
  readonly screen: () => string
  readonly ended: Promise<number>
}

export interface Stage extends AsyncDisposable {
  readonly room: Room
  readonly repository: Repository
  readonly env: Env
  readonly path: (name: string) => string
  readonly script: (...turns: readonly (readonly Act[])[]) => void
  /** Lets a turn go on that waits for this name. */
  readonly open: (name: string) => void
  readonly isMarked: (name: string) => boolean
  readonly marked: (name: string) => Promise<void>
  readonly start: (args: readonly string[], env?: Env) => Supervisor
  readonly run: (args: readonly string[], env?: Env) => Promise<Output>
  /** The same at a terminal of its own. */
  readonly atTerminal: (args: readonly string[]) => Terminal
  readonly invocations: () => Invocation[]
  readonly prompts: () => string[]
  readonly events: () => Event[]
  readonly task: () => TaskState
  /** What the check saw, each time it ran. */
  readonly checked: () => string[]
  /** Processes of the room that still live, by their environment. */
  readonly left: () => string[]
  /** Those that are not ours: the agent, a check, and whatever they started. A host ends a moment after its agent. */
  readonly strangers: () => string[]
}

export interface Staging {
  /** Other settings of the project. */
  readonly config?: Config
  /** The check that passes once the answer is right; false: none. */
  readonly check?: boolean
  readonly checkLine?: string
  /** More files of the project. */
  readonly files?: Readonly<Record<string, string>>
}

/** So many at once, where tests of a file run side by side: two processors have to do for all. */
const MOST_STAGES = 4
let stages = 0
const waiting: (() => void)[] = []

/** Resolves when there is a place; a process that leaves gives it to the next. */
async function turn(): Promise<void> {
  if (stages < MOST_STAGES) stages += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else stages -= 1
}

export async function newStage(staging: Staging = {}): Promise<Stage> {
  await turn()
  const room = newRoom()
  try {
    return await setUp(room, staging)
  } catch (error) {
    leave()
    room[Symbol.dispose]()
    throw error
  }
}

async function setUp(room: Room, { check = true, checkLine, config = {}, files }: Staging): Promise<Stage> {
  const path = (name: string): string => join(room.root, 'stage', name)
  mkdirSync(path(''))
  mkdirSync(path('bin'))
  writeFileSync(path('bin/claude'), `#!/bin/sh\nexec ${process.execPath} ${fakeClaude} "$@"\n`, { mode: 0o755 })
  const repository = makeRepository(room, { 'answer.txt': 'none\n', ...files })
  const line = checkLine ?? `cat answer.txt >> ${path('checked')}; sleep 0.1; grep -q 42 answer.txt`
  const checks = config.checks ?? [{ name: 'answer', run: line, shell: true }]
  if (check) await trustChecks(room, repository, checks, config)
  const env = {
    ...room.env,
    PATH: `${path('bin')}:${room.env['PATH']}`,
    CRASH_STAGE: path(''),
    FULLSTOP_FIRST_PAUSE_MS: '20',
  }
  const start: Stage['start'] = (args, more = {}) => supervisor(args, { ...env, ...more }, room.cwd)
  const invocations = (): Invocation[] =>
    linesOf(path('invocations.jsonl')).map((text) => JSON.parse(text) as Invocation)
  const left = (): string[] => processesWith(`FULLSTOP_HOME=${room.state}`)
  return {
    room,
    repository,
    env,
    path,
    script: (...turns) => writeFileSync(path('turns.json'), JSON.stringify(turns)),
    open: (name) => writeFileSync(path(name), 'x'),
    isMarked: (name) => existsSync(path(name)),
    marked: (name) => fileIn(path(name)),
    start,
    run: (args, more) => start(args, more).ended,
    atTerminal: (args) => terminal(args, env, room.cwd),
    invocations,
    prompts: () => invocations().map(({ prompt }) => prompt),
    events: () => eventsIn(room),
    task: () => lastTask(room),
    checked: () => linesOf(path('checked')),
    left,
    strangers: () => left().filter((line) => !line.includes(` ${binary} `)),
    [Symbol.asyncDispose]: async () => {
      try {
        await until(
          () => left().length === 0,
          () => `left behind: ${left().join(', ')}`,
        )
      } finally {
        leave()
        room[Symbol.dispose]()
      }
    },
  }
}

export function supervisor(args: readonly string[], env: Env, cwd: string): Supervisor {
  const child = spawn(binary, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<Output & { signal: string | null }>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code: code ?? -1, stdout, stderr, signal }))
  })
  return {
    child,
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    interrupt: async () => {
      child.kill('SIGINT')
      await until(() => stderr.includes('it ends after this turn') || child.exitCode !== null)
    },
  }
}

function terminal(args: readonly string[], env: Env, cwd: string): Terminal {
  const chunks: Uint8Array[] = []
  const child = Bun.spawn([binary, ...args], {
    env,
    cwd,
    terminal: { cols: 120, rows: 40, data: (_terminal, chunk) => void chunks.push(Uint8Array.from(chunk)) },
  })
  return {
    type: (keys) => void child.terminal?.write(keys),
    screen: () => Buffer.concat(chunks).toString().replaceAll('\r\n', '\n'),
    ended: child.exited.finally(() => child.terminal?.close()),
  }
}

export const RUN = ['run', '--agent', 'claude', PROMPT] as const

function linesOf(path: string): string[] {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((text) => text !== '')
    : []
}

/** None while there is no store yet. */
export function eventsIn(room: Room): Event[] {
  return existsSync(room.database) && hasEvents(room) ? room.allEvents() : []
}

function hasEvents(room: Room): boolean {
  try {
    const db = openDatabase(room.database, { readOnly: true })
    try {
      return db.prepare("select 1 from sqlite_master where name = 'events'").all().length > 0
    } finally {
      db.close()
    }
  } catch {
    // It is being made just now.
    return false
  }
}

/**
 * Once so many events are in the store; false: the process had ended before. It looks every millisecond: less is taken for
 * none, and then looking holds a core.
 */
export async function recorded(room: Room, count: number, child: ChildProcess): Promise<boolean> {
  const db = openDatabase(room.database, { readOnly: true })
  try {
    const newest = db.prepare('select count(*) as count from events')
    while ((newest.get() as { count: number }).count < count) {
      if (child.exitCode !== null) return false
      await Bun.sleep(1)
    }
    return true
  } finally {
    db.close()
  }
}

export function lastTask(room: Room): TaskState {
  const db = openDatabase(room.database, { readOnly: true })
  try {
    const opened = room.allEvents().findLast((event) => event.kind === 'task.opened')
    const row = db.prepare('select state from tasks where id = ?').get(opened?.task ?? '') as { state: string }
    return JSON.parse(row.state) as TaskState
  } finally {
    db.close()
  }
}

export function kindsOf<K extends Event['kind']>(events: readonly Event[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind)
}

/** Living processes with this entry in their environment. */
export function processesWith(entry: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      if (!environment.split('\0').includes(entry)) return []
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')[0]
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return state === 'Z' ? [] : [`${pid} ${line}`]
    } catch {
      // Gone meanwhile.
      return []
    }
  })
}

export function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')[0] !== 'Z'
  } catch {
    // No such process.
    return false
  }
}

export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** The numbers of the host and of the agent of the newest stint, once both are known. */
export async function processesOf(stage: Stage): Promise<{ readonly host: number; readonly agent: number }> {
  const read = (): { host?: string; agent?: string } => {
    const stint = kindsOf(stage.events(), 'stint.started').at(-1)?.stint ?? ''
    const file = join(stage.room.state, 'stints', stint, 'pid')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { host?: string; agent?: string }) : {}
  }
  await until(() => read().agent !== undefined)
  const { host = '', agent = '' } = read()
  return { host: Number.parseInt(host, 10), agent: Number.parseInt(agent, 10) }
}
