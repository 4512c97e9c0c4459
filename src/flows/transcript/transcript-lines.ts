// Finds lines in a transcript without reading all of it: backwards from the end, by byte marks, and by the id of a turn.
// It works on bytes, chunk by chunk, and does not interpret what a line says.
import { type Glance, IDLE_CHARACTERS } from '../../agents/agent.ts'
import type { OpenedFile } from '../../adapters/platform/files.ts'

export interface ByteSpan {
  readonly from: number
  readonly to: number
}

export interface TranscriptLine {
  readonly start: number
  readonly text: string
}

/** Asked between chunks: true once the time limit of reading has passed. */
export type IsOver = () => boolean

const CHUNK = 64 * 1024
const SCANNED = 256 * 1024
const NEAR = 8 * 1024
/** Longer lines are skipped. */
const LONGEST_LINE = 16 * 1024 * 1024
/** Chunks overlap by this much, so that a mark across their border is found. Marks are shorter. */
const OVERLAP = 256
const NEWLINE = 10
/** How many more lines than asked for are collected from one chunk, since its last lines are found last. */
const MOST_IN_PIECE = 1000

/** Lines from the end to the start. With marks, only lines that contain one; the rest is not split into lines. */
export function linesBack(file: OpenedFile, span: ByteSpan, ...marks: readonly string[]): Generator<TranscriptLine> {
  const needles = marks.map((mark) => Buffer.from(mark))
  return chunksBack(file, span, CHUNK, needles.length === 0 ? allLines : (piece) => linesIn(piece, needles))
}

/** Complete lines of a file, in a buffer that is used again for the next ones. */
interface Piece {
  readonly bytes: Buffer
  /** Where the first complete line begins, and the offset of these bytes in the file. */
  readonly first: number
  readonly offset: number
}

function* chunksBack(
  file: OpenedFile,
  { from, to }: ByteSpan,
  chunkSize: number,
  linesOf: (piece: Piece) => Iterable<TranscriptLine>,
  isOver: IsOver = () => false,
): Generator<TranscriptLine> {
  let end = to
  // The end of a line that starts in the chunk before.
  let rest: Buffer = Buffer.alloc(0)
  let size = chunkSize
  let scratch: Buffer = Buffer.allocUnsafe(Math.min(to - from, size) + CHUNK)
  while (end > from && !isOver()) {
    const start = Math.max(from, end - size)
    if (scratch.length < end - start + rest.length) scratch = Buffer.allocUnsafe(2 * (end - start + rest.length))
    const chunk = file.read(start, end - start, scratch)
    rest.copy(scratch, chunk.length)
    const bytes = scratch.subarray(0, chunk.length + rest.length)
    const first = start === from ? 0 : bytes.indexOf(NEWLINE) + 1
    const isOneLine = first === 0 && start !== from
    if (!isOneLine) yield* linesOf({ bytes, first, offset: start })
    rest = Buffer.from(isOneLine ? bytes : bytes.subarray(0, first))
    if (rest.length > LONGEST_LINE) rest = Buffer.alloc(0)
    // Read a long line in growing chunks, not in many small ones.
    size = isOneLine ? Math.min(size * 2, LONGEST_LINE) : chunkSize
    end = start
  }
}

/** Mostly plain text: then its bytes and its characters have the same offsets, and it is split in one go. */
function allLines(piece: Piece): Iterable<TranscriptLine> {
  const text = piece.bytes.toString('utf8', piece.first)
  return text.length === piece.bytes.length - piece.first ? plainLines(text, piece) : linesOfBytes(piece)
}

function plainLines(text: string, { first, offset }: Piece): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let start = offset + first
  for (const line of text.split('\n')) {
    if (line !== '') lines.push({ start, text: line })
    start += line.length + 1
  }
  return lines.reverse()
}

function linesOfBytes({ bytes, first, offset }: Piece): TranscriptLine[] {
  const lines: TranscriptLine[] = []
  for (let end = bytes.length; end > first;) {
    const stop = bytes[end - 1] === NEWLINE ? end - 1 : end
    const start = stop <= first ? first : Math.max(first, bytes.lastIndexOf(NEWLINE, stop - 1) + 1)
    if (stop > start) lines.push({ start: offset + start, text: bytes.toString('utf8', start, stop) })
    end = start
  }
  return lines
}

function* linesIn({ bytes, first, offset }: Piece, needles: readonly Buffer[]): Generator<TranscriptLine> {
  // The next hit of each mark is remembered, so that a rare mark is not searched again at every line.
  const hits = needles.map((needle) => bytes.lastIndexOf(needle))
  for (let end = bytes.length; end > first;) {
    for (const [index, needle] of needles.entries()) {
      if ((hits[index] ?? -1) >= end) hits[index] = bytes.lastIndexOf(needle, end - 1)
    }
    const at = Math.max(...hits)
    if (at < first) return
    const { start, stop } = boundsOf(bytes, at, first)
    if (stop > start) yield { start: offset + start, text: bytes.toString('utf8', start, stop) }
    end = start
  }
}

