// All files of a workspace as they are now, their hash, and what differs between two readings.
import { given } from '../../../contract/given.ts'
import { createHash, type Hash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { mapAtOnce } from './at-once.ts'
import { type TreeEntry, SUBMODULE_MODE, readEntry } from './file-id.ts'
import type { GitDoor } from '../git.ts'
import { collectIds, type IdKeeper } from './known-ids.ts'
import {
  type IndexLines,
  type Name,
  entryIn,
  findLines,
  nextName,
  toLine,
  toName,
  toPath,
  visitLines,
} from './index-lines.ts'
import type { Patch } from './patches.ts'
import { type ListedBefore, type Repository, readRepository } from './repository.ts'
import { NO_REPOSITORY } from '../start-git.ts'
import { toAbsolute, walkFolder } from './walk.ts'

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
  /** The repository around it does not know it: all its files are untracked there. */
  readonly isStranger: boolean
}

export type TreeRead = { readonly ok: true; readonly tree: Tree } | { readonly ok: false; readonly why: string }

/** Repositories inside repositories are asked this deep; below, their files are read one by one. */
const MOST_DEPTH = 3

/**
 * Never rejects. Without a repository, all files are untracked. What `keeper` keeps is not hashed again, and an index that
 * is still the one of `earlier` is not listed again.
 */
export async function readTree(door: GitDoor, root: string, keeper?: IdKeeper, earlier?: Tree): Promise<TreeRead> {
  if (!keeper) return readAll(door, root)
  const ids = collectIds(keeper.load(), keeper.now())
  const read = await readAll({ ...door, ids }, root, toListing(root, keeper, earlier))
  const kept = read.ok ? ids.toKeep() : undefined
  if (kept) keeper.save(kept)
  return read
}

/** The known listing of the workspace's own index. */
interface Listing {
  readonly before: ListedBefore
  /** The part with its lines kept for the next process, unless they are already. */
  readonly keep: (part: TreePart) => TreePart
}

function toListing(root: string, { lines: keeper }: IdKeeper, earlier: Tree | undefined): Listing {
  const part = earlier?.root === root ? partAt(earlier, '') : undefined
  let loaded: IndexLines | undefined
  return {
    before: (stamp) => (part?.stamp === stamp ? part.lines : (loaded = keeper?.load(stamp))),
    keep: (read) => {
      if (!keeper || read.stamp === undefined) return read
      if (read.lines === part?.lines) return { ...read, isKept: part.isKept === true }
      return { ...read, isKept: read.lines === loaded || keeper.save(read.stamp, read.lines) }
    },
  }
}

async function readAll(door: GitDoor, root: string, listing?: Listing): Promise<TreeRead> {
  const read = await readRepository(door, root, listing?.before)
  if (!read.ok && read.why !== NO_REPOSITORY) return read
  if (!read.ok) return readPlainTree(door, root)
  const inside = await readParts({ door, folder: root, path: '', isStranger: false, depth: 0 }, read.repository)
  if (!inside.ok) return inside
  const [main, ...inner] = inside.parts
  const parts = main && listing ? [listing.keep(main), ...inner] : inside.parts
  return { ok: true, tree: toTree({ root, isRepository: true, parts, ...given({ head: read.repository.head }) }) }
}

async function readPlainTree(door: GitDoor, root: string): Promise<TreeRead> {
  const walked = await walkFolder(root)
  if (!walked.ok) return walked
  const parts = [await readWalked(door, root, walked.names, { path: '', isStranger: false })]
  return { ok: true, tree: toTree({ root, isRepository: false, parts }) }
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

interface TreePlace {
  readonly door: GitDoor
  readonly folder: string
  readonly path: string
  readonly isStranger: boolean
  readonly depth: number
}

type PartsRead = { readonly ok: true; readonly parts: TreePart[] } | { readonly ok: false; readonly why: string }

async function readParts(place: TreePlace, repository: Repository): Promise<PartsRead> {
  const patches = [...repository.patches]
  const inner: TreePart[] = []
  const all = [
    ...repository.submodules.map((name) => ({ name, kind: 'changed' as const })),
    ...repository.strangers.map((name) => ({ name, kind: 'untracked' as const })),
  ]
  for (const { name, kind } of all) {
    const found = await readInner(place, name, place.isStranger || kind === 'untracked')
    if (!found.ok) return found
    if (found.entry !== 'as listed') patches.push({ name, entry: found.entry, kind })
    inner.push(...found.parts)
  }
  // Those of the repository itself are sorted already.
  if (all.length > 0) patches.sort((one, other) => (one.name < other.name ? -1 : 1))
  inner.sort((one, other) => (one.path < other.path ? -1 : 1))
  const { head, lines, stamp } = repository
  const { path, isStranger } = place
  return { ok: true, parts: [{ path, head, lines, stamp, patches, isStranger }, ...inner] }
}

/** A submodule: its parts, or an entry that replaces its line in the index. */
type Inner =
  | { readonly ok: true; readonly entry: TreeEntry | undefined | 'as listed'; readonly parts: readonly TreePart[] }
  | { readonly ok: false; readonly why: string }

async function readInner(place: TreePlace, name: Name, isStranger: boolean): Promise<Inner> {
  const folder = toAbsolute(place.folder, name)
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) return { ok: true, entry: (await readEntry(folder, 'sha1')).entry, parts: [] }
  const path = place.path === '' ? toPath(name) : `${place.path}/${toPath(name)}`
  const inside = { ...place, path, isStranger, depth: place.depth + 1 }
  if (typeof folder === 'string') {
    const own = await readOwn({ ...inside, folder })
    const read = own && (await readParts({ ...inside, folder }, own))
    if (read) return read.ok ? { ...read, entry: undefined } : read
  }
  const walked = await walkFolder(folder)
  if (!walked.ok) return walked
  if (walked.names.length === 0) return { ok: true, entry: 'as listed', parts: [] }
  return { ok: true, entry: undefined, parts: [await readWalked(place.door, folder, walked.names, inside)] }
}

