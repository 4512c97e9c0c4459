// Reads the new part of a transcript as entries. It reads backwards and stops as soon as the decision needs no more.
// Older lines that matter are found by searching for byte marks, and only those lines are parsed, so the cost depends on
// the end of the file and not on the length of the turn or the session.
import type { TranscriptReader } from '../../agents/agent.ts'
import type { Entry } from '../../contract/agent/entry.ts'
import type { EntriesRead, ReadNeeds, SessionRead } from '../../contract/agent/session-read.ts'
import { lazily } from '../../contract/lazily.ts'
import { given } from '../../contract/given.ts'
import type { FileOpened, OpenedFile } from '../../adapters/platform/files/files.ts'
import { entriesOf, isOfTodos, isOpener, NEAR, nearest, parseLine, type Placed, readTail } from './read-tail.ts'
import type { Absence } from './lines/absence.ts'
import type { ByteSpan, IsOver, TranscriptLine } from './lines/line.ts'
import { linesBack } from './lines/lines-back.ts'
import { lastLinesWith, linesOf, linesWith, lineWith, tallyOf } from './lines/marked-lines.ts'
import { startOfTurn } from './lines/turn-start.ts'
import type { World } from '../world.ts'

/** The host reports its mode and its goal within this many bytes of the start of a request. */
const HEAD = 64 * 1024
/** The byte budget of a stop without a claim. Every mark costs one pass, so the span shrinks with their number. */
const MOST_LOOKED_AT = 64 * 1024 * 1024
/** The same for a file with so many broken lines that its work cannot be seen anyway. */
const MOST_IN_DAMAGED = 8 * 1024 * 1024
/** A call that is left running is answered soon, and what other calls of the same moment print is shortened. */
const NEAR_RUNNING = 256 * 1024
/** After so much work the stop is decided from what has been read so far, so that a busy machine changes no decision. */
const MOST_WORK_MS = 2000
/** Behind it, where the disk is what takes so long. */
const LONGEST_MS = 10_000
const MOST_LANDMARKS = 5000
/** For a claim: an open todo must be found however many came after it. Time ends it all the same. */
const MOST_FOR_CLAIM = 20_000
const MOST_RUNNING = 16
/** After more changes to the todo list than this, they are followed when a claim needs them. */
const MOST_LISTED = 1000

export interface TranscriptQuery {
  readonly reader: TranscriptReader
  /** The host's id of the turn. */
  readonly turn: string | undefined
  /** Where the last reading ended; undefined for the first reading of a session. */
  readonly from?: number | undefined
  /** The last reading was of the same file. */
  readonly isSameFile: boolean
  /** Where following the todo list must continue, if before `from`. */
  readonly todosFrom?: number | undefined
  /** Hashes of the commands that had run by then. */
  readonly commands: readonly string[]
  readonly needs: ReadNeeds
}

/** Closes the file. */
export function readTranscript(
  world: Pick<World, 'elapsed' | 'worked'>,
  opened: FileOpened,
  query: TranscriptQuery,
): SessionRead {
  if (opened.kind !== 'opened') return opened
  const { file } = opened
  try {
    // No host empties or shortens its transcript, and it writes every prompt that its hook told us of: what is not there
    // was cut off, and is work that nobody can see.
    if (file.size === 0 && query.isSameFile && query.needs.prompts === false) return { kind: 'missing' }
    const [began, before] = [world.elapsed(), world.worked()]
    const isOver = (): boolean => {
      const ms = world.elapsed() - began
      return ms >= LONGEST_MS || (ms >= MOST_WORK_MS && world.worked() - before >= MOST_WORK_MS)
    }
    const isShorter = query.from !== undefined && query.from > file.size
    const from = isShorter ? undefined : query.from
    const read = readFrom({ file, reader: query.reader, query: { ...query, from }, isOver })
    return isShorter && query.isSameFile ? { ...read, whole: false } : read
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : String(error) }
  } finally {
    file.close()
  }
}

interface Job {
  readonly file: OpenedFile
  readonly reader: TranscriptReader
  readonly query: TranscriptQuery
  readonly isOver: IsOver
}

function readFrom(job: Job): EntriesRead {
  const { file, query } = job
  const { size } = file
  const tail = readTail({
    ...job,
    query: {
      ...query,
      isAll: query.needs.everything === true,
      mayClaim: query.needs.mayClaim,
      watched: [...statesOf(job), ...runningOf(job)],
    },
  })
  const turn = lazily(() => turnIn(job, { from: query.from ?? 0, to: tail.start }))
  const start = query.from ?? (tail.isFound ? tail.start : beginning(job, tail.start, turn))
  const older: ByteSpan = { from: Math.min(start ?? tail.start, tail.start), to: tail.start }
  const todos: ByteSpan = { from: Math.min(query.todosFrom ?? older.from, older.from), to: tail.dense }
  const isAll = older.to === older.from && todos.to <= todos.from
  const found = isAll
    ? NOTHING
    : landmarks(job, { older, todos, turn, isDamaged: tail.isDamaged, absences: tail.absences })
  return {
    kind: 'entries',
    entries: inOrder(found.entries, tail.entries),
    offset: endOf(file),
    size,
    whole: tail.start === (query.from ?? 0),
    isSparse: older.to > older.from || tail.gaveUp,
    ...(found.isBehind ? { todosFrom: todos.from } : {}),
    ...given({ movedAt: tail.movedAt }, (at) => Math.max(at - (query.from ?? 0), 1)),
    gaveUp: tail.gaveUp || found.isCut || job.isOver(),
  }
}

