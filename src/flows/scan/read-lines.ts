// The lines of a transcript from its start to its end, by their bytes. One buffer is used for all of them, so memory does
// not grow with the file. Only lines that look like JSON objects are handed on; what they say is left to the caller.
import { HEAD_CHARACTERS, type LineGlance } from '../../agents/parts/archive.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'

/** It stays in the processor's own cache while it is searched. */
const CHUNK = 256 * 1024
/** Longer lines are skipped. */
const LONGEST_LINE = 16 * 1024 * 1024
const NEWLINE = 10
const BRACE = 123
const NEXT_OBJECT = Buffer.from('\n{"')

/** A line where it lies in the buffer: valid until the next one. */
export interface LineSeen extends LineGlance {
  /** Its offset in the file. */
  readonly start: number
  /** Counted from 1. Unknown behind garbage, the lines of which are not counted. */
  readonly number: number | undefined
  readonly text: () => string
  /** Its bytes, each as one character. */
  readonly bytes: () => string
}

/** Slices of the runtime's own, in half the time of `toString`. */
type Bytes = Buffer & {
  readonly latin1Slice: (start: number, end: number) => string
  readonly utf8Slice: (start: number, end: number) => string
}

/** False: the caller wants no more. */
export type OnLine = (line: LineSeen) => boolean

/** A file that grows meanwhile is read to the end that it had when it was opened. */
export function readLines(file: OpenedFile, onLine: OnLine): void {
  let buffer: Buffer = (kept ??= Buffer.allocUnsafe(CHUNK))
  let rest = 0
  let offset = 0
  // Within a line that is too long: everything up to its end is passed over.
  let isSkipping = false
  const passed: Passed = { lines: 0 }
  while (offset < file.size) {
    if (buffer.length - rest < CHUNK / 2) buffer = grown(buffer, rest)
    const length = Math.min(buffer.length - rest, file.size - offset)
    const read = file.read(offset, length, buffer.subarray(rest)).length
    if (read === 0) return
    const from = isSkipping ? buffer.indexOf(NEWLINE) + 1 : 0
    const base = offset - rest
    offset += read
    const end = rest + read
    if (isSkipping && (from === 0 || from > end)) continue
    if (isSkipping) passed.lines = undefined
    isSkipping = false
    const isLast = offset >= file.size
    const done = linesIn(buffer, { from, to: end, base, isLast, passed }, onLine)
    if (done < 0) return
    rest = end - done
    if (rest > LONGEST_LINE) {
      isSkipping = true
      rest = 0
    } else if (rest > 0) buffer.copyWithin(0, done, end)
    if (rest === 0 && buffer.length > CHUNK) buffer = kept
  }
}

/** Used again by every file. */
let kept: Buffer | undefined

function grown(buffer: Buffer, rest: number): Buffer {
  const larger = Buffer.allocUnsafe(buffer.length * 2)
  buffer.copy(larger, 0, 0, rest)
  return larger
}

interface Piece {
  readonly from: number
  readonly to: number
  /** The offset of the buffer in the file. */
  readonly base: number
  readonly isLast: boolean
  readonly passed: Passed
}

/** How many lines stand before this place, while that is known. */
interface Passed {
  lines: number | undefined
}

/** Returns where the first line begins that has no end yet; -1 if the caller wants no more. */
function linesIn(buffer: Buffer, { from, to, base, isLast, passed }: Piece, onLine: OnLine): number {
  const bytes = buffer.subarray(0, to) as Bytes
  const line = glanceOver(bytes, base, passed)
  let at = from
  while (at < to) {
    if (bytes[at] !== BRACE) {
      // Garbage is passed over as fast as it can be searched.
      passed.lines = undefined
      const next = bytes.indexOf(NEXT_OBJECT, at)
      if (next < 0) return isLast ? to : lastStart(bytes, at, to)
      at = next + 1
    }
    const newline = bytes.indexOf(NEWLINE, at)
    if (newline < 0 && !isLast) return at
    const end = newline < 0 ? to : newline
    if (end > at && !onLine(line(at, end))) return -1
    at = end + 1
    if (passed.lines !== undefined) passed.lines += 1
  }
  return to
}

/** The object of the next line may begin in the next piece. */
function lastStart(bytes: Buffer, at: number, to: number): number {
  const newline = bytes.lastIndexOf(NEWLINE)
  return newline < at ? to : newline + 1
}

/** One object for all lines of a piece, since there are many of them. */
function glanceOver(bytes: Bytes, base: number, passed: Passed): (at: number, end: number) => LineSeen {
  let [at, end] = [0, 0]
  /** Where a mark stands next, and from where on it was looked for. */
  const ahead = new Map<string, { from: number; place: number }>()
  const next = (mark: string, from: number): number => {
    const known = ahead.get(mark)
    // The first one behind an earlier place is the first one behind this place too, if it lies there.
    if (known && known.from <= from && known.place >= from) return known.place
    const found = bytes.indexOf(needleOf(mark), from)
    const place = found < 0 ? Number.POSITIVE_INFINITY : found
    ahead.set(mark, { from, place })
    return place
  }
  const line = {
    start: 0,
    number: undefined as number | undefined,
    size: 0,
    head: '',
    has: (mark: string, from = 0) =>
      line.head.length === end - at ? line.head.includes(mark, from) : next(mark, at + from) + mark.length <= end,
    hasRare: (mark: string) => next(mark, at) < end,
    behind: (mark: string, last: number, most: number) => {
      const place = next(mark, Math.max(at, end - last))
      if (place + mark.length > end) return undefined
      const from = place + mark.length
      return bytes.latin1Slice(from, Math.min(end, from + most))
    },
    text: () => bytes.utf8Slice(at, end),
    bytes: () => bytes.latin1Slice(at, end),
  }
  return (nextAt, nextEnd) => {
    at = nextAt
    end = nextEnd
    line.start = base + at
    line.number = passed.lines === undefined ? undefined : passed.lines + 1
    line.size = end - at
    line.head = bytes.latin1Slice(at, Math.min(end, at + HEAD_CHARACTERS))
    return line
  }
}

/** Marks are few, and made once. */
const needles = new Map<string, Buffer>()

function needleOf(mark: string): Buffer {
  const known = needles.get(mark)
  if (known) return known
  const needle = Buffer.from(mark, 'latin1')
  needles.set(mark, needle)
  return needle
}
