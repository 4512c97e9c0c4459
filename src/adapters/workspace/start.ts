// How the workspace stood when a task began, and what changed since, wherever commits, rebases or stashes went meanwhile.
import { isAbsolute } from 'node:path'
import type { FileChange, NamedFile } from '../../contract/change.ts'
import { collapseGone, foldersOf, namesUnder } from './tree/collapse.ts'
import { type TreeEntry, SUBMODULE_MODE } from './tree/file-id.ts'
import { type GitDoor, runGit } from './git.ts'
import { type IndexLines, type Name, entryIn, namesByTag, toName, toPath, visitLines } from './tree/index-lines.ts'
import { changedSince, findLate } from './tree/late.ts'
import { placesIn } from './tree/patches.ts'
import {
  type BlobTexts,
  type Budget,
  type TextBounds,
  blobOf,
  newBudget,
  readBlobs,
  readTextNow,
  sizeNow,
  SMALL_TEXTS,
} from './texts.ts'
import { hashTree } from './tree/hash-tree.ts'
import type { TreePart, Tree } from './tree/tree.ts'
import type { OwnExcludes } from './own-excludes.ts'
import { given } from '../../contract/given.ts'

export interface Start {
  /** The commit checked out then; undefined before the first one. */
  readonly head?: string
  readonly tree?: string
  /** The differences from that commit. A path that ends in `/` is a folder left out by a sparse checkout. */
  readonly dirty: readonly DirtyFile[]
  /** Every such path is in the list. If not, no path that sorts after its last one is judged later. */
  readonly seen: boolean
  /** Git was at work between the moment and its reading: what it took back by then is not in the list. */
  readonly isUnsure?: boolean
  /** The list is sorted by all of `TextOrder`. Absent in fullstop 0.1: then the first place of it came before all others. */
  readonly isRanked?: true
  /** Files that the checks use by name, by path. Absent where nobody looked, as in fullstop 0.1. */
  readonly named?: Readonly<Record<string, NamedFile>>
  /** Git's lists of what it does not see, other than .gitignore. Absent where nobody looked, as in fullstop 0.1. */
  readonly excludes?: OwnExcludes
}

export interface DirtyFile {
  readonly path: string
  /** Mode and content; `''`: deleted. */
  readonly id: string
  readonly text?: string
  /** It changed before it could be read: this is how the commit holds it. */
  readonly isLate?: boolean
}

/** The moment that a start stands for, where it is read a little later. */
export interface OpenedAt {
  readonly head: string | undefined
  readonly at: Date
}

/** How soon a path's text is read: from 0 to 8, the most telling first. Undefined: nobody reads it. */
export type TextOrder = (path: string) => number | undefined

/** After all that is read. */
const UNREAD = 9

const MOST_PATHS = 20_000
const MOST_UNCOMMITTED = 1000

/** A tree with the door to its repository: what is asked about one moment is answered by one look at the files. */
export interface TreeReading {
  readonly door: GitDoor
  readonly tree: Tree
  /** How a commit differs from the index; asked once for each. */
  readonly since: (commit: string | undefined) => Promise<SinceRead>
  readonly moment: () => Moment
}

export function toReading(door: GitDoor, tree: Tree): TreeReading {
  const asked = new Map<string | undefined, Promise<SinceRead>>()
  const since = (commit: string | undefined): Promise<SinceRead> => {
    const answer = asked.get(commit) ?? readSince(door, tree.root, commit)
    asked.set(commit, answer)
    return answer
  }
  let moment: Moment | undefined
  return { door, tree, since, moment: () => (moment ??= toMoment(tree)) }
}

/**
 * Never rejects. Undefined: no repository, or git failed. Texts only of files that `order` names. Where the start is that
 * of an earlier moment, what changed since then stands in it as the commit of that moment holds it.
 */
