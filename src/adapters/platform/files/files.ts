// Files of others, read with care: bounded, never a device, never outside the folders the caller names.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join, resolve, sep } from 'node:path'

export type FileRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string }

const OUTSIDE = 'it lies outside your home folder'

export type PartRead =
  | { readonly kind: 'part'; readonly text: string; readonly start: number; readonly size: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string }

/** A file that is read piece by piece. */
export interface OpenedFile {
  readonly size: number
  /** Shorter past the end of the file. With `into`, the piece lies in that buffer until it is used again. */
  readonly read: (start: number, length: number, into?: Buffer) => Buffer
  readonly close: () => void
}

export type FileOpened =
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string }

export interface Files {
  /** To be closed by the caller. Never throws; `read` does where the system refuses. */
  readonly openFile: (path: string, within: readonly string[]) => FileOpened
  /** Never throws. A file larger than `most` bytes is refused. */
  readonly readText: (path: string, most: number) => FileRead
  /** From `from` to the end, or the last `most` bytes if that is more. Never throws. */
  readonly readPart: (path: string, range: { from: number; most: number }, within: readonly string[]) => PartRead
  readonly sizeOf: (path: string) => number | undefined
  readonly exists: (path: string) => boolean
  readonly isFolder: (path: string) => boolean
  /** What a folder holds, folders with a slash at their end. Empty if it is not there. */
  readonly names: (folder: string) => readonly string[]
  /** When it was last written; undefined where there is no such file. */
  readonly modifiedMs: (path: string) => number | undefined
  /** Without links; the path itself where it cannot be followed. */
  readonly realPath: (path: string) => string
  /** The same for all paths that lead to one file or folder: by links, other spellings or mounts. */
  readonly identity: (path: string) => string
  /** A repository or worktree begins in this folder. Looks, runs nothing. */
  readonly isRepositoryRoot: (folder: string) => boolean
}

export const files: Files = {
  openFile,
  readText,
  readPart,
  sizeOf,
  exists,
  isFolder,
  names,
  modifiedMs,
  realPath: (path) => realPath(path) ?? resolve(path),
  identity,
  isRepositoryRoot,
}

function readText(path: string, most: number): FileRead {
  const opened = open(path)
  if (opened.kind !== 'file') return opened
  try {
    if (opened.size > most) return { kind: 'refused', why: `it has ${opened.size} bytes, ${most} is the most` }
    return { kind: 'text', text: read(opened.file, 0, opened.size) }
  } catch (error) {
    return { kind: 'refused', why: messageOf(error) }
  } finally {
    closeSync(opened.file)
  }
}

function openFile(path: string, within: readonly string[]): FileOpened {
  const real = realPath(path)
  if (real === undefined) return { kind: 'missing' }
  if (!isWithin(real, within)) return { kind: 'refused', why: OUTSIDE }
  const opened = open(real)
  if (opened.kind !== 'file') return opened
  const { file, size } = opened
  const read: OpenedFile['read'] = (start, length, into) => readBytes(file, { start, length }, into)
  return { kind: 'opened', file: { size, read, close: () => closeSync(file) } }
}

function readPart(path: string, { from, most }: { from: number; most: number }, within: readonly string[]): PartRead {
  const real = realPath(path)
  if (real === undefined) return { kind: 'missing' }
  if (!isWithin(real, within)) return { kind: 'refused', why: OUTSIDE }
  const opened = open(real)
  if (opened.kind !== 'file') return opened
  try {
    const start = Math.max(from > opened.size ? 0 : from, opened.size - most)
    return { kind: 'part', text: read(opened.file, start, opened.size - start), start, size: opened.size }
  } catch (error) {
    return { kind: 'refused', why: messageOf(error) }
  } finally {
    closeSync(opened.file)
  }
}

function isWithin(real: string, folders: readonly string[]): boolean {
  // A folder that a real path begins with is real itself, and need not be followed.
  return folders.some(
    (folder) => isInside(real, resolve(folder)) || isInside(real, realPath(folder) ?? resolve(folder)),
  )
}

type Opened = { kind: 'file'; file: number; size: number } | { kind: 'missing' } | { kind: 'refused'; why: string }

function open(path: string): Opened {
  let file: number | undefined
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' }
    // Without O_NONBLOCK a named pipe would hold us for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(file)
    if (stat.isFile()) return { kind: 'file', file, size: stat.size }
    closeSync(file)
    return { kind: 'refused', why: stat.isDirectory() ? 'it is a folder' : 'it is not a regular file' }
  } catch (error) {
    if (file !== undefined) closeSync(file)
    if (['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')) return { kind: 'missing' }
    return { kind: 'refused', why: messageOf(error) }
  }
}

function read(file: number, start: number, length: number): string {
  return readBytes(file, { start, length }).toString()
}

function readBytes(file: number, { start, length }: { start: number; length: number }, into?: Buffer): Buffer {
  const buffer = into?.subarray(0, length) ?? Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(file, buffer, done, length - done, start + done)
    if (count === 0) break
    done += count
  }
  return done === length ? buffer : buffer.subarray(0, done)
}

function sizeOf(path: string): number | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? stat.size : undefined
  } catch {
    // Not there yet, or not to be read: either way there is no size to know.
    return undefined
  }
}

function modifiedMs(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs
  } catch {
    // Not to be looked at: nothing is known of it.
    return undefined
  }
}

function exists(path: string): boolean {
  return sizeOf(path) !== undefined
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    // It cannot be read, so no work happens in it.
    return false
  }
}

export function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name,
    )
  } catch {
    // Not there, or not to be read: nothing to name.
    return []
  }
}

function identity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    // Not there any more: its name is all there is.
    return realPath(path) ?? resolve(path)
  }
}

/**
 * An empty `.git` is no repository: sandboxes put one into folders that they open, such as /tmp, so that nobody can make a
 * real one there, and take it away again.
 */
export function isRepositoryRoot(folder: string): boolean {
  const path = join(folder, '.git')
  // Most folders are none, and an error costs more than a look.
  if (!existsSync(path)) return false
  try {
    return readdirSync(path).length > 0
  } catch {
    // A file names the repository of a worktree, and what may not be read is there all the same.
    return existsSync(path)
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch (error) {
    // A path we may not look into is refused by `open`, with the system's own words.
    return (error as { code?: string }).code === 'ENOENT' ? undefined : resolve(path)
  }
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
