// Reads the end of a transcript, newest line first, until older lines cannot change what is known of the work. The last
// part is parsed line by line; before it, lines that only look at something or say something are passed over unparsed.
import type { TranscriptReader } from '../../agents/agent.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'
import {
  emptyTail,
  isComplete,
  stepTail,
  type RequestTail as Facts,
  wantsResult,
} from '../../domain/tasks/request/tail.ts'
import { type Absence, absenceOf } from './lines/absence.ts'
import type { ByteSpan, IsOver, TranscriptLine } from './lines/line.ts'
import { linesBack } from './lines/lines-back.ts'
import { linesWith } from './lines/marked-lines.ts'
import { readScratch } from './lines/scratch.ts'
import { sievedBack } from './lines/sieve.ts'
import { given } from '../../contract/given.ts'

/** The end of the file is always parsed line by line: this much, or more until a line of it says something. */
const READ_WHOLE = 64 * 1024
const MOST_WHOLE = 1024 * 1024
/** A file with more lines that are not JSON than this is damaged. */
const MOST_BROKEN = 200
/** If the end of the file does not decide the facts, at most this many older lines with calls or words are looked at, */
const MOST_LINES = 3000
/** and at most this many bytes are searched for them. */
const MOST_SEARCHED = 32 * 1024 * 1024
/** A call and its result stand within this many bytes of each other. */
export const NEAR = 1024 * 1024
/** So much is read at once to find where a line ends. */
const NEAREST = 16 * 1024
/** Calls without a result, one after the other, are the work of nobody who waits for results. */
const MOST_WITHOUT_RESULT = 4
/** Lines that name a call between it and its result. */
const MOST_NAMING = 8

/** The entries of one line, with its offset. */
export interface Placed {
  readonly start: number
  readonly entries: readonly Entry[]
}

export interface TranscriptTail {
  readonly entries: readonly Placed[]
  readonly start: number
  /** Every line from here on was parsed. Before it, tool results and calls of todo tools were skipped. */
  readonly dense: number
  /** The first entry is the prompt that opened the request. */
  readonly isFound: boolean
  /** The offset of the newest call that made progress. */
  readonly movedAt?: number
  readonly gaveUp: boolean
  /** Many of its lines are not JSON. */
  readonly isDamaged: boolean
  /** Where the watched marks do not stand, as far as that was seen. */
  readonly absences: readonly Absence[]
}

export interface TailQuery {
  /** Where the last reading ended; undefined for the first reading of a session. */
  readonly from?: number | undefined
  /** Hashes of the commands that had run by then. */
  readonly commands: readonly string[]
  readonly isAll: boolean
  /** Whether a line, its bytes each as one character, may hold a claim in words; undefined: all words are wanted. */
  readonly mayClaim?: ((line: string) => boolean) | undefined
  /** Marks that are searched for afterwards. */
  readonly watched: readonly string[]
}

export interface TailJob {
  readonly file: OpenedFile
  readonly reader: TranscriptReader
  readonly query: TailQuery
  readonly isOver: IsOver
}

/** What is known so far; lines are taken newest first. */
interface Progress {
  readonly entries: Placed[]
  facts: Facts
  start: number
  dense: number
  /** The line taken last is a prompt that may open the request, or a line of the host before it. */
  isAtPrompt: boolean
  /** The newest words of the assistant were taken. */
  hasSaid: boolean
  /** Words far back may be a claim: then what was said after them matters too. */
  hasClaim: boolean
  broken: number
  /** Older calls whose result was looked for in vain. */
  withoutResult: number
  /** Lines with calls or words before the part that was parsed whole. */
  older: number
  movedAt: number | undefined
  readonly absences: readonly Absence[]
}

/** Reads back to the start of the request or of the last reading, or until older lines cannot change the facts. */
export function readTail(job: TailJob): TranscriptTail {
  const progress = begun(job.file.size, job.query.watched)
  const read = readEnd(job, progress) ?? readOlder(job, progress)
  return progress.hasClaim ? readTail({ ...job, query: { ...job.query, mayClaim: undefined } }) : read
}

