// Rows of cases that move to another place or into another form, and one value of a row that is another one on arrival.
import type { FileChange } from '../../../../contract/change.ts'
import { languageOf } from '../../source/languages.ts'
import { readSource } from '../../source/source.ts'
import { isTestData, isTestFile } from '../../yardstick/yardstick.ts'
import type { TamperFinding } from '../finding.ts'
import { cut, finding } from '../finding.ts'
import { bare, BETWEEN, valuesIn } from '../tests/cases/row-values.ts'
import type { Touched } from './touched.ts'

interface Row {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly values: readonly string[]
  /** Of the row above it and the one below. */
  readonly near: readonly string[]
}

const MOST_FILES = 40
const MOST_ROWS = 2000
const FEWEST_KEPT = 2

/** Only what no product code explains. */
export function movedRows(changes: readonly FileChange[], touched: Touched): TamperFinding[] {
  const files = changes.filter(({ path }) => isTestFile(path) || isTestData(path)).slice(0, MOST_FILES)
  const went = files.flatMap(({ path, before = '', after = '' }) => rowsOnlyIn(path, before, after))
  if (went.length === 0) return []
  const came = files.flatMap(({ path, before = '', after = '' }) => rowsOnlyIn(path, after, before))
  const [was, is] = [new Set(went.map(keyOf)), new Set(came.map(keyOf))]
  const kept = came.filter((row) => was.has(keyOf(row)))
  if (kept.length < FEWEST_KEPT) return []
  const isKept = (key: string): boolean => was.has(key) && is.has(key)
  const open = came.filter((row) => !was.has(keyOf(row)) && row.near.some(isKept))
  const lost = went.filter((row) => !is.has(keyOf(row)) && row.near.some(isKept))
  return lost.flatMap((row) => {
    const [other, more] = open.filter((one) => changedAt(row, one) !== undefined)
    if (!other || more || lost.filter((one) => changedAt(one, other) !== undefined).length > 1) return []
    const place = changedAt(row, other) ?? 0
    if (touched.isProductTouched(row.path) || touched.isProductTouched(other.path)) return []
    const [old = '', now = ''] = [row, other].map(({ values }) => values[place])
    const what = `a row changed on its way here (${cut(old)} → ${cut(now)}), and no product code that it loads did`
    return [finding('bent', other.path, other.line, what)]
  })
}

const NUMBER = /^-?\d+(?:\.\d+)?$/
const WANTED = /(?:want|expect|result|output|return|answer)\w{0,12}["']?\)?\s{0,3}(?::=|[:=(,])?\s{0,3}[("']{0,2}$/i

/** Where the one value stands that is another one, if it may be what is expected: behind the others, or before them. */
function changedAt(row: Row, other: Row): number | undefined {
  const { values } = row
  if (values.length < 2 || values.length !== other.values.length) return undefined
  const places = values.flatMap((value, index) => (value === other.values[index] ? [] : [index]))
  const [place, more] = places
  if (place === undefined || more !== undefined) return undefined
  const [old = '', now = ''] = [values[place], other.values[place]]
  const isPlain = [old, now].every((value) => NUMBER.test(value) || /^(?:true|false|null)$/.test(value))
  if (place === values.length - 1) return place
  // What comes first and is a text is the name of the case.
  if (place === 0) return isPlain ? place : undefined
  const at = other.text.indexOf(now)
  return at > 0 && WANTED.test(other.text.slice(Math.max(0, at - 40), at)) ? place : undefined
}

function keyOf({ values }: Row): string {
  return values.join(BETWEEN)
}

/** Lines with two values or more that the other text does not have as they are. */
function rowsOnlyIn(path: string, text: string, other: string): Row[] {
  if (text === '' || text === other) return []
  const known = new Set(other.split('\n').map(trimmed))
  const found = rowsIn(path, text)
    .filter(({ values }) => values.length > 1)
    .slice(0, MOST_ROWS)
  const keys = found.map(({ values }) => values.join(BETWEEN))
  return found.flatMap((row, index) => {
    const near = [keys[index - 1], keys[index + 1]].filter((key) => key !== undefined)
    return known.has(trimmed(row.text)) ? [] : [{ path, ...row, near }]
  })
}

function trimmed(line: string): string {
  return line.trim().replace(/,$/, '')
}

function rowsIn(path: string, text: string): Omit<Row, 'path' | 'near'>[] {
  const language = languageOf(path)
  const lines = (language ? readSource(text, language.syntax).bare : text).split('\n')
  return lines.flatMap((line, index) => {
    if (line.length > LONGEST_LINE || !/[\w"']/.test(line)) return []
    const values = language ? valuesOfCode(line) : valuesOfData(line)
    return [{ line: index + 1, text: line, values: values.map(plain) }]
  })
}

const LONGEST_LINE = 400

/** A row may be one text: `"bolt, 2, 0.40",`. */
function valuesOfCode(line: string): string[] {
  const values = valuesIn(line.replaceAll(/['`]/g, '"')).split(BETWEEN)
  const [only = '', more] = values
  return more === undefined && /^\s*["'`]/.test(line) ? only.split(/[,;|]/) : values
}

/** Of a line of a table, or an object on one line. */
function valuesOfData(line: string): string[] {
  const json = line.trim().replace(/,$/, '')
  if (/^[{[].*[}\]]$/.test(json)) {
    try {
      return scalarsIn(JSON.parse(json))
    } catch {
      return []
    }
  }
  return json.split(/\s*[,;\t|]\s*/).map((one) => bare(one.replaceAll('"', '')))
}

const DEEPEST = 6

function scalarsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [typeof value === 'string' ? bare(value) : String(value)]
  return depth > DEEPEST ? [] : Object.values(value).flatMap((one) => scalarsIn(one, depth + 1))
}

/** `6.50` in quotes and without are the same. */
function plain(value: string): string {
  return NUMBER.test(value) ? String(Number(value)) : value
}