/** Lines from the end of the file come newest first. Those found by marks may lie between them: then all are sorted. */
function inOrder(found: readonly Placed[], tail: readonly Placed[]): Entry[] {
  const lines =
    found.length === 0 ? tail.toReversed() : [...found, ...tail].sort((one, other) => one.start - other.start)
  return lines.flatMap(({ entries }) => entries)
}

function turnIn({ file, reader, query }: Job, span: ByteSpan): number | undefined {
  return query.turn === undefined ? undefined : startOfTurn(file, span, reader.turnMark, query.turn)
}

/** Finds the start of the request by the id of its turn, or else by the last prompt. */
function beginning({ file, reader, isOver }: Job, to: number, turnStart: TurnStart): number | undefined {
  const span = { from: 0, to }
  const turn = turnStart()
  const opener = (near: ByteSpan): TranscriptLine | undefined =>
    linesWith(file, near, reader.landmarks.prompts, { isOver, most: MOST_LANDMARKS }).findLast((line) =>
      entriesOf(reader, line.text)?.some(isOpener),
    )
  if (turn !== undefined && opener(headAt(file, span, turn))) return turn
  return opener({ from: nearest(file, span, to - MOST_LOOKED_AT), to })?.start
}

function headAt(file: OpenedFile, span: ByteSpan, from: number): ByteSpan {
  return { from, to: nearest(file, span, from + HEAD) }
}

interface Landmarks {
  readonly entries: readonly Placed[]
  /** The byte budget did not cover the whole span. */
  readonly isCut: boolean
  /** Todo changes were left for later: the byte budget did not cover them, or there are too many. */
  readonly isBehind: boolean
}

const NOTHING: Landmarks = { entries: [], isCut: false, isBehind: false }

/** Where the turn begins by its id. Asked for only where it is needed, and searched once. */
type TurnStart = () => number | undefined

interface Older {
  /** Between the start of the request and the part that was parsed. */
  readonly older: ByteSpan
  readonly todos: ByteSpan
  readonly turn: TurnStart
  readonly isDamaged: boolean
  readonly absences: readonly Absence[]
}

/** Finds the lines that matter between the start of the request and the part that was parsed. */
function landmarks(job: Job, { older, todos, turn, isDamaged, absences }: Older): Landmarks {
  const { file, reader, query, isOver } = job
  const { needs } = query
  const marks = reader.landmarks
  const limits = { isOver, most: needs.todos ? MOST_FOR_CLAIM : MOST_LANDMARKS }
  const near = worthLookingAt(job, older, isDamaged ? MOST_IN_DAMAGED : MOST_LOOKED_AT)
  const isFar = todos.from < todos.to && !needs.todos && todos.from < near.from
  const found = new Map<number, Entry[]>()
  const entriesIn = parsedOnce(reader)
  const keep = (lines: readonly TranscriptLine[], isKept: (entry: Entry) => boolean): void => {
    for (const line of lines) {
      const entries = entriesIn(line).filter(isKept)
      if (entries.length > 0) found.set(line.start, mergedWith(found.get(line.start), entries))
    }
  }
  for (const from of heads(query, older, turn)) {
    keep(linesWith(file, headAt(file, older, from), [...marks.prompts, ...marks.begins], limits), isState)
  }
  const states = statesOf(job)
  const running = runningOf(job)
  // One pass finds all marks of the same span. Without a claim, many changes to the list are as good as none.
  const isSameSpan = !isFar && todos.from >= near.from
  const lists = isSameSpan && needs.todos ? marks.todos : []
  const tally = isSameSpan && !needs.todos ? tallyOf(marks.todos, MOST_LISTED) : undefined
  const some = { ...limits, absences, few: new Map(running.map((mark) => [mark, MOST_RUNNING])), ...given({ tally }) }
  const lines = lastLinesWith(file, near, [...states, ...running, ...lists], some)
  // Between there and the part that was parsed whole, calls and words were read, but no results.
  const parsed = { from: near.to, to: todos.to }
  const results = lastLinesWith(file, parsed, [...running, ...lists], some)
  keep(holding(lines, states), isState)
  const told = holding([...lines, ...results], running).slice(-MOST_RUNNING)
  const runs = runningLines(job, { from: near.from, to: todos.to }, told, entriesIn)
  keep(
    runs.filter(({ start }) => start < near.to),
    () => true,
  )
  keep(
    runs.filter(({ start }) => start >= near.to),
    (entry) => entry.kind !== 'tool-called',
  )
  const listed = (): readonly TranscriptLine[] | undefined => {
    if (tally) return linesOf(file, todos, tally, limits)
    return isSameSpan ? holding([...lines, ...results], lists) : linesWith(file, todos, marks.todos, limits)
  }
  const calls = isFar ? undefined : listed()
  if (calls) keep(todoLines(job, todos, calls), isOfTodos)
  const entries = [...found].map(([start, line]) => ({ start, entries: line }))
  return { entries, isCut: near.from > older.from, isBehind: calls === undefined }
}