function begun(size: number, watched: readonly string[]): Progress {
  return {
    entries: [],
    facts: emptyTail,
    start: size,
    dense: size,
    isAtPrompt: false,
    hasSaid: false,
    hasClaim: false,
    broken: 0,
    withoutResult: 0,
    older: 0,
    movedAt: undefined,
    absences: watched.map(absenceOf),
  }
}

/** Every line of the last part; undefined if older lines are needed. */
function readEnd({ file, reader, query, isOver }: TailJob, progress: Progress): TranscriptTail | undefined {
  const span = { from: query.from ?? 0, to: file.size }
  for (const line of linesBack(file, span)) {
    const read = span.to - line.start
    const isBroken = progress.broken > MOST_BROKEN && span.to - span.from > READ_WHOLE
    const isEnough = read > (progress.entries.length > 0 ? READ_WHOLE : MOST_WHOLE) || isBroken
    if (isEnough && !query.isAll) break
    if (take(reader, query, progress, line)) return done(query, { ...progress, dense: progress.start }, true)
    progress.dense = progress.start
    if (query.isAll && (progress.broken > MOST_BROKEN || isOver())) return done(query, progress, false, true)
  }
  if (progress.dense <= firstLine(file, span) || query.isAll) {
    // A file of which no line can be parsed shows nothing, and that is not the same as no work.
    const isNothing = progress.entries.length === 0 && progress.broken > 0
    return done(query, { ...progress, start: span.from, dense: span.from }, undefined, isNothing)
  }
  if (isComplete(progress.facts)) return done(query, progress)
  return progress.broken > MOST_BROKEN ? done(query, progress, undefined, true) : undefined
}

/** Lines before that, as far as they may change the facts. */
function readOlder(job: TailJob, progress: Progress): TranscriptTail {
  const { file, reader, query } = job
  const span = { from: query.from ?? 0, to: file.size }
  const end = nearest(file, span, progress.dense - MOST_SEARCHED)
  const isTooMuch = (): boolean =>
    progress.older > MOST_LINES || progress.broken > MOST_BROKEN || progress.hasClaim || job.isOver()
  const speaks = [...reader.speaks, ...reader.landmarks.begins]
  for (const line of sievedBack(file, { from: end, to: progress.dense }, sieveFor(job, progress, isTooMuch))) {
    // Names stand in lines that tell of results too.
    if (!speaks.some((mark) => line.text.includes(mark))) continue
    progress.older += 1
    if (!progress.facts.hasResult && progress.withoutResult < MOST_WITHOUT_RESULT) takeResult(job, progress, line)
    if (take(reader, query, progress, line, isOfTodos)) return done(query, progress, true)
    if (isComplete(progress.facts)) return done(query, progress)
    if (isTooMuch()) return done(query, progress, undefined, true)
  }
  if (isTooMuch()) return done(query, progress, undefined, true)
  return end > span.from
    ? done(query, { ...progress, start: end }, undefined, true)
    : done(query, { ...progress, start: span.from })
}

/** Right after a prompt every line matters: what stands before it tells whether it opened the request. */
function sieveFor({ reader, query }: TailJob, progress: Progress, isOver: IsOver): Parameters<typeof sievedBack>[2] {
  const passed = (count: number): boolean => {
    progress.older += count
    return true
  }
  return {
    ...reader.glance,
    // One call must be seen, since a request without any is a conversation.
    passesCalls: (count) => progress.facts.hasTool && !progress.isAtPrompt && passed(count),
    passesWords: (line) => {
      if (!query.mayClaim || !progress.hasSaid || progress.isAtPrompt) return false
      progress.hasClaim ||= query.mayClaim(line)
      return passed(1)
    },
    isOver,
    absences: progress.absences,
  }
}

