// The embedded store: one SQLite file, safe with many processes at once.
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Event } from '../../../contract/event.ts'
import type { SessionState } from '../../../contract/state.ts'
import { eventOnMachine } from '../machine-names.ts'
import { itemKey, type Projection, projections } from '../projection.ts'
import type { Appended, EventFilter, Expected, Outlive, RecordedEvent, Store, Versioned } from '../store.ts'
import * as lookUp from './look-up.ts'
import { explain, isBusy, lockedError, openDatabase, syncLog, transact } from './open.ts'
import { readSpool, removeSpool, type SpoolFile, writeSpool } from './spool.ts'
import {
  hasUnindexed,
  indexAll,
  loadState,
  newestNumber,
  prepared,
  removeState,
  rowOf,
  saveState,
  type StateTable,
  TABLES,
} from './states.ts'

const PAUSE_MS = 10
const MOST_CHANGES = 500

export interface SqliteOptions {
  readonly home: string
  /** How long to wait for the lock before events go to the spool. */
  readonly busyMs: number
  /** The machine that names of version 0.1 get, which have none; absent: they stay as they are. */
  readonly machine?: () => string
}

export function openSqliteStore({ home, busyMs, machine = () => '' }: SqliteOptions): Store {
  const path = join(home, 'fullstop.db')
  const spool = join(home, 'spool')
  let opened: DatabaseSync | undefined
  const database = (): DatabaseSync => (opened ??= openDatabase({ path, busyMs, machine }))

  /** A spool of version 0.1 may be left: its names have no machine. */
  const spooledFiles = (): SpoolFile[] =>
    readSpool(spool).map((file) => ({ ...file, events: file.events.map((event) => eventOnMachine(event, machine())) }))

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
   * Events in the spool count: a store that stays locked must not make us forget our own refusals. The spool is read
   * first, then the file in one transaction: an import in between moves events, but loses none.
   */
  const load = <T>(table: StateTable, projection: Loading<T>, id: string): Versioned<T> => {
    const { idOf, step } = projection
    const spooled = spooledFiles().filter(({ events }) => events.some((event) => idOf(event) === id))
    const read = touchOrBusy(touch, (db) => loadBeside<T>(db, table, id, spooled))
    const { version, state, missing } = read ?? { version: 0, state: undefined, missing: spooled }
    const late = missing.reduce((now, { events }) => {
      const ours = events.filter((event) => idOf(event) === id)
      return projection.isRepeat?.(now, ours) === true ? now : ours.reduce(step, now)
    }, state)
    return { version, state: late }
  }

  const appendNow = (events: readonly Event[], expected: readonly Expected[], outlive: Outlive): Appended =>
    touch((db) => {
      const { files, hasErased, appended } = transact(db, () => {
        const files = spooledFiles()
        const late = insertLate(db, files)
        // Compared only now: the caller may not have seen what was in the spool.
        const isExpected = expected.every((one) => versionOf(db, one) === one.version)
        const own = isExpected ? insert(db, events) : { hasErased: false }
        const appended: Appended = isExpected ? 'appended' : 'conflict'
        return { files, hasErased: late.hasErased || own.hasErased, appended }
      })
      if (appended === 'conflict' && files.length === 0) return 'conflict'
      // What was spooled has reached the disk before: it must be there before its file goes.
      const { isLong } = outlive === 'kill' && files.length === 0 ? { isLong: false } : syncLog(path)
      removeSpool(files)
      if (hasErased || isLong) emptyLog(db)
      return appended
    })

  const importSpool = (): void => {
    if (spooledFiles().length > 0) touchOrBusy(touch, () => appendNow([], [], 'power-cut'))
  }

  /** A lock that lasts leaves the columns as they are: what an earlier version wrote is found later. */
  const lookUpNow: Touch = (work) => {
    if (patiently(hasUnindexed)) touchOrBusy(touch, (db) => transact(db, () => indexAll(db)))
    return patiently(work)
  }

  const look = async <T>(work: (db: DatabaseSync) => T): Promise<T> => {
    importSpool()
    return lookUpNow(work)
  }

  const newestSession = (host: string): SessionState | undefined => {
    const stored = lookUpNow((db) => lookUp.newestSession(db, host))
    const { idOf, columnsOf } = projections.sessions
    const late = new Set(spooledFiles().flatMap(({ events }) => events.flatMap((event) => idOf(event) ?? [])))
    const spooled = [...late].flatMap((id) => load('sessions', projections.sessions, id).state ?? [])
    const others = stored && !late.has(stored.id) ? [stored] : []
    const since = (session: SessionState): string => columnsOf(session).hostSince ?? ''
    return [...others, ...spooled]
      .filter((session) => columnsOf(session).host === host)
      .reduce<SessionState | undefined>(
        (newest, one) => (newest && since(newest) > since(one) ? newest : one),
        undefined,
      )
  }

  return {
    loadSession: async (id) => load('sessions', projections.sessions, id),
    loadTask: async (id) => load('tasks', projections.tasks, id),
    loadWorkspace: async (id) => load('workspaces', projections.workspaces, id),
    loadContext: async (id) => load('contexts', projections.contexts, id),
    listContexts: () => look(lookUp.listContexts),
    oldContexts: (before, most) => look((db) => lookUp.oldContexts(db, before, most)),
    loadList: async (id) => load('lists', projections.lists, id),
    listLists: (most) => look((db) => lookUp.listLists(db, most)),
    loadItem: async (list, item) => load('items', projections.items, itemKey(list, item)),
    loadItems: (list) => look((db) => lookUp.itemsOf(db, list)),
    newestSession: async (host) => newestSession(host),
    append: async (events, expected = [], outlive = 'power-cut') => {
      try {
        return appendNow(events, expected, outlive)
      } catch (error) {
        if (!isBusy(error)) throw error
        writeSpool(spool, events)
        return 'spooled'
      }
    },
    listTasks: (most) => look((db) => lookUp.listTasks(db, most)),
    listWaiting: () => look(lookUp.listWaiting),
    listSubtasks: (parent, most) => look((db) => lookUp.listSubtasks(db, parent, most)),
    listConcerns: (parent) => look((db) => lookUp.listConcerns(db, parent)),
    countTasks: () => look(lookUp.countTasks),
    findTasks: (beginning, most) => look((db) => lookUp.findTasks(db, beginning, most)),
    tasksIn: (folder, most) => look((db) => lookUp.tasksIn(db, folder, most)),
    listRuns: (isMeant, most) => look((db) => lookUp.listRuns(db, isMeant, most)),
    tasksSince: (opened) => look((db) => lookUp.tasksSince(db, opened)),
    eventsSince: (opened, kinds) => look((db) => eventsSince(db, opened, kinds)),
    readEvents: (filter) => look((db) => readEvents(db, filter)),
    changes: (after, task) => look((db) => readChanges(db, after, task)),
    forget: async (task) => {
      const { forget } = await import('./erase.ts')
      return look((db) => forget(db, task, pause))
    },
    hasOld: async (now) => patiently((db) => lookUp.hasOld(db, now)),
    eraseOld: async (past) => {
      const { eraseOld } = await import('./erase.ts')
      return look((db) => eraseOld(db, past))
    },
    close: () => opened?.close(),
  }
}

