// The embedded store: one SQLite file, safe with many processes at once.
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Event } from '../../contract/event.ts'
import type { SessionState, TaskState } from '../../contract/state.ts'
import type { Appended, EventFilter, Expected, Fold, RecordedEvent, Store, Versioned } from '../store.ts'
import { explain, isBusy, lockedError, openDatabase, transact } from './open.ts'
import { readSpool, removeSpool, writeSpool } from './spool.ts'

export interface SqliteOptions {
  readonly home: string
  readonly fold: Fold
  /** How long to wait for the lock before events go to the spool. */
  readonly busyMs: number
}

export function openSqliteStore({ home, fold, busyMs }: SqliteOptions): Store {
  const path = join(home, 'fullstop.db')
  const spool = join(home, 'spool')
  let opened: DatabaseSync | undefined
  const database = (): DatabaseSync => (opened ??= openDatabase(path, busyMs))

  /** Every touch of the file goes through here, so that each foreign error is explained once. */
  const touch = <T>(work: (db: DatabaseSync) => T): T => {
    try {
      return work(database())
    } catch (error) {
      throw explain(error, path)
    }
  }

  /** For what a person asked: there is no spool for it, so a lock that lasts is an error in our words. */
  const patiently: Touch = (work) => {
    try {
      return touch(work)
    } catch (error) {
      throw isBusy(error) ? lockedError(path) : error
    }
  }

  /**
   * What lies in the spool has happened: a store that stays locked must not make us forget our own refusals. The spool
   * is read first, the file then at one moment: an import in between moves events, but loses none.
   */
  const load = <T>(table: Table, id: string, step: Step<T>): Versioned<T> => {
    const spooled = readSpool(spool)
      .flatMap((file) => file.events)
      .filter((event) => concerns(table, id, event))
    const read = touchOrBusy(touch, (db) => loadBeside<T>(db, table, id, spooled))
    const { version, state, missing } = read ?? { version: 0, state: undefined, missing: spooled }
    return { version, state: missing.reduce((now, event) => step(now, event), state) }
  }

  const appendNow = (events: readonly Event[], expected: readonly Expected[]): Appended =>
    touch((db) => {
      const spooled = transact(db, () => {
        if (!expected.every((one) => versionOf(db, one) === one.version)) return undefined
        const files = readSpool(spool)
        insert(db, fold, [...files.flatMap((file) => file.events), ...events])
        return files
      })
      if (!spooled) return 'conflict'
      removeSpool(spooled)
      return 'appended'
    })

  const importSpool = (): void => {
    if (readSpool(spool).length > 0) touchOrBusy(touch, () => appendNow([], []))
  }

  return {
    loadSession: async (id) => load('sessions', id, fold.session),
    loadTask: async (id) => load('tasks', id, fold.task),
    append: async (events, expected = []) => {
      try {
        return appendNow(events, expected)
      } catch (error) {
        if (!isBusy(error)) throw error
        writeSpool(spool, events)
        return 'spooled'
      }
    },
    listTasks: async (most) => {
      importSpool()
      return patiently((db) => {
        const rows = db.prepare("select state from tasks order by state ->> 'openedAt' desc, id limit ?").all(most)
        return (rows as { state: string }[]).map((row) => parseState<TaskState>(row.state))
      })
    },
    readEvents: async (filter) => {
      importSpool()
      return patiently((db) => readEvents(db, filter))
    },
    forget: async (task) => {
      importSpool()
      patiently((db) => forget(db, fold, task))
    },
    close: () => opened?.close(),
  }
}

type Table = 'sessions' | 'tasks'
type Step<T> = (state: T | undefined, event: Event) => T | undefined
type Touch = <T>(work: (db: DatabaseSync) => T) => T

/** While the file is locked even for reading, nothing of it is known. */
function touchOrBusy<T>(touch: Touch, work: (db: DatabaseSync) => T): T | undefined {
  try {
    return touch(work)
  } catch (error) {
    if (isBusy(error)) return undefined
    throw error
  }
}

/** The stored state, and those of the spooled events that it does not hold yet: a spool file may outlive its import. */
function loadBeside<T>(
  db: DatabaseSync,
  table: Table,
  id: string,
  spooled: readonly Event[],
): Versioned<T> & { readonly missing: readonly Event[] } {
  if (spooled.length === 0) return { ...loadState<T>(db, table, id), missing: [] }
  db.exec('begin')
  try {
    const isStored = db.prepare('select 1 from events where id = ?')
    return { ...loadState<T>(db, table, id), missing: spooled.filter((event) => isStored.get(event.id) === undefined) }
  } finally {
    db.exec('rollback')
  }
}

