// What the keys for comments do: a comment on a line or on a range of lines, and drafts that are written again.
import { given } from '../../../contract/given.ts'
import type { CommentView } from '../../../domain/view/review/comment.ts'
import type { LayoutRow } from './layout.ts'
import { type CommentPlace, isOver, moveTo, rangeOf, said, type ScreenState, typing } from './state.ts'

/** Begins a range at the line, or takes one more line into it. */
export function extendRange(state: ScreenState): ScreenState {
  if (isOver(state)) return said(state, `this review is over: ${state.view.end?.text}`)
  if (rangeOf(state)) return moveTo(state, state.cursor + 1)
  const row = state.rows[state.cursor]
  if (!row || !placeOf(row)) return said(state, 'a range begins at a line of a file: go to one and press v')
  return said({ ...state, mark: row.id }, 'j and k extend the range, c comments on it, Esc leaves it')
}

export function withoutMark(marked: ScreenState): ScreenState {
  const { mark: _, ...state } = marked
  return state
}

export function startComment(state: ScreenState): ScreenState {
  if (isOver(state)) return said(state, `this review is over: ${state.view.end?.text}`)
  const range = rangeOf(state)
  if (range) return commentOnRange(state, range)
  const row = state.rows[state.cursor]
  const place = row && placeOf(row)
  const draft = row?.comment?.state === 'draft' ? row.comment : row && place && draftOn(row, place)
  if (draft) return editDraft(state, draft)
  if (!place) return said(state, 'a comment belongs to a line of a file: go to one and press c')
  return typing(state, { kind: 'comment', place })
}

function commentOnRange(state: ScreenState, range: readonly [number, number]): ScreenState {
  const place = placeOfRange(state, range)
  return place ? typing(state, { kind: 'comment', place }) : said(state, LEAVES_FILE)
}

const LEAVES_FILE = 'a range stays within one file: Esc leaves it'

/** Lines of the file as it is now; of the file as it was only where all of them are gone. */
function placeOfRange(state: ScreenState, [first, last]: readonly [number, number]): CommentPlace | undefined {
  const rows = state.rows.slice(first, last + 1)
  const all = rows.flatMap((row) => placeOf(row) ?? [])
  const now = all.filter(({ side }) => side === 'new')
  const places = now.length > 0 ? now : all
  const [begin, end] = [places[0], places.at(-1)]
  if (!begin || !end || rows.some(({ file }) => file?.id !== rows[0]?.file?.id)) return undefined
  const lastLine = end.line > begin.line ? end.line : undefined
  return { ...begin, ...given({ lastLine }) }
}

/** The lines that are marked, and what may be done with them; nothing where none are. */
export function describeRange(state: ScreenState): readonly string[] | undefined {
  const range = rangeOf(state)
  if (!range) return undefined
  const place = placeOfRange(state, range)
  const name = state.rows[state.cursor]?.file?.name ?? place?.path
  return place ? [`range ${name}:${linesOf(place)}`, 'c comments on it, Esc leaves it'] : [LEAVES_FILE]
}

/** What was written on the line and not sent yet. */
function draftOn({ file }: LayoutRow, { line, side }: CommentPlace): CommentView | undefined {
  for (const remark of file?.remarks ?? []) {
    const isHere = remark.at?.line === line && remark.at.side === side
    if (remark.kind === 'comment' && remark.comment.state === 'draft' && isHere) return remark.comment
  }
  return undefined
}

function editDraft(state: ScreenState, draft: CommentView): ScreenState {
  const { id, path, line, lastLine, side, lineText, words } = draft
  const place = { path, line, ...given({ lastLine }), side, lineText, draft: id }
  return typing(state, { kind: 'comment', place }, words.join('\n'))
}

/** `12`, or `12-15`. */
export function linesOf({ line, lastLine }: Pick<CommentPlace, 'line' | 'lastLine'>): string {
  return lastLine === undefined ? `${line}` : `${line}-${lastLine}`
}

/** The old side of the other diffs is not the file as it was when the task began. */
function placeOf(row: LayoutRow): CommentPlace | undefined {
  if (row.kind !== 'line' || !row.file) return undefined
  const { line, file } = row
  const lineText = line.pieces.map(({ text }) => text).join('')
  if (line.after !== undefined) return { path: file.path, line: line.after, side: 'new', lineText }
  if (line.before === undefined || file.diff !== 'task') return undefined
  return { path: file.path, line: line.before, side: 'old', lineText }
}
