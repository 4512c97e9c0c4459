// Runs a command that may do anything: in a process group of its own, without input, with a time limit and bounded
// output, and leaves nothing of it behind.
import type { Ending } from '../../../contract/ending.ts'
import { notStarted, readAll, type PipeReading } from './child.ts'
import { findStrays, sendSignal } from './stray-processes.ts'

const KEPT_BYTES = 64 * 1024
/** A timer that is set to more fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const GRACE_MS = 3000
const STRAY_GRACE_MS = 500
const DRAIN_MS = 1000

export interface CommandOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  /** An entry of the environment by which its processes are known, whatever they do. */
  readonly mark: { readonly name: string; readonly value: string }
  /** Processes of ours that are not the command's. */
  readonly spared: ReadonlySet<number>
  /** Ends the command early. */
  readonly signal: AbortSignal
}

export interface CommandEnd {
  readonly how: Ending
  readonly durationMs: number
  /** The first and the last 64 KiB; `left` bytes between them were dropped. */
  readonly head: Buffer
  readonly tail: Buffer
  readonly left: number
  /** Processes that were still there after the command had ended. */
  readonly strays: number
}

export type RunCommand = (options: CommandOptions) => Promise<CommandEnd>

/** Never rejects. */
export const runCommand: RunCommand = async (options) => {
  const began = performance.now()
  const output = capture()
  const started = start(options)
  if ('how' in started) return { how: started.how, durationMs: 0, strays: 0, ...output.result() }
  const readings = [started.stdout, started.stderr].map((stream) => readAll(stream, output.add))
  const how = await endOf(started, options)
  const durationMs = since(began)
  const strays = await endMarked(`${options.mark.name}=${options.mark.value}`, options.spared)
  sendSignal(-started.pid, 'SIGKILL')
  await drained(readings)
  return { how, durationMs, strays, ...output.result() }
}

/** What ran took some time: 0 is what never started. */
function since(began: number): number {
  return Math.max(1, Math.round(performance.now() - began))
}

type Child = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

function start({ argv, cwd, env, mark }: CommandOptions): Child | { readonly how: Ending } {
  try {
    return Bun.spawn([...argv], {
      cwd,
      env: { ...env, [mark.name]: mark.value },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      detached: true,
    })
  } catch (error) {
    return { how: notStarted(error) }
  }
}

async function endOf(child: Child, { timeoutMs, signal }: CommandOptions): Promise<Ending> {
  let ended: 'timed-out' | 'interrupted' | undefined
  const end = (why: 'timed-out' | 'interrupted'): void => {
    ended ??= why
    sendSignal(-child.pid, 'SIGTERM')
    setTimeout(() => sendSignal(-child.pid, 'SIGKILL'), GRACE_MS).unref()
  }
  const timer = setTimeout(() => end('timed-out'), Math.min(timeoutMs, LONGEST_TIMER_MS))
  const interrupt = (): void => end('interrupted')
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt)
  await child.exited
  clearTimeout(timer)
  signal.removeEventListener('abort', interrupt)
  if (ended !== undefined) return { kind: ended }
  if (child.signalCode !== null) return { kind: 'killed', signal: String(child.signalCode) }
  return { kind: 'exited', code: child.exitCode ?? -1 }
}

/** A process that still holds the pipe must not hold us: the output so far is all of it. */
async function drained(readings: readonly PipeReading[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, DRAIN_MS)))
  // A pipe that breaks has been read as far as it goes.
  await Promise.race([Promise.allSettled(readings.map(({ ended }) => ended)), late])
  clearTimeout(timer)
  for (const { giveUp } of readings) giveUp()
}

/** Asks processes that forked away to end, then kills them. Returns how many there were. */
export async function endMarked(mark: string, spared: ReadonlySet<number>): Promise<number> {
  const found = findStrays(mark, spared)
  for (const pid of found) sendSignal(pid, 'SIGTERM')
  let left = found
  for (let waited = 0; left.length > 0 && waited < STRAY_GRACE_MS; waited += 25) {
    await new Promise((resolve) => setTimeout(resolve, 25))
    left = findStrays(mark, spared)
  }
  // A process may fork while we look: a few rounds catch its children too.
  for (let round = 0; left.length > 0 && round < 20; round++) {
    for (const pid of left) sendSignal(pid, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 10))
    left = findStrays(mark, spared)
  }
  return found.length
}

interface Capture {
  readonly add: (chunk: Uint8Array) => void
  readonly result: () => Pick<CommandEnd, 'head' | 'tail' | 'left'>
}

function capture(): Capture {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let headSize = 0
  let tailSize = 0
  let total = 0
  return {
    add: (chunk) => {
      total += chunk.length
      const toHead = chunk.subarray(0, Math.max(KEPT_BYTES - headSize, 0))
      if (toHead.length > 0) head.push(Buffer.from(toHead))
      headSize += toHead.length
      const rest = chunk.subarray(toHead.length)
      if (rest.length === 0) return
      tail.push(Buffer.from(rest))
      tailSize += rest.length
      if (tailSize > 4 * KEPT_BYTES) {
        tail = [Buffer.concat(tail).subarray(-KEPT_BYTES)]
        tailSize = KEPT_BYTES
      }
    },
    result: () => {
      const last = Buffer.concat(tail).subarray(-KEPT_BYTES)
      return { head: Buffer.concat(head), tail: last, left: total - headSize - last.length }
    },
  }
}
