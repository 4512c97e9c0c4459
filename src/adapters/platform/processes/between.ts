// Stands between a client on our standard streams and a program that we start: bytes in pieces, both ways, at the speed of
// the slower side. The program's output is read by the runtime's own streams: Node's cost a third more for each piece.
import { closeSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { openPipe } from './pipe.ts'

export interface BetweenOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Each is waited for before more is read from its side. */
export interface BetweenListener {
  readonly fromClient: (piece: Uint8Array) => Promise<void>
  readonly fromProgram: (piece: Uint8Array) => Promise<void>
}

export interface StandingBetween {
  /** Undefined where the program could not be started. */
  readonly pid: number | undefined
  /** Resolves once the other side can take more. Never rejects: a side that is gone hears nothing. */
  readonly toClient: (bytes: Uint8Array) => Promise<void>
  readonly toProgram: (bytes: Uint8Array) => Promise<void>
  /** Resolves when the program has ended and all that it wrote was given to the listener. */
  readonly listen: (listener: BetweenListener) => Promise<BetweenEnd>
  readonly end: () => void
}

export interface BetweenEnd {
  readonly code: number
  readonly why: string
}

/** After its input or its output has ended a program has so long to end by itself. */
const LINGER_MS = 5000
/** When it has ended, what it wrote is read. A process of its own may hold its output open: silence ends it, and so does time. */
const QUIET_MS = 1000
const DRAINED_MS = 30_000
const LOOK_MS = 100
const GATHER_MS = 1
/** Pieces that are no further apart come from a program that writes all the time. */
const BUSY_MS = 3

export function startBetween({ argv, cwd, env }: BetweenOptions): StandingBetween {
  const begun = started({ argv, cwd, env })
  if (typeof begun === 'string') return notStarted(begun)
  const { child, output } = begun
  process.stdout.on('error', () => undefined)
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    void quietly(() => child.stdin.end())
    timer ??= setTimeout(() => child.kill('SIGKILL'), LINGER_MS)
  }
  return {
    pid: child.pid,
    toClient: (bytes) => written(process.stdout, bytes),
    toProgram: (bytes) =>
      quietly(() => {
        child.stdin.write(bytes)
        return child.stdin.flush()
      }),
    end: () => {
      child.kill('SIGTERM')
      end()
    },
    listen: async ({ fromClient, fromProgram }) => {
      void heard(process.stdin, fromClient).then(end)
      let last = 0
      const isOver = heard(gathered(output), async (piece) => {
        await fromProgram(piece)
        last = performance.now()
      })
      await Promise.race([isOver.then(end), child.exited.then(() => drained(() => last))])
      const code = await child.exited
      clearTimeout(timer)
      process.stdin.destroy()
      const signal = child.signalCode
      return signal ? { code: 1, why: `it was ended by ${signal}` } : { code, why: `it ended with exit code ${code}` }
    },
  }
}

/** `last`: when a piece was last read. */
async function drained(last: () => number): Promise<void> {
  const begun = performance.now()
  for (let now = begun; now - Math.max(begun, last()) < QUIET_MS && now - begun < DRAINED_MS; now = performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

interface Started {
  readonly child: Bun.Subprocess<'pipe', 'pipe' | number, 'inherit'>
  readonly output: ReadableStream<Uint8Array>
}

/** Or why it could not be. */
function started({ argv, cwd, env }: BetweenOptions): Started | string {
  const options = { cwd, env: { ...env }, stdin: 'pipe', stderr: 'inherit' } as const
  const pipe = openPipe()
  try {
    if (pipe === undefined) {
      const child = Bun.spawn([...argv], { ...options, stdout: 'pipe' })
      return { child, output: child.stdout }
    }
    const child = Bun.spawn([...argv], { ...options, stdout: pipe.write })
    return { child, output: Bun.file(pipe.read).stream() }
  } catch (error) {
    if (pipe) closeSync(pipe.read)
    return error instanceof Error ? error.message : String(error)
  } finally {
    if (pipe) closeSync(pipe.write)
  }
}

function notStarted(message: string): StandingBetween {
  const nothing = (): Promise<void> => Promise.resolve()
  return {
    pid: undefined,
    toClient: (bytes) => written(process.stdout, bytes),
    toProgram: nothing,
    end: () => undefined,
    listen: () => {
      process.stdin.destroy()
      return Promise.resolve({ code: 127, why: `it could not be started: ${message}` })
    },
  }
}

/**
 * A program that writes line after line is read once a millisecond: its lines wait in the pipe and come in one piece.
 * Reading each of them would cost us, and the program that has to wake us up, more than the lines do.
 */
async function* gathered(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last = Number.NEGATIVE_INFINITY
  for await (const piece of stream) {
    const now = performance.now()
    yield piece
    if (now - last < BUSY_MS) await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
    last = now
  }
}

async function heard(
  stream: Readable | AsyncIterable<Uint8Array>,
  listen: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  try {
    for await (const piece of stream) await listen(piece as Uint8Array)
  } catch {
    // The other side is gone: nothing more comes from it.
  }
}

/** A side that is gone hears nothing. */
async function quietly(write: () => unknown): Promise<void> {
  try {
    await write()
  } catch {
    // It has ended, or closed its input.
  }
}

function written(stream: Writable, bytes: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.writableEnded || stream.write(bytes)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done)
      stream.off('close', done)
      resolve()
    }
    stream.on('drain', done)
    stream.on('close', done)
  })
}
