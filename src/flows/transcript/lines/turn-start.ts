// Where a turn begins in a transcript.
import type { OpenedFile } from '../../../adapters/platform/files/files.ts'
import { lineStart, standsAt } from './line-around.ts'
import { CHUNK, needleOf, NEWLINE, OVERLAP, SCANNED, type ByteSpan } from './line.ts'
import { readScratch } from './scratch.ts'

const QUOTE = 34
/** Most lines name their turn: so much mostly holds an id. */
const LIKELY = 8 * 1024
/** After so many ids that are cut off, no whole one is expected. */
const MOST_CUT = 100

/**
 * The offset of the first line of a turn. All lines of a turn are contiguous, so a binary search over the id after the
 * mark finds it. Undefined if the turn cannot be found.
 */
export function startOfTurn(file: OpenedFile, { from, to }: ByteSpan, mark: string, id: string): number | undefined {
  const needle = needleOf(mark)
  const own = needleOf(`${mark}${id}"`)
  let before = from
  let inside = to
  while (inside - before > CHUNK) {
    const middle = before + Math.floor((inside - before) / 2)
    const whose = whoseLine(file, { from: middle, to }, needle, own)
    if (whose === 'nobody') return undefined
    if (whose === 'own') inside = middle
    else before = middle
  }
  for (let at = before, size = CHUNK; at < Math.min(before + 2 * SCANNED, to);) {
    const bytes = readScratch(file, at, Math.min(size + OVERLAP, to - at))
    const hit = bytes.indexOf(own)
    if (hit >= 0) {
      const newline = hit === 0 ? -1 : bytes.lastIndexOf(NEWLINE, hit - 1)
      return newline < 0 ? lineStart(file, from, at + hit) : at + newline + 1
    }
    at += size
    size = SCANNED
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
  for (let at = from, size = LIKELY; at < to && at - from < 4 * 1024 * 1024;) {
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
    at += size - OVERLAP
    size = CHUNK
  }
  return 'nobody'
}
