// Lines on their way through the gate. What may pass as it came is written in one piece with its neighbours.
import { linesOf } from '../stint/lines-of.ts'
import type { Passed } from './gate.ts'

/** More than this in one line nobody sends; a prompt with pictures or a file may have tens of megabytes. */
const LONGEST = 1024 * 1024 * 1024
const NEWLINE = Buffer.from('\n')

export interface RelaySide {
  readonly judge: (line: Buffer) => Passed
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly afterwards?: () => void
}

/** Takes the pieces of one side; each is written before more is read. Nothing is awaited before that: order is kept. */
export function relay({ judge, write, afterwards }: RelaySide): (piece: Uint8Array) => Promise<void> {
  const lines = linesOf(LONGEST)
  return async (piece) => {
    const out: Uint8Array[] = []
    for (const line of lines.add(piece)) {
      const passed = judge(line)
      if (passed === 'held') continue
      out.push(passed === 'as-it-came' ? line : Buffer.from(passed.instead), NEWLINE)
    }
    const isWritten = out.length === 0 ? undefined : write(Buffer.concat(out))
    afterwards?.()
    await isWritten
  }
}
