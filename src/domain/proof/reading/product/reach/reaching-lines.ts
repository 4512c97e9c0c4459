// Added lines of product code that reach beyond their own values: to the process and its end, its streams, the loader, the
// test library or code of others.
import type { FileChange } from '../../../../../contract/change.ts'
import { sameLinesTo } from '../../../source/changed-part.ts'
import { lineStarts, plainLines, readSource } from '../../../source/source.ts'
import type { DoubtfulLine } from '../doubts/doubtful-line.ts'
import { GO, isProductFile, PYTHON, SCRIPT, SHELL, syntaxOf } from '../product-file.ts'
import { GO_REACH, SHELL_REACH } from './others.ts'
import { PYTHON_REACH } from './python.ts'
import { type ReachPatterns, reachesOut } from './reach.ts'
import { SCRIPT_REACH } from './script.ts'

/** The languages whose runners can take a canary. */
const REACHES: readonly (readonly [files: RegExp, reach: ReachPatterns])[] = [
  [SCRIPT, SCRIPT_REACH],
  [PYTHON, PYTHON_REACH],
  [GO, GO_REACH],
  [SHELL, SHELL_REACH],
]

const MOST_LINES = 20

/** What was there before, in whatever file, raises none. Linear in the texts; never throws. */
export function reachingLines(changes: readonly FileChange[]): DoubtfulLine[] {
  const read = changes.flatMap((change) => toRead(change))
  if (read.length === 0) return []
  const gone = goneFrom(changes)
  return read.flatMap((one) => linesOf(one, gone)).slice(0, MOST_LINES)
}

interface Read {
  readonly path: string
  readonly text: string
  readonly reach: ReachPatterns
  /** Numbers of lines that were not there as often before, counted from 1. */
  readonly added: readonly number[]
}

/** Most changes hold nothing to look at, also where comments and strings are not masked yet. */
function toRead({ path, before = '', after }: FileChange): Read[] {
  if (after === undefined || before === after) return []
  const reach = REACHES.find(([files]) => files.test(path))?.[1]
  if (!reach || !isProductFile(path)) return []
  const [old, text] = [plainLines(before), plainLines(after)]
  const same = sameLinesTo(old, text)
  const first = lineStarts(text.slice(0, same)).length
  const known = countLines(old.slice(same))
  const lines = text.slice(same).split('\n')
  const added = lines.flatMap((line, index) => (take(known, line.trim()) || !/\w/.test(line) ? [] : [index]))
  const written = added.map((index) => lines[index] ?? '').join('\n')
  return reach.hint.test(written) ? [{ path, text, reach, added: added.map((index) => first + index) }] : []
}

function linesOf({ path, text, reach, added }: Read, gone: Counts): DoubtfulLine[] {
  const syntax = syntaxOf(path)
  if (!syntax) return []
  const lines = text.split('\n')
  const own = added.filter((line) => !take(gone, lines[line - 1]?.trim() ?? ''))
  return reachesOut(readSource(text, syntax), own, reach).map((line) => ({ file: path, line }))
}

type Counts = Map<string, number>

/** Lines of product code that are there less often than before: where one of them stands elsewhere now, it was moved. */
function goneFrom(changes: readonly FileChange[]): Counts {
  const gone: Counts = new Map()
  for (const { path, before, after = '' } of changes) {
    if (before === undefined || before === after || !isProductFile(path)) continue
    const now = countLines(after)
    for (const [line, count] of countLines(before)) {
      const lost = count - (now.get(line) ?? 0)
      if (lost > 0) gone.set(line, (gone.get(line) ?? 0) + lost)
    }
  }
  return gone
}

function countLines(text: string): Counts {
  const counts: Counts = new Map()
  for (const line of plainLines(text).split('\n')) {
    const trimmed = line.trim()
    counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1)
  }
  return counts
}

/** One less, where there is one. */
function take(counts: Counts, key: string): boolean {
  const left = counts.get(key) ?? 0
  if (left > 0) counts.set(key, left - 1)
  return left > 0
}