/** Where the line around a byte begins and ends, its newline left out. */
function boundsOf(bytes: Buffer, at: number, first: number): { readonly start: number; readonly stop: number } {
  const start = Math.max(first, (at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1)) + 1)
  const close = bytes.indexOf(NEWLINE, at)
  return { start, stop: close < 0 ? bytes.length : close }
}

/** Which lines are passed over by their bytes alone. */
export interface Sieve extends Glance {
  /** Asked at every idle call and at every line with words, newest first: what is known by then decides. */
  readonly passesCall: () => boolean
  /** `line`: its bytes, each as one character. */
  readonly passesWords: (line: string) => boolean
  readonly isOver: IsOver
}

const TELLING = 0
const WORDS = 1
const IDLE = 2

/** Lines from the end to the start, without those that the sieve lets pass. */
export function sievedBack(file: OpenedFile, span: ByteSpan, sieve: Sieve): Generator<TranscriptLine> {
  const marks = [...sieve.telling.map((mark) => ({ mark, kind: TELLING })), { mark: sieve.words, kind: WORDS }]
  const needles = marks.map(({ mark, kind }) => ({ needle: Buffer.from(mark), kind }))
  const call = Buffer.from(sieve.call)
  return chunksBack(file, span, SCANNED, (piece) => sieved(piece, sieve, { needles, call }), sieve.isOver)
}

interface Needles {
  readonly needles: readonly { readonly needle: Buffer; readonly kind: number }[]
  readonly call: Buffer
}

function* sieved({ bytes, first, offset }: Piece, sieve: Sieve, needles: Needles): Generator<TranscriptLine> {
  const hits = hitsIn(bytes, first, sieve, needles)
  let end = bytes.length
  for (let index = hits.length - 1; index >= 0; index--) {
    const hit = hits[index] ?? 0
    const at = Math.floor(hit / 4)
    if (at >= end || (hit % 4 === IDLE && sieve.passesCall())) continue
    const { start, stop } = boundsOf(bytes, at, first)
    if (hit % 4 === WORDS && sieve.passesWords(bytes.toString('latin1', start, stop))) continue
    yield { start: offset + start, text: bytes.toString('utf8', start, stop) }
    end = start
  }
}

/** Every hit with its kind in the lowest bits, so that the plain numbers can be sorted. */
function hitsIn(bytes: Buffer, first: number, { isIdle }: Sieve, { needles, call }: Needles): Float64Array {
  const hits: number[] = []
  for (const { needle, kind } of needles) {
    for (let at = bytes.indexOf(needle, first); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
      hits.push(at * 4 + kind)
    }
  }
  for (let at = bytes.indexOf(call, first); at >= 0; at = bytes.indexOf(call, at + call.length)) {
    const after = bytes.toString('latin1', at + call.length, at + call.length + IDLE_CHARACTERS)
    hits.push(at * 4 + (isIdle(after) ? IDLE : TELLING))
  }
  return new Float64Array(hits).sort()
}

export interface Limits {
  readonly isOver: IsOver
  readonly most: number
  /** Of lines with these marks, so many are enough. */
  readonly few?: { readonly marks: readonly string[]; readonly most: number }
}

/** The lines that contain one of the marks, oldest first. If there are more than `most`, the first ones. */
export function linesWith(
  file: OpenedFile,
  span: ByteSpan,
  marks: readonly string[],
  limits: Limits,
): TranscriptLine[] {
  return marked(file, span, marks, { ...limits, starts: startsIn(span) }).slice(0, limits.most)
}

/** The same, but the last ones if there are too many. */
export function lastLinesWith(
  file: OpenedFile,
  span: ByteSpan,
  marks: readonly string[],
  limits: Limits,
): TranscriptLine[] {
  return marked(file, span, marks, { ...limits, starts: startsIn(span).reverse() }).slice(-limits.most)
}

function startsIn({ from, to }: ByteSpan): number[] {
  return Array.from({ length: Math.ceil((to - from) / SCANNED) }, (_, index) => from + index * SCANNED)
}

