// One changed file as lines to draw: hunks, the unchanged parts between them, syntax classes, and the words that changed
// within a line. Text is made printable here; colours, widths and what is folded are left to the screen.
import { printable } from '../text/printable.ts'
import { type Change, findChanges, isAllCrlf, toHunks, toSides } from './line-changes.ts'
import { type Open, type Token, type TokenClass, type Tokenizer, tokenizerFor } from './tokens.ts'
import { findWordChanges, type Range } from './word-changes.ts'

export interface Piece {
  readonly text: string
  readonly class?: TokenClass
  /** The word is new, or gone, in a line that has changed. */
  readonly isChanged?: true
}

export interface DiffLine {
  /** `note` is a line about the others. */
  readonly kind: 'same' | 'added' | 'removed' | 'note'
  /** Line numbers from 1, on the sides where the line stands. */
  readonly before?: number
  readonly after?: number
  readonly pieces: readonly Piece[]
}

export interface DiffBlock {
  readonly kind: 'same' | 'hunk'
  readonly lines: readonly DiffLine[]
}

export interface FileDiff {
  readonly added: number
  readonly removed: number
  readonly blocks: readonly DiffBlock[]
}

export interface FileTexts {
  readonly path: string
  /** `undefined`: there is no such file. */
  readonly before: string | undefined
  readonly after: string | undefined
}

export const NO_LAST_BREAK = 'no line break at the end of the file'

const CONTEXT = 3
/** Larger texts have no syntax classes. */
const LARGEST_COLOURED = 1024 * 1024
/** So many replaced lines of a file are compared word by word. */
const MOST_PAIRS = 3000

export function diffFile({ path, before, after }: FileTexts): FileDiff {
  const sides = toSides(before, after)
  const isCrlf = isAllCrlf(before) && isAllCrlf(after)
  const changes = before === after ? [] : findChanges(sides.before.keys, sides.after.keys)
  const tokenizer =
    Math.max(before?.length ?? 0, after?.length ?? 0) > LARGEST_COLOURED ? undefined : tokenizerFor(path)
  const texts = {
    before: toLines(sides.before.lines, isCrlf),
    after: toLines(sides.after.lines, isCrlf),
  }
  const drawing: Drawing = {
    texts,
    tokens: { before: tokenize(texts.before, tokenizer), after: tokenize(texts.after, tokenizer) },
    unended: { before: isUnended(before), after: isUnended(after) },
    pairsLeft: MOST_PAIRS,
  }
  const count = (side: 'before' | 'after'): number =>
    changes.reduce((sum, change) => sum + change[side][1] - change[side][0], 0)
  return { added: count('after'), removed: count('before'), blocks: toBlocks(changes, drawing) }
}

type BothSides<T> = Readonly<Record<'before' | 'after', T>>

interface Drawing {
  readonly texts: BothSides<readonly string[]>
  /** By line; lines are read on demand and in order, since a comment may have begun far above. */
  readonly tokens: BothSides<(line: number) => readonly Token[]>
  readonly unended: BothSides<boolean>
  pairsLeft: number
}

function toLines(lines: readonly string[], isCrlf: boolean): string[] {
  return lines.map((line) => printable(line.endsWith('\n') ? line.slice(0, isCrlf ? -2 : -1) : line))
}

function isUnended(text: string | undefined): boolean {
  return text !== undefined && text !== '' && !text.endsWith('\n')
}

function tokenize(lines: readonly string[], tokenizer: Tokenizer | undefined): (line: number) => readonly Token[] {
  const known: (readonly Token[])[] = []
  let open: Open | undefined
  return (line) => {
    if (!tokenizer) return [{ text: lines[line] ?? '' }]
    while (known.length <= line) {
      const read = tokenizer(lines[known.length] ?? '', open)
      known.push(read.tokens)
      open = read.open
    }
    return known[line] ?? []
  }
}

