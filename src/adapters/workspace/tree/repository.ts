// One repository as it is on disk: its index, corrected by what differs from it. Repositories inside are left to the caller.
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { readOpaque } from './convert.ts'
import { type IdKind, SUBMODULE_MODE, type TreeEntry } from './file-id.ts'
import { type GitAnswer, type GitConfig, type GitDoor, readConfig, runGit } from '../git.ts'
import {
  type IndexLines,
  type Name,
  entryIn,
  namesByMode,
  namesByTag,
  splitListing,
  visitLines,
} from './index-lines.ts'
import { lookAtMany, readEntries } from './entries.ts'
import { type FileSystem, type Patch, placesIn, readAhead, readPatches } from './patches.ts'
import { isSameSight, type Sight } from './kept/sight.ts'
import { differingNames, inOrder, isFolder, toSuspects } from './suspects.ts'
import type { FileStamps } from './stamp.ts'
import type { TreePart } from './tree.ts'
import { lazily } from '../../../contract/lazily.ts'

export interface Repository {
  readonly head: string | undefined
  /** Of the folder within the repository: `''` at its top. */
  readonly prefix: string
  readonly lines: IndexLines
  /** The stamp by which the index of these lines is found next time; undefined: they must be listed again. */
  readonly stamp: string | undefined
  /** Sorted by name, one for each. */
  readonly patches: readonly Patch[]
  readonly sight: Sight | undefined
  /** Names of submodules, whether checked out or not. */
  readonly submodules: readonly Name[]
  /** Names of repositories inside that the index does not know. */
  readonly strangers: readonly Name[]
}

export type RepositoryRead =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly why: string }

const TRIES = 3

/** An earlier reading of the same folder. */
export interface ReadBefore {
  readonly part: TreePart | undefined
  /** The index with this stamp as it was listed. */
  readonly linesOf: (stamp: string) => IndexLines | undefined
}

/** Never rejects. Only files under `folder` count, and their names are relative to it. */
export async function readRepository(
  door: GitDoor,
  folder: string,
  earlier?: ReadBefore | undefined,
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
  { isLast, earlier }: { readonly isLast: boolean; readonly earlier: ReadBefore | undefined },
): Promise<RepositoryRead | 'moved'> {
  const [place, config] = await Promise.all([readPlace(door, folder), readConfig(door, folder)])
  if (!place.ok) return place
  if (!config.ok) return config
  const index = await readStamp(place.index)
  const system = await readFileSystem(place.index, config, index)
  const settings = [`core.fileMode=${system.keepsModes}`, `core.ignoreCase=${!system.keepsCase}`]
  const stamp = config.isSparse ? undefined : telling(door, index)
  // It takes longest, so it comes first.
  const compared = runGit(door, folder, DIFF_FILES, {
    filters: config.filters,
    settings: [...settings, 'core.preloadIndex=false'],
  })
  const known = stamp === undefined ? undefined : earlier?.linesOf(stamp)
  const listed = runGit(door, folder, ['ls-files', ...(known ? [] : ['-s']), '-v', '-o', '--exclude-standard', '-z'], {
    settings,
  })
  const before = known && earlier?.part?.lines === known ? earlier.part : undefined
  const special = known && specialNames(known)
  // While git lists and compares.
  const lookedAgain = before?.sight && lookAtMany(door, folder, before.sight.untracked)
  const listing = await listed
  const split = lazily(() => splitListing(listing.ok ? listing.stdout : Buffer.alloc(0)))
  const lines = known ?? split().lines
  const { head, prefix, kind } = place
  const entryOf = (name: Name): TreeEntry | undefined => entryIn(lines, name)
  const reading = { door, folder, prefix, kind, config, lines, listed: entryOf, isLast, ...system }
  const isMoved = async (): Promise<boolean> => (await readStamp(place.index))?.text !== index?.text
  const same = before && (await readAsBefore(before, reading, { listing, lookedAgain, compared }))
  if (same && !(await isMoved())) return { ok: true, repository: { ...same, head, prefix, ...NOTHING_INSIDE } }
  const { untracked: all, lines: after } = split()
  const folders = all.filter(isFolder)
  const untracked = inOrder(folders.length === 0 ? all : all.filter((name) => !isFolder(name)))
  // While git still compares: the core that listed them is free.
  const named = compared.then((answer) => (answer.ok ? differingNames(answer.stdout) : []))
  const [ahead, differing] = await Promise.all([readAhead({ door, folder, config }, untracked, named), compared])
  if (await isMoved()) return 'moved'
  if (!listing.ok) return listing
  if (!differing.ok) return differing
  const { submodules, unseen } = special ?? specialNames(lines)
  const opaque = await readOpaque(reading, () => allNames(lines))
  if (!opaque.ok) return opaque
  const hidden = complains(differing.stderr) ? allNames(lines) : [...opaque.names, ...unseen]
  const suspects = toSuspects({ untracked, differing: differing.stdout, hidden, submodules })
  const patches = await readPatches({ ...reading, ahead }, suspects)
  if (patches === 'moved') return patches
  if (!patches.ok) return patches
  const strangers = folders.map((name) => name.slice(0, -1))
  const isPlain = untracked === all && submodules.length + hidden.length === 0 && patches.isKnown
  const sight =
    isPlain && ahead?.looked
      ? {
          listing: listing.stdout.subarray(0, listing.stdout.length - after.length),
          untracked,
          differing: differing.stdout,
          looked: ahead.looked,
        }
      : undefined
  const found = { head, prefix, lines, stamp, patches: patches.patches, sight, submodules, strangers }
  return { ok: true, repository: found }
}

const NOTHING_INSIDE = { submodules: [], strangers: [] } as const

interface SeenAgain {
  readonly listing: GitAnswer
  readonly lookedAgain: Promise<FileStamps | undefined> | undefined
  readonly compared: Promise<GitAnswer>
}

/**
 * The part as it was, if nothing happened to it: untracked files are known by their stamps; those that differ from the index
 * are read, since git names them whatever they hold. The same bytes are the same file, whatever would convert them by now.
 */
async function readAsBefore(
  before: TreePart,
  reading: Parameters<typeof readEntries>[0],
  { listing, lookedAgain, compared }: SeenAgain,
): Promise<Pick<Repository, 'lines' | 'stamp' | 'patches' | 'sight'> | undefined> {
  const { lines, stamp, patches, sight } = before
  const [looked, differing] = await Promise.all([lookedAgain, compared])
  if (!sight || !looked || !listing.ok || !differing.ok || complains(differing.stderr)) return undefined
  if (!isSameSight(sight, { listing: listing.stdout, differing: differing.stdout, looked })) return undefined
  const suspects = toSuspects({ untracked: [], differing: differing.stdout, hidden: [], submodules: [] })
  const { found } = await readEntries(reading, suspects)
  const placeOf = placesIn(patches)
  const isSame = suspects.every(({ name }, at) => {
    const place = placeOf(name)
    return place !== undefined && patches[place]?.entry === found[at]
  })
  return isSame ? { lines, stamp, patches, sight } : undefined
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

interface SpecialNames {
  readonly submodules: readonly Name[]
  /** Skip-worktree, assume-unchanged, both: flags that keep git from looking at a file. */
  readonly unseen: readonly Name[]
}

function specialNames(lines: IndexLines): SpecialNames {
  const unseen = ['S', 'h', 's'].flatMap((tag) => namesByTag(lines, tag))
  return { submodules: namesByMode(lines, SUBMODULE_MODE), unseen }
}

function allNames(lines: IndexLines): Name[] {
  const names: Name[] = []
  visitLines(lines, (name) => names.push(name))
  return names
}
