// Starts ourselves once more, in a process that outlives this one.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'

export interface SelfOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The file that its errors are written to. */
  readonly log: string
  readonly cwd: string
}

/**
 * The process is detached from ours: agents end the whole process tree of a hook that they give up on, and it must
 * survive that. Never throws; a caller that waits for a process that could not be started finds it gone.
 */
export function startSelf(args: readonly string[], { env, log, cwd }: SelfOptions): void {
  let file: number | undefined
  try {
    file = openSync(log, 'a', 0o600)
    const child = spawn('/bin/sh', ['-c', '"$@" &', 'sh', ...ownCommand(), ...args], {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', file, file],
      detached: true,
    })
    child.on('error', () => undefined)
    child.unref()
  } catch {
    // Without its log it is not started; see above.
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const LATER = 10

/** Not the lowest priority: a busy machine would delay us for seconds, while others change the files we read. */
export function giveWay(): void {
  try {
    setPriority(LATER)
  } catch {
    // If that is not allowed, we keep the usual priority.
  }
}

/** A reaper that has not ended by then is killed: it must not hold us up. */
const DISMISSAL_MS = 10_000

/** The same with a pipe to it: its input ends when we are gone, however that happens. */
export function startReaper(args: readonly string[], env: SelfOptions['env']): Reaper {
  const [program = '', ...first] = ownCommand()
  const child = spawn(program, [...first, ...args], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without a reaper the checks still run; only our own sudden death would leave them behind.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  return {
    pid: child.pid,
    dismiss: () =>
      new Promise((resolve) => {
        // A process that a signal ended has no exit code, and its end is not told twice.
        if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve()
        const late = setTimeout(() => {
          child.kill('SIGKILL')
          resolve()
        }, DISMISSAL_MS)
        child.on('exit', () => {
          clearTimeout(late)
          resolve()
        })
        child.stdin.end('done\n')
      }),
  }
}

export interface Reaper {
  readonly pid: number | undefined
  readonly dismiss: () => Promise<void>
}

/** The file by which others can start us: the binary, or in a checkout the script that finds the sources. */
export function ownProgram(): string {
  return isCompiled() ? process.execPath : join(dirname(Bun.main), '..', '..', 'bin', 'fullstop')
}

/** The compiled binary is a program; from source, the runtime is, and the sources are its argument. */
function ownCommand(): string[] {
  // As `bin/fullstop` starts it: nothing is loaded from the working folder.
  const flags = ['--no-env-file', '--config=/dev/null', '--no-install']
  return isCompiled() ? [process.execPath] : [process.execPath, ...flags, Bun.main]
}

export function isCompiled(): boolean {
  return Bun.main.startsWith('/$bunfs/') || /^[A-Z]:[\\/]~BUN/i.test(Bun.main)
}

/** The program that runs us, for a bug report. */
export function selfFacts(): { readonly program: string; readonly runtime: string } {
  return { program: process.execPath, runtime: `Bun ${Bun.version}, ${process.platform} ${process.arch}` }
}