export async function startIn(
  reading: TreeReading,
  order: TextOrder,
  { opened, bounds = SMALL_TEXTS }: { readonly opened?: OpenedAt; readonly bounds?: TextBounds } = {},
): Promise<Start | undefined> {
  const { tree, since, moment } = reading
  const commitId = opened ? opened.head : tree.head
  if (!tree.isRepository) return undefined
  const commit = await since(commitId)
  if (!commit.ok) return undefined
  const now = moment()
  const all = inOrder(toDirty(now, commit.entries), order)
  const budget = newBudget(bounds)
  const dirty: DirtyFile[] = []
  for (const { file, key } of all.slice(0, MOST_PATHS)) {
    const isKept = !key.startsWith(`${UNREAD}`)
    const text = isKept ? await readTextNow(reading.door, tree.root, file.path, file.id, budget) : undefined
    dirty.push(text === undefined ? file : { ...file, text })
  }
  const head = { ...given({ head: commitId }), isRanked: true as const }
  const seen = all.length <= MOST_PATHS
  if (!opened) return { ...head, tree: hashTree(tree), dirty, seen }
  // Looked at last, so that nothing that was read above can have changed unseen.
  const late = new Set(await findLate(tree, dirty, opened.at))
  const isUnsure = tree.head !== opened.head || (await isIndexYounger(reading, opened.at))
  const asOpened = dirty.flatMap((file): DirtyFile[] => {
    if (!late.has(file.path)) return [file]
    // Of a folder, each file by itself is compared with the commit.
    if (file.path.endsWith('/')) return []
    const id = entryOfCommit(now, commit.entries, toName(file.path)) ?? ''
    return [{ path: file.path, id, isLate: true }]
  })
  const whole = late.size === 0 && !isUnsure ? { tree: hashTree(tree) } : {}
  return { ...head, ...whole, dirty: asOpened, seen, ...(isUnsure ? { isUnsure } : {}) }
}

async function isIndexYounger({ door, tree }: TreeReading, at: Date): Promise<boolean> {
  const answer = await runGit(door, tree.root, ['rev-parse', '--git-path', 'index'])
  if (!answer.ok) return true
  const path = answer.stdout.toString('utf8').trimEnd()
  return changedSince(isAbsolute(path) ? path : `${tree.root}/${path}`, at)
}