/** Marks of what stands for itself, and of what is still running: each costs a search. */
function statesOf({ reader, query }: Job): string[] {
  const { joined, states } = reader.landmarks
  return [...(query.needs.prompts ? joined : []), ...(query.needs.running ? states : [])]
}

function runningOf({ reader, query }: Job): readonly string[] {
  return query.needs.running ? reader.landmarks.running : []
}

type EntriesIn = (line: TranscriptLine) => readonly Entry[]

/** A report of running work is asked for what it names, and then kept. */
function parsedOnce(reader: TranscriptReader): EntriesIn {
  const known = new Map<number, readonly Entry[]>()
  return ({ start, text }) => {
    const entries = known.get(start) ?? entriesOf(reader, text) ?? []
    known.set(start, entries)
    return entries
  }
}

function holding(lines: readonly TranscriptLine[], marks: readonly string[]): TranscriptLine[] {
  return lines.filter(({ text }) => marks.some((mark) => text.includes(mark)))
}

/** A claim is searched whole, any other stop within the byte budget. */
function worthLookingAt({ file, reader, query }: Job, older: ByteSpan, most: number): ByteSpan {
  const { prompts, running, todos } = query.needs
  const { joined, states, running: runs, todos: lists } = reader.landmarks
  const marks = (prompts ? joined.length : 0) + (running ? states.length + runs.length : 0) + lists.length
  if (todos) return older
  return { from: nearest(file, older, older.to - Math.floor(most / (marks + 1))), to: older.to }
}

/** The start of the request, and of the turn if that is later: an interruption ends a turn without a stop. */
function heads({ needs }: TranscriptQuery, older: ByteSpan, turnStart: TurnStart): number[] {
  if (!needs.prompts || older.to <= older.from) return [older.from]
  const turn = turnStart()
  return turn === undefined || turn <= older.from ? [older.from] : [older.from, turn]
}

function mergedWith(before: Entry[] | undefined, entries: Entry[]): Entry[] {
  return before === undefined || before.length < entries.length ? entries : before
}

/** Every todo call together with its result. */
function todoLines({ file, reader }: Job, span: ByteSpan, calls: readonly TranscriptLine[]): TranscriptLine[] {
  return calls.flatMap((line) => {
    const ids = (entriesOf(reader, line.text) ?? []).flatMap((entry) =>
      entry.kind === 'tool-called' && entry.access === 'todo' ? [entry.id] : [],
    )
    const after = { from: line.start + Buffer.byteLength(line.text), to: Math.min(line.start + NEAR, span.to) }
    return ids.length === 0 ? [] : [line, ...ids.flatMap((id) => lineWith(file, after, `"${id}"`, 'first'))]
  })
}

/** Every report of running work, with the call that started it and its end, if there is one. */
function runningLines(
  { file, reader, isOver }: Job,
  span: ByteSpan,
  told: readonly TranscriptLine[],
  entriesIn: EntriesIn,
): TranscriptLine[] {
  const [first] = told
  if (!first) return []
  const limits = { isOver, most: MOST_LANDMARKS }
  const ends = linesWith(file, { from: first.start, to: span.to }, reader.landmarks.ended, limits)
  const calls = told.flatMap((line) => {
    const ids = entriesIn(line).flatMap((entry) =>
      entry.kind === 'background' && entry.label === undefined ? [entry.id] : [],
    )
    const before = { from: Math.max(span.from, line.start - NEAR_RUNNING), to: line.start }
    const after = { from: line.start + Buffer.byteLength(line.text), to: span.to }
    return ids.flatMap((id) => [
      ...lineWith(file, before, `"${id}"`, 'last'),
      ...lineWith(file, after, `"${id}"`, 'first'),
    ])
  })
  return [...told, ...ends, ...calls]
}

/** Entries that need no other line to be understood. */
function isState(entry: Entry): boolean {
  if (entry.kind === 'background') return entry.label !== undefined || !entry.running
  return entry.kind === 'prompt' || entry.kind === 'goal' || entry.kind === 'plan-mode'
}

/** A last line without a newline may still be growing: unless it is complete JSON, it is read again next time. */
function endOf(file: OpenedFile): number {
  if (file.size === 0 || file.read(file.size - 1, 1)[0] === 10) return file.size
  const [last] = linesBack(file, { from: 0, to: file.size })
  return last && parseLine(last.text) === undefined ? last.start : file.size
}
