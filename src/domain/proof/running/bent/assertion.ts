// An assertion that compares something with a literal.
import { given } from '../../../../contract/given.ts'
import { bentBuilt, bentLiteral, isLiteral } from './literal.ts'
import type { AssertedSpan, TestText } from './parts.ts'
import { tableCells } from './tables.ts'

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
  /** What stands there is no literal: a class of changed product code builds it of literals. */
  readonly isBuilt?: true
}

export interface LiteralSide {
  readonly literal: AssertedSpan
  readonly written: string
  readonly bent: string
  /** Two values that the same comparison must tell apart, before and after. */
  readonly told: readonly [written: string, bent: string]
  readonly isBuilt?: true
  /** The other side. */
  readonly actual: AssertedSpan
  /** The literals of a table of cases, one for each time that the assertion is reached. */
  readonly cells?: readonly AssertedSpan[]
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
  if (literal || !test.takesAll) return literal && { ...literal, actual: one }
  for (const [side, actual] of [
    [other, one],
    [one, other],
  ] as const) {
    const cells = cellsOf(test, side)
    if (cells) return { ...cells, actual }
  }
  return undefined
}

/** A column of a table in which all values are literals. */
function cellsOf(test: TestText, { from, to }: AssertedSpan): Omit<LiteralSide, 'actual'> | undefined {
  const name = test.source.text.slice(from, to).trim()
  const cells = /^[A-Za-z_$][\w$]*$/.test(name) ? tableCells(test, name, from) : undefined
  const literals = cells?.map((cell) => toLiteral(test, cell))
  const first = literals?.[0]
  return first && literals.every((one) => one !== undefined) ? { ...first, ...given({ cells }) } : undefined
}

function toLiteral(
  { source, isPython, word, takesAll, classes }: TestText,
  { from, to }: AssertedSpan,
): Omit<LiteralSide, 'actual'> | undefined {
  const whole = source.text.slice(from, to)
  const written = whole.trim()
  const isWhole = takesAll === true && isLiteral(written, { isPython })
  const start = from + whole.search(/\S/)
  const literal = { from: start, to: start + written.length }
  const bent = bentLiteral(written, word, { isPython }) ?? (isWhole ? written : undefined)
  if (bent !== undefined) return { literal, written, bent, told: [written, bent] }
  const built = classes && bentBuilt(written, word, { isPython })
  return built && classes.has(built.name)
    ? { literal, written, bent: built.bent, told: built.first, isBuilt: true }
    : undefined
}
