// Where a comment stands: a line or a range of one file, on one side.
import type { CommentOnLine, Line } from '../values.ts'
import type { DiffRow } from './layout.ts'
import { textOf } from './syntax.ts'
import type { WritingPlace } from './writing-place.ts'

/** The old side of the other diffs is not the file as it was when the task began. */
export function placeOf(row: DiffRow, side?: 'old' | 'new'): WritingPlace | undefined {
  if (!row.file || (row.kind !== 'line' && row.kind !== 'pair')) return undefined
  const { id: file, path, diff } = row.file
  const [old, now] = row.kind === 'line' ? [row.line, row.line] : [row.left, row.right]
  const at = (line: Line | undefined, where: 'old' | 'new'): WritingPlace | undefined => {
    const number = where === 'old' ? line?.before : line?.after
    if (line === undefined || number === undefined || (where === 'old' && diff !== 'task')) return undefined
    return { file, path, line: number, side: where, lineText: textOf(line) }
  }
  if (side === 'old') return at(old, 'old') ?? at(now, 'new')
  return at(now, 'new') ?? at(old, 'old')
}

/** Of the row, or of the line above it that a remark is about. */
export function placeAbove(rows: readonly DiffRow[], index: number, side: 'old' | 'new'): WritingPlace | undefined {
  const file = rows[index]?.file?.id
  if (file === undefined) return undefined
  for (let at = index; rows[at]?.file?.id === file; at--) {
    const row = rows[at]
    const place = row && placeOf(row, side)
    if (place) return place
  }
  return undefined
}

/** Lines of the file as it is now; of the file as it was only where all of them are gone. */
export function placeOfRange(rows: readonly DiffRow[]): WritingPlace | undefined {
  if (rows.some(({ file }) => file?.id !== rows[0]?.file?.id)) return undefined
  const all = rows.flatMap((row) => placeOf(row) ?? [])
  const now = all.filter(({ side }) => side === 'new')
  const places = now.length > 0 ? now : all
  const [begin, end] = [places[0], places.at(-1)]
  if (!begin || !end) return undefined
  return end.line > begin.line ? { ...begin, lastLine: end.line } : begin
}

/** To write a draft again. */
export function placeOfDraft(file: string, { id, path, line, lastLine, side, lineText }: CommentOnLine): WritingPlace {
  return { file, path, line, ...(lastLine === undefined ? {} : { lastLine }), side, lineText, draft: id }
}

/** What was written on the line and not sent yet. */
export function draftOn({ file }: DiffRow, place: WritingPlace): CommentOnLine | undefined {
  for (const remark of file?.remarks ?? []) {
    const isHere = remark.at?.line === place.line && remark.at.side === place.side
    if (remark.kind === 'comment' && remark.comment.state === 'draft' && isHere) return remark.comment
  }
  return undefined
}

/** `12`, or `12-15`. */
export function linesOf({ line, lastLine }: Pick<WritingPlace, 'line' | 'lastLine'>): string {
  return lastLine === undefined ? `${line}` : `${line}-${lastLine}`
}

/** The name under which words on this place are kept until they are a draft. */
export function wordsName(task: string, place: WritingPlace): string {
  const { path, side, draft } = place
  return `comment:${task}:${draft ?? `${side}:${linesOf(place)}:${path}`}`
}
