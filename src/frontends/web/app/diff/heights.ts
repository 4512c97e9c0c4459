// How tall a row will be, before it is drawn: what is measured later may differ by little.
import type { DiffRow } from './layout.ts'
import { textOf } from './syntax.ts'

const LINE = 20
/** Of the letters in which code is set. */
const LETTER = 7.83
/** Widths of the style sheet. */
const NUMBER = 52
const NARROW_NUMBER = 36
const SIGN = 38
const NARROW = 640

export function guessHeight(row: DiffRow, at: { readonly isSplit: boolean; readonly width: number }): number {
  switch (row.kind) {
    case 'title':
      return 68
    case 'section':
      return 40
    case 'note':
      return 32
    case 'file':
      return 52
    case 'loading':
      return Math.min(4000, LINE * (row.file?.lines ?? 1))
    case 'gap':
      return 32
    case 'line':
      return LINE * rowsOf(textOf(row.line), codeWidth(at))
    case 'pair':
      return LINE * Math.max(...[row.left, row.right].map((line) => (line ? rowsOf(textOf(line), codeWidth(at)) : 1)))
    case 'said':
      return 110
    case 'editor':
      return 200
  }
}

function rowsOf(text: string, width: number): number {
  return Math.max(1, Math.ceil((text.length * LETTER) / Math.max(80, width)))
}

/** Beside the numbers of its lines and its sign. */
function codeWidth({ isSplit, width }: { readonly isSplit: boolean; readonly width: number }): number {
  const isNarrow = width < NARROW
  if (isSplit) return width / 2 - NUMBER - SIGN
  return width - (isNarrow ? NARROW_NUMBER : 2 * NUMBER) - SIGN
}
