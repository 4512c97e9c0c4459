// Rows with a label, for the plan and the report of a run: the text is continued under itself, within the window.
import type { Tone } from '../../../domain/view/part.ts'
import type { Paper } from './paper.ts'
import { wrapText } from './wrap.ts'

export interface LabelRow {
  /** Empty where it is that of the row before. */
  readonly label: string
  readonly text: string
  readonly tone?: Tone
}

export const LABEL = 9
const INDENT = LABEL + 2

export function drawRows(rows: readonly LabelRow[], { columns, style }: Paper): string[] {
  return rows.flatMap(({ label, text, tone }) =>
    wrapText(text, Math.max(1, columns - INDENT)).map((line, index) => {
      const head = index === 0 ? style.dim(`  ${label.padEnd(LABEL)}`) : ' '.repeat(INDENT)
      return `${head}${tone === undefined ? line : style[tone](line)}`
    }),
  )
}
