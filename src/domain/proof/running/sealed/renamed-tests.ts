// Test files that got another name in a change, known by their contents.
import type { FileChange } from '../../../../contract/change.ts'
import { folderOf } from '../../yardstick/named/paths.ts'

/** So much of the larger file stands in the other one too. */
const ALIKE = 0.5
/** With the same name in another folder, less is enough. */
const ALIKE_BY_NAME = 0.3
const MOST_FILES = 200

/** Old path to new path; each file is in one pair at most. */
export function renamedTests(gone: readonly FileChange[], came: readonly FileChange[]): ReadonlyMap<string, string> {
  const old = gone.slice(0, MOST_FILES).map(read(({ before }) => before))
  const fresh = came.slice(0, MOST_FILES).map(read(({ after }) => after))
  const pairs = old.flatMap((one) =>
    fresh.flatMap((other) => {
      const alike = likeness(one.lines, other.lines)
      const isSameName = nameOf(one.path) === nameOf(other.path)
      return alike >= (isSameName ? ALIKE_BY_NAME : ALIKE) ? [{ old: one.path, now: other.path, alike }] : []
    }),
  )
  const found = new Map<string, string>()
  const taken = new Set<string>()
  for (const { old: from, now } of pairs.sort((a, b) => b.alike - a.alike)) {
    if (found.has(from) || taken.has(now)) continue
    found.set(from, now)
    taken.add(now)
  }
  return found
}

interface Lines {
  readonly path: string
  readonly lines: ReadonlyMap<string, number>
}

/** Lines that say something, with how often they stand there. */
function read(textOf: (change: FileChange) => string | undefined): (change: FileChange) => Lines {
  return (change) => {
    const lines = new Map<string, number>()
    for (const line of (textOf(change) ?? '').split('\n')) {
      const plain = line.replaceAll(/\s+/g, ' ').trim()
      if (/\w/.test(plain)) lines.set(plain, (lines.get(plain) ?? 0) + 1)
    }
    return { path: change.path, lines }
  }
}

function likeness(one: Lines['lines'], other: Lines['lines']): number {
  let common = 0
  for (const [line, count] of one) common += Math.min(count, other.get(line) ?? 0)
  const larger = Math.max(size(one), size(other))
  return larger === 0 ? 0 : common / larger
}

function size(lines: Lines['lines']): number {
  let all = 0
  for (const count of lines.values()) all += count
  return all
}

function nameOf(path: string): string {
  return path.slice(folderOf(path).length).replace(/^\//, '')
}
