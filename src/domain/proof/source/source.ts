// A text read as code: without comments and strings, with its line starts and matching brackets.
import type { Masked, Syntax } from './mask.ts'
import { mask } from './mask.ts'

export interface SourceText extends Masked {
  readonly text: string
  readonly starts: readonly number[]
  /** For each opening bracket the place of its partner and the other way round; -1 where there is none. */
  readonly pairs: Int32Array
}

/** Line ends of any kind count as one. */
export function plainLines(text: string): string {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  return body.includes('\r') ? body.replaceAll(/\r\n?/g, '\n') : body
}

export function readSource(raw: string, syntax: Syntax): SourceText {
  const text = plainLines(raw)
  const masked = mask(text, syntax)
  return { ...masked, text, starts: lineStarts(text), pairs: matchBrackets(masked.code) }
}

export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Behind the last text that stands below what is written from here to there, or there. */
export function endBelow({ heredocs }: Pick<SourceText, 'heredocs'>, from: number, to: number): number {
  const last = heredocs[indexOfLast(heredocs, to)]
  return last !== undefined && last.at >= from ? Math.max(to, last.end) : to
}

/** Of those announced before this place. */
function indexOfLast(heredocs: SourceText['heredocs'], place: number): number {
  let low = -1
  let high = heredocs.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((heredocs[middle]?.at ?? place) < place) low = middle
    else high = middle - 1
  }
  return low
}

/** Counted from 1. */
export function lineAt({ starts }: Pick<SourceText, 'starts'>, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** Counted from 1; without the line break. */
export function lineStart({ starts }: Pick<SourceText, 'starts'>, line: number): number {
  return starts[line - 1] ?? 0
}

export function lineEnd(source: Pick<SourceText, 'starts' | 'text'>, line: number): number {
  const next = source.starts[line]
  return next === undefined ? source.text.length : next - 1
}

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** A closing bracket that fits nothing is passed over, one that fits further out closes what stands between. */
function matchBrackets(code: string): Int32Array {
  const pairs = new Int32Array(code.length).fill(-1)
  const open: number[] = []
  const brackets = /[()[\]{}]/g
  for (let hit = brackets.exec(code); hit; hit = brackets.exec(code)) {
    const opener = CLOSES[hit[0]]
    if (opener === undefined) {
      open.push(hit.index)
      continue
    }
    const depth = nearest(code, open, opener)
    if (depth < 0) continue
    const from = open[depth] ?? 0
    open.length = depth
    pairs[from] = hit.index
    pairs[hit.index] = from
  }
  return pairs
}

const FURTHEST = 6

function nearest(code: string, open: readonly number[], opener: string): number {
  for (let depth = open.length - 1; depth >= Math.max(0, open.length - FURTHEST); depth--) {
    if (code.charAt(open[depth] ?? 0) === opener) return depth
  }
  return -1
}
