// The one drawer of tables. At a terminal no line is wider than the window: the widest columns shrink first, down to what
// stays readable, and what does not fit is cut with an ellipsis or continued on the next line. A pipe gets whole values.
import type { Tone } from '../../../domain/view/part.ts'
import type { Paper } from './paper.ts'
import { graphemes } from './spans.ts'
import { wrapText } from './wrap.ts'

export type Cell = string | { readonly text: string; readonly tone: Tone | 'bold' | 'dim' }

export interface TableColumn {
  readonly title?: string
  /** The column is not cut below this width. */
  readonly least?: number
  /** Of what is cut the end is kept: for paths. */
  readonly keepsEnd?: boolean
  /** Of what is cut the start and the end are kept: for paths whose first folder tells as much as their last. */
  readonly keepsBoth?: boolean
  /** What does not fit continues below: for what must be seen whole. */
  readonly wraps?: boolean
}

export interface DrawnTable {
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Blanks before each line. */
  readonly indent?: number
}

const GAP = 2
const LEAST = 8
const ELLIPSIS = '…'

export function drawTable({ columns, rows, indent = 0 }: DrawnTable, paper: Paper): string[] {
  const titles = columns.map(({ title = '' }) => title)
  const hasTitles = titles.some((title) => title !== '')
  const head: readonly Cell[] = titles.map((text) => ({ text, tone: 'dim' as const }))
  const all = hasTitles ? [head, ...rows] : rows
  const natural = columns.map((_, column) => Math.max(0, ...all.map((row) => paper.widthOf(textOf(row[column])))))
  const widths = shrunk(natural, columns, paper.columns - indent - GAP * (columns.length - 1))
  return all.flatMap((row) => drawRow(row, { columns, widths, indent }, paper))
}

interface Drawing {
  readonly columns: readonly TableColumn[]
  readonly widths: readonly number[]
  readonly indent: number
}

function drawRow(row: readonly Cell[], { columns, widths, indent }: Drawing, paper: Paper): string[] {
  const last = columns.length - 1
  const pieces = columns.map((column, index) => {
    const text = textOf(row[index])
    const width = widths[index] ?? 0
    if (column.wraps && Number.isFinite(width)) return wrapText(text, width)
    if (column.keepsBoth) return [cutMiddle(text, width, paper.widthOf)]
    return [cutTo(text, width, { keepsEnd: column.keepsEnd === true, widthOf: paper.widthOf })]
  })
  const height = Math.max(1, ...pieces.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => {
    const cells = pieces.map((lines, index) => {
      const text = lines[line] ?? ''
      const width = widths[index] ?? 0
      const room = index === last ? '' : ' '.repeat(Math.max(0, width - paper.widthOf(text)))
      return { painted: `${paintCell(text, row[index], paper)}${room}`, isBlank: text === '' }
    })
    while (cells.at(-1)?.isBlank) cells.pop()
    const joined = cells.map(({ painted }) => painted).join(' '.repeat(GAP))
    return `${' '.repeat(indent)}${joined}`.trimEnd()
  })
}

/** The widest columns give first; none goes below its least width while another can still give. */
function shrunk(natural: readonly number[], columns: readonly TableColumn[], room: number): readonly number[] {
  const widths = [...natural]
  const floors = natural.map((width, index) => Math.min(width, columns[index]?.least ?? LEAST))
  let over = widths.reduce((sum, width) => sum + width, 0) - room
  while (over > 0) {
    const givers = widths.flatMap((width, index) => (width > (floors[index] ?? 0) ? [{ width, index }] : []))
    const widest = givers.sort((one, other) => other.width - one.width || other.index - one.index)[0]
    if (!widest) break
    const next = givers[1]?.width ?? 0
    const least = Math.max(floors[widest.index] ?? 0, Math.min(next, widest.width - 1))
    const given = Math.min(over, widest.width - least)
    widths[widest.index] = widest.width - given
    over -= given
  }
  // A window narrower than all floors together: the last columns give the rest.
  for (let index = widths.length - 1; over > 0 && index >= 0; index--) {
    const width = widths[index] ?? 0
    const given = Math.min(over, Math.max(0, width - 1))
    widths[index] = width - given
    over -= given
  }
  return widths
}

export function cutTo(
  text: string,
  width: number,
  { keepsEnd = false, widthOf }: { readonly keepsEnd?: boolean; readonly widthOf: (text: string) => number },
): string {
  if (widthOf(text) <= width) return text
  const parts = keepsEnd ? graphemes(text).reverse() : graphemes(text)
  let used = widthOf(ELLIPSIS)
  const kept: string[] = []
  for (const part of parts) {
    used += widthOf(part)
    if (used > width) break
    kept.push(part)
  }
  return keepsEnd ? `${ELLIPSIS}${kept.reverse().join('')}` : `${kept.join('').trimEnd()}${ELLIPSIS}`
}

/** `~/.local/…/bin/tool`: a third of the room for the start. */
export function cutMiddle(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const start = cutTo(text, Math.ceil(width / 3), { widthOf }).slice(0, -ELLIPSIS.length)
  return `${start}${cutTo(text, width - widthOf(start), { keepsEnd: true, widthOf })}`
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell : (cell?.text ?? '')
}

function paintCell(text: string, cell: Cell | undefined, { style }: Paper): string {
  return cell === undefined || typeof cell === 'string' || text === '' ? text : style[cell.tone](text)
}
