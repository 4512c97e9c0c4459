// What somebody pipes into a command that has its own arguments too. A pipe that nobody writes to, such as the inherited
// standard input of a CI job, must not hold the command up.
import { fstatSync, readFileSync } from 'node:fs'

export type Piped =
  | { readonly kind: 'text'; readonly text: string }
  /** A terminal, a device such as /dev/null, or no standard input at all. */
  | { readonly kind: 'none' }
  /** It is open, and nothing came for as long as was waited. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'too-large' }

export interface PipedLimits {
  /** How long the first byte may take. After it, the end is waited for. */
  readonly firstMs: number
  readonly mostBytes: number
}

/** Never rejects: what cannot be read is none. */
export async function readPiped({ firstMs, mostBytes }: PipedLimits): Promise<Piped> {
  const kind = kindOfInput()
  if (kind === 'file') return readWhole(mostBytes)
  return kind === 'stream' ? readStream({ firstMs, mostBytes }) : { kind: 'none' }
}

function kindOfInput(): 'file' | 'stream' | 'none' {
  try {
    const stat = fstatSync(0)
    if (stat.isFile()) return 'file'
    return stat.isFIFO() || stat.isSocket() ? 'stream' : 'none'
  } catch {
    // It is closed.
    return 'none'
  }
}

function readWhole(mostBytes: number): Piped {
  try {
    if (fstatSync(0).size > mostBytes) return { kind: 'too-large' }
    return { kind: 'text', text: readFileSync(0, 'utf8') }
  } catch {
    return { kind: 'none' }
  }
}

function readStream({ firstMs, mostBytes }: PipedLimits): Promise<Piped> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const done = (piped: Piped): void => {
      clearTimeout(waiting)
      process.stdin.off('data', read)
      process.stdin.off('end', ended)
      process.stdin.off('error', failed)
      process.stdin.pause()
      resolve(piped)
    }
    const read = (chunk: Buffer): void => {
      clearTimeout(waiting)
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) done({ kind: 'too-large' })
    }
    const ended = (): void => done({ kind: 'text', text: Buffer.concat(chunks).toString('utf8') })
    const failed = (): void => done({ kind: 'none' })
    const waiting = setTimeout(() => done({ kind: 'silent' }), firstMs)
    process.stdin.on('data', read)
    process.stdin.on('end', ended)
    process.stdin.on('error', failed)
  })
}
