// Finds lines in a transcript without reading all of it: backwards from the end, by byte marks, and by the id of a turn.
// It works on bytes, chunk by chunk, and does not interpret what a line says.
import type { Glance } from '../../agents/agent.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'

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
const QUOTE = 34
/** After so many ids that are cut off, no whole one is expected. */
const MOST_CUT = 100
/** A beginning of this length is rare enough to be searched for in the place of several marks. */
const LONG_ENOUGH = 24
/** How many more lines than asked for are collected from one chunk, since its last lines are found last. */
const MOST_IN_PIECE = 1000

/** Lines from the end to the start. With marks, only lines that contain one; the rest is not split into lines. */
export function linesBack(file: OpenedFile, span: ByteSpan, ...marks: readonly string[]): Iterable<TranscriptLine> {
  return chunksBack(file, span, CHUNK, marks.length === 0 ? allLines : (piece) => linesIn(piece, marks))
}

/** Gives one line after the other. No generator: the first one of a process costs as much as 40 functions of ours. */
type Taker = () => TranscriptLine | undefined

function iterated(take: Taker): Iterable<TranscriptLine> {
  const next = (): IteratorResult<TranscriptLine> => {
    const value = take()
    return value === undefined ? { done: true, value } : { done: false, value }
  }
  return { [Symbol.iterator]: () => ({ next }) }
}

/** Complete lines of a file, in a buffer that is used again for the next ones. */
interface Piece {
  readonly bytes: Buffer
  /** Where the first complete line begins, and the offset of these bytes in the file. */
  readonly first: number
  readonly offset: number
}