/** Gives others the lock between two of our steps: SQLite lets a waiting process look again only now and then. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
}

const TABLE_OF = { session: 'sessions', task: 'tasks', workspace: 'workspaces' } as const
/** The parts of a projection that load the state of one id. */
type Loading<T> = Pick<Projection<T>, 'idOf' | 'step' | 'isRepeat'>
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

/** The stored state, and the spool files that it does not hold yet: a file may outlive its import. */
function loadBeside<T>(
  db: DatabaseSync,
  table: StateTable,
  id: string,
  spooled: readonly SpoolFile[],
): Versioned<T> & { readonly missing: readonly SpoolFile[] } {
  if (spooled.length === 0) return { ...loadState<T>(db, table, id), missing: [] }
  db.exec('begin')
  try {
    return { ...loadState<T>(db, table, id), missing: withoutStored(db, spooled) }
  } finally {
    db.exec('rollback')
  }
}

/** A file is imported as a whole, so its first event tells. */
function withoutStored(db: DatabaseSync, files: readonly SpoolFile[]): SpoolFile[] {
  if (files.length === 0) return []
  const isStored = db.prepare('select 1 from events where id = ?')
  return files.filter(({ events: [first] }) => first !== undefined && isStored.get(first.id) === undefined)
}

/** Only the number: a stop pays for every state it parses. */
function versionOf(db: DatabaseSync, { kind, id }: Expected): number {
  return rowOf(db, TABLE_OF[kind], id)?.version ?? 0
}

interface Inserted {
  readonly hasErased: boolean
}