/** Results of older calls are not read, but for the newest one of all: it tells how the work stands. */
function takeResult({ file, reader, query }: TailJob, progress: Progress, { start, text }: TranscriptLine): void {
  const call = entriesOf(reader, text)?.findLast((entry) => wantsResult(progress.facts, entry))
  if (call?.kind !== 'tool-called') return
  const after = { from: start + Buffer.byteLength(text), to: Math.min(start + NEAR, progress.dense) }
  const naming = linesWith(file, after, [`"${call.id}"`], { isOver: () => false, most: MOST_NAMING })
  for (const line of naming) {
    const result = entriesOf(reader, line.text)?.find((entry) => entry.kind === 'tool-returned' && entry.id === call.id)
    if (!result) continue
    progress.facts = stepTail(progress.facts, result, query.commands)
    const later = progress.entries.findLastIndex((placed) => placed.start > line.start)
    progress.entries.splice(later + 1, 0, { start: line.start, entries: [result] })
    return
  }
  progress.withoutResult += 1
}

/** Returns true if the request begins after this line. */
function take(
  reader: TranscriptReader,
  query: TailQuery,
  progress: Progress,
  line: TranscriptLine,
  isSkipped?: (entry: Entry) => boolean,
): boolean {
  const read = entriesOf(reader, line.text)
  if (read === undefined) progress.broken += 1
  const kept: Entry[] = []
  const keep = (): void => {
    if (kept.length > 0) progress.entries.push({ start: line.start, entries: kept.reverse() })
  }
  for (let index = (read?.length ?? 0) - 1; index >= 0; index--) {
    const entry = read?.[index]
    if (!entry) continue
    if (query.from === undefined && progress.isAtPrompt && endsTurn(entry)) {
      keep()
      return true
    }
    progress.isAtPrompt = isOpener(entry) || (progress.isAtPrompt && entry.kind === 'prompt' && entry.by === 'host')
    progress.hasSaid ||= entry.kind === 'said' && entry.stoppedBy === undefined && entry.text.trim() !== ''
    progress.facts = stepTail(progress.facts, entry, query.commands)
    if (progress.facts.hasMoved) progress.movedAt ??= line.start
    if (isSkipped?.(entry) !== true) kept.push(entry)
  }
  keep()
  progress.start = line.start
  return false
}

function done(query: TailQuery, progress: Progress, isFound?: boolean, gaveUp = false): TranscriptTail {
  const { entries, start, dense, isAtPrompt, movedAt, broken, absences } = progress
  return {
    entries,
    start,
    dense,
    isFound: isFound ?? (query.from === undefined && isAtPrompt),
    gaveUp,
    isDamaged: broken > MOST_BROKEN,
    absences,
    ...given({ movedAt }),
  }
}

/** The offset of the first line that is not empty. */
function firstLine(file: OpenedFile, { from, to }: ByteSpan): number {
  const bytes = file.read(from, Math.min(1024, to - from))
  const at = bytes.findIndex((byte) => byte !== 10)
  return at < 0 ? from : from + at
}

/** The offset of the next line after `at`. */
export function nearest(file: OpenedFile, span: ByteSpan, at: number): number {
  if (at <= span.from) return span.from
  for (let from = at; from < span.to; from += NEAREST) {
    const newline = readScratch(file, from, Math.min(NEAREST, span.to - from)).indexOf(10)
    if (newline >= 0) return from + newline + 1
  }
  return span.to
}

export function isOfTodos(entry: Entry): boolean {
  return (
    entry.kind === 'todos' ||
    entry.kind === 'tool-returned' ||
    (entry.kind === 'tool-called' && entry.access === 'todo')
  )
}

function endsTurn(entry: Entry): boolean {
  return (entry.kind === 'said' && entry.goesOn !== true) || entry.kind === 'interrupted' || entry.kind === 'compacted'
}

/** A person's prompt that can start a turn. One typed in mid-work joins the current turn. */
export function isOpener(entry: Entry): boolean {
  return entry.kind === 'prompt' && entry.by === 'person' && entry.inMidWork !== true
}

/** Undefined if the line is not JSON. */
export function entriesOf(reader: TranscriptReader, line: string): readonly Entry[] | undefined {
  const value = parseLine(line)
  return value === undefined ? undefined : reader.toEntries(value)
}

/** Undefined if the line is cut off or not a JSON object. */
export function parseLine(line: string): unknown {
  // Throwing is slow, so lines that cannot be whole objects are rejected without trying.
  if (!line.startsWith('{') || !line.trimEnd().endsWith('}')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    // Not JSON after all.
    return undefined
  }
}
