// Tables of cases that stand beside the tests: lists that are run through in a loop, functions that tests name as the
// source of their rows, and lists in files that hold nothing else.
import type { SourceText } from '../../../source/source.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { CaseRow } from './elements.ts'
import { elementsOf, toRow } from './elements.ts'

export interface CaseTable {
  readonly file: TestFile
  /** Empty where the list stands in the loop itself. */
  readonly name: string
  readonly line: number
  /** The test in which it is written. */
  readonly owner?: TestCase
  readonly rows: readonly CaseRow[]
  readonly open: number
}

const MOST_TABLES = 200

export function tablesOf(file: TestFile): CaseTable[] {
  const places = new Map<number, CaseTable>()
  const add = (name: string, open: number): void => {
    if (open < 0 || places.has(open) || places.size >= MOST_TABLES) return
    const rows = withInner(file.source, elementsOf(file.source, open))
    places.set(open, toTable(file, name, open, rows))
  }
  for (const { name, at } of usesIn(file.source)) {
    const open = definitionOf(file, name, at)
    if (open !== undefined) add(name, open)
    else for (const table of providersOf(file, name)) if (!places.has(table.open)) places.set(table.open, table)
  }
  for (const open of loopsOver(file.source)) add('', open)
  if (file.cases.length === 0) for (const { name, open } of listsOf(file.source)) add(name, open)
  return [...places.values()]
}

const MOST_INNER = 50

