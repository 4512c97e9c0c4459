// Files that git stores with other bytes than on disk: line ends, encodings, `$Id$` and filters.
import { type TreeEntry, type FoundEntry, type IdKind, LINK_MODE, UNREADABLE, readPointerId } from './file-id.ts'
import { type GitConfig, type GitDoor, runGit } from '../git.ts'
import type { Name } from './index-lines.ts'
import { toAbsolute } from './walk.ts'

/** How a file's id is found. `plain`: by its bytes, since only a filter knows what git would store. */
export type Conversion = 'git' | 'pointer' | 'plain'

interface Converted {
  readonly by: Conversion
  /** All attributes that have a part in it, as git names them. */
  readonly attributes: string
}

export interface Converting {
  readonly door: GitDoor
  readonly folder: string
  /** Of the folder within its repository. */
  readonly prefix: string
  readonly kind: IdKind
  readonly config: GitConfig
  /** The entry of a name in the index: whether line ends are converted depends on it. */
  readonly listed: (name: Name) => TreeEntry | undefined
}

export interface Named extends FoundEntry {
  readonly name: Name
}

const ATTRIBUTES = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/** Names that git stores as they are have no key. */
export type Conversions = ReadonlyMap<Name, Converted>

export type ConversionsRead =
  | { readonly ok: true; readonly conversions: Conversions }
  | { readonly ok: false; readonly why: string }

/** Never rejects. */
export async function readConversions(
  { door, folder, config }: Pick<Converting, 'door' | 'folder' | 'config'>,
  names: readonly Name[],
): Promise<ConversionsRead> {
  if (names.length === 0) return { ok: true, conversions: new Map() }
  const input = Buffer.from(`${names.join('\0')}\0`, 'latin1')
  // All attributes rather than these few: then git is silent about a name that has none.
  const answer = await runGit(door, folder, ['check-attr', '-z', '--stdin', '--all'], { input, withoutIndex: true })
  if (!answer.ok) return answer
  const given = new Map<Name, string[]>()
  const fields = answer.stdout.toString('latin1').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const place = ATTRIBUTES.indexOf(fields[at + 1] ?? '')
    if (place === -1) continue
    const values = given.get(fields[at] ?? '') ?? ATTRIBUTES.map(() => UNSPECIFIED)
    values[place] = fields[at + 2] ?? UNSPECIFIED
    given.set(fields[at] ?? '', values)
  }
  const conversions = new Map<Name, Converted>()
  for (const name of config.convertsLineEnds ? names : given.keys()) {
    const values = given.get(name) ?? []
    const by = toConversion(values, config)
    if (by) conversions.set(name, { by, attributes: values.join(' ') })
  }
  return { ok: true, conversions }
}

const UNSPECIFIED = 'unspecified'

/** By the values of `ATTRIBUTES`. A filter has the last word: git runs it after all else. */
function toConversion([filter = UNSPECIFIED, ...others]: readonly string[], config: GitConfig): Conversion | undefined {
  // Without a definition in the config, a filter does nothing.
  const isDefined = isSet(filter) && config.filters.includes(Buffer.from(filter, 'latin1').toString('utf8'))
  if (isDefined) return filter === 'lfs' ? 'pointer' : 'plain'
  return config.convertsLineEnds || others.some(isSet) ? 'git' : undefined
}

function isSet(value: string): boolean {
  return value !== UNSPECIFIED && value !== 'unset'
}

/** Names whose filter only its program understands: what the index holds of them never equals their bytes. */
export async function readOpaque(
  converting: Converting,
  names: () => readonly Name[],
): Promise<{ readonly ok: true; readonly names: readonly Name[] } | { readonly ok: false; readonly why: string }> {
  if (converting.config.filters.every((name) => name === 'lfs')) return { ok: true, names: [] }
  const all = await readConversions(converting, names())
  if (!all.ok) return all
  const opaque = [...all.conversions].filter(([, { by }]) => by === 'plain')
  return { ok: true, names: opaque.map(([name]) => name) }
}

/** Ids as git would store them. Undefined: a file went away meanwhile, or git failed. */
export async function readConverted(
  converting: Converting,
  conversions: Conversions,
  files: readonly Named[],
): Promise<ReadonlyMap<Name, string> | undefined> {
  const { door, folder, kind } = converting
  const ids = new Map<Name, string>()
  const forGit: Convertible[] = []
  const keep = ({ name, stamp, how }: Convertible, id: string): void => {
    ids.set(name, id)
    door.ids?.add(stamp, how, id)
  }
  for (const file of convertible(converting, conversions, files)) {
    const known = door.ids?.find(file.stamp, file.how)
    if (known !== undefined) ids.set(file.name, known)
    else if (file.by === 'git') forGit.push(file)
    else {
      const id = await readPointerId(toAbsolute(folder, file.name), kind)
      if (id !== undefined) keep(file, id)
    }
  }
  const hashed = await hashByGit(
    converting,
    forGit.map(({ name }) => name),
  )
  if (!hashed) return undefined
  for (const [at, file] of forGit.entries()) keep(file, hashed[at] ?? UNREADABLE)
  return ids
}

interface Convertible extends Named {
  readonly by: Conversion
  /** All that the id depends on beside the bytes of the file. */
  readonly how: string
}

function convertible(
  { kind, config, listed }: Converting,
  conversions: Conversions,
  files: readonly Named[],
): Convertible[] {
  return files.flatMap((file) => {
    const conversion = conversions.get(file.name)
    if (!conversion || conversion.by === 'plain' || !isReadable(file.entry)) return []
    const { by, attributes } = conversion
    const how = [by, kind, config.convertsLineEnds, attributes, listed(file.name) ?? ''].join('\n')
    return [{ ...file, by, how }]
  })
}

function isReadable(entry: TreeEntry | undefined): boolean {
  return entry !== undefined && !entry.startsWith(LINK_MODE) && !entry.endsWith(UNREADABLE)
}

/** Filters are switched off and none applies to these names; nothing is written without `-w`. */
async function hashByGit(
  { door, folder, prefix, config }: Converting,
  names: readonly Name[],
): Promise<readonly string[] | undefined> {
  if (names.length === 0) return []
  // From the top: `--stdin-paths` takes its names relative to it, wherever it is started.
  const top = `${folder}/${'../'.repeat(prefix.split('/').length - 1)}`
  const before = Buffer.from(prefix).toString('latin1')
  const input = names.map((name) => `${quote(`${before}${name}`)}\n`).join('')
  const answer = await runGit(door, top, ['hash-object', '--stdin-paths'], { input, filters: config.filters })
  if (!answer.ok) return undefined
  const ids = answer.stdout.toString('latin1').trimEnd().split('\n')
  return ids.length === names.length ? ids : undefined
}

/** In C quotes, so that a line break or a quote in a name stays in the name. */
function quote(name: Name): string {
  const bytes = Buffer.from(name, 'latin1')
  return `"${Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`
}
