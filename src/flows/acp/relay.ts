// Lines on their way through the gate. What may pass as it came is written as it came, in one piece with its neighbours.
import type { Passed } from './gate-state.ts'

/** More than this in one line nobody sends; a prompt with pictures or a file may have tens of megabytes. */
const LONGEST = 1024 * 1024 * 1024
/** More than this is looked at line by line: it holds few lines, and would be copied for nothing. */
const LONGEST_RUN = 1024 * 1024
const NEWLINE = 10

export interface RelaySide {
  /** The line stays good: it may be kept. */
  readonly judge: (line: Buffer) => Passed
  /** Where a run of lines ends that pass as they came; it has seen them. `text`: the same bytes, each as one character. */
  readonly passRun?: (whole: Buffer, text: string, from: number) => number
  readonly write: (bytes: Uint8Array) => Promise<void>
  readonly afterwards?: () => void
}

/** Takes the pieces of one side; each is written before more is read. Nothing is awaited before that: order is kept. */
export function relay({ judge, passRun, write, afterwards }: RelaySide): (piece: Uint8Array) => Promise<void> {
  const open: Buffer[] = []
  let openBytes = 0
  const keep = (piece: Buffer): void => {
    openBytes += piece.length
    if (openBytes > LONGEST) throw new Error(`a line of more than ${LONGEST} bytes`)
    open.push(piece)
  }
  /** The line that the last pieces began, if it ends here. The rest of the piece is not copied with it. */
  const closeOpen = (end: Buffer): Buffer => {
    const line = Buffer.concat([...open, end])
    open.length = 0
    openBytes = 0
    return line
  }
  return async (bytes) => {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    const first = piece.indexOf(NEWLINE) + 1
    if (first === 0) return keep(piece)
    const begin = openBytes > 0 ? first : 0
    const wholes = [...(begin > 0 ? [closeOpen(piece.subarray(0, begin))] : []), piece.subarray(begin)]
    const out: Buffer[] = []
    for (const whole of wholes) {
      const end = judged(whole, out, { judge, passRun })
      // A copy: it would keep the whole piece in memory.
      if (end < whole.length) keep(Buffer.from(whole.subarray(end)))
    }
    const written = out.map(write)
    afterwards?.()
    for (const one of written) await one
  }
}

interface Judging {
  readonly judge: RelaySide['judge']
  readonly passRun: RelaySide['passRun']
}

/** Puts out what becomes of the whole lines in it, and says where the last of them ends. */
function judged(whole: Buffer, out: Buffer[], { judge, passRun }: Judging): number {
  // Searching a text is cheaper than searching a buffer, and no buffer is made for each line.
  const text = passRun && whole.length <= LONGEST_RUN ? whole.toString('latin1') : undefined
  const afterRun = (from: number): number => (passRun && text !== undefined ? passRun(whole, text, from) : from)
  let passing = 0
  let from = afterRun(0)
  for (let end = whole.indexOf(NEWLINE, from); end >= 0; end = whole.indexOf(NEWLINE, from)) {
    const passed = judge(whole.subarray(from, end))
    if (passed !== 'as-it-came') {
      if (from > passing) out.push(whole.subarray(passing, from))
      if (passed !== 'held') out.push(Buffer.from(`${passed.instead}\n`))
      passing = end + 1
    }
    from = afterRun(end + 1)
  }
  if (from > passing) out.push(whole.subarray(passing, from))
  return from
}
