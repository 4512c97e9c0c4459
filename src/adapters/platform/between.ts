// Stands between a client on our standard streams and a program that we start: bytes in pieces, both ways, at the speed of
// the slower side.
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

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
  /** Resolves once the other side can take more. Never rejects: whoever is gone hears nothing. */
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

/** After its input has ended a program has so long to end by itself. */
const LINGER_MS = 5000

export function startBetween({ argv, cwd, env }: BetweenOptions): StandingBetween {
  const [program = '', ...args] = argv
  const child = spawn(program, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<BetweenEnd>((resolve) => {
    child.on('error', (error) => resolve({ code: 127, why: `it could not be started: ${error.message}` }))
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, why: signal ? `it was ended by ${signal}` : `it ended with exit code ${code}` }),
    )
  })
  for (const stream of [child.stdin, process.stdout]) stream.on('error', () => undefined)
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    child.stdin.end()
    timer ??= setTimeout(() => child.kill('SIGKILL'), LINGER_MS)
  }
  return {
    pid: child.pid,
    toClient: (bytes) => written(process.stdout, bytes),
    toProgram: (bytes) => written(child.stdin, bytes),
    end: () => {
      child.kill('SIGTERM')
      end()
    },
    listen: async ({ fromClient, fromProgram }) => {
      void heard(process.stdin, fromClient).then(end)
      await heard(child.stdout, fromProgram)
      const how = await ended
      clearTimeout(timer)
      process.stdin.destroy()
      return how
    },
  }
}

async function heard(stream: Readable, listen: (piece: Uint8Array) => Promise<void>): Promise<void> {
  try {
    for await (const piece of stream) await listen(piece as Uint8Array)
  } catch {
    // The other side is gone: nothing more comes from it.
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
