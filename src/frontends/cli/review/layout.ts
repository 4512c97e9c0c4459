// The review as rows from top to bottom, for a width: what is folded, what is wrapped, and where the keys can go. Rows hold
// values; how they look is decided when they are drawn.
import { given } from '../../../contract/given.ts'
import type { DiffLine } from '../../../domain/diff/file-diff.ts'
import type { Tone } from '../../../domain/view/part.ts'
import type { ReviewView } from '../../../domain/view/review/review.ts'
import type { CommentView } from '../../../domain/view/review/comment.ts'
import type { FileView, Remark } from '../../../domain/view/review/files.ts'
import { partsOf } from '../../../domain/view/review/parts.ts'
import type { CheckCard, FilePlace, ProseRow, ReviewRow, ReviewSection } from '../../../domain/view/review/sections.ts'
import { wrapText } from '../screen/wrap.ts'

export type LayoutRow = {
  /** The same after a resize or a fold, as far as the row is still there. */
  readonly id: string
  /** What Enter folds or opens here. */
  readonly fold?: string
  /** Where Enter leads. */
  readonly to?: FilePlace
  /** The log that Enter opens. */
  readonly log?: { readonly path: string; readonly name: string }
  /** Where the keys for the next hunk, file or comment stop. */
  readonly stop?: 'hunk' | 'file' | 'comment'
  readonly file?: FileView
  readonly comment?: CommentView
} & RowBody

export type RowBody =
  | { readonly kind: 'blank' }
  | { readonly kind: 'title'; readonly text: string; readonly at?: string }
  | { readonly kind: 'text'; readonly text: string; readonly at?: string }
  | { readonly kind: 'remark'; readonly text: string; readonly tone: Tone; readonly isFirst: boolean }
  /** `isWhyBelow`: how it ended stands in rows of its own. */
  | { readonly kind: 'check'; readonly check: CheckCard; readonly isOpen: boolean; readonly isWhyBelow: boolean }
  | { readonly kind: 'output'; readonly text: string }
  | { readonly kind: 'more'; readonly text: string }
  | { readonly kind: 'file'; readonly isOpen: boolean }
  | { readonly kind: 'gap'; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'line'; readonly line: DiffLine }
  | {
      readonly kind: 'said'
      readonly text: string
      readonly label?: string
      readonly tone?: Tone
      readonly at?: string
    }

/** Ids of what is folded or opened against its default. */
export type Toggled = ReadonlySet<string>

/** Longer lines of prose are hard to read. */
const WIDEST_PROSE = 100
const INDENT = 4
const MOST_PROSE = 8
const FEWEST_OUTPUT = 3
/** Beside the name of a check, its result, its age and its tree there is room for this much at 80 columns. */
const LONGEST_BESIDE = 20
const WHY_INDENT = 3
/** For `59m ago` behind a line. */
const AGE_WIDTH = 10

export function layOut(view: ReviewView, toggled: Toggled, columns: number): LayoutRow[] {
  const width = Math.max(10, Math.min(WIDEST_PROSE, columns - INDENT - 1))
  const rows: LayoutRow[] = view.sections.flatMap((section) => layOutSection(section, toggled, width))
  const hasSeenMost = view.diffs.some(({ name, files }) => name === 'since-look' && files.length > 0)
  for (const { name, title, at, notes, files } of view.diffs) {
    const isFolded = name === 'task' && hasSeenMost
    const count = files.length === 0 ? '' : `: ${files.length} ${files.length === 1 ? 'file' : 'files'}`
    rows.push(
      { id: `title:${name}`, kind: 'title', text: `${title}${count}`, ...given({ at }) },
      ...notes.map((text, index): LayoutRow => ({ id: `note:${name}:${index}`, kind: 'text', text })),
    )
    for (const file of files) {
      const laidOut = layOutFile(file, { toggled, width, isFolded })
      // Folded files stand below each other as a list.
      if (rows.at(-1)?.file && (laidOut.length > 1 || rows.at(-1)?.kind !== 'file'))
        rows.push({ id: `${file.id}:above`, kind: 'blank' })
      for (const row of laidOut) rows.push(row)
    }
    rows.push({ id: `end:${name}`, kind: 'blank' })
  }
  rows.pop()
  return rows
}

