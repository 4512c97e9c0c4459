// The lines of a transcript that hold one of some marks, without splitting the rest into lines.
import type { OpenedFile } from '../../../adapters/platform/files/files.ts'
import { type Absence, isAbsent } from './absence.ts'
import { needleOf, NEWLINE, OVERLAP, SCANNED, type ByteSpan, type IsOver, type TranscriptLine } from './line.ts'
import { lineAt, lineIn, standsAt } from './line-around.ts'
import { readScratch } from './scratch.ts'

const NEAR = 8 * 1024
/** A beginning of this length is rare enough to be searched for in the place of several marks. */
const LONG_ENOUGH = 24
/** How many more lines than asked for are collected from one chunk, since its last lines are found last. */
const MOST_IN_PIECE = 1000

export interface Limits {
  readonly isOver: IsOver
  readonly most: number
  /** Of lines with these marks, so many are enough: the last ones of a chunk. */
  readonly few?: ReadonlyMap<string, number>
  /** Where marks are known not to stand. */
  readonly absences?: readonly Absence[]
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
  { isOver, most, few, absences, tally, starts }: Limits & { readonly starts: readonly number[] },
): TranscriptLine[] {
  const found: TranscriptLine[] = []
  const known = new Set<number>()
  const left = searchesFor(marks, most, few, absences)
  // A long line spans many chunks and must not be read anew in each.
  let read: ByteSpan = { from: 0, to: 0 }
  for (const at of starts) {
    const open = left.filter(({ more }) => more > 0)
    if ((open.length === 0 && !tally) || found.length >= most || isOver()) break
    const piece = { from: at, to: Math.min(at + SCANNED, span.to) }
    const wanted = open.filter(({ absence }) => !isAbsent(absence, piece))
    if (wanted.length === 0 && !tally) continue
    const bytes = readScratch(file, at, Math.min(SCANNED + OVERLAP, span.to - at))
    if (tally) count(tally, bytes, at)
    const take = (one: Search, hit: number): void => {
      const isRead = at + hit >= read.from && at + hit < read.to
      if (isRead || (one.marks.length > 1 && !one.marks.some((mark) => standsAt(bytes, hit, mark)))) return
      const line = lineIn(bytes, at, hit) ?? lineAt(file, span, at + hit)
      if (line.text !== undefined && !known.has(line.start)) {
        known.add(line.start)
        found.push({ start: line.start, text: line.text })
      }
      read = { from: line.start, to: line.end }
      one.more -= 1
    }
    for (const one of wanted) {
      if (few?.has(one.beginning)) {
        const places = placesOf(bytes, one.needle)
        for (let index = places.length - 1; index >= 0 && one.more > 0; index--) take(one, places[index] ?? 0)
        continue
      }
      for (let hit = bytes.indexOf(one.needle); hit >= 0 && hit < SCANNED && found.length < most + MOST_IN_PIECE;) {
        take(one, hit)
        hit = bytes.indexOf(one.needle, Math.max(read.to - at, hit + 1))
      }
    }
  }
  return found.sort((one, other) => one.start - other.start)
}

/** Where lines hold the mark, first to last. */
function placesOf(bytes: Buffer, needle: Uint8Array): number[] {
  const places: number[] = []
  for (let hit = bytes.indexOf(needle); hit >= 0 && hit < SCANNED;) {
    places.push(hit)
    const end = bytes.indexOf(NEWLINE, hit)
    hit = end < 0 ? -1 : bytes.indexOf(needle, end)
  }
  return places
}

/** Marks that begin alike, found by one pass. */
interface Search {
  readonly beginning: string
  readonly needle: Uint8Array
  readonly marks: readonly Uint8Array[]
  readonly absence: Absence | undefined
  /** How many lines it may still find. */
  more: number
}

function searchesFor(
  marks: readonly string[],
  most: number,
  few: Limits['few'],
  absences: Limits['absences'],
): Search[] {
  const searches: Search[] = []
  for (const mark of marks) {
    const beginning = few?.has(mark) ? mark : mark.slice(0, LONG_ENOUGH)
    const alike = searches.find((search) => search.beginning === beginning)
    const all = [...(alike?.marks ?? []), needleOf(mark)]
    const needle = needleOf(all.length > 1 ? beginning : mark)
    const absence = alike ? undefined : absences?.find((one) => one.mark === mark)
    const search = { beginning, needle, marks: all, absence, more: few?.get(mark) ?? most }
    if (alike) searches[searches.indexOf(alike)] = search
    else searches.push(search)
  }
  return searches
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
