// What git would store for a file where that is not its bytes: line ends, encodings, `$Id$` and filters.
import { type Entry, type Found, type IdKind, LINK_MODE, UNREADABLE, readPointerId } from './file-id.ts'
import { type GitConfig, type GitDoor, runGit } from './git.ts'
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
  /** What the index holds of a name: whether line ends are converted depends on that too. */
  readonly listed: (name: Buffer) => Entry | undefined
}

export interface Named extends Found {
  readonly name: Buffer
}

const ATTRIBUTES = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/** Keyed by the name's bytes as latin1; names that git stores as they are have no key. */
export type Conversions = ReadonlyMap<string, Converted>

export async function readConversions(
  { door, folder, config }: Converting,
  names: readonly Buffer[],
): Promise<{ readonly ok: true; readonly conversions: Conversions } | { readonly ok: false; readonly why: string }> {
  if (names.length === 0) return { ok: true, conversions: new Map() }
  const keys = names.map((name) => name.toString('latin1'))
  const input = Buffer.from(`${keys.join('\0')}\0`, 'latin1')
  // All attributes rather than these few: then git is silent about a name that has none.
  const answer = await runGit(door, folder, ['check-attr', '-z', '--stdin', '--all'], { input, withoutIndex: true })
  if (!answer.ok) return answer
  const given = new Map<string, string[]>()
  const fields = answer.stdout.toString('latin1').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const place = ATTRIBUTES.indexOf(fields[at + 1] ?? '')
    if (place === -1) continue
    const values = given.get(fields[at] ?? '') ?? ATTRIBUTES.map(() => UNSPECIFIED)
    values[place] = fields[at + 2] ?? UNSPECIFIED
    given.set(fields[at] ?? '', values)
  }
  const conversions = new Map<string, Converted>()
  for (const key of config.convertsLineEnds ? keys : given.keys()) {
    const values = given.get(key) ?? []
    const by = toConversion(values, config)
    if (by) conversions.set(key, { by, attributes: values.join(' ') })
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
  names: () => readonly Buffer[],
): Promise<{ readonly ok: true; readonly names: readonly Buffer[] } | { readonly ok: false; readonly why: string }> {
  if (converting.config.filters.every((name) => name === 'lfs')) return { ok: true, names: [] }
  const all = await readConversions(converting, names())
  if (!all.ok) return all
  const opaque = [...all.conversions].filter(([, { by }]) => by === 'plain')
  return { ok: true, names: opaque.map(([name]) => Buffer.from(name, 'latin1')) }
}

/** Ids as git would store them, keyed as above. Undefined: a file went away meanwhile, or git failed. */
export async function readConverted(
  converting: Converting,
  conversions: Conversions,
  files: readonly Named[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const { door, folder, kind } = converting
  const ids = new Map<string, string>()
  const forGit: Convertible[] = []
  const keep = ({ key, stamp, how }: Convertible, id: string): void => {
    ids.set(key, id)
    door.ids?.add(stamp, how, id)
  }
  for (const file of convertible(converting, conversions, files)) {
    const known = door.ids?.find(file.stamp, file.how)
    if (known !== undefined) ids.set(file.key, known)
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
  readonly key: string
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
    const key = file.name.toString('latin1')
    const conversion = conversions.get(key)
    if (!conversion || conversion.by === 'plain' || !isReadable(file.entry)) return []
    const { by, attributes } = conversion
    const how = [by, kind, config.convertsLineEnds, attributes, listed(file.name) ?? ''].join('\n')
    return [{ ...file, key, by, how }]
  })
}

function isReadable(entry: Entry | undefined): boolean {
  return entry !== undefined && !entry.startsWith(LINK_MODE) && !entry.endsWith(UNREADABLE)
}

/** Filters are switched off and none applies to these names; nothing is written without `-w`. */
async function hashByGit(
  { door, folder, prefix, config }: Converting,
  names: readonly Buffer[],
): Promise<readonly string[] | undefined> {
  if (names.length === 0) return []
  // From the top: `--stdin-paths` takes its names relative to it, wherever it is started.
  const top = `${folder}/${'../'.repeat(prefix.split('/').length - 1)}`
  const input = names.map((name) => `${quote(Buffer.concat([Buffer.from(prefix), name]))}\n`).join('')
  const answer = await runGit(door, top, ['hash-object', '--stdin-paths'], { input, filters: config.filters })
  if (!answer.ok) return undefined
  const ids = answer.stdout.toString('latin1').trimEnd().split('\n')
  return ids.length === names.length ? ids : undefined
}

/** In C quotes, so that a line break or a quote in a name stays in the name. */
function quote(name: Buffer): string {
  return `"${Array.from(name, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`
}
