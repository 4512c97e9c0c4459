// How tall a row will be, before it is drawn: what is measured later may differ by little.
import type { DiffRow } from './layout.ts'
import { textOf } from './syntax.ts'

const LINE = 20
/** Of the letters in which code is set. */
const LETTER = 7.83

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

function codeWidth({ isSplit, width }: { readonly isSplit: boolean; readonly width: number }): number {
  if (!isSplit) return Math.min(1600, width) - 140
  return (Math.min(1600, width) - 320) / 2 - 80
}
