// Programs that we start: run to their end with bounded output, or started detached to outlive us.
import { readAll, type PipeReading } from './child.ts'

export interface ProgramOptions {
  readonly cwd: string
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input?: string | Uint8Array
  /** Its input stays open until what it printed satisfies this: some programs end with their input, answered or not. */
  readonly until?: (stdout: string) => boolean
  readonly timeoutMs: number
  /** Aborted, it ends the program at once. */
  readonly signal?: AbortSignal
  /** More output than this ends the program. */
  readonly mostBytes: number
}

export type Ran =
  | { readonly kind: 'ended'; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  /** It could not be started, was killed, took too long or printed too much. */
  | { readonly kind: 'failed'; readonly why: string }

export type RunProgram = (argv: readonly string[], options: ProgramOptions) => Promise<Ran>

const STDERR_KEPT = 4000

/** Never rejects. Standard input is `input` or nothing. */
export const runProgram: RunProgram = (argv, options) =>
  options.until ? runUntil(argv, options, options.until) : runThrough(argv, options)

/** By the runtime's own way to start programs: the streams of Node take several times as long to set up and to read. */
async function runThrough(
  argv: readonly string[],
  { cwd, env, input, timeoutMs, signal, mostBytes }: ProgramOptions,
): Promise<Ran> {
  const [program = ''] = argv
  const readings: PipeReading[] = []
  let child: Bun.Subprocess<'ignore' | Uint8Array, 'pipe', 'pipe'>
  try {
    const stdin = input === undefined ? 'ignore' : Buffer.from(input)
    child = Bun.spawn([...argv], { cwd, env: toDefined(env), stdin, stdout: 'pipe', stderr: 'pipe', detached: true })
  } catch (error) {
    return { kind: 'failed', why: whyNotStarted(error) }
  }
  let why: string | undefined
  let giveUp = (): void => undefined
  const given = new Promise<void>((resolve) => (giveUp = resolve))
  const give = (reason: string): void => {
    why ??= reason
    endGroup(child.pid)
    // A process that still holds the pipes must not hold us.
    for (const { giveUp: stopReading } of readings) stopReading()
    giveUp()
  }
  const timer = setTimeout(() => give(`${program} took longer than ${Math.round(timeoutMs / 1000)} s`), timeoutMs)
  const interrupt = (): void => give(`${program} was interrupted`)
  signal?.addEventListener('abort', interrupt)
  if (signal?.aborted) interrupt()
  const chunks: Uint8Array[] = []
  let size = 0
  let stderr = Buffer.alloc(0)
  readings.push(
    readAll(child.stdout, (chunk) => {
      size += chunk.length
      if (size > mostBytes) give(`${program} printed more than ${mostBytes} bytes`)
      else chunks.push(chunk)
    }),
    readAll(child.stderr, (chunk) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-MOST_STDERR)
    }),
  )
  const ended = Promise.all([...readings.map((reading) => reading.ended), child.exited])
  // After giving up, either promise may reject: neither is awaited.
  ended.catch(() => undefined)
  try {
    await Promise.race([ended, given])
    // One that was given up is killed: it is gone when we say so.
    await child.exited
  } catch (error) {
    why ??= (error as Error).message
  }
  clearTimeout(timer)
  signal?.removeEventListener('abort', interrupt)
  if (why === undefined && child.exitCode === null) why = `${program} was ended by ${child.signalCode}`
  if (why !== undefined) return { kind: 'failed', why }
  const text = stderr.toString('utf8').slice(-STDERR_KEPT)
  return { kind: 'ended', code: child.exitCode ?? -1, stdout: Buffer.concat(chunks), stderr: text }
}

const MOST_STDERR = 4 * STDERR_KEPT

/** The runtime has no words for a file of another system or processor. */
export function whyNotStarted(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return code === 'ENOEXEC' ? 'it is not a program that this system can run' : (message ?? String(error))
}

function toDefined(env: ProgramOptions['env']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

async function runUntil(
  argv: readonly string[],
  { cwd, env, input, timeoutMs, signal, mostBytes }: ProgramOptions,
  until: (stdout: string) => boolean,
): Promise<Ran> {
  const { spawn } = await import('node:child_process')
  const [program = '', ...args] = argv
  const start = () =>
    spawn(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    })
  let child: ReturnType<typeof start>
  try {
    child = start()
  } catch (error) {
    return { kind: 'failed', why: whyNotStarted(error) }
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let stderr = ''
    let why: string | undefined
    const give = (reason: string): void => {
      why ??= reason
      endGroup(child.pid)
      // A process that still holds the pipes must not hold us.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const timer = setTimeout(() => give(`${program} took longer than ${Math.round(timeoutMs / 1000)} s`), timeoutMs)
    const interrupt = (): void => give(`${program} was interrupted`)
    signal?.addEventListener('abort', interrupt)
    if (signal?.aborted) interrupt()
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) give(`${program} printed more than ${mostBytes} bytes`)
      else chunks.push(chunk)
      if (until(Buffer.concat(chunks).toString('utf8'))) child.stdin?.end()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString('utf8')}`.slice(-STDERR_KEPT)
    })
    // A program that ends without reading its input closes the pipe: its exit code tells.
    child.stdin?.on('error', () => undefined)
    child.stdin?.write(input ?? '')
    child.on('error', (error) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', interrupt)
      resolve({ kind: 'failed', why: whyNotStarted(error) })
    })
    child.on('close', (code, by) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', interrupt)
      if (why !== undefined || code === null) resolve({ kind: 'failed', why: why ?? `${program} was ended by ${by}` })
      else resolve({ kind: 'ended', code, stdout: Buffer.concat(chunks), stderr })
    })
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone, which is what the signal was for.
  }
}
