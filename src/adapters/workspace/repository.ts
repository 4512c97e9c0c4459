// One repository as it is on disk: its index, corrected by what differs from it. Repositories inside are left to the caller.
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { mapAtOnce } from './at-once.ts'
import { type Conversions, type Converting, type Named, readConversions, readConverted, readOpaque } from './convert.ts'
import {
  type TreeEntry,
  type FoundEntry,
  type IdKind,
  SUBMODULE_MODE,
  isMissing,
  knownEntries,
  knownEntry,
  readEntry,
} from './file-id.ts'
import { type GitConfig, type GitDoor, readConfig, runGit } from './git.ts'
import {
  type IndexLines,
  type Name,
  entryIn,
  namesByMode,
  namesByTag,
  splitListing,
  visitLines,
} from './index-lines.ts'
import { lazily } from '../../contract/lazily.ts'
import { type FileStamps, type Stamp, stampAt } from './stamp.ts'
import { toAbsolute } from './walk.ts'

/** A name where the disk differs from the index, or may. */
export interface Patch {
  readonly name: Name
  /** Undefined: there is no such file on disk. */
  readonly entry: TreeEntry | undefined
  /** `announced`: in the index by its name only (`git add -N`). */
  readonly kind: 'changed' | 'untracked' | 'announced'
}

export interface Repository {
  readonly head: string | undefined
  /** Of the folder within the repository: `''` at its top. */
  readonly prefix: string
  readonly lines: IndexLines
  /** The stamp by which the index of these lines is found next time; undefined: they must be listed again. */
  readonly stamp: string | undefined
  /** Sorted by name, one for each. */
  readonly patches: readonly Patch[]
  /** Names of submodules, whether checked out or not. */
  readonly submodules: readonly Name[]
  /** Names of repositories inside that the index does not know. */
  readonly strangers: readonly Name[]
}

export type RepositoryRead =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly why: string }

const TRIES = 3

/** The index with this stamp as an earlier reading of the same folder listed it. */
export type ListedBefore = (stamp: string) => IndexLines | undefined

/** Never rejects. Only files under `folder` count, and their names are relative to it. */
export async function readRepository(
  door: GitDoor,
  folder: string,
  earlier?: ListedBefore | undefined,
): Promise<RepositoryRead> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const read = await readOnce(door, folder, { isLast: tries === TRIES, earlier })
    if (read !== 'moved') return read
  }
  return { ok: false, why: 'the git index kept changing while it was read' }
}

/**
 * Two processes read the index side by side, so it must not change between them. `diff-files` compares by stat alone
 * (but for files as young as the index): which names may differ is enough, the content we look at ourselves. It runs
 * on one core, since the other process needs the second one: with threads both end later.
 */
async function readOnce(
  door: GitDoor,
  folder: string,
  { isLast, earlier }: { readonly isLast: boolean; readonly earlier: ListedBefore | undefined },
): Promise<RepositoryRead | 'moved'> {
  const [place, config] = await Promise.all([readPlace(door, folder), readConfig(door, folder)])
  if (!place.ok) return place
  if (!config.ok) return config
  const before = await readStamp(place.index)
  const system = await readFileSystem(place.index, config, before)
  const settings = [`core.fileMode=${system.keepsModes}`, `core.ignoreCase=${!system.keepsCase}`]
  const stamp = config.isSparse ? undefined : telling(door, before)
  const known = stamp === undefined ? undefined : earlier?.(stamp)
  const compared = runGit(door, folder, DIFF_FILES, {
    filters: config.filters,
    settings: [...settings, 'core.preloadIndex=false'],
  })
  const listing = await runGit(
    door,
    folder,
    ['ls-files', ...(known ? [] : ['-s']), '-v', '-o', '--exclude-standard', '-z'],
    { settings },
  )
  const { untracked, lines: listedNow } = splitListing(listing.ok ? listing.stdout : Buffer.alloc(0))
  // While git still compares: the core that listed them is free.
  const looked = lookAtMany(door, folder, untracked)
  const differing = await compared
  if ((await readStamp(place.index))?.text !== before?.text) return 'moved'
  if (!listing.ok) return listing
  if (!differing.ok) return differing
  const lines = known ?? listedNow
  const submodules = namesByMode(lines, SUBMODULE_MODE)
  const listed = (name: Name): TreeEntry | undefined => entryIn(lines, name)
  const reading = { door, folder, prefix: place.prefix, kind: place.kind, config, lines, listed, isLast, ...system }
  const opaque = await readOpaque(reading, () => allNames(lines))
  if (!opaque.ok) return opaque
  const hidden = complains(differing.stderr) ? allNames(lines) : [...opaque.names, ...hiddenNames(lines)]
  const suspects = toSuspects({ untracked, differing: differing.stdout, hidden, submodules })
  const patches = await readPatches({ ...reading, looked: await looked }, suspects)
  if (patches === 'moved') return patches
  if (!patches.ok) return patches
  const strangers = untracked.filter(isFolder).map((name) => name.slice(0, -1))
  const { head, prefix } = place
  return { ok: true, repository: { head, prefix, lines, stamp, patches: patches.patches, submodules, strangers } }
}