/** Searches the chunks in the given order, each one forwards, because searching backwards is slower. */
function marked(
  file: OpenedFile,
  span: ByteSpan,
  marks: readonly string[],
  { isOver, most, few, starts }: Limits & { readonly starts: readonly number[] },
): TranscriptLine[] {
  const found = new Map<number, TranscriptLine>()
  // How many lines each mark may still find.
  const left = marks.map((mark) => ({ needle: Buffer.from(mark), more: few?.marks.includes(mark) ? few.most : most }))
  // A long line spans many chunks and must not be read anew in each.
  let read: ByteSpan = { from: 0, to: 0 }
  for (const at of marks.length === 0 ? [] : starts) {
    const open = left.filter(({ more }) => more > 0)
    if (open.length === 0 || found.size >= most || isOver()) break
    const bytes = file.read(
      at,
      Math.min(SCANNED + OVERLAP, span.to - at),
      (scanned ??= Buffer.allocUnsafe(SCANNED + OVERLAP)),
    )
    for (const one of open) {
      for (let hit = bytes.indexOf(one.needle); hit >= 0 && hit < SCANNED && found.size < most + MOST_IN_PIECE;) {
        const isRead = at + hit >= read.from && at + hit < read.to
        if (!isRead) {
          const line = lineIn(bytes, at, hit) ?? lineAt(file, span, at + hit)
          if (line.text !== undefined) found.set(line.start, { start: line.start, text: line.text })
          read = { from: line.start, to: line.end }
          one.more -= 1
        }
        hit = bytes.indexOf(one.needle, Math.max(read.to - at, hit + 1))
      }
    }
  }
  return [...found.values()].sort((one, other) => one.start - other.start)
}

/** Used again by every search, because new memory costs more than searching it. */
let scanned: Buffer | undefined

/** The first or the last line that contains the mark; empty if there is none. */
export function lineWith(file: OpenedFile, span: ByteSpan, mark: string, which: 'first' | 'last'): TranscriptLine[] {
  const limits = { isOver: () => false, most: 1 }
  if (which === 'last') return lastLinesWith(file, span, [mark], limits)
  // What belongs together mostly stands together.
  const near = file.read(span.from, Math.min(NEAR, span.to - span.from))
  const hit = near.indexOf(mark)
  const line = hit < 0 ? undefined : lineIn(near, span.from, hit)
  return line?.text === undefined ? linesWith(file, span, [mark], limits) : [{ start: line.start, text: line.text }]
}

/** A line with its end; without its text if it is too long. */
interface LineFound extends Partial<TranscriptLine> {
  readonly start: number
  readonly end: number
}

/** The line around a byte, if these bytes contain all of it. */
function lineIn(bytes: Buffer, offset: number, at: number): LineFound | undefined {
  const start = at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1)
  const end = start < 0 ? -1 : bytes.indexOf(NEWLINE, at)
  if (end < 0) return undefined
  return { start: offset + start + 1, end: offset + end, text: bytes.toString('utf8', start + 1, end) }
}

/** The line around a byte, read from the file. */
function lineAt(file: OpenedFile, { from, to }: ByteSpan, at: number): LineFound {
  let start = at
  while (start > from) {
    const begin = Math.max(from, start - SCANNED)
    const newline = file.read(begin, start - begin).lastIndexOf(NEWLINE)
    start = newline < 0 ? begin : begin + newline + 1
    if (newline >= 0) break
  }
  let end = at
  while (end < to) {
    const bytes = file.read(end, Math.min(SCANNED, to - end))
    const newline = bytes.indexOf(NEWLINE)
    end += newline < 0 ? bytes.length : newline
    if (newline >= 0 || bytes.length === 0) break
  }
  return end - start > LONGEST_LINE ? { start, end } : { start, end, text: file.read(start, end - start).toString() }
}

/**
 * The offset of the first line of a turn. All lines of a turn are contiguous, so a binary search over the id after the
 * mark finds it. Undefined if the turn cannot be found.
 */
export function startOfTurn(file: OpenedFile, { from, to }: ByteSpan, mark: string, id: string): number | undefined {
  const needle = Buffer.from(mark)
  const own = Buffer.from(`${mark}${id}"`)
  let before = from
  let inside = to
  while (inside - before > SCANNED) {
    const middle = before + Math.floor((inside - before) / 2)
    const whose = whoseLine(file, { from: middle, to }, needle, own)
    if (whose === 'nobody') return undefined
    if (whose === 'own') inside = middle
    else before = middle
  }
  const bytes = file.read(before, Math.min(2 * SCANNED, to - before))
  const hit = bytes.indexOf(own)
  if (hit < 0) return undefined
  return hit === 0 ? before : before + bytes.lastIndexOf(NEWLINE, hit - 1) + 1
}

/** Whether the first id after this offset is that of the turn. */
function whoseLine(file: OpenedFile, { from, to }: ByteSpan, needle: Buffer, own: Buffer): 'own' | 'other' | 'nobody' {
  for (let at = from, size = CHUNK; at < to && at - from < 4 * 1024 * 1024; at += size - OVERLAP) {
    const bytes = file.read(at, Math.min(size, to - at))
    const hit = bytes.indexOf(needle)
    if (hit >= 0 && hit + own.length <= bytes.length) {
      return bytes.subarray(hit, hit + own.length).equals(own) ? 'own' : 'other'
    }
    if (at + size >= to) break
  }
  return 'nobody'
}
