// A lock that a dead process cannot hold: the operating system lets go of it when its holder ends, however it ends.
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  readonly release: () => void
}

/** Undefined: somebody holds it. Throws only where the file cannot be made. */
export function takeLock(path: string): Lock | undefined {
  // SQLite's own file lock, on every system that it runs on: no library of ours, nothing to clean up after a crash.
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 0')
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (/locked|busy/i.test(String(error))) return undefined
    throw error
  }
  return { release: () => database.close() }
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
