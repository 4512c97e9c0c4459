// Rows that are gone from tables of cases beside the tests.
import type { TamperFinding } from '../../finding.ts'
import { quote } from '../../finding.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import { fewerRowsIn } from './lost-rows.ts'
import { narrowedTables } from './narrowed-tables.ts'
import { rowPlaces } from './rows.ts'
import type { CaseTable } from './tables.ts'
import { tablesOf } from './tables.ts'

/** What the head of a test itself takes is looked at with the test. */
export function fewerCases(file: TestFile, comparison: Comparison): TamperFinding[] {
  const same = comparison.now.get(file.path)
  if (!same || file.source.text === same.source.text) return []
  const taken = new Set(file.cases.flatMap((one) => (comparison.matches.has(one) ? rowPlaces(one) : [])))
  const before = tablesOf(file)
  const after = tablesOf(same)
  const free = new Set(after)
  // Several of one test may have one name: those that did not change are no partners for the others.
  const left = before.filter((table) => {
    const twin = [...free].find((other) => textOf(other) === textOf(table))
    return twin === undefined || !free.delete(twin)
  })
  const gone = left
    .filter(({ open, rows }) => rows.length > 1 && !taken.has(open))
    .flatMap((table) => {
      const other = partnerOf(table, [...free], comparison)
      if (!other) return []
      free.delete(other)
      return shrunkTable(table, other, comparison)
    })
  return gone.length > 0 ? gone : narrowedTables({ file, tables: before }, { file: same, tables: after }, taken)
}

function textOf({ name, rows, owner }: CaseTable): string {
  return JSON.stringify([name, owner?.fullTitle, rows.map(({ key }) => key)])
}

/** By its name and its test, else by what it holds. */
function partnerOf(table: CaseTable, free: readonly CaseTable[], { matches }: Comparison): CaseTable | undefined {
  const home = table.owner && (matches.get(table.owner)?.fullTitle ?? table.owner.fullTitle)
  const inPlace = free.filter(({ owner, name }) => owner?.fullTitle === home && name === table.name)
  const keys = new Set(table.rows.map(({ key }) => key))
  const kept = ({ rows }: CaseTable): number => rows.filter(({ key }) => keys.has(key)).length
  const [best] = inPlace.toSorted((a, b) => kept(b) - kept(a))
  if (best && (table.name !== '' || kept(best) > 0)) return best
  return free.find((other) => kept(other) * 2 >= table.rows.length)
}

function shrunkTable(table: CaseTable, now: CaseTable, comparison: Comparison): TamperFinding[] {
  const name = table.name === '' ? '' : ` of table ${quote(table.name)}`
  const owner = table.owner ? ` of test ${quote(table.owner.title)}` : ''
  const { source } = table.file
  const sides = { before: table.rows, after: now.rows, source }
  return fewerRowsIn({ ...sides, of: `${name}${owner}`, path: now.file.path, line: now.line }, comparison)
}
