// Starts ourselves once more, in a process that outlives this one.
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname, join } from 'node:path'

const NAME = 'fullstop'
const SCOPE = '@fullstop'

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
    const argv = ['/bin/sh', '-c', '"$@" &', 'sh', ...ownCommand(), ...args]
    Bun.spawn(argv, { cwd, env: { ...env }, stdin: 'ignore', stdout: file, stderr: file, detached: true }).unref()
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

/** Becomes ourselves only at the end of its input: nearly every reaper is dismissed, and a shell costs a tenth of us. */
const WAIT = 'read -r word && [ "$word" = done ] || exec "$@"'

/** The same with a pipe to it: its input ends when we are gone, however that happens. */
export function startReaper(args: readonly string[], env: SelfOptions['env']): Reaper {
  let child: Bun.Subprocess<'pipe', 'ignore', 'ignore'>
  try {
    const argv = ['/bin/sh', '-c', WAIT, 'sh', ...ownCommand(), ...args]
    child = Bun.spawn(argv, { env: { ...env }, stdin: 'pipe', stdout: 'ignore', stderr: 'ignore', detached: true })
  } catch {
    // Without a reaper the checks still run; only our own sudden death would leave them behind.
    return { pid: undefined, dismiss: async () => undefined }
  }
  return {
    pid: child.pid,
    dismiss: async () => {
      const late = setTimeout(() => child.kill('SIGKILL'), DISMISSAL_MS)
      // One that has ended reads nothing more.
      await Promise.try(() => child.stdin.write('done\n')).catch(() => undefined)
      await Promise.try(() => child.stdin.end()).catch(() => undefined)
      await child.exited
      clearTimeout(late)
    },
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

/** What npm has to remove: the package of the platform is one of its own where both were installed by name. */
export function ownPackages(program: string): readonly string[] {
  const [top = '', ...below] = program.split(/[\\/]node_modules[\\/]/)
  const scope = join(top, 'node_modules', SCOPE)
  if (below.length === 0 || !existsSync(scope)) return [NAME]
  return [
    NAME,
    ...readdirSync(scope)
      .toSorted()
      .map((name) => `${SCOPE}/${name}`),
  ]
}

/** The program that runs us, for a bug report. */
export function selfFacts(): { readonly program: string; readonly runtime: string } {
  return { program: process.execPath, runtime: `Bun ${Bun.version}, ${process.platform} ${process.arch}` }
}
