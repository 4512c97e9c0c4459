// Tables whose rows are all still written down, but not all of them are run through any more.
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import type { SourceText } from '../../../source/source.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import { type CaseTable, definitionEnds, emptyLists, wholeUses } from './tables.ts'

export interface Tables {
  readonly file: TestFile
  readonly tables: readonly CaseTable[]
}

/** One finding for each table at most. Whether those `taken` by heads of tests are empty is said with the tests. */
export function narrowedTables(before: Tables, now: Tables, taken: ReadonlySet<number>): TamperFinding[] {
  const known = new Set<string>()
  return before.tables.flatMap((table) => {
    if (table.rows.length < 2 || known.has(table.name)) return []
    if (table.name === '') {
      const part = narrowedLoop(table, now.file)
      return part ? [leftOut('rows of a loop', part, now.file)] : []
    }
    known.add(table.name)
    const place =
      narrowedList(table, now.tables) ??
      partialUse(table.name, before.file.source, now.file) ??
      mutation(table.name, before.file.source, now.file.source) ??
      perhapsEmpty(table.name, before.file.source, now.file.source) ??
      (taken.has(table.open) ? undefined : emptyList(table, before.file.source, now))
    return place ? [leftOut(`rows of table ${quote(table.name)}`, place, now.file)] : []
  })
}

function leftOut(rows: string, { at, to }: Place, { path, source }: TestFile): TamperFinding {
  return finding(
    'vacuous',
    path,
    lineAt(source, at),
    `${rows} are left out now (${cut(source.text.slice(at, to).trim())})`,
  )
}

interface Place {
  readonly at: number
  readonly to: number
}

