// Lines from the end of a transcript to its start, without those that say nothing about work: most of a long turn.
import type { Glance } from '../../../agents/agent.ts'
import type { OpenedFile } from '../../../adapters/platform/files/files.ts'
import { type Absence, noteAbsence } from './absence.ts'
import { needleOf, SCANNED, type ByteSpan, type IsOver, type TranscriptLine } from './line.ts'
import { boundsOf, chunksBack, type WholeLines, type NextLine } from './lines-back.ts'

/** Which lines are passed over by their bytes alone. */
export interface Sieve extends Glance {
  /** Asked for so many idle calls in a row, and at every line with words, newest first: what is known by then decides. */
  readonly passesCalls: (count: number) => boolean
  /** `line`: its bytes, each as one character. */
  readonly passesWords: (line: string) => boolean
  readonly isOver: IsOver
  /** Filled in passing, for marks that are searched for in the same bytes afterwards. */
  readonly absences?: readonly Absence[]
}

/** Lines from the end to the start, without those that the sieve lets pass. */
export function sievedBack(file: OpenedFile, span: ByteSpan, sieve: Sieve): Iterable<TranscriptLine> {
  const { absences = [] } = sieve
  const telling = sieve.telling.map((mark) => ({
    needle: needleOf(mark),
    absence: absences.find((absence) => absence.mark === mark),
  }))
  const others = absences.filter(({ mark }) => !sieve.telling.includes(mark))
  const watched = others.map((absence) => ({ needle: needleOf(absence.mark), absence }))
  const [words, call, ends] = [needleOf(sieve.words), needleOf(sieve.call), needleOf(sieve.ends)]
  const needles = { telling, watched, words, call, ends, known: new Map<string, boolean>() }
  return chunksBack(file, span, SCANNED, (piece) => sieved(piece, sieve, needles), sieve.isOver)
}

interface Needles {
  readonly telling: readonly { readonly needle: Uint8Array; readonly absence: Absence | undefined }[]
  readonly watched: readonly { readonly needle: Uint8Array; readonly absence: Absence }[]
  readonly words: Uint8Array
  readonly call: Uint8Array
  readonly ends: Uint8Array
  /** Whether a call is idle: agents look at the same things again and again. */
  readonly known: Map<string, boolean>
}

function sieved(piece: WholeLines, sieve: Sieve, needles: Needles): NextLine {
  const { bytes, first, offset } = piece
  const { idle, marks } = hitsIn(piece, sieve, needles)
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
      let before = at < 0 ? -1 : last
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
  readonly marks: readonly number[] | Int32Array
}

const TELLING = 0
const WORDS = 1

function hitsIn(
  { bytes, first, offset }: WholeLines,
  { isIdle, idleBytes, endsFrom }: Sieve,
  { telling, watched, words, call, ends, known }: Needles,
): SieveHits {
  const span = { from: offset + first, to: offset + bytes.length }
  const idle: number[] = []
  const marks: number[] = []
  for (const { needle, absence } of telling) {
    let at = bytes.indexOf(needle, first)
    if (absence) noteAbsence(absence, span, at >= 0)
    for (; at >= 0; at = bytes.indexOf(needle, at + needle.length)) marks.push(at * 2 + TELLING)
  }
  for (const { needle, absence } of watched) noteAbsence(absence, span, bytes.indexOf(needle, first) >= 0)
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
  return { idle, marks: marks.length < 2 ? marks : new Int32Array(marks).sort() }
}
