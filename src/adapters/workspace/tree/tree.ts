// A tree as a value: all files of a workspace at one moment. Read in `read-tree.ts`, hashed and compared beside it.
import { CryptoHasher } from 'bun'
import { type TreeEntry, SUBMODULE_MODE } from './file-id.ts'
import { type IndexLines, type Name, entryIn, toName, toPath, visitLines } from './index-lines.ts'
import type { Patch } from './patches.ts'
import type { Sight } from './kept/sight.ts'

/** Tracked files by the index, corrected by what differs on disk; untracked, not ignored ones by content. */
export interface Tree {
  readonly root: string
  /** The commit checked out; undefined before the first one, and without a repository. */
  readonly head?: string
  readonly isRepository: boolean
  /** The workspace itself, then the repositories inside it, by path. */
  readonly parts: readonly TreePart[]
  /** Path and entry of each untracked file. */
  readonly untracked: ReadonlyMap<string, TreeEntry>
}

/** One repository, or a folder that no repository lists: then all its files are patches. */
export interface TreePart {
  /** From the root, `''` for the root itself. */
  readonly path: string
  readonly head: string | undefined
  readonly lines: IndexLines
  /** Of the index that the lines are from; undefined: its times do not vouch for it. */
  readonly stamp?: string | undefined
  /** By that stamp the keeper finds the lines again. */
  readonly isKept?: boolean
  readonly patches: readonly Patch[]
  /** By which the next reading tells that nothing happened. Only where the patches follow from it alone. */
  readonly sight?: Sight | undefined
  /** The repository around it does not know it: all its files are untracked there. */
  readonly isStranger: boolean
}

/** `hash`: as `hashTree` gave it for the same tree. */
export function toTree(tree: Omit<Tree, 'untracked'>, hash?: string): Tree {
  let untracked: ReadonlyMap<string, TreeEntry> | undefined
  const whole: Tree = {
    ...tree,
    get untracked() {
      return (untracked ??= untrackedIn(tree.parts))
    },
  }
  if (hash !== undefined) wholeHashes.set(whole, hash)
  return whole
}

/** Most readings are only hashed and never asked for it. */
function untrackedIn(parts: readonly TreePart[]): ReadonlyMap<string, TreeEntry> {
  const untracked = new Map<string, TreeEntry>()
  for (const part of parts) {
    if (part.isStranger) {
      untracked.set(headPath(part), headEntry(part))
      visitFiles(part, (name, entry) => untracked.set(pathIn(part, name), entry))
      continue
    }
    for (const { kind, name, entry } of part.patches)
      if (kind === 'untracked' && entry !== undefined) untracked.set(pathIn(part, name), entry)
  }
  return untracked
}

/** A tree never changes, and is asked for its hash by everybody who compares it with another. */
const wholeHashes = new WeakMap<Tree, string>()

export function knownHash(tree: Tree): string | undefined {
  return wholeHashes.get(tree)
}

export function rememberHash(tree: Tree, hash: string): void {
  wholeHashes.set(tree, hash)
}

export function isUntracked(tree: Tree, path: string): boolean {
  return tree.untracked.has(path)
}

/** A file of the tree, tracked or not; files that git ignores are none. */
export function isListed(tree: Tree, path: string): boolean {
  return tree.parts.some((part) => {
    if (part.path !== '' && !path.startsWith(`${part.path}/`)) return false
    const name = toName(part.path === '' ? path : path.slice(part.path.length + 1))
    const patch = part.patches.find((one) => one.name === name)
    return patch ? patch.entry !== undefined : entryIn(part.lines, name) !== undefined
  })
}

/** Mode and content of an untracked file, or of all those under `folder/` together; undefined: none there. */
export function untrackedId(tree: Tree, pathOrFolder: string): string | undefined {
  if (!pathOrFolder.endsWith('/')) return tree.untracked.get(pathOrFolder)
  const inside = [...tree.untracked].filter(([path]) => path.startsWith(pathOrFolder))
  if (inside.length === 0) return undefined
  const hash = new CryptoHasher('sha256')
  for (const [path, entry] of inside.sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${entry}\t${path}\0`)
  return hash.digest('hex')
}

export function partAt(tree: Tree, path: string): TreePart | undefined {
  return tree.parts.find((part) => part.path === path)
}

export function pathIn({ path }: TreePart, name: Name): string {
  return path === '' ? toPath(name) : `${path}/${toPath(name)}`
}

/** The path under which the commit of an inner repository is listed. An untracked one is a folder like any other. */
export function headPath({ path, isStranger }: TreePart): string {
  return isStranger ? `${path}/.git` : path
}

export function headEntry({ head }: TreePart): TreeEntry {
  return `${SUBMODULE_MODE} ${head ?? 'none'}`
}

/** All files, or with a second part only those that either corrects. */
export function filesOf(part: TreePart, onlyPatchesWith: TreePart | undefined): Map<Name, TreeEntry> {
  const files = new Map<Name, TreeEntry>()
  const take = (name: Name, entry: TreeEntry | undefined): void => {
    if (entry === undefined) files.delete(name)
    else files.set(name, entry)
  }
  // An untracked name has no line to look for: both have the same index then.
  if (onlyPatchesWith)
    for (const { name, kind } of onlyPatchesWith.patches) {
      if (kind !== 'untracked') take(name, entryIn(part.lines, name))
    }
  else visitLines(part.lines, take)
  for (const { name, entry } of part.patches) take(name, entry)
  return files
}

/** In the order of the names' bytes. */
export function visitFiles(part: TreePart, visit: (name: Name, entry: TreeEntry) => void): void {
  const files = [...filesOf(part, undefined)].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, entry] of files) visit(name, entry)
}
