// A review as rows from top to bottom: sections, then files with their hunks, gaps and remarks. The order and the stops of
// the keys are those of the terminal's screen. Rows hold values; how they look is decided when they are drawn.
import type {
  LineBlock,
  CommentOnLine,
  DiffSummary,
  FileSummary,
  Line,
  LineRemark,
  WebReview,
  WebRow,
} from '../values.ts'
import type { WritingPlace } from './writing-place.ts'

export type DiffRow = {
  /** The same after a change, as far as the row is still there. */
  readonly id: string
  /** What Enter folds or opens here. */
  readonly fold?: string
  /** Where the keys for the next hunk, file or comment stop. */
  readonly stop?: 'hunk' | 'file' | 'comment'
  readonly file?: FileSummary
  readonly comment?: CommentOnLine
} & DiffRowBody

export type DiffRowBody =
  | { readonly kind: 'title'; readonly text: string; readonly at?: string }
  | { readonly kind: 'section'; readonly row: WebRow }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'file'; readonly isOpen: boolean }
  | { readonly kind: 'loading' }
  | { readonly kind: 'gap'; readonly lines: readonly Line[] }
  | { readonly kind: 'line'; readonly line: Line }
  | ({ readonly kind: 'pair' } & LinePair)
  | { readonly kind: 'said'; readonly remark: LineRemark }
  | { readonly kind: 'editor'; readonly place: WritingPlace }

/** The two sides of one row. */
export interface LinePair {
  readonly left?: Line
  readonly right?: Line
}

export interface DiffLayout {
  /** By the id of the file; absent while they are on their way. */
  readonly blocks: ReadonlyMap<string, readonly LineBlock[]>
  /** Ids of what is folded or opened against its default. */
  readonly toggled: ReadonlySet<string>
  readonly isSplit: boolean
  readonly editing?: WritingPlace | undefined
  /** The review was opened without a change since the last look: files stay open when one comes. */
  readonly wasUnseen?: boolean
}

/** A gap this small is shown instead of a row that says so. */
const SMALLEST_GAP = 2
const AROUND_REMARK = 3

export function layOutReview(view: Pick<WebReview, 'sections' | 'diffs'>, layout: DiffLayout): DiffRow[] {
  const rows: DiffRow[] = []
  for (const { id, title, rows: inside } of view.sections) {
    rows.push({ id, kind: 'title', text: title })
    for (const [index, row] of inside.entries()) {
      const comment = row.kind === 'comment' ? { comment: row.comment, stop: 'comment' as const } : {}
      const fold = row.kind === 'check' ? { fold: `${id}:${index}` } : {}
      rows.push({ id: `${id}:${index}`, kind: 'section', row, ...comment, ...fold })
    }
  }
  return [...rows, ...layOutDiffs(view.diffs, layout)]
}

export function layOutDiffs(diffs: readonly DiffSummary[], layout: DiffLayout): DiffRow[] {
  const rows: DiffRow[] = []
  for (const { name, title, at, notes, files } of diffs) {
    const count = files.length === 0 ? '' : `: ${files.length} ${files.length === 1 ? 'file' : 'files'}`
    rows.push({ id: `title:${name}`, kind: 'title', text: `${title}${count}`, ...(at === undefined ? {} : { at }) })
    for (const [index, text] of notes.entries()) rows.push({ id: `note:${name}:${index}`, kind: 'note', text })
    for (const file of files) for (const row of layOutFile(file, diffs, layout)) rows.push(row)
  }
  return rows
}

/** Lock and generated files, deleted ones, what was seen at the last look, and what is marked as viewed, are folded. */
export function isFileOpen(
  file: FileSummary,
  diffs: readonly DiffSummary[],
  { toggled, wasUnseen = false }: Pick<DiffLayout, 'toggled' | 'wasUnseen'>,
): boolean {
  const hasSeenMost = !wasUnseen && hasChangeSinceLook(diffs)
  const isFolded = (file.diff === 'task' && hasSeenMost) || file.isGenerated || file.how === 'deleted' || file.isViewed
  return isFolded === toggled.has(file.id)
}

export function hasChangeSinceLook(diffs: readonly DiffSummary[]): boolean {
  return diffs.some(({ name, files }) => name === 'since-look' && files.length > 0)
}

function layOutFile(file: FileSummary, diffs: readonly DiffSummary[], layout: DiffLayout): DiffRow[] {
  const { id: fold, why } = file
  const isOpen = isFileOpen(file, diffs, layout)
  const rows: DiffRow[] = [{ id: fold, fold, file, stop: 'file', kind: 'file', isOpen }]
  if (!isOpen) return rows
  if (why !== undefined) rows.push({ id: `${fold}:why`, fold, file, kind: 'note', text: why })
  const remarks = Map.groupBy(file.remarks, ({ at }) => (at ? `${at.side}:${at.line}` : 'file'))
  const say = (key: string): void => {
    for (const [index, remark] of (remarks.get(key) ?? []).entries()) {
      const comment = remark.kind === 'comment' ? { comment: remark.comment, stop: 'comment' as const } : {}
      rows.push({ id: `${fold}:${key}:${index}`, file, kind: 'said', remark, ...comment })
    }
    const { editing } = layout
    if (editing?.file === fold && editorKey(editing) === key) {
      rows.push({ id: `${fold}:editor`, file, kind: 'editor', place: editing })
    }
  }
  say('file')
  const blocks = layout.blocks.get(fold)
  if (!blocks) {
    if (why === undefined) rows.push({ id: `${fold}:loading`, file, kind: 'loading' })
    return rows
  }
  const opened = openedGaps(fold, layout.toggled)
  for (const [index, part] of blocks.flatMap((block) => partsOf(block, remarks)).entries()) {
    const gap = part.isGap ? (opened.find((one) => isWithin(part, one))?.id ?? gapId(fold, part)) : undefined
    if (gap !== undefined && !layout.toggled.has(gap)) {
      rows.push({ id: gap, fold: gap, file, kind: 'gap', lines: part.lines })
      continue
    }
    const begin = part.kind === 'hunk' ? part.lines.find((line) => line.kind !== 'same') : undefined
    const pairs = layout.isSplit ? inPairs(part.lines) : part.lines.map((left): LinePair => ({ left }))
    for (const [place, pair] of pairs.entries()) {
      const { left, right } = pair
      const isStart = begin !== undefined && (left === begin || right === begin)
      const base = { id: `${fold}@${idOf(pair, `${index}.${place}`)}`, fold: gap ?? fold, file }
      const stop = isStart ? { stop: 'hunk' as const } : {}
      if (layout.isSplit) rows.push({ ...base, kind: 'pair', ...pair, ...stop })
      else if (left) rows.push({ ...base, kind: 'line', line: left, ...stop })
      const [before, after] = numbersOf(pair)
      if (before !== undefined) say(`old:${before}`)
      if (after !== undefined) say(`new:${after}`)
    }
  }
  return rows
}

