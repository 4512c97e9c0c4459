// What lies on disk at the names that may differ from the index, as git would store it.
import {
  type Conversions,
  type ConversionsRead,
  type Converting,
  type Named,
  readConversions,
  readConverted,
} from './convert.ts'
import { type Entries, lookAtMany, readEntries } from './entries.ts'
import type { TreeEntry } from './file-id.ts'
import { type IndexLines, type Name, entryIn } from './index-lines.ts'
import type { FileStamps } from './stamp.ts'
import type { Suspect } from './suspects.ts'

/** A name where the disk differs from the index, or may. */
export interface Patch {
  readonly name: Name
  /** Undefined: there is no such file on disk. */
  readonly entry: TreeEntry | undefined
  readonly kind: Exclude<Suspect['is'], 'deleted'>
}

export interface FileSystem {
  readonly keepsModes: boolean
  readonly keepsCase: boolean
}

/** What is known when the names are. */
export interface PatchReading extends Converting, FileSystem {
  readonly lines: IndexLines
  readonly isLast: boolean
  /** Of all untracked files, where there are many. */
  readonly ahead?: Ahead | undefined
}

/** What is found out of many untracked files, and of those that differ, before all suspects are known. */
interface Ahead {
  /** In the order of their names. */
  readonly looked: FileStamps | undefined
  readonly attributes: ConversionsRead
  /** Those that differ: their attributes are among these. */
  readonly differing: ReadonlySet<Name>
}

/** So many files are worth a process and the quicker way to look, which must be opened first. */
const MANY = 500

/** `untracked`: in order. Undefined: there are few. Never rejects. */
export async function readAhead(
  place: Pick<Converting, 'door' | 'folder' | 'config'>,
  untracked: readonly Name[],
  differing: Promise<readonly Name[]>,
): Promise<Ahead | undefined> {
  if (untracked.length < MANY) return undefined
  const attributes = differing.then((names) => readConversions(place, [...untracked, ...names]))
  const looked = await lookAtMany(place.door, place.folder, untracked)
  return { looked, attributes: await attributes, differing: new Set(await differing) }
}

export async function readPatches(
  reading: PatchReading,
  list: readonly Suspect[],
): Promise<PatchesRead | { readonly ok: false; readonly why: string } | 'moved'> {
  const { ahead } = reading
  const [attributes, entries] = await Promise.all([
    readAttributes(reading, list),
    readEntries({ ...reading, looked: ahead?.looked }, list),
  ])
  if (!attributes.ok) return attributes
  const plain = list.map(({ name, is }, at): Patch => {
    return { name, entry: entries.found[at], kind: is === 'deleted' ? 'changed' : is }
  })
  const converted = await readConverted(reading, attributes.conversions, toNamed(list, entries, attributes.conversions))
  // A file went away between two looks at it. If that does not end, ids by the bytes must do.
  if (!converted && !reading.isLast) return 'moved'
  const isPlain = reading.keepsModes && converted?.size === 0
  const patches = isPlain ? plain : plain.map((patch) => correct(patch, reading, converted?.get(patch.name)))
  return { ok: true, patches, isKnown: isPlain && entries.areKnown }
}

interface PatchesRead {
  readonly ok: true
  readonly patches: Patch[]
  /** Nothing was converted, and each untracked file was known by its stamp. */
  readonly isKnown: boolean
}

async function readAttributes(reading: PatchReading, list: readonly Suspect[]): Promise<ConversionsRead> {
  const { attributes, differing } = reading.ahead ?? {}
  if (attributes?.ok === false) return attributes
  const left = differing ? list.filter(({ name, is }) => is !== 'untracked' && !differing.has(name)) : list
  const read = await readConversions(
    reading,
    left.map(({ name }) => name),
  )
  if (!read.ok || !attributes) return read
  return { ok: true, conversions: new Map([...attributes.conversions, ...read.conversions]) }
}

/** Those that a conversion changes, which are mostly none. */
function toNamed(
  list: readonly Suspect[],
  { found, stampOf }: Pick<Entries, 'found' | 'stampOf'>,
  conversions: Conversions,
): Named[] {
  if (conversions.size === 0) return []
  return list.map(({ name }, at) => ({ name, entry: found[at], stamp: stampOf(at) }))
}

function correct(patch: Patch, { lines, keepsModes }: PatchReading, id: string | undefined): Patch {
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

/**
 * Finds the patch of a name without a map of all, which may be thousands. Who looks for many names mostly does so in their
 * order: the name behind the last one is compared first.
 */
export function placesIn(patches: readonly Pick<Patch, 'name'>[]): (name: Name) => number | undefined {
  let next = 0
  return (name) => {
    const place = patches[next]?.name === name ? next : search(patches, name)
    if (place !== undefined) next = place + 1
    return place
  }
}

function search(patches: readonly Pick<Patch, 'name'>[], name: Name): number | undefined {
  let low = 0
  let high = patches.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((patches[middle]?.name ?? '') < name) low = middle + 1
    else high = middle
  }
  return patches[low]?.name === name ? low : undefined
}