function chunksBack(
  file: OpenedFile,
  { from, to }: ByteSpan,
  chunkSize: number,
  linesOf: (piece: Piece) => Taker,
  isOver: IsOver = () => false,
): Iterable<TranscriptLine> {
  let end = to
  let size = chunkSize
  let scratch: Buffer = Buffer.allocUnsafe(Math.min(to - from, size) + CHUNK)
  // The end of a line that starts in the chunk before.
  let rest = scratch.subarray(0, 0)
  let lines: Taker | undefined
  const readChunk = (): void => {
    const start = Math.max(from, end - size)
    if (scratch.length < end - start + rest.length) scratch = Buffer.allocUnsafe(2 * (end - start + rest.length))
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
  return iterated(() => {
    for (;;) {
      const line = lines?.()
      if (line !== undefined) return line
      if (end <= from || isOver()) return undefined
      readChunk()
    }
  })
}

/** Mostly plain text: then its bytes and its characters have the same offsets, and it is split in one go. */
function allLines(piece: Piece): Taker {
  const text = piece.bytes.toString('utf8', piece.first)
  const lines = text.length === piece.bytes.length - piece.first ? plainLines(text, piece) : linesOfBytes(piece)
  let index = 0
  return () => lines[index++]
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

function linesIn({ bytes, first, offset }: Piece, marks: readonly string[]): Taker {
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
function boundsOf(bytes: Buffer, at: number, first: number): { readonly start: number; readonly stop: number } {
  const start = Math.max(first, (at === 0 ? -1 : bytes.lastIndexOf(NEWLINE, at - 1)) + 1)
  const close = bytes.indexOf(NEWLINE, at)
  return { start, stop: close < 0 ? bytes.length : close }
}

/** Which lines are passed over by their bytes alone. */
export interface Sieve extends Glance {
  /** Asked for so many idle calls in a row, and at every line with words, newest first: what is known by then decides. */
  readonly passesCalls: (count: number) => boolean
  /** `line`: its bytes, each as one character. */
  readonly passesWords: (line: string) => boolean
  readonly isOver: IsOver
}

/** Lines from the end to the start, without those that the sieve lets pass. */
export function sievedBack(file: OpenedFile, span: ByteSpan, sieve: Sieve): Iterable<TranscriptLine> {
  const telling = sieve.telling.map(needleOf)
  const [words, call, ends] = [needleOf(sieve.words), needleOf(sieve.call), needleOf(sieve.ends)]
  const needles = { telling, words, call, ends, known: new Map<string, boolean>() }
  return chunksBack(file, span, SCANNED, (piece) => sieved(piece, sieve, needles), sieve.isOver)
}

/** Not by `Buffer.from`: its first call costs as much as 60 functions of ours. */
function needleOf(mark: string): Uint8Array {
  return new TextEncoder().encode(mark)
}

interface Needles {
  readonly telling: readonly Uint8Array[]
  readonly words: Uint8Array
  readonly call: Uint8Array
  readonly ends: Uint8Array
  /** Whether a call is idle: agents look at the same things again and again. */
  readonly known: Map<string, boolean>
}

function sieved({ bytes, first, offset }: Piece, sieve: Sieve, needles: Needles): Taker {
  const { idle, marks } = hitsIn(bytes, first, sieve, needles)
  let end = bytes.length
  let last = idle.length - 1
  const toLine = (at: number): TranscriptLine => {
    const { start, stop } = boundsOf(bytes, at, first)
    end = start
    return { start: offset + start, text: bytes.toString('utf8', start, stop) }
  }
  let index = marks.length - 1
  return () => {
    while (index >= -1) {
      const hit = marks[index] ?? -1
      const at = hit >> 1
      // Idle calls behind this mark. They pass together: what is known changes only with a line that is given.
      while (last >= 0 && (idle[last] ?? 0) >= end) last--
      let before = last
      while (before >= 0 && (idle[before] ?? 0) > at) before--
      if (before !== last && !sieve.passesCalls(last - before)) return toLine(idle[last] ?? 0)
      last = before
      index -= 1
      if (at < 0 || at >= end) continue
      if (hit % 2 === WORDS && passesWords(bytes, boundsOf(bytes, at, first), sieve)) continue
      return toLine(at)
    }
    return undefined
  }
}

function passesWords(bytes: Buffer, { start, stop }: ReturnType<typeof boundsOf>, sieve: Sieve): boolean {
  return sieve.passesWords(bytes.toString('latin1', start, stop))
}

interface SieveHits {
  /** Calls that only look, first to last. */
  readonly idle: readonly number[]
  /** Everything else, with its kind in the lowest bit, so that the plain numbers can be sorted. */
  readonly marks: Int32Array
}

const TELLING = 0
const WORDS = 1

function hitsIn(bytes: Buffer, first: number, { isIdle, idleBytes, endsFrom }: Sieve, needles: Needles): SieveHits {
  const { telling, words, call, ends, known } = needles
  const idle: number[] = []
  const marks: number[] = []
  for (const needle of telling) {
    for (let at = bytes.indexOf(needle, first); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
      marks.push(at * 2 + TELLING)
    }
  }
  for (let at = bytes.indexOf(words, first); at >= 0; at = bytes.indexOf(words, at + words.length)) {
    marks.push(at * 2 + WORDS)
  }
  let end = 0
  for (let at = bytes.indexOf(call, first); at >= 0; at = bytes.indexOf(call, at + call.length)) {
    const name = at + call.length
    // Not searched again for calls that stand before the same end.
    if (end >= 0 && end < name + endsFrom) end = bytes.indexOf(ends, name + endsFrom)
    const told = bytes.toString('latin1', name, end < 0 || end > name + idleBytes ? name + idleBytes : end)
    let isPassed = known.get(told)
    if (isPassed === undefined) {
      isPassed = isIdle(told)
      known.set(told, isPassed)
    }
    if (isPassed) idle.push(at)
    else marks.push(at * 2 + TELLING)
  }
  return { idle, marks: new Int32Array(marks).sort() }
}

export interface Limits {
  readonly isOver: IsOver
  readonly most: number
  /** Of lines with these marks, so many are enough. */
  readonly few?: ReadonlyMap<string, number>
  /** Lines that are counted in the same pass. */
  readonly tally?: Tally
}

/** Counts lines with one of these marks, so that they are read only if they are not too many. */
export interface Tally {
  readonly marks: readonly string[]
  readonly most: number
  /** Where the chunks begin that hold some. */
  readonly starts: number[]
  searched: number
  /** A line may be counted for each mark, and once more in the next chunk. */
  counted: number
}

export function tallyOf(marks: readonly string[], most: number): Tally {
  return { marks, most, starts: [], searched: 0, counted: 0 }
}

function isTooMuch({ marks, most, searched, counted }: Tally): boolean {
  return counted > marks.length * (most + searched)
}

function count(tally: Tally, bytes: Buffer, start: number): void {
  if (isTooMuch(tally)) return
  const before = tally.counted
  tally.searched += 1
  for (const mark of tally.marks) {
    const needle = needleOf(mark)
    for (let hit = bytes.indexOf(needle); hit >= 0 && hit < SCANNED; tally.counted++) {
      const end = bytes.indexOf(NEWLINE, hit)
      hit = end < 0 ? -1 : bytes.indexOf(needle, end)
    }
  }
  if (tally.counted > before) tally.starts.push(start)
}

/** The lines that were counted, oldest first; undefined if they are more than `most`. */
export function linesOf(
  file: OpenedFile,
  span: ByteSpan,
  tally: Tally,
  { isOver }: Pick<Limits, 'isOver'>,
): TranscriptLine[] | undefined {
  if (isTooMuch(tally)) return undefined
  const limits = { isOver, most: Number.POSITIVE_INFINITY, starts: tally.starts }
  const lines = marked(file, span, tally.marks, limits)
  return lines.length > tally.most ? undefined : lines
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
  const starts: number[] = []
  for (let start = from; start < to; start += SCANNED) starts.push(start)
  return starts
}

/** Searches the chunks in the given order, each one forwards, because searching backwards is slower. */
function marked(
  file: OpenedFile,
  span: ByteSpan,
  marks: readonly string[],
  { isOver, most, few, tally, starts }: Limits & { readonly starts: readonly number[] },
): TranscriptLine[] {
  const found: TranscriptLine[] = []
  const known = new Set<number>()
  const left = searchesFor(marks, most, few)
  // A long line spans many chunks and must not be read anew in each.
  let read: ByteSpan = { from: 0, to: 0 }
  for (const at of starts) {
    const open = left.filter(({ more }) => more > 0)
    if ((open.length === 0 && !tally) || found.length >= most || isOver()) break
    const bytes = readScratch(file, at, Math.min(SCANNED + OVERLAP, span.to - at))
    if (tally) count(tally, bytes, at)
    for (const one of open) {
      for (let hit = bytes.indexOf(one.needle); hit >= 0 && hit < SCANNED && found.length < most + MOST_IN_PIECE;) {
        const isRead = at + hit >= read.from && at + hit < read.to
        if (!isRead && (one.marks.length === 1 || one.marks.some((mark) => standsAt(bytes, hit, mark)))) {
          const line = lineIn(bytes, at, hit) ?? lineAt(file, span, at + hit)
          if (line.text !== undefined && !known.has(line.start)) {
            known.add(line.start)
            found.push({ start: line.start, text: line.text })
          }
          read = { from: line.start, to: line.end }
          one.more -= 1
        }
        hit = bytes.indexOf(one.needle, Math.max(read.to - at, hit + 1))
      }
    }
  }
  return found.sort((one, other) => one.start - other.start)
}

function standsAt(bytes: Buffer, at: number, mark: Uint8Array): boolean {
  return bytes.compare(mark, 0, mark.length, at, Math.min(at + mark.length, bytes.length)) === 0
}

/** Marks that begin alike, found by one pass. */
interface Search {
  readonly beginning: string
  readonly needle: Uint8Array
  readonly marks: readonly Uint8Array[]
  /** How many lines it may still find. */
  more: number
}

function searchesFor(marks: readonly string[], most: number, few: Limits['few']): Search[] {
  const searches: Search[] = []
  for (const mark of marks) {
    const beginning = few?.has(mark) ? mark : mark.slice(0, LONG_ENOUGH)
    const alike = searches.find((search) => search.beginning === beginning)
    const all = [...(alike?.marks ?? []), needleOf(mark)]
    const needle = needleOf(all.length > 1 ? beginning : mark)
    const search = { beginning, needle, marks: all, more: few?.get(mark) ?? most }
    if (alike) searches[searches.indexOf(alike)] = search
    else searches.push(search)
  }
  return searches
}

/** Used again by every search, because new memory costs more than searching it. */
let searched: Buffer | undefined

/** Bytes that are good until the next search. */
function readScratch(file: OpenedFile, from: number, length: number): Buffer {
  return file.read(from, length, (searched ??= Buffer.allocUnsafe(SCANNED + OVERLAP)))
}

/** The first or the last line that contains the mark; empty if there is none. */
export function lineWith(file: OpenedFile, span: ByteSpan, mark: string, which: 'first' | 'last'): TranscriptLine[] {
  const limits = { isOver: () => false, most: 1 }
  // What belongs together mostly stands together.
  const isFirst = which === 'first'
  const from = isFirst ? span.from : Math.max(span.from, span.to - NEAR)
  const near = readScratch(file, from, Math.min(NEAR, span.to - from))
  const hit = isFirst ? near.indexOf(mark) : near.lastIndexOf(mark)
  const line = hit < 0 ? undefined : lineIn(near, from, hit)
  if (line?.text !== undefined) return [{ start: line.start, text: line.text }]
  return isFirst ? linesWith(file, span, [mark], limits) : lastLinesWith(file, span, [mark], limits)
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
function lineStart(file: OpenedFile, from: number, at: number): number {
  for (let end = at; end > from;) {
    const begin = Math.max(from, end - SCANNED)
    const newline = file.read(begin, end - begin).lastIndexOf(NEWLINE)
    if (newline >= 0) return begin + newline + 1
    end = begin
  }
  return from
}

/**
 * The offset of the first line of a turn. All lines of a turn are contiguous, so a binary search over the id after the
 * mark finds it. Undefined if the turn cannot be found.
 */
export function startOfTurn(file: OpenedFile, { from, to }: ByteSpan, mark: string, id: string): number | undefined {
  const needle = needleOf(mark)
  const own = needleOf(`${mark}${id}"`)
  let before = from
  let inside = to
  while (inside - before > SCANNED) {
    const middle = before + Math.floor((inside - before) / 2)
    const whose = whoseLine(file, { from: middle, to }, needle, own)
    if (whose === 'nobody') return undefined
    if (whose === 'own') inside = middle
    else before = middle
  }
  for (let at = before; at < Math.min(before + 2 * SCANNED, to); at += SCANNED) {
    const bytes = readScratch(file, at, Math.min(SCANNED + OVERLAP, to - at))
    const hit = bytes.indexOf(own)
    if (hit < 0) continue
    const newline = hit === 0 ? -1 : bytes.lastIndexOf(NEWLINE, hit - 1)
    return newline < 0 ? lineStart(file, from, at + hit) : at + newline + 1
  }
  return undefined
}

/** Whether the first id after this offset is that of the turn. An id that is cut off says nothing. */
function whoseLine(
  file: OpenedFile,
  { from, to }: ByteSpan,
  needle: Uint8Array,
  own: Uint8Array,
): 'own' | 'other' | 'nobody' {
  let cut = 0
  for (let at = from, size = CHUNK; at < to && at - from < 4 * 1024 * 1024; at += size - OVERLAP) {
    const bytes = readScratch(file, at, Math.min(size, to - at))
    for (let hit = bytes.indexOf(needle); hit >= 0; hit = bytes.indexOf(needle, hit + 1)) {
      if (hit + own.length > bytes.length) break
      if (standsAt(bytes, hit, own)) return 'own'
      const close = bytes.indexOf(QUOTE, hit + needle.length)
      const newline = bytes.indexOf(NEWLINE, hit)
      if (close >= 0 && (newline < 0 || close < newline)) return 'other'
      if (++cut > MOST_CUT) return 'nobody'
    }
    if (at + size >= to) break
  }
  return 'nobody'
}
