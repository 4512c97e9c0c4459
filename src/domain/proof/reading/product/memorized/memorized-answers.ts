// Product code that holds the answers which its tests expect, in place of what would compute them: a table or a chain of
// branches whose rows are, nearly all of them, an argument of a test with what the test expects of it. A table of names is
// none: only rows that look like something to compute count, and tables whose keys are checksums of what they answer to.
import type { FileChange } from '../../../../../contract/change.ts'
import { plainLines, readSource } from '../../../source/source.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'
import { finding, quote, type TamperFinding } from '../../finding.ts'
import { isProductFile, isTestSupport, syntaxOf } from '../product-file.ts'
import { HASHES, isDigest, type AnswerTable } from './answer-table.ts'
import { asksFor, compact, holds } from './asked-in-tests.ts'
import { dataTables } from './data-tables.ts'
import { type LiteralRow, literalRows } from './literal-rows.ts'

const KNOWN = 'product code holds the answers that its tests expect'
const FEWEST = 3
const FEWEST_HASHED = 2
const MOST_TEXT = 200_000

/** `tests`: test files that did not change; where they are not known, what they may tell stays open. Never throws. */
export function memorizedAnswers(
  changes: readonly FileChange[],
  tests: ReadonlyMap<string, string> | undefined,
): TamperFinding[] {
  const found = [
    ...changes.flatMap((change) => tablesIn(change).map((table) => ({ path: change.path, table }))),
    ...dataTables(changes),
  ]
  if (found.length === 0) return []
  const text = compactTests(changes, tests)
  return found.flatMap(({ path, table }): TamperFinding[] => {
    const [first] = table.rows
    if (!first) return []
    const row = finding('rigged', path, first.line, `${KNOWN} (${quote(`${first.key}: ${first.value}`)})`)
    if (isAsked(table, text)) return [row]
    return tests === undefined ? [{ ...row, isOpen: true }] : []
  })
}

function compactTests(changes: readonly FileChange[], tests: ReadonlyMap<string, string> = new Map()): string {
  const own = changes.flatMap(({ path, after }) =>
    isTestFile(path) && after !== undefined ? [[path, after] as const] : [],
  )
  return [...own, ...tests]
    .flatMap(([path, text]) => {
      const syntax = syntaxOf(path)
      return syntax && text.length <= MOST_TEXT ? [compact(readSource(text, syntax).bare)] : []
    })
    .join('\n')
}

/** Most changes hold no rows at all. */
const ROWS = /["'`\d)\]]\s?(?::|=>|,)\s?["'`\d[{(-]|===?\s?["'`\d[(]|\bcase\s/g

function tablesIn({ path, before = '', after }: FileChange): AnswerTable[] {
  if (after === undefined || before === after || after.length > MOST_TEXT) return []
  if (!isProductFile(path) || isTestSupport(path)) return []
  const old = new Set(linesOf(before))
  const lines = linesOf(after)
  const added = lines.filter((line) => !old.has(line)).join('\n')
  const syntax = (added.match(ROWS)?.length ?? 0) < FEWEST_HASHED ? undefined : syntaxOf(path)
  if (!syntax) return []
  const source = readSource(after, syntax)
  const groups = Map.groupBy(literalRows(source), ({ table }) => table)
  const isHash = HASHES.test(source.bare)
  return Array.from(groups.values()).flatMap((rows): AnswerTable[] => {
    if (rows.filter(({ line }) => !old.has(lines[line - 1] ?? '')).length < FEWEST_HASHED) return []
    if (isHash && rows.length >= FEWEST_HASHED && rows.every(({ key }) => isDigest(key)))
      return [{ rows, isHashed: true }]
    const isOfNumbers = rows.filter(isBigResult).length >= 2
    const telling = rows.filter((row) => looksComputed(row) || (isOfNumbers && isOfNumber(row)))
    return telling.length >= FEWEST && telling.length * 3 >= rows.length * 2 ? [{ rows, isHashed: false }] : []
  })
}

function linesOf(text: string): string[] {
  return plainLines(text)
    .split('\n')
    .map((line) => line.trim())
}

/** Nearly all rows, and nothing much beside them. Of answers under checksums, short ones tell nothing. */
function isAsked({ rows, isHashed }: AnswerTable, text: string): boolean {
  const told = isHashed ? rows.filter(({ value }) => isTelling(compact(value))) : rows
  const asked = told.filter(({ key, value }) =>
    isHashed
      ? holds(text, compact(value))
      : argumentsOf(compact(key)).some((one) => asksFor(text, one, compact(value))),
  )
  return asked.length >= (isHashed ? FEWEST_HASHED : FEWEST) && asked.length * 5 >= told.length * 4
}

/** Several arguments as a tuple, or as a text of JSON. */
function argumentsOf(key: string): string[] {
  const [, json] = /^"\[(.{1,200})\]"$/.exec(key) ?? []
  const [, list] = /^\((.{1,200})\)$/.exec(key) ?? []
  return [key, ...[json?.replaceAll('\\"', '"'), list].flatMap((one) => one ?? [])]
}

function isTelling(value: string): boolean {
  return value.length >= 4 || /^\d{2,}$/.test(value)
}

/** An argument with parts, and an answer that was made of them or counts something. */
function looksComputed({ key, value }: LiteralRow): boolean {
  const isList = /^[[(]/.test(key) || /^["'`]\[.*\]["'`]$/.test(key)
  const content = key.replaceAll(/^["'`]|["'`]$/g, '')
  const words = partsOf(content)
  const hasParts = words.length > 1 && (isList || /[\s=;,|()+*<>[\]{}]/.test(content))
  if (!hasParts) return false
  const answers = partsOf(value)
  const isMade = answers.length > 0 && answers.every((part) => words.includes(part)) && compact(key) !== compact(value)
  const isCount = /^-?\d[\d_.]*$/.test(value) || /^[[{(]/.test(value)
  return isMade ? answers.length > 1 || /\d/.test(content) : isCount && (isList || /\d/.test(content))
}

/** As of a factorial: nobody looks up such a number by a small one. */
function isBigResult(row: LiteralRow): boolean {
  return isOfNumber(row) && row.value.replaceAll(/\D|0+$/g, '').length >= 5
}

function isOfNumber({ key, value }: LiteralRow): boolean {
  return /^\d{1,3}$/.test(key) && /^-?\d[\d_.]*$/.test(value)
}

function partsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+|\d+/g) ?? []
}
