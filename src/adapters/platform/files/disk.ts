// Our own files on disk: written whole or not at all, for our eyes only.
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { names } from './files.ts'
import { makePrivate } from './private-files.ts'

export interface Disk {
  readonly makeFolder: (path: string) => void
  /** Nobody ever sees half of it. Throws as the system does. */
  readonly writeWhole: (path: string, text: string, mode?: number) => void
  /** The same without waiting for the disk: after a power cut it may be damaged, which its reader must notice. */
  readonly writeQuickly: (path: string, content: string | Uint8Array) => void
  /** Undefined: not there, larger than `most` bytes, or not to be read. */
  readonly readBytes: (path: string, most: number) => Buffer | undefined
  /** Appends a line; readers see all of it or none. Throws as the system does. */
  readonly appendLine: (path: string, line: string) => void
  /** A file or folder to another name on the same disk, in one step. Throws as the system does. */
  readonly move: (from: string, to: string) => void
  /** A file or folder with all it holds; nothing happens if it is not there. */
  readonly remove: (path: string) => void
  /** Entries of a folder with age and size, folders counted whole. Empty if it is not there. */
  readonly list: (path: string) => readonly Listed[]
  /** The names in a folder, folders with a trailing slash. Empty if it is not there. */
  readonly names: (path: string) => readonly string[]
  /** Bytes and files that still fit where this path lies; undefined where the system does not tell. */
  readonly room: (path: string) => { readonly bytes: number; readonly files: number } | undefined
}

export interface Listed {
  readonly name: string
  readonly changedMs: number
  readonly bytes: number
}

export const disk: Disk = {
  makeFolder,
  writeWhole,
  writeQuickly,
  readBytes,
  appendLine,
  move,
  remove,
  list,
  names,
  room,
}

function makeFolder(path: string): void {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 })
  // A strange umask takes rights from ourselves.
  if (made !== undefined) makePrivate(path)
}

function writeWhole(path: string, text: string, mode = 0o600): void {
  replace(path, Buffer.from(text), { mode, isFlushed: true })
}

function writeQuickly(path: string, content: string | Uint8Array): void {
  replace(path, typeof content === 'string' ? Buffer.from(content) : content, { mode: 0o600, isFlushed: false })
}

function replace(path: string, bytes: Uint8Array, { mode, isFlushed }: { mode: number; isFlushed: boolean }): void {
  makeFolder(dirname(path))
  const temporary = `${path}.${process.pid}.tmp`
  const file = openSync(temporary, 'w', mode)
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
    if (isFlushed) fsyncSync(file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}

function readBytes(path: string, most: number): Buffer | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() && stats.size <= most ? readFileSync(path) : undefined
  } catch {
    // Gone meanwhile, or not ours to read.
    return undefined
  }
}

function appendLine(path: string, line: string): void {
  makeFolder(dirname(path))
  appendFileSync(path, `${line}\n`, { mode: 0o600, flush: true })
}

function move(from: string, to: string): void {
  renameSync(from, to)
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    // A folder on the way to it became a file: then it is not there either.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
  }
}

function list(path: string): readonly Listed[] {
  try {
    return readdirSync(path).flatMap((name) => {
      const stat = lstatSync(join(path, name), { throwIfNoEntry: false })
      if (!stat) return []
      const inner = stat.isDirectory() ? list(join(path, name)) : []
      const bytes = inner.reduce((sum, entry) => sum + entry.bytes, stat.isDirectory() ? 0 : stat.size)
      return [{ name, changedMs: stat.mtimeMs, bytes }]
    })
  } catch {
    // Not there, or removed meanwhile: nothing to list.
    return []
  }
}

function room(path: string): { bytes: number; files: number } | undefined {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(path)
    // Some file systems count no files at all.
    return { bytes: bavail * bsize, files: files === 0 ? Number.MAX_SAFE_INTEGER : ffree }
  } catch {
    // The path is gone: its room is not known.
    return undefined
  }
}