/** A row may hold a table of its own. */
function withInner(source: SourceText, rows: readonly CaseRow[]): CaseRow[] {
  const inner = rows.slice(0, MOST_INNER).flatMap(({ start, end }) =>
    Array.from(source.code.slice(start, end).matchAll(/\[\s{0,99}[[({]/g)).flatMap(({ index }) => {
      const found = elementsOf(source, start + index)
      return found.length > 2 ? found : []
    }),
  )
  return [...rows, ...inner]
}

function toTable(file: TestFile, name: string, open: number, rows: readonly CaseRow[]): CaseTable {
  const owner = file.cases.findLast(({ block }) => block.start <= open && open < block.end)
  return { file, name, open, rows, line: lineAt(file.source, open), ...(owner ? { owner } : {}) }
}

/** Where code names a list that it runs through. */
const USES: readonly RegExp[] = [
  /\bfor(?:each)?\b[^\n;]{1,120}?\b(?:of|in|range)[ \t]{1,9}&?(?:self\.|this\.)?([A-Za-z_]\w*)(?:\.(?:iter|entries|items|values)\(\))?[ \t]{0,9}(?=[):{\n])/g,
  /\bfor\s?\([^()\n;]{1,80}:\s?([A-Za-z_]\w*)\s?\)/g,
  /\bforeach\s?\(\s?(?:\$this->|self::)?\$?(\w+)\s{1,9}as\b/g,
  /(?<![\w$.])([A-Za-z_$][\w$]*)\.(?:forEach|each|each_with_index|each_pair|for_each|iter)\b/g,
  /\.(?:each|for)\s{0,9}\(\s{0,9}([A-Za-z_$][\w$]*)\s{0,9}\)/g,
  /\bparametrize\s?\([^[\]\n]{0,200},\s{0,9}(\w+)\s{0,9}(?=[,()])/g,
]
/** Where a mark names the function or the property with the rows; names may stand in strings and comments. */
const NAMED_SOURCES =
  /@dataProvider\s{1,9}(\w+)|\bDataProvider\(\s{0,9}["'](\w+)|\b(?:MemberData|TestCaseSource|DynamicData)\(\s{0,9}(?:nameof\(\s{0,9})?"?(\w+)|@MethodSource\(\s{0,9}\{?\s{0,9}"(\w+)|@Parameters[^\n]{0,80}\n[^\n(]{0,120}?(\w+)\s?\(/g

export function usesIn({ code, text }: SourceText): { readonly name: string; readonly at: number }[] {
  const inCode = USES.flatMap((pattern) =>
    Array.from(code.matchAll(pattern), ({ 1: name = '', index }) => ({ name, at: index })),
  )
  const marks = Array.from(text.matchAll(NAMED_SOURCES), ({ index, ...groups }) => ({
    name: [groups[1], groups[2], groups[3], groups[4], groups[5]].find((name) => name !== undefined) ?? '',
    at: index,
  }))
  return [...inCode, ...marks].filter(({ name }) => name.length > 1).slice(0, 2 * MOST_TABLES)
}

/** The nearest one above in the same test, else the first of the file. */
function definitionOf(file: TestFile, name: string, at: number): number | undefined {
  const ends = definitionEnds(file.source, name)
  const owner = file.cases.findLast(({ block }) => block.start <= at && at < block.end)
  const inside = owner && ends.findLast((end) => end > owner.block.start && end <= at)
  for (const end of inside === undefined ? ends.slice(0, 3) : [inside]) {
    const open = listAt(file.source, end)
    if (open >= 0) return open
  }
  return undefined
}

/** Where each value begins that is given to this name. */
export function definitionEnds({ code }: SourceText, name: string): number[] {
  const head = new RegExp(
    `(?<![\\w.])\\$?${name.replaceAll('$', '\\$')}(?![\\w$(])[^=\\n;(){}]{0,120}(?:\\{\\s?get;[^}\\n]{0,40}\\}\\s{0,9})?(?::?=)(?![=~])(?:>)?`,
    'g',
  )
  return Array.from(code.matchAll(head), ({ 0: written, index }) => index + written.length)
}

/** How many lists of this name hold nothing where they are written. */
export function emptyLists(source: SourceText, name: string): number {
  const opens = definitionEnds(source, name).map((end) => listAt(source, end))
  return opens.filter((open) => open >= 0 && elementsOf(source, open).length === 0).length
}

/** How often code runs through all rows of it. */
export function wholeUses(source: SourceText, name: string): number {
  return usesIn(source).filter((use) => use.name === name).length
}

const LONGEST_HEAD = 200

/** The bracket of the list that is written here: `[`, `[]struct{…}{`, `new() {`, `Arrays.asList(new Object[][] {`. */
function listAt({ code, pairs }: SourceText, from: number): number {
  const opening = /[[({\n;]/g
  opening.lastIndex = from
  let start = from
  for (let hit = opening.exec(code), steps = 0; hit && steps < 8; hit = opening.exec(code), steps++) {
    if (hit.index > from + LONGEST_HEAD || hit[0] === ';') return -1
    if (hit[0] === '\n') {
      if (code.slice(start, hit.index).trim() !== '') return -1
      continue
    }
    const close = pairs[hit.index] ?? -1
    if (close < 0) return -1
    const isType = /\b(?:struct\s{0,9}|map)$/.test(code.slice(Math.max(0, hit.index - 12), hit.index))
    const isEmpty = code.slice(hit.index + 1, close).trim() === ''
    // Of a type: `[]string{`. On the next line only the brace of its values may follow.
    const isFollowed = /^[ \t]{0,9}[\w.*<>[\]]{0,60}[ \t]{0,9}[[({]|^\s{0,99}\{/.test(
      code.slice(close + 1, close + 110),
    )
    if (isType || (isEmpty && isFollowed)) opening.lastIndex = start = close + 1
    else if (hit[0] !== '(' || holdsComma(code, pairs, hit.index, close)) return hit.index
  }
  return -1
}

function holdsComma(code: string, pairs: Int32Array, open: number, close: number): boolean {
  const tokens = /[,([{]/g
  tokens.lastIndex = open + 1
  for (let hit = tokens.exec(code); hit && hit.index < close; hit = tokens.exec(code)) {
    if (hit[0] === ',') return true
    const pair = pairs[hit.index] ?? -1
    if (pair > 0) tokens.lastIndex = pair + 1
  }
  return false
}

/** The rows that a function gives back, in one list or one after the other. */
function providersOf(file: TestFile, name: string): CaseTable[] {
  const { source } = file
  const head = new RegExp(
    `(?:\\bdef|\\bfunction|\\bfn|[\\w>\\]?])[ \\t]{1,9}${name.replaceAll('$', '\\$')}\\s?\\(`,
  ).exec(source.code)
  if (!head) return []
  const at = head.index + head[0].length - 1
  const end = bodyEnd(source, at)
  const body = source.code.slice(at, end)
  const yields = Array.from(body.matchAll(/\byield\b(?:\s{1,9}return\b)?(?!\s{1,9}break)/g), ({ index }) => {
    const stop = source.code.slice(at + index, end).search(/;|\n[ \t]*\n|\n(?=[ \t]*yield\b)/)
    return toRow(source, at + index, stop < 0 ? end : at + index + stop)
  })
  if (yields.length > 1) return [toTable(file, name, at, yields)]
  const back = /\breturn\b/.exec(body) ?? /=>/.exec(body)
  const open = back ? listAt(source, at + back.index + back[0].length) : -1
  return open < 0 ? [] : [toTable(file, name, open, elementsOf(source, open))]
}

function bodyEnd({ code, pairs }: SourceText, at: number): number {
  const close = pairs[at] ?? at
  const brace = /^[^;{}\n]{0,80}\n?\s{0,40}\{/.exec(code.slice(close + 1, close + 200))
  const open = brace ? close + brace[0].length : -1
  const end = open < 0 ? -1 : (pairs[open] ?? -1)
  return end < 0 ? Math.min(code.length, at + 4000) : end
}

const INLINE =
  /\bfor(?:each)?\b[^\n;]{1,120}?\b(?:of|in|range)[ \t]{1,9}&?(?:\[\][\w.*]{0,40}(?:struct\s?)?|map(?=\[))?(?=[[({])|\bforeach\s?\(\s?(?=\[)|[\]}]\s{0,99}\.(?:forEach|each|each_with_index|each_pair|map|for_each|iter)\b/g

/** RSpec: shared examples are given the list that they run through. */
const HANDED =
  /^[ \t]*(?:it_(?:should_)?behaves?_like|include_(?:examples|context))[ (]{1,3}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|:\w{1,80}),\s{0,99}(?=\[)/gm

/** Lists that stand in the loop itself. */
function loopsOver(source: SourceText): number[] {
  const handed = Array.from(source.code.matchAll(HANDED), ({ 0: written, index }) => index + written.length)
  const inline = Array.from(source.code.matchAll(INLINE), ({ 0: written, index }) =>
    /^[\]}]/.test(written) ? (source.pairs[index] ?? -1) : listAt(source, index + written.length),
  )
  return [...inline, ...handed].filter((open) => open >= 0 && !isBlock(source.code, open))
}

/** Of braces only a hash holds rows: `{ 1 => 2 }.each`. */
function isBlock(code: string, open: number): boolean {
  return code.charAt(open) === '{' && /^\s{0,99}\|/.test(code.slice(open + 1, open + 102))
}

const LISTS =
  /^(?:export\s{1,9})?(?:default\s{1,9})?(?:(?:const|let|var|static|val)\s{1,9})?([\w$.]{2,60})(?:\s{0,9}:[^=\n]{1,80})?\s{0,9}=\s{0,9}(?=[[(])/gm

/** In a file without tests: lists of rows that others take from it. */
function listsOf(source: SourceText): { readonly name: string; readonly open: number }[] {
  return Array.from(source.code.matchAll(LISTS), ({ 0: written, 1: name = '', index }) => ({
    name,
    open: index + written.length,
  })).filter(({ open }) => elementsOf(source, open).filter(({ key }) => /^[[({]/.test(key)).length > 2)
}

/** A value that is given to a name, in any language: `var cases = []row{`, `val all = listOf(`, `static Row[] ALL = {`. */
const GIVEN = /^[^\n={};"'`]{1,160}?(?<![=!<>+*/%&|^-])(?::?=)(?![=~>])/gm

const ROW = /^[\w.:&]{0,60}[[({]/

export function definedLists(file: TestFile): CaseTable[] {
  const found: CaseTable[] = []
  for (const { 0: written, index } of file.source.code.matchAll(GIVEN)) {
    if (found.length >= MOST_TABLES) break
    const name = /(?:^|[^\w$.])([A-Za-z_$][\w$]{1,60})\s{0,9}(?::(?!=)[^=]{0,120})?(?:\{\s?get;[^=]{0,40})?:?=$/.exec(
      written,
    )?.[1]
    const open = name === undefined ? -1 : listAt(file.source, index + written.length)
    if (name === undefined || open < 0) continue
    const rows = elementsOf(file.source, open)
    // What a test expects is no table.
    const table = rows.filter(({ key }) => ROW.test(key)).length > 2 ? toTable(file, name, open, rows) : undefined
    if (table && !table.owner) found.push(table)
  }
  return found
}
