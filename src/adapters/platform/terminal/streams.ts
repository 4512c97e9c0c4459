// Standard input and output without streams: those cost milliseconds at start-up, and a hook runs at every stop.
import { readFileSync, readSync, writeSync } from 'node:fs'

export function readStdin(): string {
  try {
    return readFileSync(0, 'utf8')
  } catch {
    // Closed or no standard input at all: the same as an empty one.
    return ''
  }
}

/** For commands whose input is all they have: what cannot be read is an error, not an empty input. */
export function readStdinOrThrow(): string {
  return readFileSync(0, 'utf8')
}

/** One line that the person types after the question; undefined where the input ends instead. */
export function askLine(question: string): string | undefined {
  writeStderr(question)
  const bytes: number[] = []
  const one = Buffer.alloc(1)
  try {
    for (;;) {
      if (readSync(0, one, 0, 1, null) !== 1) break
      if (one[0] === 10) return Buffer.from(bytes).toString('utf8')
      bytes.push(one[0] ?? 0)
    }
  } catch {
    // A terminal that cannot be read gives no answer.
  }
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('utf8')
}

/** For a server: its client closed the line. */
export function onInputEnd(callback: () => void): void {
  process.stdin.on('end', callback)
  process.stdin.on('close', callback)
}

/** One line, without blocking anything else; undefined where it was aborted or the input has ended. */
export async function askWords(question: string, signal: AbortSignal): Promise<string | undefined> {
  writeStderr(question)
  let typed = ''
  return new Promise((resolve) => {
    const done = (line: string | undefined): void => {
      process.stdin.off('data', read)
      process.stdin.off('end', ended)
      process.stdin.pause()
      signal.removeEventListener('abort', ended)
      resolve(line)
    }
    const ended = (): void => done(undefined)
    const read = (piece: Buffer): void => {
      typed += piece.toString('utf8')
      const end = typed.indexOf('\n')
      if (end >= 0) done(typed.slice(0, end))
    }
    process.stdin.on('data', read)
    process.stdin.on('end', ended)
    signal.addEventListener('abort', ended)
    // After an earlier question it is paused, and a listener alone does not change that.
    process.stdin.resume()
    if (signal.aborted) ended()
  })
}

export function onInterrupt(callback: (signal: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, callback)
}

export function writeStdout(text: string): void {
  writeAll(1, text)
}

export function writeStderr(text: string): void {
  writeAll(2, text)
}

function writeAll(file: number, text: string): void {
  // Not by `Buffer.from`: its first call costs a hook as much as 60 functions of ours.
  const bytes = new TextEncoder().encode(text)
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(file, bytes, written)
    } catch (error) {
      const code = (error as { code?: string }).code
      if (code === 'EAGAIN') continue
      // The reader or the terminal is gone: there is no way to report that.
      if (code === 'EPIPE' || code === 'EIO') return
      throw error
    }
  }
}
