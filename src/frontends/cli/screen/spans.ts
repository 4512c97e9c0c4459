// A line as pieces with a tone: cleaned, measured and cut before it is painted, so that no colour can be cut in half.
import { oneLine } from '../../../domain/text/printable.ts'
import { type Frame, glyphsOf, type PaintName } from './frame.ts'

export interface Span {
  readonly text: string
  readonly tone?: PaintName
}

export type Spans = readonly Span[]

/** More of a text is never shown, and a screen is drawn many times a second. */
const MOST = 2000
/** A letter under more marks than any language has is noise. */
const LONGEST_GRAPHEME = 32

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text of an agent or a repository, on one line, unable to steer the terminal. */
export function clean(text: string, { isPlain }: Pick<Frame, 'isPlain'>): string {
  const flat = oneLine(text.slice(0, MOST), MOST).toWellFormed()
  return isPlain ? flat.replaceAll(/[^\u0020-\u007e]/gu, '?') : flat
}

export function graphemes(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}

export function widthOf(spans: Spans, frame: Pick<Frame, 'widthOf'>): number {
  return frame.widthOf(spans.map(({ text }) => text).join(''))
}

/** The first that fits; else the last, to be cut. */
export function firstToFit(variants: readonly Spans[], width: number, frame: Frame): Spans {
  return variants.find((spans) => widthOf(spans, frame) <= width) ?? variants.at(-1) ?? []
}

/** The line as it is written: at most this wide, painted, nothing invisible at its end. */
export function toText(spans: Spans, width: number, frame: Frame): string {
  return trimmed(cut(spans, width, frame))
    .map(({ text, tone }) => (tone && text !== '' ? frame.paint[tone](text) : text))
    .join('')
}

function cut(spans: Spans, width: number, frame: Frame): Spans {
  const tame = spans.map((span) => ({ ...span, text: tamed(span.text) }))
  if (widthOf(tame, frame) <= width) return tame
  const { ellipsis } = glyphsOf(frame)
  const mark = frame.widthOf(ellipsis) < width ? ellipsis : ''
  const pieces = tame.flatMap((span) => graphemes(span.text).map((text) => ({ ...span, text })))
  const room = width - frame.widthOf(mark)
  let used = 0
  let count = 0
  for (const { text } of pieces) {
    used += frame.widthOf(text)
    if (used > room) break
    count += 1
  }
  // Pieces may be wider together than each by itself: who measures may see other letters than who cuts.
  while (count > 0 && widthOf([...pieces.slice(0, count), { text: mark }], frame) > width) count -= 1
  const kept = joined(pieces.slice(0, count))
  const last = kept.at(-1)
  return last ? [...kept.slice(0, -1), { ...last, text: `${last.text}${mark}` }] : [{ text: mark }]
}

function tamed(text: string): string {
  if (text.length <= LONGEST_GRAPHEME) return text
  return graphemes(text)
    .map((grapheme) => (grapheme.length > LONGEST_GRAPHEME ? '\u{fffd}' : grapheme))
    .join('')
}

/** Neighbours of one tone as one piece: fewer escape sequences. */
function joined(pieces: readonly Span[]): Span[] {
  const spans: Span[] = []
  for (const piece of pieces) {
    const last = spans.at(-1)
    if (last && last.tone === piece.tone) spans[spans.length - 1] = { ...last, text: last.text + piece.text }
    else spans.push(piece)
  }
  return spans
}

function trimmed(spans: Spans): Spans {
  const last = spans.at(-1)
  if (!last) return spans
  const text = last.text.trimEnd()
  return text === '' ? trimmed(spans.slice(0, -1)) : [...spans.slice(0, -1), { ...last, text }]
}