/** Only a repository whose top is this very folder: a broken one would be answered by the one around it. */
async function readOwn({ door, folder, depth }: TreePlace): Promise<Repository | undefined> {
  if (depth > MOST_DEPTH) return undefined
  const hasGit = await lstat(`${folder}/.git`).catch(() => undefined)
  if (!hasGit) return undefined
  const read = await readRepository(door, folder)
  return read.ok && read.repository.prefix === '' ? read.repository : undefined
}

async function readWalked(
  door: GitDoor,
  folder: string | Buffer,
  names: readonly Name[],
  { path, isStranger }: Pick<TreePart, 'path' | 'isStranger'>,
): Promise<TreePart> {
  const patches = await mapAtOnce(names, async (name): Promise<Patch> => ({
    name,
    entry: (await readEntry(toAbsolute(folder, name), 'sha1', door.ids)).entry,
    kind: 'untracked',
  }))
  return { path, head: undefined, lines: Buffer.alloc(0), patches, isStranger }
}

/**
 * Over path, mode and content of all files but the untracked ones that `leftOut` names. The same content gives the same
 * hash whether it is untracked, staged or committed.
 */
export function hashTree(tree: Tree, leftOut?: (path: string) => boolean): string {
  const known = leftOut ? undefined : wholeHashes.get(tree)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const part of tree.parts) hashPart(hash, part, leftOut)
  const hex = hash.digest('hex')
  if (!leftOut) wholeHashes.set(tree, hex)
  return hex
}

/** A tree never changes, and is asked for its hash by everybody who compares it with another. */
const wholeHashes = new WeakMap<Tree, string>()

function hashPart(hash: Hash, part: TreePart, leftOut: ((path: string) => boolean) | undefined): void {
  if (part.isStranger && leftOut) return hashStranger(hash, part, leftOut)
  let text = part.path === '' ? '' : toLine(bytesOf(part.path), headEntry(part))
  let at = 0
  // Many names in one gap of the index go into the hash at once.
  const fill = (upTo: number): void => {
    hash.update(text, 'latin1').update(part.lines.subarray(at, upTo))
    text = ''
  }
  let next = ''
  for (const { name, entry, kind } of part.patches) {
    // Before the name that comes next in the index, there is no line to look for.
    if (name >= next) {
      const { start, end } = findLines(part.lines, name, at)
      if (start > at) fill(start)
      at = end
      next = nextName(part.lines, at) ?? AFTER_ALL
    }
    const isLeftOut = kind === 'untracked' && leftOut?.(pathIn(part, name)) === true
    if (entry !== undefined && !isLeftOut) text += toLine(name, entry)
  }
  fill(part.lines.length)
}

/** Sorts after every name. */
const AFTER_ALL = '\uFFFF'

/** File by file, since each may be left out; the repository's own line stands if anything of it does. */
function hashStranger(hash: Hash, part: TreePart, leftOut: (path: string) => boolean): void {
  const lines: string[] = []
  visitFiles(part, (name, entry) => {
    if (!leftOut(pathIn(part, name))) lines.push(toLine(name, entry))
  })
  const isHeadLeftOut = leftOut(headPath(part))
  if (isHeadLeftOut && lines.length === 0) return
  const first = toLine(bytesOf(part.path), isHeadLeftOut ? `${SUBMODULE_MODE} left-out` : headEntry(part))
  hash.update([first, ...lines].join(''), 'latin1')
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
  const hash = createHash('sha256')
  for (const [path, entry] of inside.sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${entry}\t${path}\0`)
  return hash.digest('hex')
}

/**
 * The differences between two readings of one root, as paths. Untracked: wherever it is there, no repository knows it. A
 * submodule with another commit checked out counts by its own path.
 */
export function diffTrees(
  before: Tree,
  after: Tree,
): { readonly tracked: readonly string[]; readonly untracked: readonly string[] } {
  if (isAlike(before, after)) {
    const hash = wholeHashes.get(before)
    if (hash !== undefined) wholeHashes.set(after, hash)
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

/** All files, or with a second part only those that either corrects. */
function filesOf(part: TreePart, onlyPatchesWith: TreePart | undefined): Map<Name, TreeEntry> {
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
function visitFiles(part: TreePart, visit: (name: Name, entry: TreeEntry) => void): void {
  const files = [...filesOf(part, undefined)].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, entry] of files) visit(name, entry)
}

function partAt(tree: Tree, path: string): TreePart | undefined {
  return tree.parts.find((part) => part.path === path)
}

function pathIn({ path }: TreePart, name: Name): string {
  return path === '' ? toPath(name) : `${path}/${toPath(name)}`
}

/** A path of ours, in UTF-8 whatever it stands for. */
function bytesOf(path: string): Name {
  return Buffer.from(path).toString('latin1')
}

/** The path under which the commit of an inner repository is listed. An untracked one is a folder like any other. */
function headPath({ path, isStranger }: TreePart): string {
  return isStranger ? `${path}/.git` : path
}

function headEntry({ head }: TreePart): TreeEntry {
  return `${SUBMODULE_MODE} ${head ?? 'none'}`
}

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))]
}
