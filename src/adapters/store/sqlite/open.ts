// Opens the SQLite file: one lock to migrate, WAL, and plain words for what can go wrong.
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FullstopError } from '../../../contract/error.ts'
import schema from '../migrations/sqlite/0001.sql' with { type: 'text' }
import workspaces from '../migrations/sqlite/0002.sql' with { type: 'text' }
import contexts from '../migrations/sqlite/0003.sql' with { type: 'text' }
import lookUp from '../migrations/sqlite/0004.sql' with { type: 'text' }
import columns from '../migrations/sqlite/0005.sql' with { type: 'text' }
import waiting from '../migrations/sqlite/0007.sql' with { type: 'text' }
import lists from '../migrations/sqlite/0008.sql' with { type: 'text' }
import subtasks from '../migrations/sqlite/0009.sql' with { type: 'text' }
import { addMachine } from './add-machine.ts'
import { indexAll } from './states.ts'

const WAL_TRIES = 20
const WAL_WAIT_MS = 10
/** A process that opens the store alone reads the log to its end, so a short log keeps hooks fast. */
const LONGEST_LOG = 512 * 1024
/** Statements, or a function where the new rows are not made from the old ones by SQL. */
const MIGRATIONS: readonly (string | ((database: DatabaseSync, machine: string) => void))[] = [
  schema,
  workspaces,
  contexts,
  lookUp,
  columns,
  addMachine,
  waiting,
  lists,
  subtasks,
]

export interface DatabaseOpening {
  readonly path: string
  /** How long to wait for the lock. */
  readonly busyMs: number
  /** The machine whose store this is: names that version 0.1 wrote bare get it. */
  readonly machine: () => string
}

export function openDatabase({ path, busyMs, machine }: DatabaseOpening): DatabaseSync {
  try {
    if (!existsSync(path)) makeHome(path)
    return prepare({ path, busyMs, machine })
  } catch (error) {
    throw explain(error, path)
  }
}

/**
 * A home inside a repository must be no part of its tree: it changes all the time, and reading a file that is locked
 * would let go of the lock, since POSIX ends a process's locks on a file with the first descriptor that it closes.
 */
function makeHome(path: string): void {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ignored = join(folder, '.gitignore')
  if (!existsSync(ignored)) writeFileSync(ignored, '*\n', { mode: 0o600 })
  // Private from its first moment on; SQLite gives its log the mode of the file.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

function prepare({ path, busyMs, machine }: DatabaseOpening): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec(`pragma busy_timeout = ${busyMs}`)
    const version = readVersion(database)
    if (version > MIGRATIONS.length) {
      throw new FullstopError(
        'store-newer',
        `the store ${path} was written by a newer fullstop (schema ${version}, this one knows ${MIGRATIONS.length})`,
        'upgrade fullstop, or point FULLSTOP_HOME at another folder',
      )
    }
    if (version < MIGRATIONS.length) migrate(database, path, machine)
    // Erased content is overwritten, not only freed. A commit is synced by `syncLog`.
    database.exec('pragma synchronous = normal; pragma secure_delete = on; pragma wal_autocheckpoint = 0')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The one command that does not wait for the lock: another process may be making the same file at this moment. */
function switchToWal(database: DatabaseSync): void {
  for (let left = WAL_TRIES; ; left--) {
    try {
      database.exec('pragma journal_mode = wal')
      return
    } catch (error) {
      if (left === 0 || !isBusy(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAL_WAIT_MS)
    }
  }
}

function migrate(database: DatabaseSync, path: string, machine: () => string): void {
  switchToWal(database)
  chmodSync(path, 0o600)
  transact(database, () => {
    // Another process may have migrated while this one waited for the lock.
    for (let version = readVersion(database); version < MIGRATIONS.length; version++) {
      const migration = MIGRATIONS[version] ?? ''
      if (typeof migration === 'string') database.exec(migration)
      else migration(database, machine())
      database.exec(`pragma user_version = ${version + 1}`)
    }
    indexAll(database)
  })
}

/** All or nothing, and the lock at once: a deferred transaction that reads before it writes fails under load. */
export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

/**
 * Makes what was committed survive a loss of power. SQLite's own way (`synchronous = full`) syncs the folder as well at
 * the first commit of each process, although the log was there before. Where the log is gone, a checkpoint has synced
 * the file itself.
 */
export function syncLog(path: string): { isLong: boolean } {
  let log: number | undefined
  try {
    log = openSync(`${path}-wal`, 'r+')
    fsyncSync(log)
    return { isLong: fstatSync(log).size > LONGEST_LOG }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    return { isLong: false }
  } finally {
    if (log !== undefined) closeSync(log)
  }
}

function readVersion(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get() as { user_version: number }
  return row.user_version
}

/** "Locking protocol" is SQLite's word for a log that others opened and closed over and over while we wanted it. */
export function isBusy(error: unknown): boolean {
  return /database is locked|database table is locked|SQLITE_BUSY|locking protocol/i.test(messageOf(error))
}

export function lockedError(path: string): FullstopError {
  return new FullstopError(
    'store-unwritable',
    `the store ${path} is locked by another process`,
    'try again in a moment',
  )
}

/** A foreign error in our words. Busy errors pass through: the caller spools. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof FullstopError || isBusy(error)) return error
  const message = messageOf(error)
  // Half a write of somebody else, or pages that point nowhere, may first show as a failed read.
  if (isDamage(error) || (/disk I\/O error/i.test(message) && lookAgain(path) === 'damaged')) {
    const aside = setAside(path)
    return new FullstopError(
      'store-damaged',
      `the store ${path} is damaged (${message})`,
      aside ? `it was set aside as ${aside}; a new one starts at the next event` : 'another process has set it aside',
    )
  }
  return new FullstopError(
    'store-unwritable',
    `the store ${path} cannot be used (${message})`,
    'free disk space or fix the permissions of that folder, or point FULLSTOP_HOME elsewhere',
  )
}

/** Renames the damaged file and its companions, unless another process has done so and a fresh store stands there. */
function setAside(path: string): string | undefined {
  if (!existsSync(path) || !['damaged', 'unreadable'].includes(lookAgain(path))) return undefined
  const aside = freeName(path)
  for (const suffix of ['-wal', '-shm', '']) renameIfThere(`${path}${suffix}`, `${aside}${suffix}`)
  return aside
}

/** What a fresh look at the whole file finds. A full or failing disk makes it `unreadable`, which is no damage. */
function lookAgain(path: string): 'sound' | 'damaged' | 'in use' | 'unreadable' {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const row = database.prepare('pragma quick_check(1)').get() as { quick_check?: string } | undefined
      return row?.quick_check === 'ok' ? 'sound' : 'damaged'
    } finally {
      database.close()
    }
  } catch (error) {
    if (isBusy(error)) return 'in use'
    return isDamage(error) ? 'damaged' : 'unreadable'
  }
}

function isDamage(error: unknown): boolean {
  return /malformed|not a database|corrupt|disk image/i.test(messageOf(error))
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = `${path}.damaged-${number}`
    if (!existsSync(name)) return name
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
