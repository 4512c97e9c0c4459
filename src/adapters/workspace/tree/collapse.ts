// Folders in place of the many untracked files that a program puts into them: reports, coverage, build results.
import { type IndexLines, type Name, findLines, nextName, toName, toPath, visitLines } from './index-lines.ts'
import type { TreePart, Tree } from './tree.ts'

/** A folder with as many files is still listed file by file. */
const MOST_LISTED = 20

/**
 * Untracked paths, where each folder that holds no tracked file, and of whose untracked files all are in the list,
 * stands as `folder/` if it holds more than 20 of them. The uppermost such folder is taken.
 */
export function collapse(tree: Tree, paths: readonly string[]): string[] {
  // As after most checks: then nothing needs to be counted.
  if (paths.length === 0) return []
  const listed = countByFolder(paths)
  const present = countByFolder(paths.filter((path) => tree.untracked.has(path)))
  const all = countByFolder(tree.untracked.keys())
  return collapseBy(paths, (folder) => {
    const isAll = present.get(folder) === all.get(folder) && (listed.get(folder) ?? 0) > MOST_LISTED
    return isAll && !holdsTracked(tree, folder)
  })
}

/** Paths without a file, where each folder stands as `folder/` that holds no file at all and held more than 20. */
export function collapseGone(tree: Tree, gone: readonly string[]): string[] {
  const [main] = tree.parts
  if (!main || gone.length === 0) return [...gone]
  const listed = countByFolder(gone)
  const tracked = countByFolder(gone.filter((path) => hasLine(main.lines, toName(path))))
  const there = main.patches.filter(({ entry }) => entry !== undefined).map(({ name }) => toPath(name))
  const present = countByFolder([...there, ...tree.parts.map(({ path }) => `${path}/`)])
  return collapseBy(gone, (folder) => {
    if ((listed.get(folder) ?? 0) <= MOST_LISTED || present.has(folder)) return false
    return countLines(main.lines, folder) === (tracked.get(folder) ?? 0)
  })
}

function collapseBy(paths: readonly string[], canStand: (folder: string) => boolean): string[] {
  const known = new Map<string, boolean>()
  const canStandOnce = (folder: string): boolean => {
    const can = known.get(folder) ?? canStand(folder)
    known.set(folder, can)
    return can
  }
  return [...new Set(paths.map((path) => foldersOf(path).find(canStandOnce) ?? path))].sort()
}

function countLines(lines: IndexLines, folder: string): number {
  let count = 0
  visitLines(linesUnder(lines, folder), () => count++)
  return count
}

/** The names of files that the index holds under a folder, which ends in `/`. */
export function namesUnder(lines: IndexLines, folder: string): Name[] {
  const names: Name[] = []
  visitLines(linesUnder(lines, folder), (name) => names.push(name))
  return names
}

/** Files of the index under a folder: between its own name and the one that would follow it. */
function linesUnder(lines: IndexLines, folder: string): IndexLines {
  const { start } = findLines(lines, toName(folder))
  const { start: end } = findLines(lines, toName(`${folder.slice(0, -1)}0`))
  return lines.subarray(start, end)
}

function hasLine(lines: IndexLines, name: Name): boolean {
  const { start, end } = findLines(lines, name)
  return start !== end
}

function countByFolder(paths: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return counts
}

/** `a/b/c` is in `a/` and `a/b/`. A name in quotes is not UTF-8: its folders have no path of their own. */
export function foldersOf(path: string): string[] {
  if (path.startsWith('"')) return []
  const folders: string[] = []
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1))
    folders.push(path.slice(0, slash + 1))
  return folders
}

function holdsTracked(tree: Tree, folder: string): boolean {
  return tree.parts.some((part) => !part.isStranger && partHoldsTracked(part, folder))
}

function partHoldsTracked(part: TreePart, folder: string): boolean {
  const base = part.path === '' ? '' : `${part.path}/`
  if (base.startsWith(folder)) return true
  if (!folder.startsWith(base)) return false
  const name = toName(folder.slice(base.length))
  const { start } = findLines(part.lines, name)
  return nextName(part.lines, start)?.startsWith(name) === true
}
