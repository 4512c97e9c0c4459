// What an agent should read of a failing check's output. Where not all of it fits, what passed goes first; then the
// first lines of each failure and the end of the output stay.
import { isFailureLine } from './failure-lines.ts'
import { toLines } from './output-lines.ts'
import { withoutPassed } from './passed-lines.ts'

export interface Room {
  readonly lines: number
  readonly characters: number
}

const LONGEST_LINE = 400
/** What npm and pip print of newer versions of themselves. */
const ADVERT = /^(?:npm notice(?: |$)|\[notice\] (?:A new release of pip|To update, run:) )/

export function failingTail(output: string, most: Room = { lines: 40, characters: 2500 }): string {
  const all = toLines(output).filter((line) => !ADVERT.test(line))
  const lines = readableLines(all, Math.min(LONGEST_LINE, most.characters))
  if (fits(lines, most)) return lines.join('\n')
  const telling = readableLines(withoutPassed(lines), LONGEST_LINE)
  if (telling.length === 0 || telling.length === lines.length) return partsOf(lines, most).join('\n')
  const note = `[… ${counted(lines.length - telling.length)} without a failure]`
  const room = { lines: most.lines - 1, characters: most.characters - note.length - 1 }
  if (fits(telling, room)) return [note, ...telling].join('\n')
  const [first = '', ...rest] = partsOf(telling, room)
  const before = Number(BEFORE.exec(first)?.[1] ?? 0)
  if (before === 0) return [note, first, ...rest].join('\n')
  return [`[… ${counted(lines.length - telling.length + before)} left out]`, ...rest].join('\n')
}

/** Our note about the lines before the first part. */
const BEFORE = /^\[… (\d+) lines? before\]$/

/** The first lines of each failure in one half of the room, the end in the other and in what is left. */
function partsOf(lines: readonly string[], most: Room): string[] {
  const half = { lines: Math.floor(most.lines / 2), characters: Math.floor(most.characters / 2) }
  const end = tailStart(lines, leaving(half, 1))
  const spans = firstSpans(lines.slice(0, end), half)
  const used = textOf(lines, spans)
  const from = spans.at(-1)?.end ?? 0
  const rest = leaving({ lines: most.lines - used.length, characters: most.characters - sizeOf(used) - 1 }, 1)
  const start = Math.max(from, tailStart(lines, rest))
  return textOf(lines, [...spans, { start, end: lines.length }])
}

interface Span {
  readonly start: number
  readonly end: number
}

const FEWEST_EACH = 4
const MOST_EACH = 12

function firstSpans(lines: readonly string[], room: Room): Span[] {
  const spans = spansOf(lines, FEWEST_EACH, room.lines)
  const count = spans.filter(({ start }) => !ENDS_FAILURE.test(lines[start] ?? '')).length
  const each = Math.min(Math.max(Math.floor(room.lines / count) - 1, FEWEST_EACH), MOST_EACH)
  const chosen: Span[] = []
  for (const span of spansOf(lines, each, room.lines)) {
    let { end } = span
    while (end > span.start && !fits(textOf(lines, [...chosen, { ...span, end }]), room)) end -= 1
    if (end > span.start) chosen.push({ ...span, end })
    if (end < span.end) break
  }
  return chosen
}

/** Where failures begin, each with the lines after it; not more of them than can be shown. */
function spansOf(lines: readonly string[], each: number, most: number): Span[] {
  const spans: Span[] = []
  for (let start = 0; start < lines.length && spans.length < most; start++) {
    if (!isFailureLine(lines[start] ?? '')) continue
    const end = spanEnd(lines.slice(start, start + most), each) + start
    spans.push({ start, end })
    start = end - 1
  }
  return spans
}

/** After so many lines, blank ones not counted; a few more where it tells of a further failure. */
function spanEnd(lines: readonly string[], each: number): number {
  let end = 0
  let left = each
  for (const [index, line] of lines.entries()) {
    if (left === 0) break
    if (line === '') continue
    end = index + 1
    if (ENDS_FAILURE.test(line)) break
    left = isFailureLine(line) ? Math.max(left - 1, FEWEST_EACH - 1) : left - 1
  }
  return end
}

/** Bun tells what went wrong first, and then in which test. */
const ENDS_FAILURE = /^\s*\(fail\) /

/** The lines of these spans, with a note wherever some are left out. */
function textOf(lines: readonly string[], spans: readonly Span[]): string[] {
  return spans.flatMap(({ start, end }, index) => {
    const before = spans[index - 1]?.end
    const gap = start - (before ?? 0)
    const note = before === undefined ? `[… ${counted(gap)} before]` : `[… ${counted(gap)} left out]`
    const single = gap === 1 ? (lines[start - 1] ?? '') : note
    // One short line takes no more room than the note about it.
    const between = single.length <= note.length ? single : note
    return [...(gap === 0 ? [] : [between]), ...lines.slice(start, end)]
  })
}

const counted = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)

/** A note such as "[… 123456 lines left out]" takes a line and some characters. */
function leaving(room: Room, notes: number): Room {
  return { lines: room.lines - notes, characters: room.characters - notes * 32 }
}

/** Runs of blank lines as one, none at the ends. */
function readableLines(all: readonly string[], longest: number): string[] {
  const lines: string[] = []
  for (const line of all) if (line !== '' || (lines.at(-1) ?? '') !== '') lines.push(cutMiddle(line, longest))
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function cutMiddle(line: string, longest: number): string {
  if (line.length <= longest) return line
  const mark = ' […] '
  const kept = Math.max(longest - mark.length, 0)
  const tail = Math.floor(kept / 3)
  return `${line.slice(0, kept - tail)}${mark}${line.slice(line.length - tail)}`
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, -1)
}

function fits(lines: readonly string[], room: Room): boolean {
  return lines.length <= room.lines && sizeOf(lines) <= room.characters
}

function tailStart(lines: readonly string[], room: Room): number {
  let start = lines.length
  let left = room.characters
  while (start > 0 && lines.length - start < room.lines) {
    left -= (lines[start - 1] ?? '').length + 1
    if (left < 0) break
    start -= 1
  }
  return start
}