const NARROWS = 'filter|slice|splice|take|first|skip|reject|select|drop|truncate'
const TAIL = new RegExp(
  `^(?:\\s{0,99}\\.(?:iter|into_iter|entries|values|map)\\(\\))?\\s{0,99}(?:\\.(?:${NARROWS})\\s?[({]|\\[-?\\d{0,4}:-?\\d{0,4}\\])`,
)
const COMPREHENSION = /^\s{0,99}[\w$(][^\n]{0,99}?\bfor\s[\s\S]{1,4000}?\sif\s/

/** `[…].filter(() => false)`, `[row for row in […] if …]` */
function narrowedList(table: CaseTable, tables: readonly CaseTable[]): Place | undefined {
  const other = tables.find(({ name }) => name === table.name)
  if (!other) return undefined
  const [was, is] = [listIn(table), listIn(other)]
  if (TAIL.test(is.behind) && !TAIL.test(was.behind)) return lineFrom(other.file.source, is.close)
  const isFiltered = COMPREHENSION.test(is.inside) && !COMPREHENSION.test(was.inside)
  return isFiltered ? lineFrom(other.file.source, other.open) : undefined
}

const LONGEST_LOOP = 20_000

/** `[…].select { … }.each`, with the list as it was written. */
function narrowedLoop(table: CaseTable, { source }: TestFile): Place | undefined {
  const was = listIn(table)
  if (TAIL.test(was.behind) || was.close - table.open > LONGEST_LOOP) return undefined
  const written = table.file.source.text.slice(table.open, was.close + 1)
  const at = source.text.indexOf(written)
  const end = at + written.length
  return at >= 0 && TAIL.test(source.code.slice(end, end + 300)) ? lineFrom(source, end) : undefined
}

const PERHAPS_NOTHING =
  /^(?:[^\n;?]{1,160}\?(?:[^\n;:?]{1,120}:\s{0,9}\[\s{0,9}\]|\s{0,9}\[\s{0,9}\]\s{0,9}:)|[^\n;]{1,120} if [^\n;]{1,120} else [[(]\s{0,9}[\])])/

/** `process.env.ALL ? rows : []` */
function perhapsEmpty(name: string, before: SourceText, now: SourceText): Place | undefined {
  const places = ({ code }: SourceText, ends: readonly number[]): number[] =>
    ends.filter((end) => PERHAPS_NOTHING.test(code.slice(end, end + 400)))
  const [at] = places(now, definitionEnds(now, name))
  return at === undefined || places(before, definitionEnds(before, name)).length > 0 ? undefined : lineFrom(now, at)
}

function listIn({ file, open }: CaseTable): { close: number; inside: string; behind: string } {
  const { code, pairs } = file.source
  const close = pairs[open] ?? open
  return {
    close,
    inside: code.slice(open + 1, Math.min(close, open + 5000)),
    behind: code.slice(close + 1, close + 300),
  }
}

/** `it.each(rows.slice(0, 1))`, where all of them were run through. */
function partialUse(name: string, before: SourceText, { source, cases }: TestFile): Place | undefined {
  const uses = new RegExp(`${own(name)}(?:\\.(?:${NARROWS})\\s?\\(|\\[-?\\d{0,4}:-?\\d{0,4}\\])`, 'g')
  const place = added(uses, before, source)
  if (!place || wholeUses(source, name) >= wholeUses(before, name)) return undefined
  // A loop over a slice inside a test is told of with the test.
  const isSlice = /^[\w$]+(?:\.slice|\[)/.test(source.code.slice(place.at, place.to))
  return isSlice && cases.some(({ block }) => block.bodyStart <= place.at && place.at < block.end) ? undefined : place
}

/** `rows.length = 0`, `del ROWS[1:]` */
function mutation(name: string, before: SourceText, now: SourceText): Place | undefined {
  const shrinks = `${own(name)}(?:\\.length\\s{0,9}=(?!=)|\\.(?:splice|clear|truncate|drain|retain)\\s?\\(|\\[[^\\]\\n]{0,20}:[^\\]\\n]{0,20}\\]\\s{0,9}=(?!=))`
  return added(new RegExp(`${shrinks}|\\bdel\\s{1,9}${own(name)}\\s?\\[`, 'g'), before, now)
}

const NOTHING =
  /^\s{0,9}(?:(?:iter|list|tuple|set|dict|frozenset)\(\s{0,9}(?:\(\s{0,9}\)|\[\s{0,9}\])?\s{0,9}\)|new (?:Set|Map|Array)(?:<[^<>\n]{0,60}>)?\(\s{0,9}(?:\[\s{0,9}\])?\s{0,9}\)|None\b|null\b|undefined\b|nil\b|Vec::new\(\))/

/** Where it is defined, something empty stands now: `iter(())`, or another list of that name inside the test. */
function emptyList({ name, owner }: CaseTable, before: SourceText, { file, tables }: Tables): Place | undefined {
  const named = tables.filter((table) => table.name === name)
  const empty = named.filter(({ rows }) => rows.length === 0)
  const [first] = empty
  if (first?.owner && empty.length === named.length) {
    // One that another test fills was empty before, too.
    return emptyLists(file.source, name) > emptyLists(before, name) ? lineFrom(file.source, first.open) : undefined
  }
  if (named.length > 0) return undefined
  // What another test calls so is another thing.
  const isOther = (end: number): boolean =>
    owner !== undefined &&
    file.cases.some(({ block, title }) => title !== owner.title && block.bodyStart <= end && end < block.end)
  const at = definitionEnds(file.source, name).find(
    (end) => NOTHING.test(file.source.code.slice(end, end + 200)) && !isOther(end),
  )
  return at === undefined ? undefined : lineFrom(file.source, at)
}

function own(name: string): string {
  return `(?<![\\w$.])\\$?${name.replaceAll('$', '\\$')}`
}

/** The first place of a kind of which there are more now. */
function added(pattern: RegExp, before: SourceText, now: SourceText): Place | undefined {
  const known = Array.from(before.code.matchAll(pattern), ([written]) => written)
  const places = Array.from(now.code.matchAll(pattern))
  if (places.length <= known.length) return undefined
  const place = places.find(([written]) => !known.includes(written)) ?? places.at(-1)
  return place && lineFrom(now, place.index)
}

/** To the end of the line, or of the statement where that is sooner. */
function lineFrom({ code }: SourceText, at: number): Place {
  const end = code.slice(at, at + 200).search(/[\n;]/)
  return { at, to: end < 0 ? at + 200 : at + end }
}
