// A room of its own for each test: home, state folder and project in a temporary folder, a clean environment,
// and the built binary run inside it.
import { onTestFinished } from 'bun:test'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts'
import type { Event } from '../../src/contract/event.ts'
import type { TaskState } from '../../src/contract/state.ts'
import { WAIT_MS } from '../limits.ts'
import { endProcesses, processesOf } from '../processes.ts'
import { binary } from './binary.ts'
import { invalidEvents } from './valid-events.ts'

export type Env = Readonly<Record<string, string>>

export interface Output {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly input?: string
  readonly env?: Env
  readonly cwd?: string
}

export interface Terminal {
  readonly cwd?: string
  /** What the person types, each once its words are on the screen. */
  readonly typed?: readonly { readonly after: string; readonly keys: string }[]
}

export interface AtTerminal {
  readonly code: number
  readonly screen: string
}

/**
 * Its end is the end of every process that was started in it, however it was detached. It throws if the store or the spool
 * holds an event that is not as the contract promises.
 */
export interface Room extends Disposable {
  readonly root: string
  readonly home: string
  /** FULLSTOP_HOME: not there until the product makes it. */
  readonly state: string
  readonly database: string
  readonly cwd: string
  readonly env: Env
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Output>
  /** The same at a terminal: one stream, as a person sees it. */
  readonly runAtTerminal: (args: readonly string[], env?: Env, options?: Terminal) => Promise<AtTerminal>
  readonly tasks: () => Promise<TaskState[]>
  readonly events: (task?: string) => Promise<Event[]>
  /** All events in the store, those without a task included. */
  readonly allEvents: () => Event[]
}

export function newRoom(below = tmpdir()): Room {
  const root = mkdtempSync(join(below, 'fullstop-e2e-'))
  const home = join(root, 'home')
  const cwd = join(home, 'project')
  mkdirSync(cwd, { recursive: true })
  mkdirSync(join(root, 'tmp'))
  const state = join(root, 'state')
  const env: Env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    FULLSTOP_HOME: state,
    TMPDIR: join(root, 'tmp'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const database = join(state, 'fullstop.db')
  let isClosed = false
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    endProcesses(() => processesOf(root))
    const invalid = invalidEvents(state)
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    if (invalid.length > 0) throw new Error(`events that are not as promised:\n${invalid.join('\n')}`)
  }
  closeAfterTest(close)
  const run: Room['run'] = async (args, options = {}) => {
    try {
      return await runProgram(binary, args, { cwd, ...options, env: { ...env, ...options.env } })
    } catch (error) {
      // The test is over, and the room has ended the program: there is nobody to tell.
      if (isClosed) return new Promise(() => undefined)
      throw error
    }
  }
  const json = async <T>(args: readonly string[]): Promise<T> => {
    const output = await run(args)
    if (output.code !== 0) throw new Error(`fullstop ${args.join(' ')}: exit ${output.code}\n${output.stderr}`)
    return JSON.parse(output.stdout) as T
  }
  return {
    root,
    home,
    state,
    database,
    cwd,
    env,
    run,
    runAtTerminal: (args, more = {}, options = {}) =>
      runAtTerminal(args, { cwd, ...options, env: { ...env, ...more } }),
    tasks: () => readTasks(state),
    events: async (task) =>
      (await json<{ events: Event[] }>(['show', ...(task === undefined ? [] : [task]), '--json'])).events,
    allEvents: () => readAllEvents(database),
    [Symbol.dispose]: close,
  }
}

/** A test that runs into its time limit never gets to the end of its block, where the room is disposed of. */
function closeAfterTest(close: () => void): void {
  try {
    onTestFinished(close)
  } catch {
    // Bun cannot tell the end of a test that runs beside others. Its block has to do.
  }
}

/** Rejects when a signal ended the program. */
export function runProgram(
  program: string,
  args: readonly string[],
  { input = '', env, cwd }: RunOptions & { env: Env; cwd: string },
): Promise<Output> {
  const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // A program that does not read its input closes the pipe: that is its right.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = new Promise<Output>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal) reject(new Error(`ended by ${signal}`))
      else
        resolve({
          code: code ?? -1,
          stdout: Buffer.concat(stdout).toString(),
          stderr: Buffer.concat(stderr).toString(),
        })
    })
  })
  // A test that failed before it awaited this has said what is wrong already.
  ended.catch(() => undefined)
  return ended
}

async function runAtTerminal(
  args: readonly string[],
  { env, cwd, typed = [] }: Terminal & { env: Env; cwd: string },
): Promise<AtTerminal> {
  const chunks: Uint8Array[] = []
  const waiting = [...typed]
  const screen = (): string => Buffer.concat(chunks).toString().replaceAll('\r\n', '\n')
  const hungUp = Promise.withResolvers<void>()
  const child = Bun.spawn([binary, ...args], {
    env,
    cwd,
    terminal: {
      cols: 200,
      rows: 50,
      exit: () => hungUp.resolve(),
      data: (terminal, chunk) => {
        chunks.push(Uint8Array.from(chunk))
        const [next] = waiting
        if (!next || !screen().includes(next.after)) return
        waiting.shift()
        terminal.write(next.keys)
      },
    },
  })
  const code = await child.exited
  // Its last words may come after its end.
  await hungUp.promise
  child.terminal?.close()
  return { code, screen: screen() }
}

/** Waits for a process that is writing, or closing the store. */
export function openDatabase(path: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync {
  const db = new DatabaseSync(path, options)
  db.exec(`pragma busy_timeout = ${WAIT_MS}`)
  return db
}

/** As `fullstop tasks --json --all` prints them; read here, since most tests ask and a process costs more than the answer. */
async function readTasks(home: string): Promise<TaskState[]> {
  const store = openSqliteStore({ home, busyMs: WAIT_MS })
  try {
    return [...(await store.listTasks(Number.MAX_SAFE_INTEGER))]
  } finally {
    store.close()
  }
}

function readAllEvents(database: string): Event[] {
  const db = openDatabase(database, { readOnly: true })
  try {
    const rows = db.prepare('select body from events order by seq').all() as { body: string }[]
    return rows.map((row) => JSON.parse(row.body) as Event)
  } finally {
    db.close()
  }
}

/** Every path under a folder with its kind, size and content, so that two listings are equal only if nothing changed. */
export function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(folder, name)
      const stat = statSync(path, { throwIfNoEntry: false })
      if (!stat?.isFile()) return `${name} ${stat?.isDirectory() ? 'folder' : linkOrOther(path)}`
      // A file that may not be read cannot be compared by content; its size and time still tell.
      if ((stat.mode & 0o400) === 0) return `${name} ${stat.size} ${stat.mtimeMs}`
      return `${name} ${stat.size} ${Bun.hash(readFileSync(path))}`
    })
}

function linkOrOther(path: string): string {
  try {
    return `link to ${readlinkSync(path)}`
  } catch {
    // A pipe or a socket has no target and no content to compare.
    return 'other'
  }
}

/** Random ids and times made equal, so that whole outputs can be compared. */
export function masked(output: Output): Output {
  return { ...output, stdout: maskIds(output.stdout), stderr: maskIds(output.stderr) }
}

export function maskIds(text: string): string {
  return text.replaceAll(/task_[0-9a-z]{8}(?![0-9a-z])/g, 'task_ID')
}
