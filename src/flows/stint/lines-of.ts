// Bytes that arrive in pieces, to whole lines.

export interface LineSplitter {
  /** What is given back is good until the next piece. */
  readonly add: (piece: Uint8Array) => readonly Buffer[]
  /** A last line without its end. */
  readonly rest: () => readonly Buffer[]
}

/** A line longer than this is no event: it is left out. */
const LONGEST = 64 * 1024 * 1024
const NEWLINE = 10

export function linesOf(longest = LONGEST): LineSplitter {
  let open: Uint8Array[] = []
  let size = 0
  let isTooLong = false
  const keep = (part: Uint8Array): void => {
    isTooLong ||= size + part.length > longest
    open = isTooLong ? [] : [...open, part.slice()]
    size = isTooLong ? 0 : size + part.length
  }
  const take = (last: Uint8Array): Buffer => {
    const whole =
      open.length === 0 ? Buffer.from(last.buffer, last.byteOffset, last.length) : Buffer.concat([...open, last])
    open = []
    size = 0
    return whole
  }
  return {
    add: (piece) => {
      const lines: Buffer[] = []
      let from = 0
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
        const line = take(piece.subarray(from, end))
        if (!isTooLong) lines.push(line)
        isTooLong = false
        from = end + 1
      }
      if (from < piece.length) keep(piece.subarray(from))
      return lines
    },
    rest: () => (size === 0 ? [] : [take(new Uint8Array())]),
  }
}