function loadState<T>(db: DatabaseSync, table: Table, id: string): Versioned<T> {
  const row = db.prepare(`select version, state from ${table} where id = ?`).get(id) as
    | { version: number; state: string }
    | undefined
  return row ? { version: row.version, state: parseState<T>(row.state) } : { version: 0, state: undefined }
}

/** A row that cannot be read is damage like any other: the file is set aside whole. */
function parseState<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new Error('malformed state: the row is not JSON')
  }
}

/** Only the number: a stop pays for every state it parses. */
function versionOf(db: DatabaseSync, { kind, id }: Expected): number {
  const table: Table = kind === 'session' ? 'sessions' : 'tasks'
  const row = db.prepare(`select version from ${table} where id = ?`).get(id) as { version: number } | undefined
  return row?.version ?? 0
}

function concerns(table: Table, id: string, event: Event): boolean {
  return (table === 'sessions' ? event.session : event.task) === id
}

/** An event that is there already (a spool file read twice) is left out of the fold too. */
function insert(db: DatabaseSync, fold: Fold, events: readonly Event[]): void {
  const add = db.prepare(
    'insert into events (id, at, kind, session, task, body) values (?, ?, ?, ?, ?, ?) on conflict (id) do nothing',
  )
  const sessions = new Map<string, Versioned<SessionState>>()
  const tasks = new Map<string, Versioned<TaskState>>()
  for (const event of events) {
    const { id, at, kind, session, task } = event
    const { changes, lastInsertRowid } = add.run(id, at, kind, session ?? null, task ?? null, JSON.stringify(event))
    if (Number(changes) === 0) continue
    const version = Number(lastInsertRowid)
    if (session) {
      const before = sessions.get(session) ?? loadState<SessionState>(db, 'sessions', session)
      sessions.set(session, { version, state: fold.session(before.state, event) })
    }
    if (task) {
      const before = tasks.get(task) ?? loadState<TaskState>(db, 'tasks', task)
      tasks.set(task, { version, state: fold.task(before.state, event) })
    }
  }
  for (const [id, folded] of sessions) save(db, 'sessions', id, folded)
  for (const [id, folded] of tasks) save(db, 'tasks', id, folded)
}

function save(db: DatabaseSync, table: Table, id: string, { version, state }: Versioned<unknown>): void {
  if (state === undefined) return
  const put = db.prepare(`insert or replace into ${table} (id, version, state) values (?, ?, ?)`)
  put.run(id, version, JSON.stringify(state))
}

function readEvents(db: DatabaseSync, { task, after = 0, most }: EventFilter): RecordedEvent[] {
  const where = task === undefined ? 'seq > ?' : 'seq > ? and task = ?'
  const values: SQLInputValue[] = task === undefined ? [after, most] : [after, task, most]
  const rows = db.prepare(`select seq, body from events where ${where} order by seq limit ?`).all(...values)
  return rows.map(toRecorded)
}

function toRecorded(row: unknown): RecordedEvent {
  const { seq, body } = row as { seq: number; body: string }
  return { seq, event: JSON.parse(body) as Event }
}

/** The sessions that worked on the task are folded anew from what remains. */
function forget(db: DatabaseSync, fold: Fold, task: string): void {
  transact(db, () => {
    const rows = db.prepare('select distinct session from events where task = ? and session is not null').all(task)
    db.prepare('delete from events where task = ?').run(task)
    db.prepare('delete from tasks where id = ?').run(task)
    for (const { session } of rows as { session: string }[]) refoldSession(db, fold, session)
  })
  // Neither the free space of the file nor the log may keep what was to be erased.
  db.exec('vacuum')
  db.exec('pragma wal_checkpoint(truncate)')
}

function refoldSession(db: DatabaseSync, fold: Fold, session: string): void {
  const rows = db.prepare('select seq, body from events where session = ? order by seq').all(session)
  const events = rows.map(toRecorded)
  const state = events.reduce<SessionState | undefined>((now, { event }) => fold.session(now, event), undefined)
  db.prepare('delete from sessions where id = ?').run(session)
  save(db, 'sessions', session, { version: events.at(-1)?.seq ?? 0, state })
}