/** All lines of the file: hunks with their context, and what stands between them. */
function toBlocks(changes: readonly Change[], drawing: Drawing): DiffBlock[] {
  const blocks: DiffBlock[] = []
  const total = drawing.texts.before.length
  let [before, after] = [0, 0]
  const sameUntil = (end: number): DiffLine[] => {
    const lines: DiffLine[] = []
    for (; before < end; before++, after++) lines.push(...drawSame(before, after, drawing))
    return lines
  }
  const add = (kind: DiffBlock['kind'], lines: readonly DiffLine[]): void => {
    if (lines.length > 0) blocks.push({ kind, lines })
  }
  for (const hunk of toHunks(changes, CONTEXT)) {
    const [first, last] = [hunk[0], hunk.at(-1)]
    if (!first || !last) continue
    add('same', sameUntil(Math.max(before, first.before[0] - CONTEXT)))
    const lines: DiffLine[][] = []
    for (const change of hunk) {
      lines.push(sameUntil(change.before[0]), drawChange(change, drawing))
      ;[before, after] = [change.before[1], change.after[1]]
    }
    lines.push(sameUntil(Math.min(total, before + CONTEXT)))
    add('hunk', lines.flat())
  }
  if (changes.length > 0) add('same', sameUntil(total))
  return blocks
}

function drawSame(before: number, after: number, drawing: Drawing): DiffLine[] {
  const pieces = drawing.tokens.after(after)
  return ended({ kind: 'same', before: before + 1, after: after + 1, pieces }, after, 'after', drawing)
}

function drawChange({ before, after }: Change, drawing: Drawing): DiffLine[] {
  const words = pairUp({ before, after }, drawing)
  const draw = (kind: 'added' | 'removed', side: 'before' | 'after', [from, to]: Range): DiffLine[] =>
    Array.from({ length: to - from }, (_, index) => from + index).flatMap((line) => {
      const pieces = marked(drawing.tokens[side](line), words[side].get(line) ?? [])
      return ended({ kind, [side]: line + 1, pieces }, line, side, drawing)
    })
  return [...draw('removed', 'before', before), ...draw('added', 'after', after)]
}

/** Replaced lines belong together in their order; more on one side than on the other have no partner. */
function pairUp({ before, after }: Change, drawing: Drawing): BothSides<Map<number, readonly Range[]>> {
  const marks = { before: new Map<number, readonly Range[]>(), after: new Map<number, readonly Range[]>() }
  const { texts } = drawing
  const pairs = Math.min(before[1] - before[0], after[1] - after[0], drawing.pairsLeft)
  drawing.pairsLeft -= pairs
  for (let index = 0; index < pairs; index++) {
    const [x, y] = [before[0] + index, after[0] + index]
    const found = findWordChanges(texts.before[x] ?? '', texts.after[y] ?? '')
    if (!found) continue
    marks.before.set(x, found.before)
    marks.after.set(y, found.after)
  }
  return marks
}

function ended(line: DiffLine, index: number, side: 'before' | 'after', drawing: Drawing): DiffLine[] {
  const isLast = index === drawing.texts[side].length - 1
  return isLast && drawing.unended[side] ? [line, { kind: 'note', pieces: [{ text: NO_LAST_BREAK }] }] : [line]
}

/** Tokens cut where a mark begins or ends. */
function marked(tokens: readonly Token[], marks: readonly Range[]): readonly Piece[] {
  if (marks.length === 0) return tokens
  const pieces: Piece[] = []
  let start = 0
  for (const { text, ...token } of tokens) {
    let at = 0
    while (at < text.length) {
      const here = start + at
      const mark = marks.find(([, to]) => to > here)
      const isChanged = mark !== undefined && mark[0] <= here
      const end = mark === undefined ? text.length : Math.min(text.length, (isChanged ? mark[1] : mark[0]) - start)
      pieces.push({ text: text.slice(at, end), ...token, ...(isChanged ? { isChanged } : {}) })
      at = end
    }
    start += text.length
  }
  return pieces
}
