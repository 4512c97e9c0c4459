// The state of the review screen: what is shown, where the person is, and what they are doing.
import type { Tone } from '../../../domain/view/part.ts'
import type { ReviewView } from '../../../domain/view/review/review.ts'
import type { Size } from '../screen/screen.ts'
import { layOut, type LayoutRow, type Toggled } from './layout.ts'

export interface ScreenState {
  readonly view: ReviewView
  readonly size: Size
  readonly toggled: Toggled
  /** Follows from view, toggled and size. */
  readonly rows: readonly LayoutRow[]
  /** The row that keys are about, and the row at the top of the window. */
  readonly cursor: number
  readonly top: number
  /** Columns that lines of files are scrolled to the right. */
  readonly left: number
  readonly mode: ScreenMode
  /** The id of the row where a range of lines begins; the cursor is its other end. */
  readonly mark?: string
  readonly notice?: Notice
}

export interface Notice {
  readonly text: string
  readonly tone?: Tone
}

export type ScreenMode =
  | { readonly kind: 'reading' }
  | { readonly kind: 'help'; readonly top: number }
  | LogMode
  /** Asked once more: anything but `y` goes back. */
  | { readonly kind: 'confirming'; readonly answer: 'approve' }
  | { readonly kind: 'confirming'; readonly answer: 'reject'; readonly words: string }
  | Typing
  /** An answer is on its way. */
  | { readonly kind: 'busy'; readonly text: string }

export interface LogMode {
  readonly kind: 'log'
  readonly name: string
  readonly lines: readonly string[]
  readonly top: number
  readonly left: number
}

export interface Typing {
  readonly kind: 'typing'
  readonly purpose: Purpose
  readonly text: string
  /** In characters, between two letters of the text. */
  readonly at: number
}

/** What is typed. */
export type Purpose =
  | { readonly kind: 'comment'; readonly place: CommentPlace }
  | { readonly kind: 'request-changes' }
  | { readonly kind: 'stands' }
  | { readonly kind: 'reject' }
  | { readonly kind: 'answer' }

export interface CommentPlace {
  readonly path: string
  readonly line: number
  /** Of a range. */
  readonly lastLine?: number
  readonly side: 'old' | 'new'
  readonly lineText: string
  /** The draft that the words replace. */
  readonly draft?: string
}

/** Rows of the window that show no row of the review: one at its top, two at its bottom. */
const FRAME_ROWS = 3
/** Rows that stay in sight above and below the cursor. */
const MARGIN = 2

export function openState(view: ReviewView, size: Size): ScreenState {
  const rows = layOut(view, new Set(), size.columns)
  return { view, size, toggled: new Set(), rows, cursor: 0, top: 0, left: 0, mode: { kind: 'reading' } }
}

export function heightOf({ size }: Pick<ScreenState, 'size'>): number {
  return Math.max(1, size.rows - FRAME_ROWS)
}

/** With the cursor on a row that is there, and in sight. */
export function moveTo(state: ScreenState, row: number): ScreenState {
  const cursor = Math.max(0, Math.min(row, state.rows.length - 1))
  const height = heightOf(state)
  const margin = Math.min(MARGIN, Math.floor((height - 1) / 2))
  const lowest = Math.max(0, state.rows.length - height)
  const least = cursor - height + 1 + margin
  const most = cursor - margin
  const top = Math.max(0, Math.min(lowest, Math.max(least, Math.min(most, state.top))))
  return { ...state, cursor, top }
}

/** With the cursor near the top of the window, for a jump to something that is read from there on. */
export function jumpTo(state: ScreenState, row: number): ScreenState {
  return moveTo({ ...state, top: Math.max(0, row - MARGIN) }, row)
}

/** Lays the rows out again; the cursor stays on its row, or on what took its place. */
export function withRows(
  state: ScreenState,
  changed: Partial<Pick<ScreenState, 'view' | 'toggled' | 'size'>>,
): ScreenState {
  const next = { ...state, ...changed }
  const rows = layOut(next.view, next.toggled, next.size.columns)
  const cursor = rowAfter(state, rows)
  const top = state.top + cursor - state.cursor
  return moveTo({ ...next, rows, top }, cursor)
}

function rowAfter({ rows: before, cursor }: ScreenState, rows: readonly LayoutRow[]): number {
  const places = new Map(rows.map(({ id }, index) => [id, index]))
  const here = before[cursor]
  const enclosing = here?.fold === undefined ? undefined : places.get(here.fold)
  const same = here && (places.get(here.id) ?? enclosing)
  if (same !== undefined) return same
  const unfolded = rows.findIndex(({ fold }) => fold !== undefined && fold === here?.id)
  if (unfolded >= 0) return unfolded
  for (let index = cursor - 1; index >= 0; index--) {
    const place = places.get(before[index]?.id ?? '')
    if (place !== undefined) return place
  }
  return 0
}

export function toggle(state: ScreenState, fold: string): ScreenState {
  const toggled = new Set(state.toggled)
  if (!toggled.delete(fold)) toggled.add(fold)
  return withRows(state, { toggled })
}

export function said(state: ScreenState, text: string, tone?: Tone): ScreenState {
  return { ...state, notice: tone === undefined ? { text } : { text, tone } }
}

export function typing(state: ScreenState, purpose: Purpose, text = ''): ScreenState {
  return { ...state, mode: { kind: 'typing', purpose, text, at: text.length } }
}

export function isOver({ view }: ScreenState): boolean {
  return view.end !== undefined
}

/** The rows of the marked range, from its first to its last; nothing where none is marked. */
export function rangeOf({ rows, cursor, mark }: ScreenState): readonly [first: number, last: number] | undefined {
  const start = mark === undefined ? -1 : rows.findIndex(({ id }) => id === mark)
  return start < 0 ? undefined : [Math.min(start, cursor), Math.max(start, cursor)]
}
