// The elements of a list as it is written: rows of a table of cases.
import type { SourceText } from '../../../source/source.ts'

export interface CaseRow {
  /** Without white space, kind of quotes and closing commas; whole, however long. */
  readonly key: string
  readonly start: number
  readonly end: number
}

const MOST_ROWS = 2000

/** Of the bracket that opens at `open`. */
export function elementsOf(source: SourceText, open: number): CaseRow[] {
  const { code, pairs } = source
  const close = pairs[open] ?? -1
  const found: CaseRow[] = []
  const tokens = /[,([{]/g
  tokens.lastIndex = open + 1
  let from = open + 1
  for (let hit = tokens.exec(code); hit && hit.index < close && found.length < MOST_ROWS; hit = tokens.exec(code)) {
    const pair = hit[0] === ',' ? -1 : (pairs[hit.index] ?? -1)
    if (pair > 0) tokens.lastIndex = pair + 1
    if (hit[0] !== ',') continue
    found.push(toRow(source, from, hit.index))
    from = hit.index + 1
  }
  if (close > from) found.push(toRow(source, from, close))
  return found.filter(({ key }) => key !== '')
}

export function toRow({ bare }: SourceText, start: number, end: number): CaseRow {
  const key = bare
    .slice(start, end)
    .replaceAll(/[\s;]+/g, '')
    .replaceAll(/['`]/g, '"')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replace(/,$/, '')
  return { key, start, end }
}
