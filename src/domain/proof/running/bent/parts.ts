// The parts of a text that both languages look at.
import type { SourceText } from '../../source/source.ts'

export interface AssertedSpan {
  readonly from: number
  readonly to: number
}

export interface TestText {
  readonly source: SourceText
  readonly isPython: boolean
  /** Random letters, which stand where another text stood. */
  readonly word: string
  /** Literals count too in which nothing can be changed, such as `null` and `[]`. */
  readonly takesAll?: true
  /** What builds values: one that is built of literals alone counts as a literal. */
  readonly builders?: Builders
}

/**
 * - `values`: of the standard library; other literals make another value
 * - `date`: of the parts of a date
 * - `product`: what another value is only the class knows
 */
export type BuilderKind = 'values' | 'date' | 'product'

export interface Builders {
  /** `name`: as it is called there, without `new`. */
  of(name: string, isNew: boolean): BuilderKind | undefined
  /** A text that the same call is given at the same place elsewhere in the file. */
  otherText(name: string, index: number, written: string): string | undefined
}

/** The parts between commas that stand in no further brackets. */
export function partsOf({ code, pairs }: SourceText, { from, to }: AssertedSpan): AssertedSpan[] {
  const parts: AssertedSpan[] = []
  let start = from
  for (let at = from; at < to; at++) {
    const close = pairs[at] ?? -1
    if (close > at) at = close
    else if (code.charAt(at) === ',') {
      parts.push({ from: start, to: at })
      start = at + 1
    }
  }
  if (code.slice(start, to).trim() !== '') parts.push({ from: start, to })
  return parts
}

/** What stands between brackets. */
export function insideOf({ pairs }: SourceText, open: number): AssertedSpan | undefined {
  const close = pairs[open] ?? -1
  return close > open ? { from: open + 1, to: close } : undefined
}

/** How often a name stands there, also in texts. */
export function usesOf({ bare }: SourceText, name: string, { from, to }: AssertedSpan): number {
  const pattern = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')
  return bare.slice(from, to).match(pattern)?.length ?? 0
}