const DIFF_FILES = ['diff-files', '--raw', '-z', '--relative', '--no-renames']

type RepositoryPlace =
  | {
      readonly ok: true
      readonly kind: IdKind
      readonly prefix: string
      readonly index: string
      readonly head: string | undefined
    }
  | { readonly ok: false; readonly why: string }

async function readPlace(door: GitDoor, folder: string): Promise<RepositoryPlace> {
  const answer = await runGit(door, folder, [
    'rev-parse',
    '--is-inside-work-tree',
    '--show-object-format',
    '--show-prefix',
    '--git-path',
    'index',
    '--revs-only',
    'HEAD',
  ])
  if (!answer.ok) return answer
  const [isInside, format, ...rest] = answer.stdout.toString('utf8').trimEnd().split('\n')
  if (isInside !== 'true')
    return {
      ok: false,
      why: `the repository's work tree is not at ${folder} (core.worktree or core.bare in its config)`,
    }
  const head = /^[0-9a-f]{40,64}$/.test(rest.at(-1) ?? '') ? rest.pop() : undefined
  const index = rest.pop() ?? ''
  return {
    ok: true,
    kind: format === 'sha256' ? 'sha256' : 'sha1',
    prefix: rest.join('\n'),
    index: isAbsolute(index) ? index : `${folder}/${index}`,
    head,
  }
}

/**
 * A file that git cannot look at, as in a folder without permission, it passes over with a word, as if unchanged. So we
 * look at all of them.
 */
function complains(stderr: string): boolean {
  return stderr.split('\n').some((line) => line !== '' && !/^(?:warning|hint):/.test(line))
}

interface IndexStamp {
  /** Git replaces the index as a whole, so that another one shows. */
  readonly text: string
  readonly stats: Stats
  readonly isExecutable: boolean
}

async function readStamp(path: string): Promise<IndexStamp | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (!stats) return undefined
  const { dev, ino, size, mtimeMs, ctimeMs, mode } = stats
  return { text: [dev, ino, size, mtimeMs, ctimeMs].join(' '), stats, isExecutable: (mode & 0o100) !== 0 }
}

/** Only an index whose every later change must show: the same rule as for the files. */
function telling({ ids }: GitDoor, stamp: IndexStamp | undefined): string | undefined {
  return stamp && ids?.stampOf(stamp.stats) ? stamp.text : undefined
}

interface FileSystem {
  readonly keepsModes: boolean
  readonly keepsCase: boolean
}

/**
 * Modes and case are ignored only where the config says so and the file system bears it out: where the index, which is
 * never executable, is, and where it has another name in capitals. Else a setting could hide changes.
 */
async function readFileSystem(index: string, config: GitConfig, stamp: IndexStamp | undefined): Promise<FileSystem> {
  const keepsModes = !(config.ignoresModes && stamp?.isExecutable)
  if (!config.ignoresCase || !stamp) return { keepsModes, keepsCase: true }
  const inCapitals = await readStamp(join(dirname(index), basename(index).toUpperCase()))
  return { keepsModes, keepsCase: inCapitals?.stats.ino !== stamp.stats.ino }
}

interface Suspect {
  readonly name: Name
  readonly is: Patch['kind'] | 'deleted'
}

interface Listed {
  readonly untracked: readonly Name[]
  readonly differing: Buffer
  /** Git did not look at them, or could not see. */
  readonly hidden: readonly Name[]
  readonly submodules: readonly Name[]
}

