// Ids of files as they lie on disk: git's blob ids, by chunks, without following links or opening what is no file.
import { CryptoHasher } from 'bun'
import { lstatSync } from 'node:fs'
import { constants, lstat, open, readFile, readlink } from 'node:fs/promises'
import type { KnownIds, FileStamps, Stamp } from './stamp.ts'

/** Mode and id as in a tree: `100644 <hex>`. */
export type TreeEntry = string

/** By the length of the ids in the repository. */
export type IdKind = 'sha1' | 'sha256'

/** Stands for the content of a file that we may not read: it neither fails the reading nor goes unseen. */
export const UNREADABLE = 'unreadable'

export const SUBMODULE_MODE = '160000'
export const LINK_MODE = '120000'

/** Above this a file is read in pieces. */
const WHOLE_BYTES = 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/** A link is not followed, and a pipe that has just taken a file's place does not hold us. */
const SAFE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** A file as it lies there, and what it can be known by next time. */
export interface FoundEntry {
  readonly entry: TreeEntry | undefined
  readonly stamp?: Stamp | undefined
}

/** Without an entry no file or link is there. Never rejects. */
export async function readEntry(path: string | Buffer, kind: IdKind, ids?: KnownIds): Promise<FoundEntry> {
  const stats = await lstat(path).catch(toGone)
  if (stats === undefined) return GONE
  if (stats === UNREADABLE) return { entry: `100644 ${UNREADABLE}` }
  if (stats.isSymbolicLink()) return { entry: entryOf(LINK_MODE, await orUnreadable(readLinkId(path, kind))) }
  if (!stats.isFile()) return GONE
  const mode = modeOf(stats)
  const stamp = ids?.stampOf(stats)
  const known = ids?.find(stamp, plainly(kind))
  if (known !== undefined) return { entry: `${mode} ${known}`, stamp }
  const id = await orUnreadable(stats.size > WHOLE_BYTES ? readLargeId(path, kind) : readSmallId(path, kind))
  if (id !== undefined) ids?.add(stamp, plainly(kind), id)
  return { entry: entryOf(mode, id), stamp }
}

/** The entry of a file by its stamp alone; undefined: it must be read. Never throws. */
export function knownEntry(path: string | Buffer, kind: IdKind, ids: KnownIds): FoundEntry | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats?.isFile()) return undefined
    const stamp = ids.stampOf(stats)
    const id = ids.find(stamp, plainly(kind))
    return id === undefined ? undefined : { entry: `${modeOf(stats)} ${id}`, stamp }
  } catch {
    // Not to be looked at; reading it says how that counts.
    return undefined
  }
}

/** The entries of many files that were looked at together, in their order. */
export function knownEntries(looked: FileStamps, kind: IdKind, ids: KnownIds): (TreeEntry | undefined)[] {
  const { modes } = looked
  const entries: (TreeEntry | undefined)[] = []
  for (const id of ids.findAll(looked, plainly(kind))) {
    const isExecutable = ((modes[entries.length] ?? 0) & 0o100) !== 0
    entries.push(id === undefined ? undefined : `${isExecutable ? '100755' : '100644'} ${id}`)
  }
  return entries
}

function modeOf({ mode }: { readonly mode: number }): string {
  return (mode & 0o100) === 0 ? '100644' : '100755'
}

const GONE: FoundEntry = { entry: undefined }

function plainly(kind: IdKind): string {
  return kind === 'sha1' ? '' : kind
}

function entryOf(mode: string, id: string | undefined): TreeEntry | undefined {
  return id === undefined ? undefined : `${mode} ${id}`
}

async function readLinkId(path: string | Buffer, kind: IdKind): Promise<string> {
  return toBlobId(await readlink(path, { encoding: 'buffer' }), kind)
}

async function readSmallId(path: string | Buffer, kind: IdKind): Promise<string> {
  return toBlobId(await readFile(path, { flag: SAFE_FLAGS }), kind)
}

/** The size stands before the content; a file that grows or shrinks meanwhile is changing anyway. */
async function readLargeId(path: string | Buffer, kind: IdKind): Promise<string> {
  const file = await open(path, SAFE_FLAGS)
  try {
    const { size } = await file.stat()
    const hash = new CryptoHasher(kind).update(`blob ${size}\0`)
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - at), at)
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      at += bytesRead
    }
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** The pointer that Git LFS commits in place of a file. We can write it without running its filter. */
export async function readPointerId(path: string | Buffer, kind: IdKind): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const file = await open(path, SAFE_FLAGS).catch(() => undefined)
  if (!file) return undefined
  try {
    const hash = new CryptoHasher('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    let size = 0
    let first: Buffer | undefined
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, size)
      if (bytesRead === 0) break
      first ??= Buffer.from(chunk.subarray(0, Math.min(bytesRead, MOST_POINTER)))
      hash.update(chunk.subarray(0, bytesRead))
      size += bytesRead
    }
    if (size === 0 || isPointer(first, size)) return undefined
    return pointerId(hash.digest('hex'), size, kind)
  } catch {
    // Unreadable now: the id by its plain content says so.
    return undefined
  } finally {
    await file.close()
  }
}

/** The same for content that was read already. */
export function toPointerId(content: Uint8Array, kind: IdKind): string {
  return pointerId(new CryptoHasher('sha256').update(content).digest('hex'), content.length, kind)
}

function pointerId(digest: string, size: number, kind: IdKind): string {
  return toBlobId(Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize ${size}\n`), kind)
}

const MOST_POINTER = 1024

/** The file on disk may be a pointer itself, where the content was never fetched; it stays as it is. */
function isPointer(first: Buffer | undefined, size: number): boolean {
  return (
    size < MOST_POINTER && first?.subarray(0, 42).toString('latin1') === 'version https://git-lfs.github.com/spec/v1'
  )
}

export function toBlobId(content: Uint8Array, kind: IdKind): string {
  return new CryptoHasher(kind).update(`blob ${content.length}\0`).update(content).digest('hex')
}

/** The bytes of a regular file; undefined where it is none, too large or unreadable. */
export async function readSmallFile(path: string | Buffer, mostBytes: number): Promise<Buffer | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (!stats?.isFile() || stats.size > mostBytes) return undefined
  return readFile(path, { flag: SAFE_FLAGS }).catch(() => undefined)
}

/** Undefined where it is too large or binary. Line ends become `\n`. */
export function toText(content: Buffer, mostBytes: number): string | undefined {
  if (content.length > mostBytes || content.includes(0)) return undefined
  return content.toString('utf8').replaceAll('\r\n', '\n')
}

async function orUnreadable(id: Promise<string>): Promise<string | undefined> {
  return id.catch(toGone)
}

/** A file that vanished meanwhile counts as deleted; so does one that became a folder. */
function toGone(error: unknown): undefined | typeof UNREADABLE {
  return isMissing(error) || (error as { code?: string }).code === 'EISDIR' ? undefined : UNREADABLE
}

export function isMissing(error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
