// What lies on disk at the names that may differ from the index, as git would store it.
import { type Conversions, type Converting, type Named, readConversions, readConverted } from './convert.ts'
import { type Entries, readEntries } from './entries.ts'
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
interface Reading extends Converting, FileSystem {
  readonly lines: IndexLines
  readonly isLast: boolean
  /** All untracked files in the order of their names, where there are many. */
  readonly looked: FileStamps | undefined
}

export async function readPatches(
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
