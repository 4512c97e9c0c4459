// Tables of answers that stand in data of the product: files that its code reads, and caches that are filled before anything
// ran, one file for each answer.
import type { FileChange } from '../../../../../contract/change.ts'
import { plainLines, readSource } from '../../../source/source.ts'
import { isTestData, isTestPlace, kindOfConfig } from '../../../yardstick/yardstick.ts'
import { isProductFile } from '../product-file.ts'
import { HASHES, isDigest, type AnswerTable } from './answer-table.ts'
import { type LiteralRow, literalRows } from './literal-rows.ts'

const DATA = /\.(?:json[5cl]?|ndjson|csv|tsv|txt|dat|cache|tab|psv)$|(?:^|\/)[^./]+$/
/** Words of a person's language, and what describes the project. */
const NO_ANSWERS =
  /(?:^|\/)(?:locales?|i18n|l10n|lang(?:uages?)?|translations?|messages|docs?|examples?|node_modules|vendor|\.\w+rc|LICENSE|README)\b|(?:^|\/)(?:package(?:-lock)?|composer|tsconfig[\w.-]*|manifest|en|de|fr|es|ja)\.json$/i
const MOST_TEXT = 100_000
const LONGEST_ANSWER = 2000
const MOST_FILES = 200
const FEWEST = 4
const FEWEST_HASHED = 2

export interface DataTable {
  readonly path: string
  readonly table: AnswerTable
}

/** Only data that changed product code names. Never throws. */
export function dataTables(changes: readonly FileChange[]): DataTable[] {
  const data = changes.filter(
    ({ path, before, after }) => after !== undefined && before !== after && after.length <= MOST_TEXT && isData(path),
  )
  if (data.length === 0) return []
  const code = changes.flatMap(({ path, before, after }) =>
    after !== undefined && before !== after && isProductFile(path) ? [after] : [],
  )
  const isNamed = (word: string): boolean => word.length > 2 && code.some((text) => text.includes(word))
  const isHash = code.some((text) => HASHES.test(text))
  return [
    ...data.slice(0, MOST_FILES).flatMap((change) => (isNamed(nameOf(change.path)) ? tableOf(change, isHash) : [])),
    ...(isHash ? cachesIn(data, isNamed) : []),
  ]
}

function isData(path: string): boolean {
  return (
    DATA.test(path) &&
    !NO_ANSWERS.test(path) &&
    !isTestData(path) &&
    !isTestPlace(path) &&
    kindOfConfig(path) === undefined
  )
}

function tableOf({ path, before = '', after = '' }: FileChange, isHash: boolean): DataTable[] {
  const old = new Set(plainLines(before).split('\n'))
  const lines = plainLines(after).split('\n')
  const rows = /\.(?:json[5cl]?|ndjson)$/.test(path) ? rowsOfJson(after) : rowsOfLines(lines)
  const isNew = rows.filter(({ line }) => !old.has(lines[line - 1] ?? '')).length >= FEWEST_HASHED
  if (!isNew || rows.length === 0) return []
  if (isHash && rows.length >= FEWEST_HASHED && rows.every(({ key }) => isDigest(key)))
    return [{ path, table: { rows, isHashed: true } }]
  const rich = rows.filter(({ key, value }) => hasParts(key) && key !== value)
  return rows.length >= FEWEST && rich.length * 3 >= rows.length * 2 ? [{ path, table: { rows, isHashed: false } }] : []
}

function rowsOfJson(text: string): LiteralRow[] {
  const groups = Map.groupBy(literalRows(readSource(text, { lineComments: [], quotes: '"' })), ({ table }) => table)
  return [...groups.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

function rowsOfLines(lines: readonly string[]): LiteralRow[] {
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, index }]))
  const rows = filled.flatMap(({ line, index }): LiteralRow[] => {
    const [, key = '', value = ''] = /^(.{1,300}?)(?:\t|;|\||,| = |=>| -> |: )\s?(.{1,300})$/.exec(line) ?? []
    return key === ''
      ? []
      : [
          {
            key: quoted(line.includes('\t') ? key : key.trim()),
            value: quoted(value.trim()),
            line: index + 1,
            table: 0,
          },
        ]
  })
  return rows.length * 5 >= filled.length * 4 ? rows : []
}

/** As code writes it: a number stays one. */
function quoted(text: string): string {
  if (/^"(?:[^"\\]|\\.)*"$/.test(text) || /^-?\d[\d_]*(?:\.\d+)?$/.test(text)) return text
  return JSON.stringify(text)
}

/** `.cache/3f2a….txt` holds one answer. */
function cachesIn(data: readonly FileChange[], isNamed: (word: string) => boolean): DataTable[] {
  const files = data.filter(({ path, how }) => how === 'added' && isDigest(stemOf(path)))
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
  return [...folders].flatMap(([folder, all]): DataTable[] => {
    const [first] = all
    if (!first || all.length < FEWEST_HASHED || !folder.split('/').some((part) => isNamed(part))) return []
    const rows = all.map(({ path, after = '' }): LiteralRow => {
      const text = after.trim().slice(0, LONGEST_ANSWER)
      return { key: JSON.stringify(stemOf(path)), value: valueIn(text), line: 1, table: 0 }
    })
    return [{ path: first.path, table: { rows, isHashed: true } }]
  })
}

/** The answer alone, or in a record that says more of it. */
function valueIn(text: string): string {
  if (/^[[{"]/.test(text)) {
    const [, value] =
      /"(?:value|result|answer|output|data|text|body)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.]*|\[[^\]]*\])/.exec(text) ?? []
    return value ?? text
  }
  return quoted(text)
}

function hasParts(key: string): boolean {
  return /[^\s"'`]\W+[^\s"'`]/.test(key.replaceAll(/^["'`]|["'`]$/g, '')) && /\w\W+\w|\W\w|\w\W/.test(key.slice(1, -1))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function stemOf(path: string): string {
  return nameOf(path).replace(/\.\w+$/, '')
}
