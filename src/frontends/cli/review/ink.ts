// Text with its look: cut to the columns of the window, then painted with the colours of all screens, and with bold,
// underline and reverse.
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import type { Tone } from '../../../domain/view/part.ts'
import { type Colour, colourCode, type ColourRange } from '../screen/colours.ts'
import { graphemes } from '../screen/spans.ts'

export type Ink = 'bold' | 'reverse' | 'underline' | Colour

/** How the screen is drawn, beside its state. */
export interface DrawOptions {
  readonly nowMs: number
  /** ASCII alone. */
  readonly isPlain: boolean
  readonly colours: ColourRange
}

export interface InkSpan {
  readonly text: string
  readonly ink?: readonly Ink[]
}

export const TONE_INK: Readonly<Record<Tone, Ink>> = { good: 'green', warn: 'orange', bad: 'red' }

const ATTRIBUTES: Readonly<Record<Exclude<Ink, Colour>, string>> = { bold: '1', underline: '4', reverse: '7' }
const TAB = 4
const ASCII = /^[\u0020-\u007e]*$/

/** Columns `left` to `left + width` of a line. */
export interface ColumnWindow {
  readonly left: number
  readonly width: number
}

/** A letter that is only half inside the window becomes a blank. */
export function cutSpans(spans: readonly InkSpan[], { left, width }: ColumnWindow): InkSpan[] {
  const end = left + width
  const kept: InkSpan[] = []
  let column = 0
  for (const { text, ink } of spans) {
    if (column >= end) break
    let out = ''
    for (const [letter, wide] of lettersOf(text, column, end)) {
      const from = column
      column += wide
      if (column <= left || from >= end) continue
      out += from < left || column > end ? ' '.repeat(Math.min(column, end) - Math.max(from, left)) : letter
    }
    if (out !== '') kept.push(ink ? { text: out, ink } : { text: out })
  }
  return kept
}

/** What does not fit ends with an ellipsis. */
export function shorten(spans: readonly InkSpan[], width: number, ellipsis: string): InkSpan[] {
  if (widthOfSpans(spans) <= width) return [...spans]
  const kept = cutSpans(spans, { left: 0, width: Math.max(0, width - ellipsis.length) })
  const { ink } = kept.at(-1) ?? {}
  return cutSpans([...kept, { text: ellipsis, ...(ink ? { ink } : {}) }], { left: 0, width })
}

/** Pieces of a text with their widths, as far as the last column; tabs as blanks up to the next stop. */
function* lettersOf(text: string, start: number, end: number): Generator<readonly [string, number]> {
  // A column may take many characters; this many take at least one.
  const most = text.slice(0, (end - start) * 16 + 64)
  let column = start
  if (ASCII.test(most)) {
    for (const letter of most) yield [letter, 1]
    return
  }
  for (const part of graphemes(most)) {
    if (column >= end) return
    const wide = part === '\t' ? TAB - (column % TAB) : stringWidth(part)
    column += wide
    yield part === '\t' ? [' '.repeat(wide), wide] : [part.length > 32 ? '\u{fffd}' : part, wide]
  }
}

export function widthOfSpans(spans: readonly InkSpan[]): number {
  return spans.reduce((sum, { text }) => sum + (ASCII.test(text) ? text.length : stringWidth(text)), 0)
}

/** Blanks up to the width, so that a look reaches the edge. */
export function padded(spans: readonly InkSpan[], width: number, ink: readonly Ink[] = []): InkSpan[] {
  const free = width - widthOfSpans(spans)
  return free > 0 ? [...spans, { text: ' '.repeat(free), ink }] : [...spans]
}

export function paint(spans: readonly InkSpan[], colours: ColourRange): string {
  return spans
    .map(({ text, ink = [] }) => {
      const codes = ink.flatMap((each) => codeOf(each, colours) ?? [])
      return codes.length === 0 || text === '' ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`
    })
    .join('')
}

function codeOf(ink: Ink, colours: ColourRange): string | undefined {
  return ink === 'bold' || ink === 'underline' || ink === 'reverse' ? ATTRIBUTES[ink] : colourCode(ink, colours)
}