function layOutSection({ id, title, rows }: ReviewSection, toggled: Toggled, width: number): LayoutRow[] {
  const laidOut = rows.flatMap((row, index): LayoutRow[] => [
    ...(row.kind === 'comment' && index > 0 ? [{ id: `${id}:${index}:above`, kind: 'blank' as const }] : []),
    ...layOutRow(`${id}:${index}`, row, toggled, width),
  ])
  return [{ id, kind: 'title', text: title }, ...laidOut, { id: `${id}:end`, kind: 'blank' }]
}

function layOutRow(id: string, row: ReviewRow, toggled: Toggled, width: number): LayoutRow[] {
  switch (row.kind) {
    case 'prose':
      return layOutProse(id, row, toggled, width)
    case 'remark':
      return wrapText(row.text, width - 2).map((text, index): LayoutRow => {
        const to = row.to ? { to: row.to } : {}
        return { id: `${id}/${index}`, kind: 'remark', text, tone: row.tone, isFirst: index === 0, ...to }
      })
    case 'check':
      return layOutCheck(id, row.check, toggled, width)
    case 'comment':
      return layOutComment(id, row.comment, { width, isPlaced: false })
  }
}

function layOutProse(id: string, { lines, at }: ProseRow, toggled: Toggled, width: number): LayoutRow[] {
  const room = at === undefined ? width : Math.max(10, width - AGE_WIDTH)
  const rows = lines
    .flatMap((line) => wrapText(line, room))
    .map((text, index): LayoutRow => ({
      id: `${id}/${index}`,
      kind: 'text',
      text,
      ...(index === 0 && at !== undefined ? { at } : {}),
    }))
  if (rows.length <= MOST_PROSE) return rows
  const fold = `${id}/more`
  const folded = rows.map((row): LayoutRow => ({ ...row, fold }))
  const left = rows.length - MOST_PROSE + 1
  if (toggled.has(fold)) return [...folded, { id: fold, fold, kind: 'more', text: 'fold' }]
  return [...folded.slice(0, -left), { id: fold, fold, kind: 'more', text: `${left} more lines` }]
}

/** Of a check that did not pass, the last lines stand there even while it is folded. */
function layOutCheck(id: string, check: CheckCard, toggled: Toggled, width: number): LayoutRow[] {
  const isOpen = toggled.has(id)
  const log = check.log === undefined ? undefined : { path: check.log, name: check.name }
  const isEmpty = check.output.length === 0
  const opens = isEmpty && log ? { log } : { fold: id }
  const isWhyBelow = check.result !== 'passed' && check.why.length > LONGEST_BESIDE
  const head: LayoutRow = { id, kind: 'check', check, isOpen, isWhyBelow, ...opens }
  const why = (isWhyBelow ? wrapText(check.why, width - WHY_INDENT) : []).map((text, index): LayoutRow => ({
    id: `${id}/why${index}`,
    ...opens,
    kind: 'text',
    text: `${' '.repeat(WHY_INDENT)}${text}`,
  }))
  const shown = isOpen ? check.output : check.result === 'passed' ? [] : lastLines(check.output)
  const lines = shown.map((text, index): LayoutRow => ({ id: `${id}/${index}`, fold: id, kind: 'output', text }))
  const more: LayoutRow[] = isOpen && log ? [{ id: `${id}/log`, log, kind: 'more', text: 'all of its output' }] : []
  return [head, ...why, ...lines, ...more]
}

function lastLines(output: readonly string[]): readonly string[] {
  return output.filter((line) => line.trim() !== '').slice(-FEWEST_OUTPUT)
}

interface FileLayout {
  readonly toggled: Toggled
  readonly width: number
  readonly isFolded: boolean
}

