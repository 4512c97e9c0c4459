// A task list on the screen: a bar of items that are proven done with one line for each item, and the card at its end.
import type { ItemMark, ItemRow, ListReport, ListView } from '../../../../domain/view/list.ts'
import { bar } from '../bars.ts'
import { type Frame, glyphsOf, type PaintName, spinnerOf } from '../frame.ts'
import type { Paper } from '../paper.ts'
import { nextRows } from './run-report.ts'
import { clean, type Spans, toText } from '../spans.ts'
import { drawTable } from '../table.ts'
import { wrapText } from '../wrap.ts'

const MOST_CELLS = 24
const WIDEST = 120
const SHORTEST_TITLE = 20

const TONES: Readonly<Record<ItemMark, PaintName | undefined>> = {
  done: 'good',
  failed: 'bad',
  working: undefined,
  merging: undefined,
  review: 'warn',
  waiting: 'dim',
  'not-started': 'warn',
}

/** At most `room` lines, the bar first; of the items those around the one at work. */
export function renderList(view: ListView, room: number, frame: Frame): string[] {
  if (room < 1) return []
  const width = Math.max(1, Math.min(frame.columns - 1, WIDEST))
  const total = view.rows.length
  const count = `${view.done} of ${total} proven done`
  const cells = Math.min(MOST_CELLS, width - count.length - 5)
  const drawn = cells < 5 ? '' : `${bar(total === 0 ? 0 : view.done / total, cells, frame)} `
  const head: Spans = [{ text: `${drawn}${count} ` }, { text: clean(view.file, frame), tone: 'dim' }]
  return [head, ...around(view.rows, room - 1).map((row) => rowSpans(row, width, frame))].map((spans) =>
    toText(spans, width, frame),
  )
}

function around(rows: readonly ItemRow[], room: number): readonly ItemRow[] {
  const at = rows.findIndex(({ mark }) => mark === 'working' || mark === 'merging')
  const first = Math.max(0, Math.min(rows.length - room, (at < 0 ? rows.length : at) - Math.floor(room / 2)))
  return rows.slice(first, first + Math.max(0, room))
}

/** A long title is cut before how the item stands is. */
function rowSpans({ mark, title, text }: ItemRow, width: number, frame: Frame): Spans {
  const tone = TONES[mark]
  const front = `  ${glyphOf(mark, frame)} `
  const stands = `  ${clean(text, frame)}`
  const room = Math.max(SHORTEST_TITLE, width - frame.widthOf(front) - frame.widthOf(stands))
  return [
    { text: front, ...(tone ? { tone } : {}) },
    {
      text: toText([{ text: clean(title, frame) }], room, frame),
      ...(mark === 'waiting' ? { tone: 'dim' as const } : {}),
    },
    { text: stands, tone: 'dim' },
  ]
}

function glyphOf(mark: ItemMark, frame: Frame): string {
  const glyphs = glyphsOf(frame)
  if (mark === 'working' || mark === 'merging') return spinnerOf(frame)
  if (mark === 'done') return glyphs.passed
  if (mark === 'failed') return glyphs.failed
  return mark === 'review' ? glyphs.person : mark === 'not-started' ? glyphs.cancelled : glyphs.notRun
}

function standsAs({ mark, text, because = '' }: ItemRow): string {
  if (because === '') return text
  return text === mark ? because : `${text}: ${because}`
}

/** The end of a list: no line is wider than the window. */
export function listReport(view: ListReport, paper: Paper): string[] {
  const { style, columns } = paper
  const { ending, done, rows } = view
  const [first = '', ...more] = wrapText(
    `${ending.text} · ${done} of ${rows.length} items proven done`,
    Math.max(1, columns - 2),
  )
  const head = style[ending.tone](style.bold(first.slice(0, ending.text.length)))
  const table = drawTable(
    {
      columns: [{}, {}, { wraps: true }],
      rows: rows.map((row) => [row.mark, row.id, standsAs(row)]),
    },
    { ...paper, columns: columns - 2 },
  )
  return [
    '',
    `${head}${first.slice(ending.text.length)}`,
    ...more.map((line) => `  ${line}`),
    ...wrapText(`${view.id}  ${view.file}, result on ${view.branch}`, Math.max(1, columns - 2)).map((line) =>
      style.dim(`  ${line}`),
    ),
    '',
    ...table.map((line) => `  ${line}`),
    '',
    ...nextRows(view.next, paper),
  ]
}
