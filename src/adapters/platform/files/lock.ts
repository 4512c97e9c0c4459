// A lock that a dead process cannot hold: the operating system lets go of it when its holder ends, however it ends.
import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from './private-files.ts'

export interface Lock {
  readonly release: () => void
}

/** Undefined: another process holds it. Throws only where the file cannot be made. */
export function takeLock(path: string): Lock | undefined {
  return take(path, ['begin exclusive'])
}

/** Many may share it; meanwhile none can hold it alone. Undefined: a process holds it alone. */
export function shareLock(path: string): Lock | undefined {
  // A read lock lasts as long as the transaction that read.
  return take(path, ['begin', 'select count(*) from sqlite_master'])
}

function take(path: string, lines: readonly string[]): Lock | undefined {
  makePrivateFile(path)
  // SQLite's own file lock, on every system that it runs on: no library of ours, nothing to clean up after a crash.
  const database = new DatabaseSync(path)
  try {
    for (const line of ['pragma busy_timeout = 0', ...lines]) database.exec(line)
  } catch (error) {
    database.close()
    if (/locked|busy/i.test(String(error))) return undefined
    // The system's own words tell more than those of the library.
    for (const one of [dirname(path), path]) accessSync(one, constants.W_OK)
    throw withCode(error, path)
  }
  return { release: () => database.close() }
}

const CODES = [
  [/full/i, 'ENOSPC'],
  [/readonly|read-only/i, 'EROFS'],
  [/unable to open/i, 'EACCES'],
  [/I\/O/i, 'EIO'],
] as const

/** As the system would have told it. */
function withCode(error: unknown, path: string): unknown {
  const code = CODES.find(([words]) => words.test(String(error)))?.[1]
  return code === undefined
    ? error
    : Object.assign(new Error(`${code}: ${String(error)}, lock '${path}'`), { code, path })
}

/** Somebody alive holds it. A lock that was never made is free. */
export function isLocked(path: string): boolean {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true })
    database.exec('pragma busy_timeout = 0')
    database.prepare('select count(*) from sqlite_master').get()
    return false
  } catch (error) {
    return /locked|busy/i.test(String(error))
  } finally {
    database?.close()
  }
}
