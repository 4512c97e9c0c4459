// An assertion that compares something with a literal, and the parts of a text that both languages look at.
import type { SourceText } from '../../source/source.ts'
import { bentLiteral, isLiteral } from './literal.ts'

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
}

/** An assertion of equality of which one side is a literal. */
export interface EqualAssertion {
  /** The whole of it. */
  readonly span: AssertedSpan
  /** The literal, which may stand in a variable that nothing else uses. */
  readonly literal: AssertedSpan
  /** The literal with another value. */
  readonly bent: string
  /** The same comparison between the literal and that other value: it must fail. */
  readonly control: string
}

export interface LiteralSide {
  readonly literal: AssertedSpan
  readonly written: string
  readonly bent: string
  /** The other side. */
  readonly actual: AssertedSpan
}

/** The side that is a literal, by itself or by a variable. `valueOf`: where a variable is given its value, if this is its one use. */
export function literalSide(
  test: TestText,
  sides: readonly [AssertedSpan, AssertedSpan],
  valueOf: (test: TestText, name: string, at: number) => AssertedSpan | undefined,
): LiteralSide | undefined {
  const [one, other] = sides
  const [first, second] = sides.map((side) => toLiteral(test, side))
  if (first && second) return undefined
  if (first) return { ...first, actual: other }
  if (second) return { ...second, actual: one }
  const { from, to } = other
  const name = test.source.text.slice(from, to).trim()
  const value = /^[A-Za-z_$][\w$]*$/.test(name) ? valueOf(test, name, from) : undefined
  const literal = value && toLiteral(test, value)
  return literal && { ...literal, actual: one }
}

function toLiteral(
  { source, isPython, word, takesAll }: TestText,
  { from, to }: AssertedSpan,
): Omit<LiteralSide, 'actual'> | undefined {
  const whole = source.text.slice(from, to)
  const written = whole.trim()
  const isWhole = takesAll === true && isLiteral(written, { isPython })
  const bent = bentLiteral(written, word, { isPython }) ?? (isWhole ? written : undefined)
  if (bent === undefined) return undefined
  const start = from + whole.search(/\S/)
  return { literal: { from: start, to: start + written.length }, written, bent }
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