/** Sorted by name, one for each. */
function toSuspects({ untracked, differing, hidden, submodules }: Listed): Suspect[] {
  const suspects = new Map<Name, Suspect>()
  for (const name of hidden) suspects.set(name, { name, is: 'changed' })
  const fields = differing.toString('latin1').split('\0')
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = fields[at + 1] ?? ''
    const status = fields[at]?.at(-1)
    // An unmerged name comes twice, first as such.
    if (status !== 'A' && suspects.has(name)) continue
    const is = status === 'A' ? 'announced' : status === 'D' ? 'deleted' : 'changed'
    suspects.set(name, { name, is })
  }
  for (const name of submodules) suspects.delete(name)
  return withUntracked(
    [...suspects.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    inOrder(untracked),
  )
}

function inOrder(names: readonly Name[]): readonly Name[] {
  return isSorted(names) ? names : [...names].sort()
}

/** As git lists them: to look takes less time than to sort thousands of names once more. */
function isSorted(names: readonly Name[]): boolean {
  let last = ''
  for (const name of names) {
    if (name < last) return false
    last = name
  }
  return true
}

function withUntracked(suspects: readonly Suspect[], untracked: readonly Name[]): Suspect[] {
  const all: Suspect[] = []
  let at = 0
  for (const name of untracked) {
    for (let next = suspects[at]; next && next.name <= name; next = suspects[++at]) if (next.name < name) all.push(next)
    if (!isFolder(name)) all.push({ name, is: 'untracked' })
  }
  return [...all, ...suspects.slice(at)]
}

function isFolder(name: Name): boolean {
  return name.endsWith('/')
}

/** Skip-worktree, assume-unchanged, both: flags that keep git from looking at a file. */
function hiddenNames(lines: IndexLines): Name[] {
  return ['S', 'h', 's'].flatMap((tag) => namesByTag(lines, tag))
}

function allNames(lines: IndexLines): Name[] {
  const names: Name[] = []
  visitLines(lines, (name) => names.push(name))
  return names
}

interface Reading extends Converting, FileSystem {
  readonly lines: IndexLines
  readonly isLast: boolean
  /** All untracked files in the order of their names, where there are many. */
  readonly looked: FileStamps | undefined
}

async function readPatches(
  reading: Reading,
  list: readonly Suspect[],
): Promise<{ readonly ok: true; readonly patches: Patch[] } | { readonly ok: false; readonly why: string } | 'moved'> {
  const names = list.map(({ name }) => name)
  const [attributes, entries] = await Promise.all([readConversions(reading, names), readEntries(reading, list)])
  if (!attributes.ok) return attributes
  const plain = list.map(({ name, is }, at): Patch => {
    return { name, entry: entries.found[at], kind: is === 'deleted' ? 'changed' : is }
  })
  const converted = await readConverted(reading, attributes.conversions, toNamed(list, entries, attributes.conversions))
  // A file went away between two looks at it. If that does not end, ids by the bytes must do.
  if (!converted && !reading.isLast) return 'moved'
  const isPlain = reading.keepsModes && converted?.size === 0
  const patches = isPlain ? plain : plain.map((patch) => correct(patch, reading, converted?.get(patch.name)))
  return { ok: true, patches }
}

/** Those that a conversion changes, which are mostly none. */
function toNamed(list: readonly Suspect[], { found, stampOf }: Entries, conversions: Conversions): Named[] {
  if (conversions.size === 0) return []
  return list.map(({ name }, at) => ({ name, entry: found[at], stamp: stampOf(at) }))
}

function correct(patch: Patch, { lines, keepsModes }: Reading, id: string | undefined): Patch {
  const converted = withStoredId(patch, lines, id)
  return keepsModes ? converted : withListedMode(converted, lines)
}

/** A file whose very bytes the index holds is unchanged, whatever a conversion would make of it today. */
function withStoredId(patch: Patch, lines: IndexLines, id: string | undefined): Patch {
  if (id === undefined || patch.entry === undefined) return patch
  if (patch.entry.slice(7) === entryIn(lines, patch.name)?.slice(7)) return patch
  return { ...patch, entry: `${patch.entry.slice(0, 6)} ${id}` }
}

function withListedMode(patch: Patch, lines: IndexLines): Patch {
  if (!patch.entry?.startsWith('100')) return patch
  const listed = entryIn(lines, patch.name)?.slice(0, 6)
  return { ...patch, entry: `${listed?.startsWith('100') ? listed : '100644'} ${patch.entry.slice(7)}` }
}

