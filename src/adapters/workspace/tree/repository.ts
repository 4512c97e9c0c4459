// One repository as it is on disk: its index, corrected by what differs from it. Repositories inside are left to the caller.
import { readOpaque } from './convert.ts'
import { lookAtMany } from './entries.ts'
import type { TreeEntry } from './file-id.ts'
import { type GitAnswer, type GitConfig, type GitDoor, readConfig, runGit } from '../git.ts'
import {
  allNames,
  entryIn,
  type IndexLines,
  type Listing,
  type Name,
  type SpecialNames,
  specialNames,
  splitListing,
} from './index-lines.ts'
import { readAsBefore } from './kept/as-before.ts'
import type { Sight } from './kept/sight.ts'
import { isSameToGit, type Visits } from './kept/visits.ts'
import { type FileSystem, type Patch, readAhead, readPatches, type PatchReading } from './patches.ts'
import {
  listArgs,
  readFileSystem,
  readPlace,
  readStamp,
  type RepositoryPlace,
  settingsOf,
  telling,
} from './repository-place.ts'
import type { FileStamps } from './stamp.ts'
import { complains, differingNames, inOrder, isFolder, toSuspects } from './suspects.ts'
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
  /** How git came to its list of untracked files when it had that index. */
  readonly visitsOf: (stamp: string) => Visits | undefined
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

async function readOnce(
  door: GitDoor,
  folder: string,
  { isLast, earlier }: { readonly isLast: boolean; readonly earlier: ReadBefore | undefined },
): Promise<RepositoryRead | 'moved'> {
  const start = await begin(door, folder, earlier)
  if (!start.ok) return start
  const { begun } = start
  const { place, before } = begun
  const listing = await begun.listed
  const split = lazily(() => splitListing(listing.ok ? listing.stdout : Buffer.alloc(0)))
  const lines = begun.known ?? split().lines
  const listed = (name: Name): TreeEntry | undefined => entryIn(lines, name)
  const { head, prefix, kind } = place
  const reading = { door, folder, prefix, kind, config: begun.config, lines, listed, isLast, ...begun.system }
  const same = before && (await readAsBefore(before, reading, { ...begun, listing }))
  if (same && !(await begun.isMoved()))
    return { ok: true, repository: { ...same, head, prefix, submodules: [], strangers: [] } }
  return readAnew(reading, begun, listing, split())
}

/** What git was asked, and what is known before it answers. */
interface Begun {
  readonly place: RepositoryPlace
  readonly config: GitConfig
  readonly system: FileSystem
  /** The stamp of the index, if it vouches for it. */
  readonly stamp: string | undefined
  readonly known: IndexLines | undefined
  /** Of the lines that are known. */
  readonly special: SpecialNames | undefined
  /** An earlier reading with the same index. */
  readonly before: TreePart | undefined
  readonly listed: Promise<GitAnswer>
  readonly compared: Promise<GitAnswer>
  /** What that reading looked at, as it is now. */
  readonly lookedAgain: Promise<FileStamps | undefined> | undefined
  /** Another index is there. */
  readonly isMoved: () => Promise<boolean>
}

/**
 * Two processes read the index side by side, so it must not change between them. `diff-files` compares by stat alone
 * (but for files as young as the index): which names may differ is enough, the content we look at ourselves. It runs
 * on one core where the other process needs the second one: with threads both end later.
 */
async function begin(
  door: GitDoor,
  folder: string,
  earlier: ReadBefore | undefined,
): Promise<{ readonly ok: true; readonly begun: Begun } | { readonly ok: false; readonly why: string }> {
  const [found, config] = await Promise.all([readPlace(door, folder), readConfig(door, folder)])
  if (!found.ok) return found
  if (!config.ok) return config
  const { place } = found
  const index = await readStamp(place.index)
  const system = await readFileSystem(place.index, config, index)
  const settings = settingsOf(system)
  const stamp = config.isSparse ? undefined : telling(door, index)
  const visits = stamp === undefined ? undefined : earlier?.visitsOf(stamp)
  // It takes longest, so it comes first.
  const compared = runGit(door, folder, DIFF_FILES, {
    filters: config.filters,
    settings: [...settings, `core.preloadIndex=${visits !== undefined}`],
  })
  const known = stamp === undefined ? undefined : earlier?.linesOf(stamp)
  const list = (): Promise<GitAnswer> => runGit(door, folder, listArgs(known), { settings })
  const listed =
    known && visits
      ? isSameToGit({ door, folder, place, config }, visits).then((is) => (is ? answered(visits.listing) : list()))
      : list()
  const before = known && earlier?.part?.lines === known ? earlier.part : undefined
  // While git lists and compares.
  const special = known && specialNames(known)
  const lookedAgain = before?.sight && lookAtMany(door, folder, before.sight.untracked)
  const isMoved = async (): Promise<boolean> => (await readStamp(place.index))?.text !== index?.text
  const begun = { place, config, system, stamp, known, special, before, listed, compared, lookedAgain, isMoved }
  return { ok: true, begun }
}

function answered(stdout: Buffer): GitAnswer {
  return { ok: true, stdout, stderr: '' }
}

const DIFF_FILES = ['diff-files', '--raw', '-z', '--relative', '--no-renames']

async function readAnew(
  reading: Omit<PatchReading, 'ahead'>,
  begun: Begun,
  listing: GitAnswer,
  { untracked: all, lines: after }: Listing,
): Promise<RepositoryRead | 'moved'> {
  const { lines } = reading
  const folders = all.filter(isFolder)
  const untracked = inOrder(folders.length === 0 ? all : all.filter((name) => !isFolder(name)))
  // While git still compares: the core that listed them is free.
  const named = begun.compared.then((answer) => (answer.ok ? differingNames(answer.stdout) : []))
  const [ahead, differing] = await Promise.all([readAhead(reading, untracked, named), begun.compared])
  if (await begun.isMoved()) return 'moved'
  if (!listing.ok) return listing
  if (!differing.ok) return differing
  const { submodules, unseen } = begun.special ?? specialNames(lines)
  const opaque = await readOpaque(reading, () => allNames(lines))
  if (!opaque.ok) return opaque
  const hidden = complains(differing.stderr) ? allNames(lines) : [...opaque.names, ...unseen]
  const suspects = toSuspects({ untracked, differing: differing.stdout, hidden, submodules })
  const read = await readPatches({ ...reading, ahead }, suspects)
  if (read === 'moved' || !read.ok) return read
  const strangers = folders.map((name) => name.slice(0, -1))
  const isPlain = untracked === all && submodules.length + hidden.length === 0 && read.isKnown
  const sight =
    isPlain && ahead?.looked
      ? {
          listing: listing.stdout.subarray(0, listing.stdout.length - after.length),
          untracked,
          differing: differing.stdout,
          looked: ahead.looked,
        }
      : undefined
  const {
    place: { head, prefix },
    stamp,
  } = begun
  const { patches } = read
  return { ok: true, repository: { head, prefix, lines, stamp, patches, sight, submodules, strangers } }
}
