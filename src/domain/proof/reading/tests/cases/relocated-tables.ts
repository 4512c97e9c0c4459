// Tables of cases that move from one file of code to another, with a test that is split or a helper that gets another
// name: rows that are left behind on the way. Rows are known by the values in them, since what is around them is renamed.
import type { FileChange } from '../../../../../contract/change.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { quote } from '../../finding.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import { readTestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import type { CaseRow } from './elements.ts'
import { fewerRowsIn } from './lost-rows.ts'
import { rowsOf } from './rows.ts'
import { definedLists, tablesOf } from './tables.ts'
import { valuesIn } from './row-values.ts'

interface Rows {
  readonly name: string
  readonly file: TestFile
  readonly line: number
  readonly rows: readonly CaseRow[]
}

/** Fewer could be anything. */
const FEWEST_ROWS = 3
const MOST_FILES = 40

export function relocatedTables(comparison: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const left = comparison.before.slice(0, MOST_FILES).flatMap((file) => leftTables(file, comparison))
  if (left.length === 0) return []
  const old = new Map(comparison.before.map((file) => [file.path, file]))
  const now = [...comparison.after.slice(0, MOST_FILES), ...otherCode(changes)].flatMap((file) => {
    const known = new Set(allOf(old.get(file.path)).flatMap(({ rows }) => rows.map(keyOf)))
    return allOf(file).filter(({ rows }) => !rows.some((row) => known.has(keyOf(row))))
  })
  const known = new Set<string>()
  return left.flatMap((table) => {
    const found = shrunk(table, now, comparison, changes)
    const [first] = found
    const key = first && `${first.line} ${first.file}`
    if (key === undefined || known.has(key)) return []
    known.add(key)
    return found
  })
}

/** Those of which no row stands in the same file any more. */
function leftTables(file: TestFile, { now, matches }: Comparison): Rows[] {
  const same = now.get(file.path)
  const kept = new Set(allOf(same).flatMap(({ rows }) => rows.map(keyOf)))
  // Rows of a test that takes some still are compared with that test.
  const taken = file.cases.filter((test) => {
    const other = matches.get(test)
    return other !== undefined && rowsOf(other).length > 0
  })
  const own = new Set(taken.flatMap(rowsOf).map(({ start }) => start))
  return allOf(file).filter(
    ({ rows }) => rows.length >= FEWEST_ROWS && !rows.some((row) => kept.has(keyOf(row)) || own.has(row.start)),
  )
}

const all = new WeakMap<TestFile, readonly Rows[]>()

/** All rows that are written down in a file, used or not. */
function allOf(file: TestFile | undefined): readonly Rows[] {
  if (!file) return []
  const known = all.get(file)
  if (known) return known
  const found: Rows[] = [
    ...tablesOf(file),
    ...definedLists(file),
    ...file.cases.map((test) => ({ name: test.title, file, line: test.line, rows: rowsOf(test) })),
  ].filter(({ rows }) => rows.length >= 2)
  all.set(file, found)
  return found
}

/** Code that is no test by its path may hold the table now. */
function otherCode(changes: readonly FileChange[]): TestFile[] {
  return changes
    .filter(({ path, before, after }) => after !== undefined && before !== after && !isTestFile(path))
    .slice(0, MOST_FILES)
    .flatMap(({ path, after = '' }) => readTestFile(path, after) ?? [])
}

function keyOf({ key }: CaseRow): string {
  const values = valuesIn(key)
  return values === '' ? key : values
}

function shrunk(
  table: Rows,
  now: readonly Rows[],
  comparison: Comparison,
  changes: readonly FileChange[],
): TamperFinding[] {
  const keys = new Set(table.rows.map(keyOf))
  const keptIn = ({ rows }: Rows): number => rows.filter((row) => keys.has(keyOf(row))).length
  const [home] = now.filter(({ file }) => file.path !== table.file.path).toSorted((a, b) => keptIn(b) - keptIn(a))
  if (!home) return []
  const kept = keptIn(home)
  if (kept < 2 || kept * 2 < Math.min(table.rows.length, home.rows.length)) return []
  // Several tables may share what one held.
  const written = new Set(now.flatMap(({ rows }) => rows.map(keyOf)))
  const said = saidElsewhere(
    table.rows.filter((row) => !written.has(keyOf(row))),
    comparison,
  )
  const before = table.rows.filter((row) => !said.has(row))
  const after = [
    ...before.filter((row) => written.has(keyOf(row))),
    ...home.rows.filter((row) => !keys.has(keyOf(row))),
  ]
  const { source } = table.file
  const of = table.name === '' ? '' : ` of table ${quote(table.name)}`
  return fewerRowsIn({ before, after, source, of, path: home.file.path, line: home.line }, comparison).map((one) =>
    withoutPart(one, comparison, changes),
  )
}

const LITERAL = /"(?:\\.|[^"\\]){3,200}"/g

const MOST_LOOKED_FOR = 200

/** The longest text of such a row stands as often in the tests as before. */
function saidElsewhere(rows: readonly CaseRow[], { before, after }: Comparison): ReadonlySet<CaseRow> {
  const [was = '', is = ''] = [before, after].map((files) => files.map(({ source }) => source.bare).join('\n'))
  const said = rows.slice(0, MOST_LOOKED_FOR).filter(({ key }) => {
    const [longest] = (key.match(LITERAL) ?? []).toSorted((a, b) => b.length - a.length)
    if (longest === undefined) return false
    const [old = 0, now = 0] = [was, is].map((text) => text.split(longest.slice(1, -1)).length - 1)
    return old > 0 && now >= old
  })
  return new Set(said)
}

/** A move has no reason to lose rows, unless the product really has less: a file that is called otherwise now has not. */
function withoutPart(one: TamperFinding, { shrunk: code }: Comparison, changes: readonly FileChange[]): TamperFinding {
  const { about, isPart: _, ...plain } = one
  const less = about && !one.isNote ? code.spokenOfIn(about) : undefined
  return less === undefined || isRenamed(less, changes) ? (one.isNote ? one : plain) : one
}

function isRenamed(path: string, changes: readonly FileChange[]): boolean {
  const was = changes.find((one) => one.path === path)
  if (was?.how !== 'deleted' || was.before === undefined) return false
  const lines = linesOf(was.before)
  return changes.some(({ how, after = '' }) => {
    if (how !== 'added') return false
    const now = new Set(linesOf(after))
    return lines.filter((line) => now.has(line)).length * 2 >= lines.length
  })
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line))
}
