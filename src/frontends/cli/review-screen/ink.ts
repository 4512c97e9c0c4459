// Text with its look: cut to the columns of the window, then painted with the sixteen basic colours, which follow the
// reader's theme, and with bold, dim and reverse. Yellow cannot be read on a light background, blue not on a dark one.
import { stringWidth } from '../../../adapters/platform/window.ts'
import { graphemes } from '../screen/spans.ts'

export type Ink = 'bold' | 'dim' | 'reverse' | 'underline' | 'red' | 'green' | 'magenta' | 'cyan'

/** How the screen is drawn, beside its state. */
export interface DrawOptions {
  readonly nowMs: number
  /** ASCII alone. */
  readonly isPlain: boolean
  readonly isColoured: boolean
}

export interface InkSpan {
  readonly text: string
  readonly ink?: readonly Ink[]
}

const CODE: Readonly<Record<Ink, number>> = {
  bold: 1,
  dim: 2,
  underline: 4,
  reverse: 7,
  red: 31,
  green: 32,
  magenta: 35,
  cyan: 36,
}
const COLOURS: ReadonlySet<Ink> = new Set(['red', 'green', 'magenta', 'cyan'])
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

export function paint(spans: readonly InkSpan[], isColoured: boolean): string {
  return spans
    .map(({ text, ink = [] }) => {
      const codes = ink.filter((each) => isColoured || !COLOURS.has(each)).map((each) => CODE[each])
      return codes.length === 0 || text === '' ? text : `\u001b[${codes.join(';')}m${text}\u001b[0m`
    })
    .join('')
}
