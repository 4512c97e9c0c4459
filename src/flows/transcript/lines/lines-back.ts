// Lines from the end of a transcript to its start.
import type { OpenedFile } from '../../../adapters/platform/files/files.ts'
import { CHUNK, LONGEST_LINE, NEWLINE, type ByteSpan, type IsOver, type TranscriptLine } from './line.ts'
import { giveBack, takeScratch } from './scratch.ts'

/** Lines from the end to the start. With marks, only lines that contain one; the rest is not split into lines. */
export function linesBack(file: OpenedFile, span: ByteSpan, ...marks: readonly string[]): Iterable<TranscriptLine> {
  return chunksBack(file, span, CHUNK, marks.length === 0 ? allLines : (piece) => linesIn(piece, marks))
}

/** Gives one line after the other. No generator: the first one of a process costs as much as 40 functions of ours. */
export type NextLine = () => TranscriptLine | undefined

function iterated(take: NextLine, end: () => void): Iterable<TranscriptLine> {
  const over = (): IteratorResult<TranscriptLine> => {
    end()
    return { done: true, value: undefined }
  }
  const next = (): IteratorResult<TranscriptLine> => {
    const value = take()
    return value === undefined ? over() : { done: false, value }
  }
  return { [Symbol.iterator]: () => ({ next, return: over }) }
}

/** Complete lines of a file, in a buffer that is used again for the next ones. */
export interface WholeLines {
  readonly bytes: Buffer
  /** Where the first complete line begins, and the offset of these bytes in the file. */
  readonly first: number
  readonly offset: number
}

export function chunksBack(
  file: OpenedFile,
  { from, to }: ByteSpan,
  chunkSize: number,
  linesOf: (piece: WholeLines) => NextLine,
  isOver: IsOver = () => false,
): Iterable<TranscriptLine> {
  let end = to
  let size = chunkSize
  let scratch = takeScratch(Math.min(to - from, size) + CHUNK)
  // The end of a line that starts in the chunk before.
  let rest = scratch.subarray(0, 0)
  let lines: NextLine | undefined
  const readChunk = (): void => {
    const start = Math.max(from, end - size)
    if (scratch.length < end - start + rest.length) scratch = takeScratch(2 * (end - start + rest.length))
    const chunk = file.read(start, end - start, scratch)
    rest.copy(scratch, chunk.length)
    const bytes = scratch.subarray(0, chunk.length + rest.length)
    // Not in the rest: the newline at its end is that of the same line.
    const first = start === from ? 0 : chunk.indexOf(NEWLINE) + 1
    const isOneLine = first === 0 && start !== from
    lines = isOneLine ? undefined : linesOf({ bytes, first, offset: start })
    const left = isOneLine ? bytes.length : first
    rest = Buffer.allocUnsafe(left > LONGEST_LINE ? 0 : left)
    bytes.copy(rest)
    // Read a long line in growing chunks, not in many small ones.
    size = isOneLine ? Math.min(size * 2, LONGEST_LINE) : chunkSize
    end = start
  }
  const nextLine: NextLine = () => {
    for (;;) {
      const line = lines?.()
      if (line !== undefined) return line
      if (end <= from || isOver()) return undefined
      readChunk()
    }
  }
  return iterated(nextLine, () => {
    giveBack(scratch)
    scratch = scratch.subarray(0, 0)
  })
}

/** Mostly plain text: then its bytes and its characters have the same offsets, and it is split in one go. */
function allLines(piece: WholeLines): NextLine {
  const text = piece.bytes.toString('utf8', piece.first)
  const lines = text.length === piece.bytes.length - piece.first ? plainLines(text, piece) : linesOfBytes(piece)
  let index = 0
  return () => lines[index++]
}

function plainLines(text: string, { first, offset }: WholeLines): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let start = offset + first
  for (const line of text.split('\n')) {
    if (line !== '') lines.push({ start, text: line })
    start += line.length + 1
  }
  return lines.reverse()
}

function linesOfBytes({ bytes, first, offset }: WholeLines): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  for (let end = bytes.length; end > first;) {
    const stop = bytes[end - 1] === NEWLINE ? end - 1 : end
    const start = stop <= first ? first : Math.max(first, bytes.lastIndexOf(NEWLINE, stop - 1) + 1)
    if (stop > start) lines.push({ start: offset + start, text: bytes.toString('utf8', start, stop) })
    end = start
  }
  return lines
}

function linesIn({ bytes, first, offset }: WholeLines, marks: readonly string[]): NextLine {
  // The next hit of each mark is remembered, so that a rare mark is not searched again at every line.
  const hits = marks.map((mark) => bytes.lastIndexOf(mark))
  let end = bytes.length
  return () => {
    while (end > first) {
      for (const [index, mark] of marks.entries()) {
        if ((hits[index] ?? -1) >= end) hits[index] = bytes.lastIndexOf(mark, end - 1)
      }
      const at = Math.max(...hits)
      if (at < first) end = first
      else {
        const { start, stop } = boundsOf(bytes, at, first)
        end = start
        if (stop > start) return { start: offset + start, text: bytes.toString('utf8', start, stop) }
      }
    }
    return undefined
  }
}

/** Where the line around a byte begins and ends, its newline left out. */
export function boundsOf(bytes: Buffer, at: number, first: number): { readonly start: number; readonly stop: number } {
  const start = Math.max(first, (at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1)) + 1)
  const close = bytes.indexOf(NEWLINE, at)
  return { start, stop: close < 0 ? bytes.length : close }
}
