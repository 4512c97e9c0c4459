// What git would store for a file where that is not its bytes: line ends, encodings, `$Id$` and filters.
import { type Entry, type IdKind, LINK_MODE, UNREADABLE, readPointerId } from './file-id.ts'
import { type GitConfig, type GitDoor, runGit } from './git.ts'
import { toAbsolute } from './walk.ts'

/** How a file's id is found. `plain`: by its bytes, since only a filter knows what git would store. */
export type Conversion = 'git' | 'pointer' | 'plain'

export interface Converting {
  readonly door: GitDoor
  readonly folder: string
  /** Of the folder within its repository. */
  readonly prefix: string
  readonly kind: IdKind
  readonly config: GitConfig
}

export interface Named {
  readonly name: Buffer
  readonly entry: Entry | undefined
}

const ATTRIBUTES = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/** Keyed by the name's bytes as latin1; names that git stores as they are have no key. */
export type Conversions = ReadonlyMap<string, Conversion>

export async function readConversions(
  { door, folder, config }: Converting,
  names: readonly Buffer[],
): Promise<{ readonly ok: true; readonly conversions: Conversions } | { readonly ok: false; readonly why: string }> {
  if (names.length === 0) return { ok: true, conversions: new Map() }
  const input = joinNames(names)
  const answer = await runGit(door, folder, ['check-attr', '-z', '--stdin', ...ATTRIBUTES], {
    input,
    withoutIndex: true,
  })
  if (!answer.ok) return answer
  const conversions = new Map<string, Conversion>()
  if (config.convertsLineEnds) for (const name of names) conversions.set(name.toString('latin1'), 'git')
  const fields = answer.stdout.toString('latin1').split('\0')
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const name = fields[at] ?? ''
    const conversion = toConversion(fields[at + 1], fields[at + 2] ?? '', config)
    // A filter has the last word: git runs it after all else.
    if (conversion && (conversions.get(name) ?? 'git') === 'git') conversions.set(name, conversion)
  }
  return { ok: true, conversions }
}

function toConversion(attribute: string | undefined, value: string, { filters }: GitConfig): Conversion | undefined {
  if (value === 'unspecified' || value === 'unset') return undefined
  if (attribute !== 'filter') return 'git'
  // Without a definition in the config, a filter does nothing.
  if (!filters.includes(Buffer.from(value, 'latin1').toString('utf8'))) return undefined
  return value === 'lfs' ? 'pointer' : 'plain'
}

/** Names whose filter only its program understands: what the index holds of them never equals their bytes. */
export async function readOpaque(
  converting: Converting,
  names: () => readonly Buffer[],
): Promise<{ readonly ok: true; readonly names: readonly Buffer[] } | { readonly ok: false; readonly why: string }> {
  if (converting.config.filters.every((name) => name === 'lfs')) return { ok: true, names: [] }
  const all = await readConversions(converting, names())
  if (!all.ok) return all
  const opaque = [...all.conversions].filter(([, conversion]) => conversion === 'plain')
  return { ok: true, names: opaque.map(([name]) => Buffer.from(name, 'latin1')) }
}

/** Ids as git would store them, keyed as above. Undefined: a file went away meanwhile, or git failed. */
export async function readConverted(
  converting: Converting,
  conversions: Conversions,
  files: readonly Named[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const ids = new Map<string, string>()
  const forGit: Buffer[] = []
  for (const { name, entry } of files) {
    const conversion = conversions.get(name.toString('latin1'))
    if (!conversion || conversion === 'plain' || !isReadable(entry)) continue
    if (conversion === 'git') forGit.push(name)
    else {
      const id = await readPointerId(toAbsolute(converting.folder, name), converting.kind)
      if (id !== undefined) ids.set(name.toString('latin1'), id)
    }
  }
  const hashed = await hashByGit(converting, forGit)
  if (!hashed) return undefined
  for (const [at, name] of forGit.entries()) ids.set(name.toString('latin1'), hashed[at] ?? UNREADABLE)
  return ids
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

function joinNames(names: readonly Buffer[]): Buffer {
  const zero = Buffer.of(0)
  return Buffer.concat(names.flatMap((name) => [name, zero]))
}
