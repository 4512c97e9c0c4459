// The files at names that may differ from the index, read from disk; a file that nothing happened to is known by its stamp.
import { lstat } from 'node:fs/promises'
import { mapAtOnce } from './at-once.ts'
import type { Converting } from './convert.ts'
import { type FoundEntry, isMissing, knownEntries, knownEntry, readEntry, type TreeEntry } from './file-id.ts'
import type { GitDoor } from '../git.ts'
import type { Name } from './index-lines.ts'
import { lazily } from '../../../contract/lazily.ts'
import { type FileStamps, type Stamp, stampAt } from './stamp.ts'
import type { Suspect } from './suspects.ts'
import { toAbsolute } from './walk.ts'

const AT_A_STRETCH = 1000

/** So that they are looked at without waiting between any two. Undefined: each must be looked at by itself. */
export async function lookAtMany(
  { ids, statFiles }: GitDoor,
  folder: string,
  untracked: readonly Name[],
): Promise<FileStamps | undefined> {
  return ids && statFiles?.(folder, untracked)
}

interface Files extends Pick<Converting, 'door' | 'folder' | 'kind'> {
  /** All untracked files in the order of their names, where there are many. */
  readonly looked?: FileStamps | undefined
}

/** What lies there, by the place of each suspect in its list. */
export interface Entries {
  readonly found: (TreeEntry | undefined)[]
  /** No untracked file had to be read. */
  readonly areKnown: boolean
  /** By which it can be known next time; asked only for files that git stores with other bytes. */
  readonly stampOf: (at: number) => Stamp | undefined
}

export async function readEntries({ door, folder, kind, looked }: Files, list: readonly Suspect[]): Promise<Entries> {
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
  const areKnown = unknown.every((at) => list[at]?.is !== 'untracked')
  return { ...known, areKnown, stampOf: (at) => (read.has(at) ? read.get(at)?.stamp : known.stampOf(at)) }
}

const NOBODY: Suspect = { name: '', is: 'deleted' }

/** For thousands of files that nothing happened to, this is most of the time. */
async function readKnown(
  { door: { ids }, folder, kind, looked }: Files,
  list: readonly Suspect[],
): Promise<Omit<Entries, 'areKnown'>> {
  const found: (TreeEntry | undefined)[] = []
  if (ids && looked) {
    const entries = knownEntries(looked, kind, ids)
    let nth = 0
    for (const { is } of list) found.push(is === 'untracked' ? entries[nth++] : undefined)
    const places = lazily(() => new Map(untrackedIn(list).map((at, place) => [at, place])))
    return { found, stampOf: (at) => toStamp(looked, places().get(at)) }
  }
  const untracked = ids ? untrackedIn(list) : []
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

function untrackedIn(list: readonly Suspect[]): number[] {
  return list.flatMap(({ is }, at) => (is === 'untracked' ? [at] : []))
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
