// Rows of a table before and now: which are gone for good, and how that is put.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { plural } from '../../../../text/plural.ts'
import type { SourceText } from '../../../source/source.ts'
import type { TestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import type { CaseRow } from './elements.ts'
import type { CodePart } from '../matching/shrunk-code.ts'

export interface Shrunk {
  readonly before: readonly CaseRow[]
  readonly after: readonly CaseRow[]
  /** How many rows the table has now, where they are multiplied. */
  readonly now?: number
  /** The text with the rows of before. */
  readonly source: SourceText
  /** `of test "adds"` */
  readonly of: string
  readonly path: string
  readonly line: number
}

const EXCEPTIONS =
  /^ of table "(?:\w{0,40}_)?(?:exclude[sd]?|skip(?:ped|s)?|ignored?|known_failures|xfails?|expected_failures|denylist)(?:_\w{0,40}|[A-Z]\w{0,40})?"/i

/** Rows that are gone and for which none came, neither there nor elsewhere. */
export function fewerRowsIn(table: Shrunk, comparison: Comparison): TamperFinding[] {
  const left = table.before.length - Math.max(table.after.length, table.now ?? 0)
  // An exception less is a case more.
  if (left <= 0 || EXCEPTIONS.test(table.of)) return []
  const kept = new Set(table.after.map(({ key }) => key))
  // A row that stood there twice may well stand there once.
  const lost = table.before.filter(({ key }) => !kept.has(key) && !isElsewhere(key, comparison))
  const count = Math.min(lost.length, left)
  if (count === 0) return []
  const what = `${count} of ${plural(table.before.length, 'row')}${table.of} ${count === 1 ? 'is' : 'are'} gone`
  const named = lost.flatMap(({ start, end }) => comparison.removed.namedIn(table.source, start, end) ?? [])
  const [feature] = named
  if (!feature || named.length < count) {
    const found = { ...finding('fewer-assertions', table.path, table.line, what), about: aboutOf(table, lost) }
    const isPart = count * 2 <= table.before.length && comparison.shrunk.isChangedFor(found.about)
    return [isPart ? { ...found, isPart } : found]
  }
  const gone = `${what} together with ${quote(feature.name)} in ${feature.from}`
  return [{ ...finding('fewer-assertions', table.path, table.line, gone), meant: true, isNote: true }]
}

/** The rows that went, with what stands between them. */
function aboutOf({ path, source, of }: Shrunk, lost: readonly CaseRow[]): CodePart {
  const start = Math.min(...lost.map((row) => row.start))
  return { path, source, start, end: Math.max(...lost.map((row) => row.end)), title: of }
}

const SHORTEST = 6

/** Written as often as before, in another table or in a test of its own. */
function isElsewhere(key: string, { before, after }: Comparison): boolean {
  if (key.length < SHORTEST) return false
  const count = (files: readonly TestFile[]): number =>
    files.reduce((sum, file) => sum + plainOf(file).split(key).length - 1, 0)
  return count(after) >= count(before)
}

const plain = new WeakMap<TestFile, string>()

function plainOf(file: TestFile): string {
  const known = plain.get(file)
  if (known !== undefined) return known
  const text = file.source.bare
    .replaceAll(/[\s;]+/g, '')
    .replaceAll(/['`]/g, '"')
    .replaceAll(/,(?=[)\]}])/g, '')
  plain.set(file, text)
  return text
}
