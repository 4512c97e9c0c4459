// Paragraphs of a message: runs of prose lines that are read together. A list item and a heading stand for themselves.
import type { Document, MarkdownLine } from './markdown.ts'

export type ParagraphKind = 'text' | 'item' | 'open-item' | 'heading' | 'table'

export interface Paragraph {
  readonly kind: ParagraphKind
  /** Index of its first line. */
  readonly first: number
  /** Where its words begin, list or heading marker left out. */
  readonly start: number
  readonly end: number
}

/** A paragraph longer than this is read in pieces. */
const LONGEST = 4000
const MOST_LINES = 60
const FAR = 60_000

const MARKER = /^\s{0,80}(?:(?:[-*+•‣◦]|\d{1,9}[.)])\s{1,80}(\[[ xX]?\]\s)?|(#{1,6})\s|(\|)|(\[[ xX]?\]\s))/

export function paragraphAround(document: Document, index: number): Paragraph {
  let first = index
  while (first > 0 && index - first < MOST_LINES && joins(document, first)) first--
  let last = index
  while (last + 1 < document.lines.length && last - index < MOST_LINES && joins(document, last + 1)) last++
  return paragraphOf(document, first, last)
}

/** The prose after a position, piece by piece; of a very long rest its beginning and its end. */
export function* proseAfter(document: Document, position: number): Generator<{ start: number; end: number }> {
  const { lines } = document
  let low = 0
  for (let high = lines.length; low < high;) {
    const middle = (low + high) >> 1
    if ((lines.at(middle)?.end ?? 0) < position) low = middle + 1
    else high = middle
  }
  for (let index = low; index < lines.length; index++) {
    const startsAt = lines.at(index)?.start ?? 0
    const isFarLine = startsAt > position + FAR && (lines.at(index)?.end ?? 0) < document.text.length - FAR
    if (isFarLine || lines.at(index)?.kind !== 'prose') continue
    const first = index
    while (joins(document, index + 1) && (lines.at(index + 1)?.end ?? 0) - startsAt < LONGEST) index++
    const { start, end } = paragraphOf(document, first, index)
    for (let at = Math.max(start, position); at < end; at += LONGEST) {
      const isFar = at > position + FAR && at < document.text.length - FAR
      if (!isFar) yield { start: at, end: Math.min(end, at + LONGEST) }
    }
  }
}

export function markerOf(
  document: Document,
  line: MarkdownLine,
): { readonly kind: ParagraphKind; readonly length: number } {
  const marker = MARKER.exec(document.text.slice(line.start, Math.min(line.end, line.start + 200)))
  if (!marker) return { kind: 'text', length: 0 }
  const box = marker[1] ?? marker[4]
  const kind = marker[2] ? 'heading' : marker[3] ? 'table' : box && !/x/i.test(box) ? 'open-item' : 'item'
  return { kind, length: marker[0].length }
}

/** Does this line carry on the paragraph of the line above it? */
function joins(document: Document, index: number): boolean {
  const line = document.lines.at(index)
  const above = document.lines.at(index - 1)
  if (!line || !above || line.kind !== 'prose' || above.kind !== 'prose') return false
  const own = markerOf(document, line).kind
  const other = markerOf(document, above).kind
  return own === 'text' && other !== 'heading' && other !== 'table'
}

function paragraphOf(document: Document, first: number, last: number): Paragraph {
  const line = document.lines.at(first)
  const end = document.lines.at(last)?.end ?? 0
  if (!line) return { kind: 'text', first, start: 0, end }
  const marker = markerOf(document, line)
  return { kind: marker.kind, first, start: Math.min(line.start + marker.length, end), end }
}