/** Imports the spool of other processes, file by file; a file that repeats recorded events is dropped. */
function insertLate(db: DatabaseSync, files: readonly SpoolFile[]): Inserted {
  let hasErased = false
  for (const { events } of withoutStored(db, files)) {
    if (!isKnown(db, events)) hasErased = insert(db, events).hasErased || hasErased
  }
  return { hasErased }
}

function isKnown(db: DatabaseSync, events: readonly Event[]): boolean {
  return TABLES.some((table) => {
    const projection: Projection<unknown> = projections[table]
    const id = projection.isRepeat && events.map(projection.idOf).find((owner) => owner !== undefined)
    return id !== undefined && projection.isRepeat?.(loadState<unknown>(db, table, id).state, events) === true
  })
}

/** An event that is there already is left out of the fold too. */
function insert(db: DatabaseSync, events: readonly Event[]): Inserted {
  const add = db.prepare(
    'insert into events (seq, id, at, kind, session, task, workspace, body) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing',
  )
  let seq = newestNumber(db)
  const folded = new Map<
    string,
    { readonly table: StateTable; readonly id: string; readonly now: Versioned<unknown> }
  >()
  let hasErased = false
  for (const event of events) {
    const { id, at, kind, session, task, workspace } = event
    const names = [session ?? null, task ?? null, workspace ?? null]
    if (Number(add.run(seq + 1, id, at, kind, ...names, JSON.stringify(event)).changes) === 0) continue
    seq++
    for (const table of TABLES) {
      const { idOf, step, erases }: Projection<unknown> = projections[table]
      const owner = idOf(event)
      if (owner === undefined) continue
      const before = folded.get(`${table} ${owner}`)?.now ?? loadState<unknown>(db, table, owner)
      const state = step(before.state, event)
      // An unchanged state keeps its version: no decision depends on it.
      const now = state === before.state ? before : { version: seq, state }
      folded.set(`${table} ${owner}`, { table, id: owner, now })
      if (erases && state === undefined && eraseTexts(db, owner, erases)) hasErased = true
    }
  }
  for (const { table, id, now } of folded.values()) {
    const { erases }: Projection<unknown> = projections[table]
    if (now.state === undefined && erases) removeState(db, table, id)
    else saveState(db, table, id, now)
  }
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

/** Their text leaves the log; a short event stays in the place of each, so that none is imported twice. */
function eraseTexts(db: DatabaseSync, task: string, { kind, toErased }: Erases): boolean {
  const found = prepared(db, 'select seq, body from events where task = ? and kind = ?').all(task, kind).map(toRecorded)
  for (const { seq, event } of found) {
    const erased = toErased(event)
    prepared(db, 'update events set kind = ?, body = ? where seq = ?').run(erased.kind, JSON.stringify(erased), seq)
  }
  return found.length > 0
}

type Erases = NonNullable<Projection<unknown>['erases']>

function readEvents(db: DatabaseSync, { task, most, newest = false }: EventFilter): RecordedEvent[] {
  const where = task === undefined ? '' : 'where task = ?'
  const values: SQLInputValue[] = task === undefined ? [most] : [task, most]
  const order = newest ? 'desc' : 'asc'
  const rows = db.prepare(`select seq, body from events ${where} order by seq ${order} limit ?`).all(...values)
  return (newest ? rows.reverse() : rows).map(toRecorded)
}

/** Only bodies that are asked for are parsed. */
function eventsSince(db: DatabaseSync, opened: string, kinds: readonly string[]): RecordedEvent[] {
  const marks = kinds.map(() => '?').join(', ')
  const found = `select seq, body from task_index join events on events.task = task_index.id
    where is_withdrawn = 0 and opened_at >= ? and kind in (${marks}) order by seq`
  return db
    .prepare(found)
    .all(opened, ...kinds)
    .map(toRecorded)
}

/** The newest number alone answers most of the time: nothing was written. */
function readChanges(db: DatabaseSync, after: number, task: string | undefined): RecordedEvent[] {
  if (newestNumber(db) <= after) return []
  const ofTask = task === undefined ? '' : 'and task = ?'
  const read = prepared(db, `select seq, body from events where seq > ? ${ofTask} order by seq limit ${MOST_CHANGES}`)
  return (task === undefined ? read.all(after) : read.all(after, task)).map(toRecorded)
}

function toRecorded(row: unknown): RecordedEvent {
  const { seq, body } = row as { seq: number; body: string }
  return { seq, event: JSON.parse(body) as Event }
}
