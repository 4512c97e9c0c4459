// The line around a byte of a transcript.
import type { OpenedFile } from '../../../adapters/platform/files/files.ts'
import { LONGEST_LINE, NEWLINE, SCANNED, type ByteSpan, type TranscriptLine } from './line.ts'

/** A line with its end; without its text if it is too long. */
interface LineFound extends Partial<TranscriptLine> {
  readonly start: number
  readonly end: number
}

/** The line around a byte, if these bytes contain all of it. */
export function lineIn(bytes: Buffer, offset: number, at: number): LineFound | undefined {
  const start = at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1)
  const end = start < 0 ? -1 : bytes.indexOf(NEWLINE, at)
  if (end < 0) return undefined
  return { start: offset + start + 1, end: offset + end, text: bytes.toString('utf8', start + 1, end) }
}

/** The line around a byte, read from the file. */
export function lineAt(file: OpenedFile, { from, to }: ByteSpan, at: number): LineFound {
  const start = lineStart(file, from, at)
  let end = at
  while (end < to) {
    const bytes = file.read(end, Math.min(SCANNED, to - end))
    const newline = bytes.indexOf(NEWLINE)
    end += newline < 0 ? bytes.length : newline
    if (newline >= 0 || bytes.length === 0) break
  }
  return end - start > LONGEST_LINE ? { start, end } : { start, end, text: file.read(start, end - start).toString() }
}

/** Where the line that holds this byte begins. */
export function lineStart(file: OpenedFile, from: number, at: number): number {
  for (let end = at; end > from;) {
    const begin = Math.max(from, end - SCANNED)
    const newline = file.read(begin, end - begin).lastIndexOf(NEWLINE)
    if (newline >= 0) return begin + newline + 1
    end = begin
  }
  return from
}

export function standsAt(bytes: Buffer, at: number, mark: Uint8Array): boolean {
  return bytes.compare(mark, 0, mark.length, at, Math.min(at + mark.length, bytes.length)) === 0
}
