// The embedded store: one SQLite file, safe with many processes at once.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ContextState } from '../../../contract/context.ts'
import type { Event } from '../../../contract/event.ts'
import type { SessionState, TaskState, WorkspaceState } from '../../../contract/state.ts'
import type { Appended, EventFilter, Expected, Fold, RecordedEvent, Store, Versioned } from '../store.ts'
import * as lookUp from './look-up.ts'
import { explain, isBusy, lockedError, openDatabase, syncLog, transact } from './open.ts'
import { readSpool, removeSpool, writeSpool } from './spool.ts'
import { loadState, removeState, saveState, type Step, type Table } from './states.ts'

const PAUSE_MS = 10

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
      const done = transact(db, () => {
        if (!expected.every((one) => versionOf(db, one) === one.version)) return undefined
        const files = readSpool(spool)
        const { hasErased } = insert(db, fold, [...files.flatMap((file) => file.events), ...events])
        return { files, hasErased }
      })
      if (!done) return 'conflict'
      const { isLong } = syncLog(path)
      removeSpool(done.files)
      if (done.hasErased || isLong) emptyLog(db)
      return 'appended'
    })

  const importSpool = (): void => {
    if (readSpool(spool).length > 0) touchOrBusy(touch, () => appendNow([], []))
  }

  const look = async <T>(work: (db: DatabaseSync) => T): Promise<T> => {
    importSpool()
    return patiently(work)
  }

  return {
    loadSession: async (id) => load('sessions', id, fold.session),
    loadTask: async (id) => load('tasks', id, fold.task),
    loadWorkspace: async (id) => load('workspaces', id, fold.workspace),
    loadContext: async (id) => load('contexts', id, fold.context),
    listContexts: () => look(lookUp.listContexts),
    oldContexts: (before, most) => look((db) => lookUp.oldContexts(db, before, most)),
    newestSession: async (host) => {
      const stored = patiently((db) => lookUp.newestSession(db, host))
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
    listTasks: (most) => look((db) => lookUp.listTasks(db, most)),
    countTasks: () => look(lookUp.countTasks),
    findTasks: (beginning, most) => look((db) => lookUp.findTasks(db, beginning, most)),
    tasksIn: (folder, most) => look((db) => lookUp.tasksIn(db, folder, most)),
    listRuns: (isMeant, most) => look((db) => lookUp.listRuns(db, isMeant, most)),
    readEvents: (filter) => look((db) => readEvents(db, filter)),
    forget: async (task) => {
      const { forget } = await import('./erase.ts')
      return look((db) => forget(db, fold, task, pause))
    },
    hasOld: async (now) => patiently((db) => lookUp.hasOld(db, now)),
    eraseOld: async (past) => {
      const { eraseOld } = await import('./erase.ts')
      return look((db) => eraseOld(db, fold, past))
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

/** Between two steps of ours others get the lock: SQLite lets whoever waits look again only now and then. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

const TABLES = { session: 'sessions', task: 'tasks', workspace: 'workspaces' } as const
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
function insert(db: DatabaseSync, fold: Fold, events: readonly Event[]): { readonly hasErased: boolean } {
  const add = db.prepare(
    'insert into events (id, at, kind, session, task, workspace, body) values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing',
  )
  const sessions = new Map<string, Versioned<SessionState>>()
  const tasks = new Map<string, Versioned<TaskState>>()
  const workspaces = new Map<string, Versioned<WorkspaceState>>()
  const contexts = new Map<string, Versioned<ContextState>>()
  let hasErased = false
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
      if (contexts.get(task)?.state === undefined && eraseSaves(db, task)) hasErased = true
    }
  }
  for (const [id, folded] of sessions) saveState(db, 'sessions', id, folded)
  for (const [id, folded] of tasks) saveState(db, 'tasks', id, folded)
  for (const [id, folded] of workspaces) saveState(db, 'workspaces', id, folded)
  for (const [id, folded] of contexts) saveContext(db, id, folded)
  return { hasErased }
}

/**
 * Copies the log into the file and empties it. SQLite's own checkpoints do not shorten the log of processes that each
 * write once: the next one to open the store begins to count anew.
 */
function emptyLog(db: DatabaseSync): void {
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
  if (folded.state === undefined) removeState(db, 'contexts', id)
  else saveState(db, 'contexts', id, folded)
}

/** A context that is cleared is gone from the log too; that there were saves stays, so that none is imported twice. */
function eraseSaves(db: DatabaseSync, task: string): boolean {
  const body = "json_object('id', id, 'at', at, 'kind', 'context.erased', 'session', session, 'task', task)"
  const saves = "task = ? and kind = 'context.saved'"
  const erase = db.prepare(`update events set kind = 'context.erased', body = ${body} where ${saves}`)
  return Number(erase.run(task).changes) > 0
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