const AT_A_STRETCH = 1000
/** So many files are worth the quicker way, which must be opened first. */
const MANY = 500

/** So that they are looked at without waiting between any two. Undefined: each must be looked at by itself. */
async function lookAtMany(
  { ids, statFiles }: GitDoor,
  folder: string,
  untracked: readonly Name[],
): Promise<FileStamps | undefined> {
  if (!ids || !statFiles || untracked.length < MANY) return undefined
  return statFiles(
    folder,
    inOrder(untracked).filter((name) => !isFolder(name)),
  )
}

type Files = Pick<Reading, 'door' | 'folder' | 'kind' | 'looked'>

/** What lies there, by the place of each suspect in its list. */
interface Entries {
  readonly found: (TreeEntry | undefined)[]
  /** By which it can be known next time; asked only for files that git stores with other bytes. */
  readonly stampOf: (at: number) => Stamp | undefined
}

async function readEntries({ door, folder, kind, looked }: Files, list: readonly Suspect[]): Promise<Entries> {
  const isGone = goneFolders(folder)
  const known = await readKnown({ door, folder, kind, looked }, list)
  const unknown: number[] = []
  for (let at = 0; at < list.length; at++) if (known.found[at] === undefined) unknown.push(at)
  const read = new Map<number, FoundEntry>()
  await mapAtOnce(unknown, async (at) => {
    const { name, is } = list[at] ?? NOBODY
    // A file that git calls deleted may be visible through a linked folder. It is still no part of the tree.
    if (is === 'deleted' || (is === 'changed' && (await isGone(name)))) return
    read.set(at, await readEntry(toAbsolute(folder, name), kind, door.ids))
  })
  for (const at of unknown) known.found[at] = read.get(at)?.entry
  return { ...known, stampOf: (at) => (read.has(at) ? read.get(at)?.stamp : known.stampOf(at)) }
}

const NOBODY: Suspect = { name: '', is: 'deleted' }

/** For thousands of files that nothing happened to, this is most of the time. */
async function readKnown({ door: { ids }, folder, kind, looked }: Files, list: readonly Suspect[]): Promise<Entries> {
  const untracked: number[] = []
  if (ids) for (let at = 0; at < list.length; at++) if (list[at]?.is === 'untracked') untracked.push(at)
  const found: (TreeEntry | undefined)[] = []
  if (ids && looked) {
    const entries = knownEntries(looked, kind, ids)
    for (let nth = 0; nth < untracked.length; nth++) found[untracked[nth] ?? 0] = entries[nth]
    const places = lazily(() => new Map(untracked.map((at, nth) => [at, nth])))
    return { found, stampOf: (at) => toStamp(looked, places().get(at)) }
  }
  const stamps = new Map<number, Stamp | undefined>()
  for (const [nth, at] of untracked.entries()) {
    // Timers must not wait for all of them.
    if (nth % AT_A_STRETCH === AT_A_STRETCH - 1) await new Promise((resolve) => setImmediate(resolve))
    const known = ids && knownEntry(toAbsolute(folder, list[at]?.name ?? ''), kind, ids)
    if (!known) continue
    found[at] = known.entry
    stamps.set(at, known.stamp)
  }
  return { found, stampOf: (at) => stamps.get(at) }
}

function toStamp({ stamps }: FileStamps, place: number | undefined): Stamp | undefined {
  return place === undefined ? undefined : stampAt(stamps, place)
}

/** A sparse checkout leaves out whole folders: one look at each spares one for every file. */
function goneFolders(folder: string): (name: Name) => Promise<boolean> {
  const known = new Map<Name, Promise<boolean>>()
  const isGone = (name: Name): Promise<boolean> => {
    const slash = name.lastIndexOf('/')
    if (slash === -1) return Promise.resolve(false)
    const parent = name.slice(0, slash)
    const asked = known.get(parent) ?? look(parent)
    known.set(parent, asked)
    return asked
  }
  const look = async (parent: Name): Promise<boolean> => {
    if (await isGone(parent)) return true
    // One that may not be looked at is there; its files are then unreadable.
    return lstat(toAbsolute(folder, parent)).then((stats) => !stats.isDirectory(), isMissing)
  }
  return isGone
}
