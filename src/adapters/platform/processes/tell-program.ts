// Runs a program that is told something on its standard input: in a process group of its own, with a time limit. Its
// output is dropped.
import { whyNotStarted } from './process.ts'

export interface TellOptions {
  readonly cwd: string
  /** The whole environment of the program; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string
  readonly timeoutMs: number
}

export type ToldProgram =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly why: string }

export type TellProgram = (argv: readonly string[], options: TellOptions) => Promise<ToldProgram>

/** Never rejects. */
export const tellProgram: TellProgram = async (argv, { cwd, env, input, timeoutMs }) => {
  let child: Bun.Subprocess<Uint8Array, 'ignore', 'ignore'>
  try {
    child = Bun.spawn([...argv], {
      cwd,
      env: env as Record<string, string>,
      stdin: Buffer.from(input),
      stdout: 'ignore',
      stderr: 'ignore',
      detached: true,
    })
  } catch (error) {
    const { code } = error as { readonly code?: string }
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'failed', why: whyNotStarted(error) }
  }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(child.pid)
  }, timeoutMs)
  await child.exited
  clearTimeout(timer)
  if (isLate) return { kind: 'failed', why: `it took longer than ${Math.round(timeoutMs / 1000)} s` }
  if (child.exitCode === null) return { kind: 'failed', why: `it was ended by ${child.signalCode}` }
  return { kind: 'ended', code: child.exitCode }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone, which is what the signal was for.
  }
}