/** Words on a range are written below its last line; a draft is written again where it stands. */
function editorKey({ side, line, lastLine, draft }: WritingPlace): string {
  return `${side}:${draft === undefined ? (lastLine ?? line) : line}`
}

function numbersOf({ left, right }: LinePair): readonly [before: number | undefined, after: number | undefined] {
  return [left?.before ?? right?.before, right?.after ?? left?.after]
}

function idOf(pair: LinePair, otherwise: string): string {
  const [before, after] = numbersOf(pair)
  return before === undefined && after === undefined ? otherwise : `${before ?? ''}:${after ?? ''}`
}

/** Removed lines beside the added ones that took their place; unchanged ones stand on both sides. */
export function inPairs(lines: readonly Line[]): LinePair[] {
  const pairs: LinePair[] = []
  let removed: Line[] = []
  let added: Line[] = []
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [left, right] = [removed[at], added[at]]
      pairs.push({ ...(left ? { left } : {}), ...(right ? { right } : {}) })
    }
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
    } else if (line.kind === 'added') added.push(line)
    else {
      flush()
      pairs.push(line.kind === 'note' ? { left: line } : { left: line, right: line })
    }
  }
  flush()
  return pairs
}

interface BlockPart extends LineBlock {
  /** Shown as one row that says how many lines there are. */
  readonly isGap: boolean
}

interface OpenedGap {
  readonly id: string
  readonly first: number
  readonly last: number
}

/** A gap is named by its lines. So it stays open where a remark cuts it into parts later. */
function gapId(fold: string, part: BlockPart): string {
  return `${fold}#${numbersIn(part).join('-')}`
}

/** A note such as that of a missing line end has no number. */
function numbersIn({ lines }: BlockPart): readonly [first: number, last: number] {
  const isNumbered = ({ after }: Line): boolean => after !== undefined
  return [lines.find(isNumbered)?.after ?? 0, lines.findLast(isNumbered)?.after ?? 0]
}

function openedGaps(fold: string, toggled: ReadonlySet<string>): OpenedGap[] {
  return [...toggled].flatMap((id) => {
    const range = id.startsWith(`${fold}#`) ? /^(\d+)-(\d+)$/.exec(id.slice(fold.length + 1)) : null
    return range ? [{ id, first: Number(range[1]), last: Number(range[2]) }] : []
  })
}

function isWithin(part: BlockPart, { first, last }: OpenedGap): boolean {
  const [begin, end] = numbersIn(part)
  return begin >= first && end <= last
}

/** The row of a line in the diff of the task: the line itself, or the gap that hides it. */
export function findLine(rows: readonly DiffRow[], path: string, line: number): DiffRow | undefined {
  const inFile = rows.filter(({ file }) => file?.diff === 'task' && file.path === path)
  return inFile.find((row) => isOn(row, line)) ?? inFile.find((row) => hides(row, line))
}

function isOn(row: DiffRow, line: number): boolean {
  if (row.kind === 'line') return row.line.after === line || (row.line.after === undefined && row.line.before === line)
  return row.kind === 'pair' && (row.right?.after === line || (row.right === undefined && row.left?.before === line))
}

function hides(row: DiffRow, line: number): boolean {
  return row.kind === 'gap' && row.lines.some(({ after }) => after === line)
}

/** An unchanged part is a gap, but for what stands around a remark in it. */
export function partsOf(block: LineBlock, remarks: ReadonlyMap<string, unknown>): BlockPart[] {
  const { kind, lines } = block
  if (kind === 'hunk' || lines.length <= SMALLEST_GAP) return [{ ...block, isGap: false }]
  const isRemarked = ({ before, after }: Line): boolean => remarks.has(`old:${before}`) || remarks.has(`new:${after}`)
  const remarked =
    remarks.size === 0 ? [] : [...lines.entries()].flatMap(([at, line]) => (isRemarked(line) ? [at] : []))
  const parts: BlockPart[] = []
  let done = 0
  const add = (to: number, isGap: boolean): void => {
    if (to > done) parts.push({ kind, lines: lines.slice(done, to), isGap: isGap && to - done > SMALLEST_GAP })
    done = Math.max(done, to)
  }
  for (const at of remarked) {
    add(at - AROUND_REMARK, true)
    add(Math.min(lines.length, at + AROUND_REMARK + 1), false)
  }
  add(lines.length, true)
  return parts
}