/** Files whose text matters first, so that the bound falls on others. */
function inOrder(files: readonly DirtyFile[], order: TextOrder): { readonly file: DirtyFile; readonly key: string }[] {
  return files
    .map((file) => ({ file, key: keyOf(file.path, order) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

function keyOf(path: string, order: TextOrder): string {
  return `${order(path) ?? UNREAD}${path}`
}

/**
 * The changes between the start and now; texts only for paths that `order` names, with line ends as `\n`, and none at all
 * without bounds for them. Never rejects. Not ok: git failed, or the start's commit is gone. A repository inside counts
 * as one path.
 */
export async function changesIn(
  { door, tree, since, moment }: TreeReading,
  start: Start,
  order: TextOrder,
  bounds: TextBounds | undefined,
): Promise<{ ok: true; changes: FileChange[] } | { ok: false; why: string }> {
  if (!tree.isRepository) return { ok: false, why: 'the git repository is gone' }
  if (start.tree === hashTree(tree)) return { ok: true, changes: [] }
  const commit = await since(start.head)
  if (!commit.ok) return commit
  const moved = toMoves(moment(), commit.entries, start, order)
  if (!bounds) return { ok: true, changes: moved.map(({ path, ...move }) => ({ path, how: howOf(move) })) }
  return { ok: true, changes: await readTexts(door, tree.root, moved, { order, bounds }) }
}

/** What tells the content of a file from any other; undefined where none is there. */
export function contentId({ moment }: TreeReading, path: string): string | undefined {
  return moment().entryOf(toName(path))?.slice(-SHORT_ID)
}

/** More than enough to tell two contents of one file apart. */
const SHORT_ID = 12

/** A path whose entry at the start is not the one of now. */
interface Move {
  readonly path: string
  readonly before: TreeEntry | undefined
  readonly after: TreeEntry | undefined
  /** The content kept at the start, if it differed from its commit then. */
  readonly dirty: DirtyFile | undefined
}

function toMoves(now: Moment, since: Since, start: Start, order: TextOrder): Move[] {
  const seen = settle(now, start.dirty)
  const { left } = seen
  const dirty = new Map(left.map((file) => [file.path, file]))
  const hasFolders = left.some(({ path }) => path.endsWith('/'))
  const folderOf = (path: string): DirtyFile | undefined =>
    hasFolders ? foldersOf(path).flatMap((folder) => dirty.get(folder) ?? [])[0] : undefined
  const isBeyond = afterLast(start, order)
  const moves: Move[] = []
  for (const name of candidates(now, since, seen)) {
    const path = toPath(name)
    const known = dirty.get(path) ?? folderOf(path)
    const before = known ? known.id || undefined : entryOfCommit(now, since, name)
    const after = now.entryOf(name)
    // Last, since it takes longest: with thousands of files nearly all are as they were.
    if (before === after || (!known && isBeyond(path))) continue
    moves.push({ path, before, after, dirty: known?.isLate ? undefined : known })
  }
  return moves.sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The differences of a start, held against those of now. */
interface SeenBefore {
  /** By the places of the patches of now: 1 where the same differed in the same way. */
  readonly settled: Uint8Array
  readonly left: readonly DirtyFile[]
}

const NOTHING_SEEN: SeenBefore = { settled: new Uint8Array(0), left: [] }

/** Most files that differed then differ now, in the same way: thousands of them are told by one look at each. */
function settle({ main: { patches }, placeOf }: Moment, dirty: readonly DirtyFile[]): SeenBefore {
  const settled = new Uint8Array(patches.length)
  const left: DirtyFile[] = []
  for (const file of dirty) {
    const place = placeOf(toName(file.path))
    if (place === undefined || patches[place]?.entry !== file.id) left.push(file)
    else settled[place] = 1
  }
  return { settled, left }
}

/** Whether a path that the start does not name sorts after all that it does; see `inOrder`. */
function afterLast({ seen, dirty, isRanked }: Start, order: TextOrder): (path: string) => boolean {
  const last = seen ? undefined : dirty.at(-1)
  if (!last) return () => false
  const asSorted: TextOrder = isRanked ? order : (path) => (order(path) === 0 ? 0 : UNREAD)
  const lastKey = keyOf(last.path, asSorted)
  return (path) => keyOf(path, asSorted) > lastKey
}

/** The workspace as paths that a commit has too: a repository inside is one path. */
interface Moment {
  readonly tree: Tree
  readonly main: TreePart
  readonly inner: ReadonlyMap<Name, TreeEntry>
  /** Where the patch of a name stands in the main part. */
  readonly placeOf: (name: Name) => number | undefined
  readonly entryOf: (name: Name) => TreeEntry | undefined
}

function toMoment(tree: Tree): Moment {
  const [main = NO_PART] = tree.parts
  const placeOf = placesIn(main.patches)
  const inner = toInner(tree)
  const entryOf = (name: Name): TreeEntry | undefined => {
    const whole = inner.get(name)
    if (whole !== undefined) return whole
    const place = placeOf(name)
    return place === undefined ? entryIn(main.lines, name) : main.patches[place]?.entry
  }
  return { tree, main, inner, placeOf, entryOf }
}

const NO_PART: TreePart = { path: '', head: undefined, lines: Buffer.alloc(0), patches: [], isStranger: false }

function toInner(tree: Tree): Map<Name, TreeEntry> {
  const inner = new Map<Name, TreeEntry>()
  const parts = tree.parts.slice(1)
  for (const { path, head } of parts) {
    if (parts.some((other) => path.startsWith(`${other.path}/`))) continue
    const inside = parts.filter((other) => other.path === path || other.path.startsWith(`${path}/`))
    const entry = `${SUBMODULE_MODE} ${head ?? 'none'}+${hashTree({ ...tree, parts: inside })}`
    inner.set(toName(path), entry)
  }
  return inner
}

/** The name of each file that can differ from the commit, once. */
function* candidates(now: Moment, since: Since, { settled, left }: SeenBefore = NOTHING_SEEN): Generator<Name> {
  const { main, placeOf, inner } = now
  const listed = since === 'no commit' ? namesIn(main.lines) : new Set(since.keys())
  for (const name of listed) if (settled.length === 0 || settled[placeOf(name) ?? settled.length] !== 1) yield name
  for (const [place, { name }] of main.patches.entries()) if (settled[place] !== 1 && !listed.has(name)) yield name
  const isPatched = (name: Name): boolean => placeOf(name) !== undefined
  for (const name of inner.keys()) if (!listed.has(name) && !isPatched(name)) yield name
  const isNew = (name: Name): boolean => !isPatched(name) && !listed.has(name) && !inner.has(name)
  for (const { path } of left) {
    // What was left out then may be there now as the index holds it, which is no patch.
    const names = path.endsWith('/') ? namesUnder(main.lines, path) : [toName(path)]
    for (const name of names) if (isNew(name)) yield name
  }
}

function namesIn(lines: IndexLines): Set<Name> {
  const names = new Set<Name>()
  visitLines(lines, (name) => names.add(name))
  return names
}

function entryOfCommit({ main, placeOf }: Moment, since: Since, name: Name): TreeEntry | undefined {
  if (since === 'no commit') return undefined
  if (since.has(name)) return since.get(name)
  const place = placeOf(name)
  // The index holds no content of the others.
  const isListed = place === undefined || main.patches[place]?.kind === 'changed'
  return isListed ? entryIn(main.lines, name) : undefined
}

function toDirty(now: Moment, since: Since): DirtyFile[] {
  const dirty: DirtyFile[] = []
  const gone: string[] = []
  for (const name of candidates(now, since)) {
    const path = toPath(name)
    const id = now.entryOf(name)
    // A repository inside is always listed: whether it is clean shows only by comparing it with itself.
    if (id === entryOfCommit(now, since, name) && !now.inner.has(name)) continue
    if (id === undefined) gone.push(path)
    else dirty.push({ path, id })
  }
  return [...dirty, ...collapseGone(now.tree, gone).map((path) => ({ path, id: '' }))]
}

/** Paths that differ from the commit checked out, sorted, at most a thousand. None where git fails. Never rejects. */
export async function uncommittedIn({ tree, since, moment }: TreeReading): Promise<readonly string[]> {
  if (!tree.isRepository) return []
  const commit = await since(tree.head)
  if (!commit.ok) return []
  const now = moment()
  // A sparse checkout leaves out files that were not deleted.
  const sparse = new Set(['S', 's'].flatMap((tag) => namesByTag(now.main.lines, tag)))
  const isDiffering = (name: Name): boolean => {
    const entry = now.entryOf(name)
    if (entry === undefined && sparse.has(name)) return false
    const committed = entryOfCommit(now, commit.entries, name)
    return now.inner.has(name) ? !isClean(now.tree, toPath(name), committed) : entry !== committed
  }
  const differing: string[] = []
  for (const name of candidates(now, commit.entries)) {
    if (differing.length >= MOST_UNCOMMITTED) break
    if (isDiffering(name)) differing.push(toPath(name))
  }
  return differing.sort()
}

function isClean(tree: Tree, path: string, committed: TreeEntry | undefined): boolean {
  const part = tree.parts.find((other) => other.path === path)
  if (!part || committed !== `${SUBMODULE_MODE} ${part.head}`) return false
  return part.patches.every(({ name, entry }) => entry === entryIn(part.lines, name))
}

/** Entries of a commit where the index differs from it; undefined: the commit has no such file. */
type Since = ReadonlyMap<Name, TreeEntry | undefined> | 'no commit'

type SinceRead = { readonly ok: true; readonly entries: Since } | { readonly ok: false; readonly why: string }

async function readSince(door: GitDoor, root: string, commit: string | undefined): Promise<SinceRead> {
  if (commit === undefined) return { ok: true, entries: 'no commit' }
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return { ok: false, why: 'the start of the task names no commit' }
  const answer = await runGit(door, root, [...DIFF_INDEX, commit, '--'])
  if (!answer.ok) return { ok: false, why: /\bbad (?:object|revision)/.test(answer.why) ? gone(commit) : answer.why }
  const entries = new Map<Name, TreeEntry | undefined>()
  const fields = answer.stdout.toString('latin1').split('\0')
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [mode = '', , id = ''] = fields[at]?.slice(1).split(' ') ?? []
    entries.set(fields[at + 1] ?? '', mode === '000000' ? undefined : `${mode} ${id}`)
  }
  return { ok: true, entries }
}

/** Against the index, not the files; `dirty` ignores what lies in submodules, but not their commits. */
const DIFF_INDEX = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--relative',
  '--full-index',
  '--no-renames',
  '--ignore-submodules=dirty',
]

function gone(commit: string): string {
  return `the commit that the task began at is gone: ${commit.slice(0, 12)}`
}

async function readTexts(
  door: GitDoor,
  root: string,
  moves: readonly Move[],
  { order, bounds }: { readonly order: TextOrder; readonly bounds: TextBounds },
): Promise<FileChange[]> {
  const kept = moves
    .flatMap((move) => {
      const place = order(move.path)
      return place === undefined ? [] : [{ move, place }]
    })
    .sort((one, other) => one.place - other.place)
    .map(({ move }) => move)
  const blobs = kept.filter(({ dirty }) => !dirty).flatMap(({ before }) => blobOf(before) ?? [])
  const old = await readBlobs(door, root, blobs, bounds)
  const budget = newBudget(bounds)
  const read = new Map<string, FileChange>()
  for (const move of kept) read.set(move.path, await readMove(door, root, move, { old, budget }))
  return moves.map((move) => read.get(move.path) ?? { path: move.path, how: howOf(move) })
}

async function readMove(
  door: GitDoor,
  root: string,
  move: Move,
  { old, budget }: { readonly old: BlobTexts; readonly budget: Budget },
): Promise<FileChange> {
  const { path, before, after, dirty } = move
  const blob = blobOf(before) ?? ''
  const was = dirty ? dirty.text : old.texts.get(blob)
  const is = await readTextNow(door, root, path, after ?? '', budget)
  const isMissing = (before !== undefined && was === undefined) || (after !== undefined && is === undefined)
  const bytes = isMissing ? given({ before: old.sizes.get(blob), after: await sizeNow(root, path) }) : {}
  const isKnown = bytes.before !== undefined || bytes.after !== undefined
  return { path, how: howOf(move), ...given({ before: was, after: is, bytes: isKnown ? bytes : undefined }) }
}

function howOf({ before, after }: Pick<Move, 'before' | 'after'>): FileChange['how'] {
  if (before === undefined) return 'added'
  return after === undefined ? 'deleted' : 'modified'
}
