// The embedded store: one SQLite file, safe with many processes at once.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ContextState } from '../../contract/context.ts'
import type { Event } from '../../contract/event.ts'
import type { SessionState, TaskState, WorkspaceState } from '../../contract/state.ts'
import type { Appended, EventFilter, Expected, Fold, RecordedEvent, Store, Versioned } from '../store.ts'
import { explain, isBusy, lockedError, openDatabase, syncLog, transact } from './open.ts'
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
      syncLog(path)
      removeSpool(spooled)
      if (events.some(clearsContext)) forgetBytes(db)
      return 'appended'
    })

  const importSpool = (): void => {
    if (readSpool(spool).length > 0) touchOrBusy(touch, () => appendNow([], []))
  }

  return {
    loadSession: async (id) => load('sessions', id, fold.session),
    loadTask: async (id) => load('tasks', id, fold.task),
    loadWorkspace: async (id) => load('workspaces', id, fold.workspace),
    loadContext: async (id) => load('contexts', id, fold.context),
    listContexts: async () => {
      importSpool()
      return patiently((db) => {
        const rows = db.prepare("select state from contexts order by state -> 'context' ->> 'updatedAt' desc, id").all()
        return (rows as { state: string }[]).map((row) => parseState<ContextState>(row.state))
      })
    },
    newestSession: async (host) => {
      const row = patiently((db) => db.prepare(NEWEST_SESSION).get(host)) as { state: string } | undefined
      const stored = row && parseState<SessionState>(row.state)
      const spooled = readSpool(spool)
        .flatMap((file) => file.events)
        .findLast((event) => event.kind === 'session.seen' && event.host === host)
      if (spooled?.session === undefined || spooled.at < (stored?.hostSince ?? '')) return stored
      return load('sessions', spooled.session, fold.session).state
    },
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
    stamp: () => [`${path}-wal`, path, spool].map(stampOf).join(' '),
    close: () => opened?.close(),
  }
}

/** In the log of the file every write leaves its trace, until it is taken over into the file itself. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.size}-${stat.mtimeMs}` : ''
}

/** Other events of a session go on after it gave way to the next: only what was seen of its process counts. */
const NEWEST_SESSION =
  "select state from sessions where state ->> 'host' = ? and state ->> 'ended' is null order by state ->> 'hostSince' desc limit 1"

type Table = 'sessions' | 'tasks' | 'workspaces' | 'contexts'
const TABLES = { session: 'sessions', task: 'tasks', workspace: 'workspaces' } as const
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
  const row = db.prepare(`select version from ${TABLES[kind]} where id = ?`).get(id) as { version: number } | undefined
  return row?.version ?? 0
}

function concerns(table: Table, id: string, event: Event): boolean {
  const named = { sessions: event.session, tasks: event.task, workspaces: event.workspace, contexts: event.task }
  return named[table] === id
}

/** An event that is there already (a spool file read twice) is left out of the fold too. */
function insert(db: DatabaseSync, fold: Fold, events: readonly Event[]): void {
  const add = db.prepare(
    'insert into events (id, at, kind, session, task, workspace, body) values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing',
  )
  const sessions = new Map<string, Versioned<SessionState>>()
  const tasks = new Map<string, Versioned<TaskState>>()
  const workspaces = new Map<string, Versioned<WorkspaceState>>()
  const contexts = new Map<string, Versioned<ContextState>>()
  /** A state that an event leaves as it is keeps its version: nobody's decision rests on it. */
  const step = <T>(
    states: Map<string, Versioned<T>>,
    id: string,
    table: Table,
    change: (state: T | undefined) => T | undefined,
    version: number,
  ): void => {
    const before = states.get(id) ?? loadState<T>(db, table, id)
    const state = change(before.state)
    states.set(id, state === before.state ? before : { version, state })
  }
  for (const event of events) {
    const { id, at, kind, session, task, workspace } = event
    const names = [session ?? null, task ?? null, workspace ?? null]
    const { changes, lastInsertRowid } = add.run(id, at, kind, ...names, JSON.stringify(event))
    if (Number(changes) === 0) continue
    const version = Number(lastInsertRowid)
    if (session) step(sessions, session, 'sessions', (state) => fold.session(state, event), version)
    if (task) step(tasks, task, 'tasks', (state) => fold.task(state, event), version)
    if (workspace) step(workspaces, workspace, 'workspaces', (state) => fold.workspace(state, event), version)
    if (task && movesContext(event)) {
      step(contexts, task, 'contexts', (state) => fold.context(state, event), version)
      if (contexts.get(task)?.state === undefined) eraseSaves(db, task)
    }
  }
  for (const [id, folded] of sessions) save(db, 'sessions', id, folded)
  for (const [id, folded] of tasks) save(db, 'tasks', id, folded)
  for (const [id, folded] of workspaces) save(db, 'workspaces', id, folded)
  for (const [id, folded] of contexts) saveContext(db, id, folded)
}

