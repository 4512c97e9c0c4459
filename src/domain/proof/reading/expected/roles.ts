// What a place in a test says: what is expected, what goes in, or nothing that counts.
import type { SourceText } from '../../source/source.ts'
import type { Assertion } from '../test-file/assertions.ts'
import { type Role, WANTED, type Zone, zonesOf } from './assertion-zones.ts'
import { listedIn, openAround, type CodeRange } from './parts.ts'

export interface TestPlaces {
  readonly source: SourceText
  readonly range: CodeRange
  readonly zones: readonly Zone[]
  /** Assertions that stand in the range. */
  readonly assertions: readonly Assertion[]
  /** Variables that stand where something is expected. */
  readonly wanted: ReadonlySet<string>
}

export function placesIn(source: SourceText, range: CodeRange, assertions: readonly Assertion[]): TestPlaces {
  const zones = assertions.flatMap((one) => zonesOf(source, one))
  const wanted = zones.flatMap(({ start, end, role }) => {
    const name =
      role === 'expected'
        ? /^[(\s]*([A-Za-z_$][\w$]*)[)\s]*$/.exec(source.code.slice(start, Math.min(end, start + 80)))
        : null
    const last =
      role === 'expected'
        ? /\(\s{0,9}([A-Za-z_$][\w$]*)\s{0,9}\)\s*$/.exec(source.code.slice(Math.max(start, end - 80), end))
        : null
    return [name?.[1], last?.[1]].filter((one) => one !== undefined)
  })
  return { source, range, zones, assertions, wanted: new Set(wanted) }
}

export function roleAt(places: TestPlaces, at: number): Role {
  // The condition above a report stands outside of the report itself: the innermost zone counts.
  const zone = places.zones
    .filter(({ start, end }) => at >= start && at < end)
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0]
  return zone?.role ?? roleInStatement(places, at)
}

const NAMELESS = /^(?:name|title|desc|description|label|msg|message|comment|testName|test_name|id|ids)$/
const STATEMENT =
  /^\s*(?:export\s+)?(?:(?:const|let|var|val|final|auto|static|private|public|protected|readonly|mut|String|int|long|double)\s+)*(?:[\w<>[\]?]+\s+)?[$@]?([\w$]+)(?:\s?:[^=\n]{1,80})?\s{0,9}:?=(?![=>~])/

/** By the keys and columns around it, then by the name that the statement binds. */
function roleInStatement({ source, range, wanted }: TestPlaces, at: number): Role {
  const around = openAround(source, at, range.start)
  let inner = at
  for (const open of [...around, undefined]) {
    const key = keyBefore(source, open ?? range.start, inner)
    if (key !== undefined && WANTED.test(key)) return 'expected'
    if (key !== undefined && NAMELESS.test(key)) return 'neutral'
    if (open === undefined) break
    const column = columnAt(source, open, inner, around)
    if (column) return column
    inner = open
  }
  const name = nameBound(source, Math.min(at, around.at(-1) ?? at), range.start)
  return name !== undefined && (WANTED.test(name) || wanted.has(name)) ? 'expected' : 'input'
}

