// The last line of what a plain program has printed so far, as a person would read it. Only shown, never a claim.
import { plainText } from '../../domain/strategies/plain-text.ts'

/** Enough for any line that fits a window, with all its colours. */
const KEPT = 16 * 1024

export interface LastPrinted {
  readonly add: (piece: Uint8Array) => void
  /** A line that is not finished yet counts too. Undefined: nothing to read was printed. */
  readonly line: () => string | undefined
}

/** Holds the end of the output alone, however much is printed. */
export function lastPrinted(): LastPrinted {
  const decoder = new TextDecoder()
  let end = ''
  let last: string | undefined
  return {
    add: (piece) => {
      end = (end + decoder.decode(piece, { stream: true })).slice(-KEPT)
    },
    line: () => {
      const lines = plainText(end).split('\n')
      last = lines.findLast((line) => line.trim() !== '')?.trim() ?? last
      return last
    },
  }
}
