// Files that belong to an agent or a project, changed with care: links are followed, rights kept, nothing half written,
// and nothing overwritten that changed since it was read.
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type ForeignFile =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly text: string; /** Without links. */ readonly real: string }
  /** There is something that we cannot read, or must not change. */
  | { readonly kind: 'refused'; readonly why: string }

export type FileWritten =
  | { readonly kind: 'written' }
  /** Somebody else wrote it meanwhile. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly why: string }

export interface ForeignFiles {
  readonly look: (path: string) => ForeignFile
  /** A file or a folder. */
  readonly exists: (path: string) => boolean
  /** A file that may be started. */
  readonly isProgram: (path: string) => boolean
  /** Where it lies without links, also if it is not there yet. */
  readonly placeOf: (path: string) => string
  /** Folders that would have to be made for it, outermost first. */
  readonly missingFolders: (path: string) => readonly string[]
  /** Why it could not be written, before anything is tried. */
  readonly whyNot: (path: string) => string | undefined
  /**
   * `before` is what it was when it was read; undefined: there was none, and it is made with this mode. `text` undefined
   * removes it. Never throws.
   */
  readonly replace: (path: string, before: string | undefined, text: string | undefined, mode?: number) => FileWritten
  /** Only empty ones. */
  readonly removeFolders: (folders: readonly string[]) => void
  /** While `work` runs, the folder is there: agents take it for a lock. Waits for another holder, not for ever. */
  readonly guarded: (lock: string, work: () => FileWritten) => Promise<FileWritten>
}

const LARGEST = 64 * 1024 * 1024
/** How long such a lock counts, and how long we wait for it. */
const LOCK = { staleMs: 10_000, waitMs: 3000, lookMs: 50 } as const

/** Of a process that was killed one may stay behind. */
const TEMPORARY = /^\.fullstop-(\d+)\.tmp$/

export const foreignFiles: ForeignFiles = {
  look,
  exists: existsSync,
  isProgram,
  placeOf,
  missingFolders,
  whyNot,
  replace,
  removeFolders,
  guarded,
}

function look(path: string): ForeignFile {
  try {
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (!link) return { kind: 'missing' }
    if (link.isSymbolicLink() && !existsSync(path)) {
      return { kind: 'refused', why: `it is a link to ${readlinkSync(path)}, which is not there` }
    }
    const stat = statSync(path)
    if (!stat.isFile()) return { kind: 'refused', why: stat.isDirectory() ? 'it is a folder' : 'it is no regular file' }
    if (stat.size > LARGEST) return { kind: 'refused', why: `it has ${stat.size} bytes` }
    const text = decode(readFileSync(path))
    if (text === undefined) return { kind: 'refused', why: 'it is not UTF-8 text' }
    return { kind: 'file', text, real: realpathSync(path) }
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { kind: 'missing' }
    return { kind: 'refused', why: messageOf(error) }
  }
}

/** Undefined: writing the text back would not give the same bytes. */
function decode(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}

function whyNot(path: string): string | undefined {
  const looked = look(path)
  if (looked.kind === 'refused') return looked.why
  if (looked.kind === 'missing') return whyNoEntry(nearestFolder(dirname(path)))
  const stat = statSync(looked.real, { throwIfNoEntry: false })
  // Gone at this moment: the write will report that.
  if (!stat) return whyNoEntry(dirname(looked.real))
  // The superuser may write anything: that a file is read-only says that it should not be written.
  if ((stat.mode & 0o222) === 0 || !isWritable(looked.real)) return readOnly(path, looked.real)
  return whyNoEntry(dirname(looked.real))
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    // One that another is replacing just now may be written again.
    return (error as { code?: string }).code === 'ENOENT'
  }
}

function readOnly(path: string, real: string): string {
  return real === path ? 'it is read-only' : `it is a link to ${real}, which is read-only`
}

function whyNoEntry(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is no folder`
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return `nothing can be written in ${folder}: ${messageOf(error)}`
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not there, or not for us: either way it cannot be started.
    return false
  }
}

function placeOf(path: string): string {
  const folder = nearestFolder(path)
  try {
    return join(realpathSync(folder), relative(folder, path))
  } catch {
    // Replaced between two looks: its folder tells as much.
    return join(realpathSync(dirname(folder)), relative(dirname(folder), path))
  }
}

function missingFolders(path: string): string[] {
  const missing: string[] = []
  for (let folder = dirname(path); !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder))
    missing.unshift(folder)
  return missing
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

function replace(path: string, before: string | undefined, text: string | undefined, mode = 0o644): FileWritten {
  const made = missingFolders(path)
  try {
    const looked = look(path)
    if (looked.kind === 'refused') return { kind: 'failed', why: looked.why }
    if ((looked.kind === 'file' ? looked.text : undefined) !== before) return { kind: 'changed' }
    if (text === undefined) {
      if (looked.kind === 'file') remove(path, looked.real)
      return { kind: 'written' }
    }
    mkdirSync(dirname(path), { recursive: true })
    const target = looked.kind === 'file' ? looked.real : path
    return write(target, before, { text, mode }) ? { kind: 'written' } : { kind: 'changed' }
  } catch (error) {
    removeFolders(made)
    return { kind: 'failed', why: messageOf(error) }
  }
}

/** Removes the link as well, so that we leave no link to a missing file. */
function remove(path: string, real: string): void {
  sweep(dirname(real))
  rmSync(real)
  if (real !== path) rmSync(path, { force: true })
}

/** False: it changed at the last moment. */
function write(target: string, before: string | undefined, { text, mode }: { text: string; mode: number }): boolean {
  const temporary = join(dirname(target), `.fullstop-${process.pid}.tmp`)
  const old = statSync(target, { throwIfNoEntry: false })
  sweep(dirname(target))
  try {
    // `x`: whatever lies there by that name, a link of a repository above all, is not written through.
    const file = openSync(temporary, 'wx', old === undefined ? mode : old.mode & 0o777)
    try {
      const bytes = Buffer.from(text)
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    if (old) keepRights(temporary, old)
    const now = look(target)
    if ((now.kind === 'file' ? now.text : undefined) !== before) return false
    renameSync(temporary, target)
    return true
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Takes away what killed processes left half written. */
function sweep(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const pid = Number(TEMPORARY.exec(name)?.[1] ?? Number.NaN)
      if (pid === process.pid || (pid > 0 && !isAlive(pid))) rmSync(join(folder, name), { force: true })
    }
  } catch {
    // A folder that is not to be read or changed keeps what it has.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

function keepRights(path: string, { mode, uid, gid }: { mode: number; uid: number; gid: number }): void {
  chmodSync(path, mode & 0o7777)
  try {
    const own = statSync(path)
    if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid)
  } catch {
    // Only the superuser may give files away; then the file is ours, with the rights that it had.
  }
}

function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    sweep(folder)
    try {
      rmdirSync(folder)
    } catch {
      // Not empty any more, or gone already: either way it is not ours to remove.
    }
  }
}

async function guarded(lock: string, work: () => FileWritten): Promise<FileWritten> {
  const deadline = Date.now() + LOCK.waitMs
  while (!isTaken(lock)) {
    if (Date.now() > deadline) return { kind: 'failed', why: `the agent is writing it (${lock} is there)` }
    await new Promise((resolve) => setTimeout(resolve, LOCK.lookMs))
  }
  try {
    return work()
  } finally {
    removeFolders([lock])
  }
}

/** True: it is ours now. One that its holder left behind is taken over. */
function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') return true
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > LOCK.staleMs) removeFolders([lock])
    return false
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
