// What differs between two readings of one root.
import type { TreeEntry } from './file-id.ts'
import type { Name } from './index-lines.ts'
import type { Patch } from './patches.ts'
import {
  type Tree,
  type TreePart,
  filesOf,
  headEntry,
  headPath,
  knownHash,
  partAt,
  pathIn,
  rememberHash,
} from './tree.ts'

/**
 * The differences between two readings of one root, as paths. Untracked: wherever it is there, no repository knows it. A
 * submodule with another commit checked out counts by its own path.
 */
export function diffTrees(
  before: Tree,
  after: Tree,
): { readonly tracked: readonly string[]; readonly untracked: readonly string[] } {
  if (isAlike(before, after)) {
    const hash = knownHash(before)
    if (hash !== undefined) rememberHash(after, hash)
    return { tracked: [], untracked: [] }
  }
  const differences = new Map<string, Difference>()
  const note = (path: string, difference: Difference): void => {
    // A file can go from one part to another, as when a repository is made around it.
    const known = differences.get(path)
    differences.set(path, { before: known?.before ?? difference.before, after: known?.after ?? difference.after })
  }
  const parts = new Set([...before.parts, ...after.parts].map(({ path }) => path))
  for (const path of parts) diffPart(partAt(before, path), partAt(after, path), note)
  const changed = [...differences].filter(([, difference]) => difference.before !== difference.after)
  const [untracked, tracked] = partition(changed, ([path, difference]) => {
    const wasUnknown = difference.before === undefined || before.untracked.has(path)
    return wasUnknown && (difference.after === undefined || after.untracked.has(path))
  })
  const toPaths = (list: typeof changed): string[] => list.map(([path]) => path).sort()
  return { tracked: toPaths(tracked), untracked: toPaths(untracked) }
}

/** Read from the same index, with the same corrections: mostly nothing happened in between. */
function isAlike(before: Tree, after: Tree): boolean {
  if (before.parts.length !== after.parts.length) return false
  return before.parts.every((part, at) => {
    const other = after.parts[at]
    if (!other || part.path !== other.path || part.head !== other.head || part.isStranger !== other.isStranger)
      return false
    return areLinesAlike(part, other) && arePatchesAlike(part.patches, other.patches)
  })
}

function areLinesAlike({ lines }: TreePart, other: TreePart): boolean {
  return lines === other.lines || lines.equals(other.lines)
}

function arePatchesAlike(some: readonly Patch[], others: readonly Patch[]): boolean {
  if (some === others) return true
  if (some.length !== others.length) return false
  return some.every(({ name, entry, kind }, at) => {
    const other = others[at]
    return other !== undefined && entry === other.entry && kind === other.kind && name === other.name
  })
}

interface Difference {
  readonly before: TreeEntry | undefined
  readonly after: TreeEntry | undefined
}

function diffPart(
  before: TreePart | undefined,
  after: TreePart | undefined,
  note: (path: string, difference: Difference) => void,
): void {
  const part = after ?? before
  if (!part) return
  if (part.path !== '') {
    const heads = { before: before && headEntry(before), after: after && headEntry(after) }
    if (heads.before !== heads.after) note(headPath(part), heads)
  }
  // Where the index is the same, only what the disk adds to it can differ.
  const isSameIndex = before !== undefined && after !== undefined && areLinesAlike(before, after)
  const one = before ? filesOf(before, isSameIndex ? after : undefined) : new Map<Name, TreeEntry>()
  const other = after ? filesOf(after, isSameIndex ? before : undefined) : new Map<Name, TreeEntry>()
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const difference = { before: one.get(name), after: other.get(name) }
    if (difference.before !== difference.after) note(pathIn(part, name), difference)
  }
}

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))]
}
