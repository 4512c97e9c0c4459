// A data file of the tests that moves to another place or another format: cases that are left behind on the way.
import type { FileChange } from '../../../../../contract/change.ts'
import { lazily } from '../../../../../contract/lazily.ts'
import { plural } from '../../../../text/plural.ts'
import { isSnapshot } from '../../expected/snapshot-paths.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import { holdsCases } from './data-cases.ts'
import { rowsIn } from './data-rows.ts'
import { BETWEEN } from './row-values.ts'

const FORMATS = /\.(?:json|jsonl|ndjson|csv|tsv|txt|ya?ml)$/i
/** Fewer could be anything. */
const FEWEST_ROWS = 3
const MOST_FILES = 20

interface Row {
  /** The values alone, which are the same in every format. */
  readonly key: string
  readonly values: readonly string[]
}

interface Data {
  readonly path: string
  readonly rows: readonly Row[]
}

export function movedData(changes: readonly FileChange[]): TamperFinding[] {
  const data = changes.filter(({ path }) => FORMATS.test(path) && holdsCases(path) && !isSnapshot(path))
  const gone = data.filter(({ how }) => how === 'deleted').slice(0, MOST_FILES)
  if (gone.length === 0) return []
  const known = new Set(data.flatMap((one) => dataOf(one.path, one.before).rows.map(({ key }) => key)))
  const homes = data.slice(0, 10 * MOST_FILES).map(({ path, after }) => dataOf(path, after))
  return gone.flatMap((change) => leftBehind(dataOf(change.path, change.before), { homes, known }, changes))
}

interface Now {
  readonly homes: readonly Data[]
  /** Rows that stood somewhere before. */
  readonly known: ReadonlySet<string>
}

function leftBehind(old: Data, { homes, known }: Now, changes: readonly FileChange[]): TamperFinding[] {
  const keys = new Set(old.rows.map(({ key }) => key))
  const keptIn = ({ rows }: Data): number => new Set(rows.filter(({ key }) => keys.has(key)).map(({ key }) => key)).size
  const [home] = homes.toSorted((a, b) => keptIn(b) - keptIn(a))
  if (!home || keys.size < FEWEST_ROWS) return []
  const kept = keptIn(home)
  if (kept < 2 || kept * 2 < keys.size) return []
  const there = new Set(homes.flatMap(({ rows }) => rows.map(({ key }) => key)))
  const others = lazily(() => changes.filter(({ path }) => !FORMATS.test(path)).map(newTextOf))
  const lost = old.rows.filter((row) => !there.has(row.key) && !isWrittenIn(row, others))
  // A case that reads otherwise now took the place of one.
  const came = home.rows.filter(({ key }) => !known.has(key)).slice(0, MOST_COMPARED)
  const left = lost.slice(0, MOST_COMPARED).filter((row) => {
    const at = came.findIndex((other) => isAlike(row, other))
    if (at >= 0) came.splice(at, 1)
    return at < 0
  })
  if (left.length === 0) return []
  const what = `${left.length} of ${plural(old.rows.length, 'case')} ${left.length === 1 ? 'is' : 'are'} gone where ${old.path} moved to this data file`
  return [finding('fewer-assertions', home.path, 1, what)]
}

const MOST_COMPARED = 200

function dataOf(path: string, text = ''): Data {
  const rows = rowsIn(path, text).map((row) => ({ key: keyOf(row), values: row.split(BETWEEN).map(keyOf) }))
  return { path, rows: rows.filter(({ key }) => key !== '') }
}

/** Quotes, escapes and separators belong to the format. */
function keyOf(row: string): string {
  return row.replaceAll(/[^\p{L}\p{N}.+-]/gu, '').toLowerCase()
}

/** At least half of its values stand in the other one too, or its name does. */
function isAlike({ values: was }: Row, { values: is }: Row): boolean {
  const now = new Set(is)
  const same = was.filter((value) => value !== '' && now.has(value)).length
  return same * 2 >= was.filter((value) => value !== '').length || (was[0] !== '' && was[0] === is[0])
}

const SHORTEST = 4

/** Its longest value stands in another file since then, such as in a test of its own. */
function isWrittenIn({ values }: Row, others: () => readonly string[]): boolean {
  const [longest = ''] = values.toSorted((a, b) => b.length - a.length)
  return longest.length >= SHORTEST && others().some((text) => text.includes(longest))
}

const LONGEST_TEXT = 200_000

/** The lines that came. */
function newTextOf({ before = '', after = '' }: FileChange): string {
  const old = new Set(before.split('\n'))
  const lines = after.slice(0, LONGEST_TEXT).split('\n')
  return keyOf(lines.filter((line) => !old.has(line)).join('\n'))
}
