// What the ways to run a child share: what it prints is read, and why it could not be started is told.
import type { Ending } from '../../../contract/ending.ts'

export interface PipeReading {
  /** Rejects where the pipe breaks. */
  readonly ended: Promise<void>
  /** A process that still holds the pipe must not hold us. */
  readonly giveUp: () => void
}

export function readAll(stream: ReadableStream<Uint8Array>, take: (chunk: Uint8Array) => void): PipeReading {
  const reader = stream.getReader()
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      take(value)
    }
  }
  const ended = read()
  // It may break before anybody waits for it.
  ended.catch(() => undefined)
  return { ended, giveUp: () => void reader.cancel().catch(() => undefined) }
}

export function notStarted(error: unknown): Ending {
  const { code, message } = error as { code?: string; message?: string }
  return { kind: 'not-started', code: code ?? 'unknown', why: message ?? String(error) }
}
