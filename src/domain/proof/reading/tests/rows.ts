// Rows of a parametrised test: each is a test of its own, though it has no name.
import { keyOf } from '../test-file/assertions.ts'
import type { Comparison } from './comparison.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, plural, quote } from '../finding.ts'
import type { SourceText } from '../../source/source.ts'
import type { TestCase } from '../test-file/test-file.ts'

const MOST_ROWS = 2000

/** The rows as written, without white space. None for a test that takes none. */
function rowsOf({ file: { source }, block }: TestCase): string[] {
  const head = source.code.slice(block.start, Math.max(block.at, block.bodyStart))
  const places = LISTS.flatMap((pattern) =>
    Array.from(head.matchAll(pattern), ({ 0: written, index }) => block.start + index + written.length - 1),
  )
  const table = STRUCTS.exec(source.code.slice(block.bodyStart, block.end))
  const fields = table ? (source.pairs[block.bodyStart + table.index + table[0].length - 1] ?? -1) : -1
  const literal = fields > 0 && source.code.charAt(fields + 1) === '{' ? [fields + 1] : []
  const named = NAMED.flatMap((pattern) =>
    Array.from(head.matchAll(pattern), ([, name = '']) => listNamed(source, name)).filter((open) => open >= 0),
  )
  const attributes = Array.from(head.matchAll(ATTRIBUTES), ({ index }) => attributeAt(source, block.start + index))
  return [...[...places, ...literal, ...named].flatMap((open) => elementsOf(source, open)), ...attributes]
}

/** `test.each([`, `parametrize("a", [` */
const LISTS: readonly RegExp[] = [
  /\.(?:each|for)\s{0,9}\(\s{0,9}\[/g,
  /\bparametrize\s?\([^[\]]{0,300},\s{0,200}(?:argvalues\s?=\s?)?\[/g,
]
/** `test.each(cases)`, `parametrize("a", CASES)` */
const NAMED: readonly RegExp[] = [
  /\.(?:each|for)\s{0,9}\(\s{0,9}([\w$]+)\s{0,9}\)/g,
  /\bparametrize\s?\([^[\]\n]{0,200},\s{0,9}(\w+)\s{0,9},?\s{0,9}\)/g,
]

/** Where the list of that name opens; -1 if it lies elsewhere. */
function listNamed({ code }: SourceText, name: string): number {
  const written = new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?::[^=\\n]{1,120})?\\s{0,9}=\\s{0,9}(?=\\[)`)
  const hit = written.exec(code)
  return hit ? hit.index + hit[0].length : -1
}

/** `[]struct{ in, want int }{` in Go. */
const STRUCTS = /\[\]struct\s{0,9}\{/
const ATTRIBUTES = /\[(?:InlineData|TestCase|DataRow)\b|@(?:Example|TestCase)\b/g

function attributeAt({ bare, pairs }: SourceText, at: number): string {
  const end = pairs[at] ?? -1
  return keyOf(bare.slice(at, end < 0 ? at + 100 : end))
}

function elementsOf({ code, bare, pairs }: SourceText, open: number): string[] {
  const close = pairs[open] ?? -1
  const found: string[] = []
  const tokens = /[,([{]/g
  tokens.lastIndex = open + 1
  let from = open + 1
  for (let hit = tokens.exec(code); hit && hit.index < close && found.length < MOST_ROWS; hit = tokens.exec(code)) {
    const pair = hit[0] === ',' ? -1 : (pairs[hit.index] ?? -1)
    if (pair > 0) tokens.lastIndex = pair + 1
    if (hit[0] !== ',') continue
    found.push(keyOf(bare.slice(from, hit.index)))
    from = hit.index + 1
  }
  if (close > from) found.push(keyOf(bare.slice(from, close)))
  return found.filter((row) => row !== '')
}

/** Rows that are gone and for which none came. */
function lostRows(before: TestCase, after: TestCase): number {
  const [old, now] = [rowsOf(before), rowsOf(after)]
  if (old.length <= now.length) return 0
  const known = new Set(now)
  const lost = old.filter((row) => !known.has(row)).length
  return Math.min(lost, old.length - now.length)
}

const EMPTY =
  /\.(?:each|for)\s{0,9}\(\s{0,9}\[\s{0,99}\]|\bparametrize\s?\([^[\]]{0,300},\s{0,200}(?:argvalues\s?=\s?)?\[\s{0,99}\]/

function hasEmptyList({ file: { source }, block }: TestCase): boolean {
  const head = source.code.slice(block.start, Math.max(block.at, block.bodyStart))
  const isNamed = NAMED.some((pattern) =>
    Array.from(head.matchAll(pattern)).some(([, name = '']) => listNamed(source, name) >= 0),
  )
  return isNamed || EMPTY.test(head)
}

/** A test that takes no rows any more may have been taken apart. */
export function fewerRows(one: TestCase, other: TestCase, { after }: Comparison): TamperFinding[] | undefined {
  const count = lostRows(one, other)
  const total = rowsOf(one).length
  if (count === 0 || (count === total && !hasEmptyList(other))) return undefined
  const isMoved = after.some(({ cases }) => cases.some((test) => test !== other && test.title === other.title))
  if (isMoved) return undefined
  const what = `${count} of ${plural(total, 'row')} of test ${quote(other.title)} ${count === 1 ? 'is' : 'are'} gone`
  return [finding('fewer-assertions', other.file.path, other.line, what)]
}