/** `want:` or `"want" =>` right before, on the same level. */
function keyBefore({ bare, code }: SourceText, open: number, at: number): string | undefined {
  const from = Math.max(open, at - 200)
  const comma = code.slice(from, at).lastIndexOf(',')
  const before = bare.slice(comma < 0 ? from : from + comma + 1, at)
  return /(?:^|[\s({[,"':])([A-Za-z_][\w-]*)["']?\s{0,9}(?:=>|:=?|=)\s{0,9}(?:[\w.*&[\]<>]{0,60})?\s{0,9}$/.exec(
    before,
  )?.[1]
}

function nameBound({ code, starts }: SourceText, at: number, lowest: number): string | undefined {
  let line = lineIndex(starts, at)
  for (let steps = 0; steps < 3 && line >= 0 && (starts[line] ?? 0) >= lowest - 200; steps++, line--) {
    const from = starts[line] ?? 0
    const name = STATEMENT.exec(code.slice(from, Math.min(starts[line + 1] ?? code.length, from + 300)))?.[1]
    if (name !== undefined) return name
  }
  return undefined
}

function lineIndex(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

const COLUMN_NAMES: readonly RegExp[] = [
  /parametrize\s?\(\s{0,40}[[(]?\s{0,40}((?:["'][\w, ]{1,200}["'][\s,]{0,40}){1,9})[\])]?\s{0,40},\s{0,40}(?:argvalues\s?=\s?)?$/,
  /struct\s{0,9}\{([^{}]{1,600})\}\s{0,9}$/,
]

/** A cell of a table: a list of lists. By the name of its column, or else the last one is what is expected. */
function columnAt(source: SourceText, open: number, at: number, around: readonly number[]): Role | undefined {
  const { code, bare, pairs } = source
  const outer = around[around.indexOf(open) + 1]
  const cell = bare.slice(Math.max(open + 1, at - 80), at)
  if (/["']?\w["']?\s{0,9}(?:=>|:)\s{0,9}$/.test(cell)) return undefined
  const attribute = /(?:\[|@)(?:InlineData|TestCase|DataRow|CsvSource|ValueSource)\s?$/.test(
    code.slice(Math.max(0, open - 40), open),
  )
  if (!attribute && !isTable(source, open, outer)) return undefined
  const cells = listedIn(source, { start: open + 1, end: pairs[open] ?? open + 1 })
  const index = cells.findIndex(({ start, end }) => at >= start && at <= end)
  if (cells.length < 2 || index < 0) return undefined
  const head = outer === undefined ? '' : bare.slice(Math.max(0, outer - 800), outer)
  const named = COLUMN_NAMES.map((pattern) => pattern.exec(head)?.[1]).find(Boolean)
  const names = named === undefined ? [] : columnNames(named)
  const name = names[index]
  if (names.length === cells.length && names.some((one) => WANTED.test(one)))
    return name !== undefined && WANTED.test(name)
      ? 'expected'
      : name !== undefined && NAMELESS.test(name)
        ? 'neutral'
        : 'input'
  return index === cells.length - 1 ? 'expected' : 'input'
}

function columnNames(written: string): string[] {
  if (/["']/.test(written)) return written.match(/\w+/g) ?? []
  // Go: `in, out string` or one a line.
  return written.split('\n').flatMap((line) => {
    const names = /^\s*((?:\w+\s?,\s?)*\w+)\s+\S/.exec(line)?.[1]
    return names?.match(/\w+/g) ?? []
  })
}

/** What stands before a list of cases: a name that says so, or what makes tests of them. */
const TABLE =
  /(?:(?:each|for)\s?\(\s{0,40}|(?:parametrize|parameterized\.expand)\s?\([^\n]{0,200}(?:\n[^\n]{0,80}){0,3}|struct\s{0,9}\{[^{}]{0,200}\}\s{0,9}|\b\w{0,20}(?:cases|tests|table|examples|params|scenarios|expect\w{0,20}|tt|samples|pairs|specs|matrix|vectors|inputs|data)\b[^\n=]{0,80}(?:=|=>|:)\s{0,9}[\w[\]<>., ]{0,60}|\breturn\s{0,9}|\b(?:of|in|range)\s{0,9}|(?:of|List|Arrays\.asList|listOf|arrayOf)\(\s{0,40})$/i

/** Another row of the same kind stands beside it. */
function isTable({ code, pairs }: SourceText, open: number, outer: number | undefined): boolean {
  if (outer === undefined || !TABLE.test(code.slice(Math.max(0, outer - 260), outer))) return false
  const kind = code.charAt(open)
  const close = pairs[open] ?? -1
  if (close < 0) return false
  const next = /^\s{0,200},\s{0,200}(?:[\w.]{0,40}\(?)?([[({])/.exec(code.slice(close + 1, close + 460))?.[1]
  const before = /([\])}])\s{0,200},\s{0,200}$/.exec(code.slice(Math.max(outer, open - 410), open))?.[1]
  const opposite: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
  return (
    next === kind ||
    (before !== undefined && opposite[before] === kind) ||
    /(?:each|parametrize[^\n]{0,200})\s?\(?\s?$/.test(code.slice(Math.max(0, outer - 240), outer))
  )
}
