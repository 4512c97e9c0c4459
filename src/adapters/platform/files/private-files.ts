// Our own files are for our own eyes: made so whatever the umask, and corrected where an earlier version made them otherwise.
import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The store and what lies beside it. A user may have chosen a folder that holds other files too. */
const OURS = ['fullstop.db', 'fullstop.db-wal', 'fullstop.db-shm', 'install.lock', 'machine', 'spool']

/**
 * An empty file, unless there is one. One that is there is never opened: closing it would end the locks that this process
 * holds on it. Throws as the system does.
 */
export function makePrivateFile(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })) makeEmpty(path)
  makePrivate(path)
}

function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/** Nobody else may read or write what lies there; the owner always may. Never throws, and follows no link. */
export function makePrivate(path: string): void {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat || stat.isSymbolicLink()) return
    const mode = stat.mode & 0o777
    const wanted = (mode & 0o100) | (stat.isDirectory() ? 0o700 : 0o600)
    if (mode !== wanted) chmodSync(path, wanted)
  } catch {
    // Somebody else's, or on a disk that keeps no modes: it can still be used.
  }
}

export interface HomeParts {
  readonly folders: readonly string[]
  /** Also what the folders hold. */
  readonly isDeep: boolean
}

/** The store, the locks, and our folders beside it. */
export function correctHome(home: string, { folders, isDeep }: HomeParts): void {
  for (const name of [...OURS, ...folders]) {
    const path = join(home, name)
    makePrivate(path)
    if (isDeep || name === 'locks') correctBelow(path)
  }
}

function correctBelow(folder: string): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    makePrivate(path)
    if (entry.isDirectory()) correctBelow(path)
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not there, or a file: nothing lies below it.
    return []
  }
}
