// What a program of the system prints.
// By the runtime's own way to start programs: importing node:child_process costs milliseconds at every start.
import { readEnv } from '../env.ts'

const LONGEST_MS = 10_000
const MOST_BYTES = 64 * 1024 * 1024

export interface PrintedOptions {
  readonly timeoutMs?: number
  /** `inherit`: for a program that asks or changes our terminal. */
  readonly stdin?: 'ignore' | 'inherit'
  /** Ours unless it is said. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Waits for its end. `ok`: it ended by itself, with success. Nothing is printed by a program that is missing. */
export function printedBy(
  argv: readonly string[],
  { timeoutMs = LONGEST_MS, stdin = 'ignore', env = readEnv() }: PrintedOptions = {},
): { readonly ok: boolean; readonly text: string } {
  try {
    const { success, stdout } = Bun.spawnSync([...argv], {
      env,
      stdin,
      stdout: 'pipe',
      stderr: 'ignore',
      maxBuffer: MOST_BYTES,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    return { ok: success, text: stdout.toString('utf8') }
  } catch {
    return { ok: false, text: '' }
  }
}
