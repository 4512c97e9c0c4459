// An assertion that compares something with a literal.
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
  /** What stands there is no literal: product code builds it of literals. */
  readonly isBuilt?: true
  /** The literals of a table of cases, if they stand there, and what stands in them instead. */
  readonly cells?: readonly AssertedSpan[]
  readonly bentCells?: readonly string[]
  /** Further values that honest code tells from the one that stood there, if the product can build them at all. */
  readonly ways?: readonly string[]
}

/** An assertion with other values in place of the one that was expected. */
export interface BentStatements {
  /** More than one where the product builds the value. */
  readonly statements: readonly {
    readonly text: string
    /** What must be built first, or nothing is told. */
    readonly value?: string
  }[]
  /** Of what prints the marks. */
  readonly name: string
  /** Of the assertion. */
  readonly index: number
}

export interface LiteralSide {
  readonly literal: AssertedSpan
  readonly written: string
  readonly bent: string
  /** Two values that the same comparison must tell apart, before and after. */
  readonly told: readonly [written: string, bent: string]
  readonly isBuilt?: true
  readonly ways?: readonly string[]
  /** The other side. */
  readonly actual: AssertedSpan
  /** The literals of a table of cases, one for each time that the assertion is reached. */
  readonly cells?: readonly AssertedSpan[]
  /** What stands in them instead. */
  readonly bentCells?: readonly string[]
}

/** The side that is a literal, by itself or by a variable. `valueOf`: where a variable is given its value, if this is its one use. */
export function literalSide(
  test: TestText,
  sides: readonly [AssertedSpan, AssertedSpan],
  valueOf: (test: TestText, name: string, at: number) => AssertedSpan | undefined,
): LiteralSide | undefined {
  const [one, other] = sides
  const [first, second] = sides.map((side) => toLiteral(test, side))
  // What the product builds may be what it answers, and a literal beside it is what is expected.
  if (first && second && first.isBuilt === second.isBuilt && !second.isBuilt) return undefined
  if (first && !(second && first.isBuilt)) return { ...first, actual: other }
  if (second) return { ...second, actual: one }
  const { from, to } = other
  const name = test.source.text.slice(from, to).trim()
  const value = /^[A-Za-z_$][\w$]*$/.test(name) ? valueOf(test, name, from) : undefined
  const literal = value && toLiteral(test, value)
  if (literal?.isBuilt) return { ...literal, literal: trimmedPart(test, other), actual: one }
  if (literal) return { ...literal, actual: one }
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
  if (!cells || !first || !literals.every((one) => one !== undefined && !one.isBuilt)) return undefined
  return { ...first, cells, bentCells: literals.map((one) => one?.bent ?? '') }
}

function toLiteral(
  { source, isPython, word, takesAll, builders }: TestText,
  { from, to }: AssertedSpan,
): Omit<LiteralSide, 'actual'> | undefined {
  const whole = source.text.slice(from, to)
  const written = whole.trim()
  const isWhole = takesAll === true && isLiteral(written, { isPython })
  const start = from + whole.search(/\S/)
  const literal = { from: start, to: start + written.length }
  const bent = bentLiteral(written, word, { isPython }) ?? (isWhole ? written : undefined)
  if (bent !== undefined) return { literal, written, bent, told: [written, bent] }
  const built = builders && bentBuilt(written, { isPython, word, builders })
  if (!built) return undefined
  const [first, ...ways] = built.ways
  return built.isOfProduct
    ? { literal, written, bent: first, told: built.first, isBuilt: true, ways }
    : { literal, written, bent: first, told: [written, first] }
}

/** A name stands for the value: it is the name that gives way to others. */
function trimmedPart({ source }: TestText, { from, to }: AssertedSpan): AssertedSpan {
  const text = source.text.slice(from, to)
  const start = from + text.search(/\S/)
  return { from: start, to: start + text.trim().length }
}
