// Rows of a parametrised test: each is a test of its own, though it has no name.
import type { Comparison } from '../matching/comparison.ts'
import type { CaseRow } from './elements.ts'
import { elementsOf, toRow } from './elements.ts'
import { fewerRowsIn } from './lost-rows.ts'
import type { TamperFinding } from '../../finding.ts'
import { quote } from '../../finding.ts'
import type { SourceText } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'

/** The rows as written. None for a test that takes none. */
export function rowsOf(test: TestCase): CaseRow[] {
  const { source } = test.file
  const attributes = Array.from(headOf(test).matchAll(ATTRIBUTES), ({ index }) => {
    const at = test.block.start + index
    const end = source.pairs[at] ?? -1
    return toRow(source, at, end < 0 ? at + 100 : end)
  })
  return [...rowPlaces(test).flatMap((open) => elementsOf(source, open)), ...attributes]
}

function headOf({ file: { source }, block }: TestCase): string {
  return source.code.slice(block.start, Math.max(block.at, block.bodyStart))
}

/** Where the lists open that the head of a test takes, and the first table in its body. */
export function rowPlaces(test: TestCase): number[] {
  const {
    file: { source },
    block,
  } = test
  const head = headOf(test)
  const places = Array.from(head.matchAll(EACH), ({ 0: written, index }) => block.start + index + written.length - 1)
  const table = STRUCTS.exec(source.code.slice(block.bodyStart, block.end))
  const fields = table ? (source.pairs[block.bodyStart + table.index + table[0].length - 1] ?? -1) : -1
  const literal = fields > 0 && source.code.charAt(fields + 1) === '{' ? [fields + 1] : []
  const named = Array.from(head.matchAll(NAMED_EACH), ([, name = '']) => listNamed(source, name))
  const listed = Array.from(head.matchAll(LISTED), ({ 0: written, index }) => block.start + index + written.length - 1)
  return [...places, ...listed, ...literal, ...named, ...parametrized(source, head, block.start)].filter(
    (open) => open >= 0,
  )
}

/** `test.each([`, `test.each(cases)` */
const EACH = /\.(?:each|for)\s{0,9}\(\s{0,9}\[/g
const NAMED_EACH = /\.(?:each|for)\s{0,9}\(\s{0,9}([\w$]+)\s{0,9}\)/g
const PARAMETRIZE = /\bparametrize\s?\(/g

/** `parametrize("a", [`, `parametrize("a", CASES)`: the second thing in the brackets. */
function parametrized(source: SourceText, head: string, from: number): number[] {
  return Array.from(head.matchAll(PARAMETRIZE), ({ 0: written, index }) => {
    const [, values] = elementsOf(source, from + index + written.length - 1)
    if (!values) return -1
    const [lead = ''] = /^\s{0,200}(?:argvalues\s?=\s?)?/.exec(source.code.slice(values.start, values.end)) ?? []
    const at = values.start + lead.length
    if (/[[(]/.test(source.code.charAt(at))) return at
    const [name] = /^\w+(?=\s{0,99}$)/.exec(source.code.slice(at, values.end)) ?? []
    return name === undefined ? -1 : listNamed(source, name)
  })
}

/** Where the list of that name opens; -1 if it lies elsewhere. */
function listNamed({ code }: SourceText, name: string): number {
  const written = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?::[^=\\n]{1,120})?\\s{0,9}=\\s{0,9}(?=[[(])`)
  const hit = written.exec(code)
  return hit ? hit.index + hit[0].length : -1
}

/** `[]struct{ in, want int }{` in Go, or `map[string]struct{ … }{`. */
const STRUCTS = /(?:\[\]|\bmap\[[\w.]{1,40}\])struct\s{0,9}\{/
/** `@ValueSource(strings = {`, `@CsvSource({`, `@CsvSource("a,1"`, `#[values(`, `[Values(`: each element is a row. */
const LISTED =
  /@CsvSource\s?\((?=\s{0,99}")|@(?:ValueSource|CsvSource|EnumSource|CartesianValueSource|Values)\s?\(\s{0,40}(?:\w{1,20}\s{0,9}=\s{0,9})?[{[]|\[(?:Values|CombinatorialValues)\s?\(|#\[values\(|@(?:TestParameters?|JunitParamsRunner|Parameters)\s?\(\s{0,40}\{/g
const ATTRIBUTES =
  /\[(?:InlineData|TestCase|DataRow|Arguments)\b|@(?:Example|TestCase)\b|(?<=#)\[(?:case(?:::\w{1,60})?|TestWith|test_case)\s?\(/g

const EMPTY =
  /\.(?:each|for)\s{0,9}\(\s{0,9}\[\s{0,99}\]|\bparametrize\s?\([^[\]]{0,300},\s{0,200}(?:argvalues\s?=\s?)?\[\s{0,99}\]/

/** It still names a list, or one with nothing in it. */
function hasList(test: TestCase): boolean {
  return rowPlaces(test).length > 0 || EMPTY.test(headOf(test))
}

/** Each row of one table is taken with each of the others. */
function timesOf(test: TestCase): number {
  return rowPlaces(test).reduce((times, open) => times * Math.max(1, elementsOf(test.file.source, open).length), 1)
}

/** A test that takes no rows any more may have been taken apart. */
export function fewerRows(one: TestCase, other: TestCase, comparison: Comparison): TamperFinding[] | undefined {
  const [before, after] = [rowsOf(one), rowsOf(other)]
  if (before.length <= after.length || (after.length === 0 && !hasList(other))) return undefined
  const isMoved = comparison.after.some(({ cases }) =>
    cases.some((test) => test !== other && test.fullTitle === other.fullTitle && test.file !== other.file),
  )
  if (isMoved) return undefined
  const { path } = other.file
  const of = ` of test ${quote(other.title)}`
  const now = rowPlaces(one).length > 1 || rowPlaces(other).length > 1 ? timesOf(other) : after.length
  const found = fewerRowsIn({ before, after, now, source: one.file.source, of, path, line: other.line }, comparison)
  return found.length > 0 ? found : undefined
}