function layOutFile(file: FileView, { toggled, width, isFolded }: FileLayout): LayoutRow[] {
  const { id: fold, why, blocks } = file
  const startsFolded = isFolded || file.isGenerated || file.how === 'deleted'
  const isOpen = startsFolded === toggled.has(fold)
  const head: LayoutRow = { id: fold, fold, file, stop: 'file', kind: 'file', isOpen }
  if (!isOpen) return [head]
  const rows: LayoutRow[] = [head]
  if (why !== undefined) rows.push({ id: `${fold}:why`, fold, file, kind: 'text', text: why })
  const remarks = byLine(file.remarks)
  const say = (key: string): void => {
    for (const [index, remark] of (remarks.get(key) ?? []).entries())
      for (const row of layOutRemark(`${fold}:${key}:${index}`, remark, width)) rows.push({ ...row, file })
  }
  say('file')
  for (const [index, { kind, lines, isGap }] of blocks.flatMap((block) => partsOf(block, remarks)).entries()) {
    const gap = `${fold}#${index}`
    if (isGap && !toggled.has(gap)) {
      rows.push({ id: gap, fold: gap, file, kind: 'gap', lines })
      continue
    }
    const start = kind === 'hunk' ? lines.findIndex((line) => line.kind !== 'same') : -1
    for (const [place, line] of lines.entries()) {
      rows.push({
        id: lineId(fold, line, index, place),
        fold: isGap ? gap : fold,
        file,
        kind: 'line',
        line,
        ...(place === start ? { stop: 'hunk' as const } : {}),
      })
      if (line.before !== undefined) say(`old:${line.before}`)
      if (line.after !== undefined) say(`new:${line.after}`)
    }
  }
  return rows
}

function lineId(file: string, { before, after }: DiffLine, block: number, place: number): string {
  if (before === undefined && after === undefined) return `${file}@${block}.${place}`
  return `${file}@${before ?? ''}:${after ?? ''}`
}

function byLine(remarks: readonly Remark[]): ReadonlyMap<string, readonly Remark[]> {
  const lines = new Map<string, Remark[]>()
  for (const remark of remarks) {
    const key = remark.at ? `${remark.at.side}:${remark.at.line}` : 'file'
    lines.set(key, [...(lines.get(key) ?? []), remark])
  }
  return lines
}

function layOutRemark(id: string, remark: Remark, width: number): LayoutRow[] {
  if (remark.kind === 'comment') return layOutComment(id, remark.comment, { width, isPlaced: true })
  return wrapText(remark.text, width - 8).map((text, index): LayoutRow => ({
    id: `${id}/${index}`,
    kind: 'said',
    text,
    tone: remark.tone,
    ...(index === 0 ? { label: '!' } : {}),
  }))
}

/** The words, then the reply. Away from its line, a comment says where it stands. */
function layOutComment(id: string, comment: CommentView, at: { width: number; isPlaced: boolean }): LayoutRow[] {
  const { label, tone, words, reply, place, isOutdated, lineText } = comment
  const inner = Math.max(10, at.width - 14)
  const wrap = (lines: readonly string[]): string[] => lines.flatMap((line) => wrapText(line, inner))
  const said: RowBody[] = []
  const add = (texts: readonly string[], head: { label: string; tone?: Tone; at?: string }): void => {
    for (const [index, text] of texts.entries()) said.push({ kind: 'said', text, ...(index === 0 ? head : {}) })
  }
  if (!at.isPlaced)
    add(
      [`${place}  ${lineText}`].flatMap((text) => wrapText(text, inner).slice(0, 1)),
      { label: '' },
    )
  if (at.isPlaced && isOutdated) add(wrap([`on a line that is gone: ${lineText}`]), { label: '' })
  add(wrap(words), { label, ...given({ tone }), at: comment.at })
  if (reply) add(wrap(reply.words), { label: 'reply', tone: 'good', at: reply.at })
  const to = at.isPlaced ? {} : { to: { path: comment.path, line: comment.line } }
  return said.map((body, index): LayoutRow => ({
    id: `${id}/${index}`,
    comment,
    ...to,
    ...(index === 0 ? { stop: 'comment' as const } : {}),
    ...body,
  }))
}
