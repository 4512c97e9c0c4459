// One changed file as lines to draw: hunks, the unchanged parts between them, syntax classes, and the words that changed
// within a line. Text is made printable here; colours, widths and what is folded are left to the screen.
import { given } from '../../contract/given.ts'
import { lazily } from '../../contract/lazily.ts'
import { printable } from '../text/printable.ts'
import { type Change, findChanges, isAllCrlf, toHunks, toSides } from './line-changes.ts'
import { type Open, type Token, type TokenClass, type Tokenizer, tokenizerFor } from './tokens.ts'
import { findWordChanges, type CharRange, type WordChanges } from './word-changes.ts'

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
  const line = toLine({ kind: 'same', before: before + 1, after: after + 1 }, () => drawing.tokens.after(after))
  return ended(line, after, 'after', drawing)
}

function drawChange(change: Change, drawing: Drawing): DiffLine[] {
  const draw = (kind: 'added' | 'removed', side: 'before' | 'after'): DiffLine[] => {
    const [from, to] = change[side]
    const lines: DiffLine[] = []
    for (let line = from; line < to; line++) {
      const pieces = (): readonly Piece[] =>
        marked(drawing.tokens[side](line), changedWords(change, line - from, drawing)?.[side] ?? [])
      lines.push(...ended(toLine({ kind, [side]: line + 1 }, pieces), line, side, drawing))
    }
    return lines
  }
  return [...draw('removed', 'before'), ...draw('added', 'after')]
}

/** Syntax and words are looked for when a line is drawn: of a long diff only few lines ever are. */
function toLine({ kind, before, after }: Omit<DiffLine, 'pieces'>, make: () => readonly Piece[]): DiffLine {
  const pieces = lazily(make)
  return {
    kind,
    ...given({ before, after }),
    get pieces() {
      return pieces()
    },
  }
}

/** Replaced lines belong together in their order; more on one side than on the other have no partner. */
function changedWords({ before, after }: Change, index: number, { texts }: Drawing): WordChanges | undefined {
  const [x, y] = [before[0] + index, after[0] + index]
  if (x >= before[1] || y >= after[1]) return undefined
  return findWordChanges(texts.before[x] ?? '', texts.after[y] ?? '')
}

function ended(line: DiffLine, index: number, side: 'before' | 'after', drawing: Drawing): DiffLine[] {
  const isLast = index === drawing.texts[side].length - 1
  return isLast && drawing.unended[side] ? [line, { kind: 'note', pieces: [{ text: NO_LAST_BREAK }] }] : [line]
}

/** Tokens cut where a mark begins or ends. */
function marked(tokens: readonly Token[], marks: readonly CharRange[]): readonly Piece[] {
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
