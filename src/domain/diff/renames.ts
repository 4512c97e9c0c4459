// Files that got another name in a change, known by their contents.
import type { FileChange } from '../../contract/change.ts'

/** So much of the larger file stands in the other one too. */
const ALIKE = 0.5
/** With the same name in another folder, less is enough. */
const ALIKE_BY_NAME = 0.3
const MOST_FILES = 500
/** A line that more files have, such as a licence, says nothing about which of them this one was. */
const MOST_WITH_LINE = 10
/** So many old files are compared with a new one: those that share the most of its rare lines. */
const MOST_COMPARED = 5

/** Old path to new path; each file is in one pair at most. */
export function findRenames(gone: readonly FileChange[], came: readonly FileChange[]): ReadonlyMap<string, string> {
  const old = gone.slice(0, MOST_FILES).map(({ path, before }) => read(path, before))
  const fresh = came.slice(0, MOST_FILES).map(({ path, after }) => read(path, after))
  const find = index(old)
  const pairs = fresh.flatMap((now) =>
    find(now).flatMap((then) => {
      const alike = likeness(then, now)
      const isSameName = nameOf(then.path) === nameOf(now.path)
      return alike >= (isSameName ? ALIKE_BY_NAME : ALIKE) ? [{ then, now, alike, isSameName }] : []
    }),
  )
  const found = new Map<string, string>()
  const taken = new Set<string>()
  const best = pairs.sort((a, b) => b.alike - a.alike || Number(b.isSameName) - Number(a.isSameName))
  for (const { then, now } of best) {
    if (found.has(then.path) || taken.has(now.path)) continue
    found.set(then.path, now.path)
    taken.add(now.path)
  }
  return found
}

interface FileLines {
  readonly path: string
  /** Lines that say something, with how often they stand there. */
  readonly lines: ReadonlyMap<string, number>
  readonly size: number
}

function read(path: string, text = ''): FileLines {
  const lines = new Map<string, number>()
  let size = 0
  for (const line of text.split('\n')) {
    const plain = line.replaceAll(/\s+/g, ' ').trim()
    if (!/\w/.test(plain)) continue
    lines.set(plain, (lines.get(plain) ?? 0) + 1)
    size += 1
  }
  return { path, lines, size }
}

/** Finds the files that may have become another one, without comparing each with each. */
function index(old: readonly FileLines[]): (now: FileLines) => readonly FileLines[] {
  const byLine = Map.groupBy(
    old.flatMap((file) => [...file.lines.keys()].map((line) => ({ line, file }))),
    ({ line }) => line,
  )
  return ({ path, lines }) => {
    const shared = new Map<FileLines, number>()
    for (const file of old) if (nameOf(file.path) === nameOf(path)) shared.set(file, 1)
    for (const line of lines.keys()) {
      const having = byLine.get(line) ?? []
      if (having.length > MOST_WITH_LINE) continue
      for (const { file } of having) shared.set(file, (shared.get(file) ?? 0) + 1)
    }
    const ranked = [...shared].sort(([, a], [, b]) => b - a)
    return ranked.slice(0, MOST_COMPARED).map(([file]) => file)
  }
}

function likeness(one: FileLines, other: FileLines): number {
  let common = 0
  for (const [line, count] of one.lines) common += Math.min(count, other.lines.get(line) ?? 0)
  const larger = Math.max(one.size, other.size)
  return larger === 0 ? 0 : common / larger
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
