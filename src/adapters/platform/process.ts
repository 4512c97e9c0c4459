// Programs that we start: run to their end with bounded output, or started detached to outlive us.
import { spawn } from 'node:child_process'

export interface ProgramOptions {
  readonly cwd: string
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input?: string | Uint8Array
  /** Its input stays open until what it printed satisfies this: some programs end with their input, answered or not. */
  readonly until?: (stdout: string) => boolean
  readonly timeoutMs: number
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
export const runProgram: RunProgram = (argv, { cwd, env, input, until, timeoutMs, mostBytes }) =>
  new Promise((resolve) => {
    const [program = '', ...args] = argv
    const child = spawn(program, args, {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    })
    const chunks: Buffer[] = []
    let size = 0
    let stderr = ''
    let why: string | undefined
    const give = (reason: string): void => {
      why ??= reason
      endGroup(child.pid)
      // Whoever still holds the pipes must not hold us.
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const timer = setTimeout(() => give(`${program} took longer than ${Math.round(timeoutMs / 1000)} s`), timeoutMs)
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBytes) give(`${program} printed more than ${mostBytes} bytes`)
      else chunks.push(chunk)
      if (until?.(Buffer.concat(chunks).toString('utf8'))) child.stdin?.end()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = `${stderr}${chunk.toString('utf8')}`.slice(-STDERR_KEPT)
    })
    // A program that ends without reading its input closes the pipe: its exit code tells.
    child.stdin?.on('error', () => undefined)
    if (until) child.stdin?.write(input ?? '')
    else child.stdin?.end(input)
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ kind: 'failed', why: error.message })
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (why !== undefined || code === null)
        resolve({ kind: 'failed', why: why ?? `${program} was ended by ${signal}` })
      else resolve({ kind: 'ended', code, stdout: Buffer.concat(chunks), stderr })
    })
  })

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone, which is what the signal was for.
  }
}
