// Bytes that arrive in pieces, to whole lines.

export interface Lines {
  readonly add: (piece: Uint8Array) => readonly string[]
  /** A last line without its end. */
  readonly rest: () => readonly string[]
}

/** A line longer than this is no event: it is left out. */
const LONGEST = 64 * 1024 * 1024
const NEWLINE = 10

export function linesOf(): Lines {
  const decoder = new TextDecoder()
  let open: Uint8Array[] = []
  let size = 0
  let isTooLong = false
  const take = (last: Uint8Array): string => {
    if (open.length === 0) return decoder.decode(last)
    const whole = new Uint8Array(size + last.length)
    let at = 0
    for (const part of [...open, last]) {
      whole.set(part, at)
      at += part.length
    }
    open = []
    size = 0
    return decoder.decode(whole)
  }
  return {
    add: (piece) => {
      const end = piece.lastIndexOf(NEWLINE)
      if (end < 0) {
        isTooLong ||= size + piece.length > LONGEST
        open = isTooLong ? [] : [...open, piece.slice()]
        size = isTooLong ? 0 : size + piece.length
        return []
      }
      const lines = take(piece.subarray(0, end)).split('\n')
      const rest = piece.slice(end + 1)
      open = rest.length > 0 ? [rest] : []
      size = rest.length
      if (!isTooLong) return lines
      isTooLong = false
      return lines.slice(1)
    },
    rest: () => (size === 0 ? [] : [take(new Uint8Array())]),
  }
}
