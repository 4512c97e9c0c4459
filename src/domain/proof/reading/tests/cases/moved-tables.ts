// Tables that move between the code of a test and a data file: rows that are left behind on the way.
import type { FileChange } from '../../../../../contract/change.ts'
import { plural } from '../../../../text/plural.ts'
import { isTestData } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import type { Comparison } from '../matching/comparison.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import type { CaseTable } from './tables.ts'
import { tablesOf } from './tables.ts'
import { MOST_ROWS, rowsIn } from './data-rows.ts'
import { valuesIn } from './row-values.ts'

/** Fewer could be anything. */
const FEWEST_ROWS = 3
const MOST_FILES = 20

export function movedTables({ before, after }: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const data = changes.filter(
    ({ path, before: old, after: now }) => isData(path) && (old === undefined) !== (now === undefined),
  )
  return data.slice(0, MOST_FILES).flatMap(({ path, before: old, after: now }) => {
    const rows = rowsIn(path, now ?? old ?? '')
    if (rows.length < 2) return []
    const [from, to] = now === undefined ? [after, before] : [before, after]
    const table = leftTables(from, to).find((one) => isSameTable(one, rows))
    if (!table) return []
    const written = table.rows.map(({ key }) => valuesIn(key))
    const [was, is] = now === undefined ? [rows, written] : [written, rows]
    const count = lostRows(was, is)
    if (count === 0) return []
    const what = `${count} of ${plural(was.length, 'row')} ${count === 1 ? 'is' : 'are'} gone where the table moved to ${now === undefined ? table.file.path : path}`
    return [
      finding('fewer-assertions', now === undefined ? table.file.path : path, now === undefined ? table.line : 1, what),
    ]
  })
}

function isData(path: string): boolean {
  return (
    (isTestData(path) || /(?:^|[/_.-])(?:cases|table|examples)[\w-]{0,20}\.\w+$/i.test(path)) &&
    /\.(?:json|csv|tsv|txt)$/i.test(path)
  )
}

/** Of test files that changed: tables that stand in them on one side alone. */
function leftTables(from: readonly TestFile[], to: readonly TestFile[]): CaseTable[] {
  return from.slice(0, MOST_FILES).flatMap((file) => {
    const other = to.find(({ path }) => path === file.path)
    const known = new Set(other ? tablesOf(other).flatMap(({ rows }) => rows.map(({ key }) => key)) : [])
    return tablesOf(file).filter(
      ({ rows }) => rows.length >= 2 && rows.length < MOST_ROWS && !rows.some(({ key }) => known.has(key)),
    )
  })
}

/** At least half of the rows of either side stand on the other. */
function isSameTable({ rows }: CaseTable, data: readonly string[]): boolean {
  const own = rows.map(({ key }) => valuesIn(key))
  const known = new Set(own)
  const kept = data.filter((row) => row !== '' && known.has(row)).length
  return kept >= 2 && Math.max(own.length, data.length) >= FEWEST_ROWS && kept * 2 >= Math.min(own.length, data.length)
}

function lostRows(was: readonly string[], is: readonly string[]): number {
  const kept = new Set(is)
  const lost = was.filter((row) => row !== '' && !kept.has(row)).length
  return Math.min(lost, Math.max(0, was.length - is.length))
}
