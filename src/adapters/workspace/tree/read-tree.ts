// Reads all files of a workspace as they are now, with the repositories inside it.
import { given } from '../../../contract/given.ts'
import { lstat } from 'node:fs/promises'
import { mapAtOnce } from './at-once.ts'
import { type TreeEntry, readEntry } from './file-id.ts'
import type { GitDoor } from '../git.ts'
import { collectIds, type IdKeeper } from './kept/known-ids.ts'
import { type IndexLines, type Name, toPath } from './index-lines.ts'
import type { Patch } from './patches.ts'
import { type ReadBefore, type Repository, readRepository } from './repository.ts'
import { NO_REPOSITORY } from '../start-git.ts'
import { toAbsolute, walkFolder } from './walk.ts'
import { type Tree, type TreePart, knownHash, partAt, toTree } from './tree.ts'

export type TreeRead = { readonly ok: true; readonly tree: Tree } | { readonly ok: false; readonly why: string }

/** Repositories inside repositories are asked this deep; below, their files are read one by one. */
const MOST_DEPTH = 3

/**
 * Never rejects. Without a repository, all files are untracked. What `keeper` keeps is not hashed again, and an index that
 * is still the one of `earlier` is not listed again.
 */
export async function readTree(door: GitDoor, root: string, keeper?: IdKeeper, earlier?: Tree): Promise<TreeRead> {
  if (!keeper) return readAll(door, root)
  const ids = collectIds(keeper.load, keeper.now())
  const read = await readAll({ ...door, ids }, root, toListing(root, keeper, earlier))
  // Where nothing happened, hardly any id was asked for: what is kept stays as it is.
  const kept = read.ok && !isUnchanged(read.tree, earlier) ? ids.toKeep() : undefined
  if (kept) keeper.save(kept)
  return read
}

function isUnchanged({ parts }: Pick<Tree, 'parts'>, earlier: Tree | undefined): boolean {
  return parts.length === 1 && earlier?.parts.length === 1 && parts[0]?.patches === earlier.parts[0]?.patches
}

/** What an earlier reading knows of the workspace's own repository. */
interface Listing {
  readonly before: ReadBefore
  readonly earlier: Tree | undefined
  /** The part with its lines kept for the next process, unless they are already. */
  readonly keep: (part: TreePart) => TreePart
}

function toListing(root: string, { lines: keeper, visits }: IdKeeper, earlier: Tree | undefined): Listing {
  const part = earlier?.root === root ? partAt(earlier, '') : undefined
  let loaded: IndexLines | undefined
  return {
    before: {
      part,
      linesOf: (stamp) => (part?.stamp === stamp ? part.lines : (loaded = keeper?.load(stamp))),
      visitsOf: (stamp) => visits?.load(stamp),
    },
    earlier,
    keep: (read) => {
      if (!keeper || read.stamp === undefined) return read
      if (read.lines === part?.lines) return { ...read, isKept: part.isKept === true }
      return { ...read, isKept: read.lines === loaded || keeper.save(read.stamp, read.lines) }
    },
  }
}

async function readAll(door: GitDoor, root: string, listing?: Listing): Promise<TreeRead> {
  const read = await readRepository(door, root, listing?.before)
  if (!read.ok && read.why !== NO_REPOSITORY) return read
  if (!read.ok) return readPlainTree(door, root)
  const inside = await readParts({ door, folder: root, path: '', isStranger: false, depth: 0 }, read.repository)
  if (!inside.ok) return inside
  const [main, ...inner] = inside.parts
  const parts = main && listing ? [listing.keep(main), ...inner] : inside.parts
  const { head } = read.repository
  const { earlier } = listing ?? {}
  const hash = earlier && isUnchanged({ parts }, earlier) ? knownHash(earlier) : undefined
  return { ok: true, tree: toTree({ root, isRepository: true, parts, ...given({ head }) }, hash) }
}

