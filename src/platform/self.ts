// Starts ourselves once more, in a process that outlives this one.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export interface Started {
  readonly pid: number | undefined
  readonly hasEnded: () => boolean
}

export interface SelfOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where what goes wrong there can be read. */
  readonly log: string
  readonly cwd: string
}

/** Never throws: a process that cannot be started has ended. */
export function startSelf(args: readonly string[], { env, log, cwd }: SelfOptions): Started {
  let file: number | undefined
  let ended = false
  try {
    file = openSync(log, 'a', 0o600)
    const [program = '', ...first] = ownCommand()
    const child = spawn(program, [...first, ...args], {
      cwd,
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', file, file],
      detached: true,
    })
    child.on('exit', () => (ended = true))
    child.on('error', () => (ended = true))
    child.unref()
    return { pid: child.pid, hasEnded: () => ended }
  } catch {
    // Whoever waits for it finds it ended without a result, and says so.
    return { pid: undefined, hasEnded: () => true }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The same with a line to it: when we are gone, however, its input ends. */
export function startGuard(args: readonly string[], env: SelfOptions['env']): Guard {
  const [program = '', ...first] = ownCommand()
  const child = spawn(program, [...first, ...args], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // Without a guard the checks still run; only our own sudden death would leave them behind.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  return {
    pid: child.pid,
    dismiss: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.pid === undefined) resolve()
        child.on('exit', () => resolve())
        child.stdin.end('done\n')
      }),
  }
}

export interface Guard {
  readonly pid: number | undefined
  readonly dismiss: () => Promise<void>
}

/** The compiled binary is a program; from source, the runtime is, and the sources are its argument. */
function ownCommand(): string[] {
  const isCompiled = Bun.main.startsWith('/$bunfs/') || /^[A-Z]:[\\/]~BUN/i.test(Bun.main)
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main]
}