function clearsContext(event: Event): boolean {
  return event.kind === 'context.cleared' || (event.kind === 'task.ended' && event.outcome === 'completed')
}

/** What was overwritten must not lie on in the log beside the file. */
function forgetBytes(db: DatabaseSync): void {
  try {
    db.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // Somebody reads at this moment: the next checkpoint does it.
  }
}

/** Most events say nothing about a context: then it is not even read. */
function movesContext({ kind }: Event): boolean {
  return kind === 'task.ended' || kind.startsWith('context.')
}

function saveContext(db: DatabaseSync, id: string, folded: Versioned<ContextState>): void {
  if (folded.state !== undefined) return save(db, 'contexts', id, folded)
  db.prepare('delete from contexts where id = ?').run(id)
}

/** A context that is cleared is gone from the log too; that there were saves stays, so that none is imported twice. */
function eraseSaves(db: DatabaseSync, task: string): void {
  const body = "json_object('id', id, 'at', at, 'kind', 'context.erased', 'session', session, 'task', task)"
  const saves = "task = ? and kind = 'context.saved'"
  db.prepare(`update events set kind = 'context.erased', body = ${body} where ${saves}`).run(task)
}

function save(db: DatabaseSync, table: Table, id: string, { version, state }: Versioned<unknown>): void {
  if (state === undefined) return
  const put = db.prepare(`insert or replace into ${table} (id, version, state) values (?, ?, ?)`)
  put.run(id, version, JSON.stringify(state))
}

function readEvents(db: DatabaseSync, { task, after = 0, most, newest = false }: EventFilter): RecordedEvent[] {
  const where = task === undefined ? 'seq > ?' : 'seq > ? and task = ?'
  const values: SQLInputValue[] = task === undefined ? [after, most] : [after, task, most]
  const order = newest ? 'desc' : 'asc'
  const rows = db.prepare(`select seq, body from events where ${where} order by seq ${order} limit ?`).all(...values)
  return (newest ? rows.reverse() : rows).map(toRecorded)
}

function toRecorded(row: unknown): RecordedEvent {
  const { seq, body } = row as { seq: number; body: string }
  return { seq, event: JSON.parse(body) as Event }
}

/** The sessions and folders that the task touched are folded anew from what remains. */
function forget(db: DatabaseSync, fold: Fold, task: string): void {
  transact(db, () => {
    const sessions = named(db, 'session', task)
    const workspaces = named(db, 'workspace', task)
    db.prepare('delete from events where task = ?').run(task)
    db.prepare('delete from tasks where id = ?').run(task)
    db.prepare('delete from contexts where id = ?').run(task)
    for (const id of sessions) refold(db, 'session', id, fold.session)
    for (const id of workspaces) refold(db, 'workspace', id, fold.workspace)
  })
  // Neither the free space of the file nor the log may keep what was to be erased.
  db.exec('vacuum')
  db.exec('pragma wal_checkpoint(truncate)')
}

function named(db: DatabaseSync, column: 'session' | 'workspace', task: string): string[] {
  const rows = db.prepare(`select distinct ${column} as id from events where task = ? and ${column} is not null`)
  return (rows.all(task) as { id: string }[]).map(({ id }) => id)
}

function refold<T>(db: DatabaseSync, column: 'session' | 'workspace', id: string, step: Step<T>): void {
  const rows = db.prepare(`select seq, body from events where ${column} = ? order by seq`).all(id)
  const events = rows.map(toRecorded)
  const state = events.reduce<T | undefined>((now, { event }) => step(now, event), undefined)
  const table = TABLES[column]
  db.prepare(`delete from ${table} where id = ?`).run(id)
  save(db, table, id, { version: events.at(-1)?.seq ?? 0, state })
}