async function readPlainTree(door: GitDoor, root: string): Promise<TreeRead> {
  const walked = await walkFolder(root)
  if (!walked.ok) return walked
  const parts = [await readWalked(door, root, walked.names, { path: '', isStranger: false })]
  return { ok: true, tree: toTree({ root, isRepository: false, parts }) }
}

interface TreePlace {
  readonly door: GitDoor
  readonly folder: string
  readonly path: string
  readonly isStranger: boolean
  readonly depth: number
}

type PartsRead = { readonly ok: true; readonly parts: TreePart[] } | { readonly ok: false; readonly why: string }

async function readParts(place: TreePlace, repository: Repository): Promise<PartsRead> {
  const corrections: Patch[] = []
  const inner: TreePart[] = []
  const all = [
    ...repository.submodules.map((name) => ({ name, kind: 'changed' as const })),
    ...repository.strangers.map((name) => ({ name, kind: 'untracked' as const })),
  ]
  for (const { name, kind } of all) {
    const found = await readInner(place, name, place.isStranger || kind === 'untracked')
    if (!found.ok) return found
    if (found.entry !== 'as listed') corrections.push({ name, entry: found.entry, kind })
    inner.push(...found.parts)
  }
  // Those of the repository itself are sorted already.
  const patches = corrections.length === 0 ? repository.patches : [...repository.patches, ...corrections].sort(byName)
  inner.sort((one, other) => (one.path < other.path ? -1 : 1))
  const { head, lines, stamp, sight } = repository
  const { path, isStranger } = place
  return { ok: true, parts: [{ path, head, lines, stamp, patches, isStranger, ...given({ sight }) }, ...inner] }
}

function byName(one: Patch, other: Patch): number {
  return one.name < other.name ? -1 : 1
}

/** A submodule: its parts, or an entry that replaces its line in the index. */
type Inner =
  | { readonly ok: true; readonly entry: TreeEntry | undefined | 'as listed'; readonly parts: readonly TreePart[] }
  | { readonly ok: false; readonly why: string }

async function readInner(place: TreePlace, name: Name, isStranger: boolean): Promise<Inner> {
  const folder = toAbsolute(place.folder, name)
  const stats = await lstat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) return { ok: true, entry: (await readEntry(folder, 'sha1')).entry, parts: [] }
  const path = place.path === '' ? toPath(name) : `${place.path}/${toPath(name)}`
  const inside = { ...place, path, isStranger, depth: place.depth + 1 }
  if (typeof folder === 'string') {
    const own = await readOwn({ ...inside, folder })
    const read = own && (await readParts({ ...inside, folder }, own))
    if (read) return read.ok ? { ...read, entry: undefined } : read
  }
  const walked = await walkFolder(folder)
  if (!walked.ok) return walked
  if (walked.names.length === 0) return { ok: true, entry: 'as listed', parts: [] }
  return { ok: true, entry: undefined, parts: [await readWalked(place.door, folder, walked.names, inside)] }
}

/** Only a repository whose top is this very folder: a broken one would be answered by the one around it. */
async function readOwn({ door, folder, depth }: TreePlace): Promise<Repository | undefined> {
  if (depth > MOST_DEPTH) return undefined
  const hasGit = await lstat(`${folder}/.git`).catch(() => undefined)
  if (!hasGit) return undefined
  const read = await readRepository(door, folder)
  return read.ok && read.repository.prefix === '' ? read.repository : undefined
}

async function readWalked(
  door: GitDoor,
  folder: string | Buffer,
  names: readonly Name[],
  { path, isStranger }: Pick<TreePart, 'path' | 'isStranger'>,
): Promise<TreePart> {
  const patches = await mapAtOnce(names, async (name): Promise<Patch> => ({
    name,
    entry: (await readEntry(toAbsolute(folder, name), 'sha1', door.ids)).entry,
    kind: 'untracked',
  }))
  return { path, head: undefined, lines: Buffer.alloc(0), patches, isStranger }
}
