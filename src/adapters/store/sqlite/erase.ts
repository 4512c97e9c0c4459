// Erases events: those of a task that a person forgets, and those of tasks that ended long ago. Each step is one small
// transaction, so a hook gets the lock between two steps. A process that is killed leaves a list of the remaining work.
import type { DatabaseSync } from 'node:sqlite'
import type { Event } from '../../../contract/event.ts'
import type { TaskState } from '../../../contract/state.ts'
import { erasedTask, isPastEvent, isPastSession, isPastWorkspace, type Projection, projections } from '../projection.ts'
import type { Past } from '../store.ts'
import { transact } from './open.ts'
import { loadState, newestNumber, removeState, saveState, TABLES } from './states.ts'

/** Some milliseconds of work. */
const MOST_EVENTS = 200
/** Two MiB. */
const MOST_REWRITTEN = 512

/** Which states the events of a forgotten task were folded into. */
interface Touched {
  readonly sessions: readonly string[]
  readonly workspaces: readonly string[]
}

interface Erasing {
  readonly task: string
  readonly forgotten: string | null
}

export function forget(db: DatabaseSync, task: string, pause: () => void): void {
  transact(db, () => beginForgetting(db, task))
  for (;;) {
    const erasing = db.prepare('select task, forgotten from erasing where task = ?').get(task) as Erasing | undefined
    if (!erasing) break
    eraseSome(db, erasing)
    pause()
  }
  // Erased rows are overwritten, but SQLite may have left copies where it moved them before. Up to this size a rewrite of
  // the file takes some 30 ms, which every hook waits for.
  if (usedPages(db) <= MOST_REWRITTEN) db.exec('vacuum')
  // The log beside the file must not keep what was erased either; most of it is copied while others may still write.
  db.exec('pragma wal_checkpoint(passive)')
  db.exec('pragma wal_checkpoint(truncate)')
}

function usedPages(db: DatabaseSync): number {
  const { page_count } = db.prepare('pragma page_count').get() as { page_count: number }
  const { freelist_count } = db.prepare('pragma freelist_count').get() as { freelist_count: number }
  return page_count - freelist_count
}

function beginForgetting(db: DatabaseSync, task: string): void {
  const row = db.prepare('select session from task_index where id = ?').get(task) as { session: string } | undefined
  const sessions = new Set([...named(db, 'session', task), ...(row ? [row.session] : [])])
  const touched: Touched = { sessions: [...sessions], workspaces: named(db, 'workspace', task) }
  removeState(db, 'tasks', task)
  removeBeside(db, task)
  db.prepare('insert or replace into erasing (task, forgotten) values (?, ?)').run(task, JSON.stringify(touched))
}

function removeBeside(db: DatabaseSync, task: string): void {
  for (const table of TABLES) {
    const { goesWith }: Projection<unknown> = projections[table]
    if (goesWith === 'tasks') removeState(db, table, task)
  }
}

function named(db: DatabaseSync, column: 'session' | 'workspace', task: string): string[] {
  const rows = db.prepare(`select distinct ${column} as id from events where task = ? and ${column} is not null`)
  return (rows.all(task) as { id: string }[]).map(({ id }) => id)
}

/** The next events of the task; once none is left, what they were folded into is folded again. */
function eraseSome(db: DatabaseSync, { task, forgotten }: Erasing): void {
  const erased = transact(db, () => eraseEvents(db, task, MOST_EVENTS))
  if (erased === MOST_EVENTS) return
  const { sessions, workspaces } = JSON.parse(forgotten ?? '{"sessions":[],"workspaces":[]}') as Touched
  for (const id of sessions) refold(db, 'session', id, projections.sessions)
  for (const id of workspaces) refold(db, 'workspace', id, projections.workspaces)
  db.prepare('delete from erasing where task = ?').run(task)
}

function eraseEvents(db: DatabaseSync, task: string, most: number): number {
  keepNewest(db)
  const found = 'select seq from events where task = ? order by seq limit ?'
  return Number(db.prepare(`delete from events where seq in (${found})`).run(task, most).changes)
}

/** No number is used twice, even if the newest event is erased: versions and followers rely on that. */
function keepNewest(db: DatabaseSync): void {
  writeUpkeep(db, 'newest', String(newestNumber(db)))
}

/** Read without the lock: what others add meanwhile is folded on top once it is held. */
function refold<T>(db: DatabaseSync, column: 'session' | 'workspace', id: string, { step }: Projection<T>): void {
  const read = db.prepare(`select seq, body from events where ${column} = ? and seq > ? order by seq`)
  const table = column === 'session' ? 'sessions' : 'workspaces'
  const foldOn = (from: Folded<T>): Folded<T> => {
    const rows = read.all(id, from.version) as { seq: number; body: string }[]
    return rows.reduce<Folded<T>>(
      ({ state }, { seq, body }) => ({ version: seq, state: step(state, JSON.parse(body) as Event) }),
      from,
    )
  }
  const before = foldOn({ version: 0, state: undefined })
  transact(db, () => {
    removeState(db, table, id)
    saveState(db, table, id, foldOn(before))
  })
}

interface Folded<T> {
  readonly version: number
  readonly state: T | undefined
}

export function eraseOld(db: DatabaseSync, past: Past): boolean {
  const erasing = db.prepare('select task, forgotten from erasing limit 1').get() as Erasing | undefined
  if (erasing) {
    eraseSome(db, erasing)
    return true
  }
  return transact(db, () => {
    writeUpkeep(db, 'looked', past.now)
    return foldDue(db, past.now) || walk(db, past)
  })
}

/** The row that stays is written in the transaction that erases the first of the events. */
function foldDue(db: DatabaseSync, now: string): boolean {
  const due = db.prepare('select id from task_index where due_at < ? order by due_at limit 1')
  let left = MOST_EVENTS
  let isAny = false
  while (left > 0) {
    const found = due.get(now) as { id: string } | undefined
    if (!found) return isAny
    isAny = true
    const { version, state } = loadState<TaskState>(db, 'tasks', found.id)
    if (!state) return isAny
    // No event ever gives a negative version, so a decision on the former task meets a conflict.
    saveState(db, 'tasks', found.id, { version: -Math.abs(version), state: erasedTask(state, now) })
    removeBeside(db, found.id)
    const erased = eraseEvents(db, found.id, left)
    if (erased === left) db.prepare('insert or ignore into erasing (task, forgotten) values (?, null)').run(found.id)
    // A task without events counts as work too.
    left -= Math.max(erased, 5)
  }
  return true
}

/** Rows without a task are visited in this order; the position is stored, so each step continues from the last. */
function walk(db: DatabaseSync, past: Past): boolean {
  const [name = 'sessions', after = ''] = (readUpkeep(db, 'walk') ?? '').split(' ', 2).filter(Boolean)
  const place = WALKS.findIndex((one) => one.name === name)
  const last = WALKS[place]?.look(db, past, after)
  const next = last === undefined ? WALKS[place + 1]?.name : `${name} ${last}`
  if (next === undefined) db.prepare("delete from upkeep where name = 'walk'").run()
  else writeUpkeep(db, 'walk', next)
  return next !== undefined
}

/** Each returns the last row it has looked at; undefined: it came to the end. */
const WALKS: readonly { name: string; look: (db: DatabaseSync, past: Past, after: string) => string | undefined }[] = [
  { name: 'sessions', look: eraseSessions },
  { name: 'workspaces', look: eraseWorkspaces },
  { name: 'lists', look: eraseLists },
  { name: 'events', look: eraseOrphans },
]

function eraseSessions(db: DatabaseSync, { before }: Past, after: string): string | undefined {
  const rows = db
    .prepare(
      `select session_index.id, last_seen, coalesce(is_erased = 0, 0) as has_task
       from session_index left join task_index on task_index.id = session_index.task
       where session_index.id > ?1 order by session_index.id limit ?2`,
    )
    .all(after, MOST_EVENTS) as { id: string; last_seen: string; has_task: number }[]
  for (const { id, last_seen: lastSeen, has_task } of rows) {
    if (isPastSession({ lastSeen }, { hasTask: has_task === 1 }, before)) removeState(db, 'sessions', id)
  }
  return rows.length === MOST_EVENTS ? rows.at(-1)?.id : undefined
}

function eraseWorkspaces(db: DatabaseSync, { before }: Past, after: string): string | undefined {
  const rows = db
    .prepare('select id, ran_at from workspace_index where id > ? order by id limit ?')
    .all(after, MOST_EVENTS) as { id: string; ran_at: string | null }[]
  for (const { id, ran_at } of rows) {
    if (isPastWorkspace({ ranAt: ran_at ?? undefined }, before)) removeState(db, 'workspaces', id)
  }
  return rows.length === MOST_EVENTS ? rows.at(-1)?.id : undefined
}

/** One list with its items at a time. */
function eraseLists(db: DatabaseSync, { before }: Past): string | undefined {
  const row = db.prepare('select id from list_index where ended_at < ? limit 1').get(before) as
    | { id: string }
    | undefined
  if (!row) return undefined
  const items = db.prepare('select id from item_index where list = ?').all(row.id) as { id: string }[]
  for (const { id } of items) removeState(db, 'items', id)
  removeState(db, 'lists', row.id)
  return row.id
}

/** Ends at the first step that meets a newer event. */
function eraseOrphans(db: DatabaseSync, { before }: Past, after: string): string | undefined {
  const rows = db
    .prepare(
      `select seq, at, task,
         exists (select 1 from task_index where task_index.id = events.task and is_erased = 0) as has_task,
         exists (select 1 from session_index where session_index.id = events.session) as has_session
       from events where seq > ?1 order by seq limit ?2`,
    )
    .all(Number(after), MOST_EVENTS) as unknown as OldRow[]
  keepNewest(db)
  const erase = db.prepare('delete from events where seq = ?')
  for (const { seq, at, task, has_task, has_session } of rows) {
    const event = { at, task: task ?? undefined, hasTask: has_task === 1, hasSession: has_session === 1 }
    if (isPastEvent(event, before)) erase.run(seq)
  }
  const isAllOld = rows.length === MOST_EVENTS && rows.every(({ at }) => at < before)
  return isAllOld ? String(rows.at(-1)?.seq) : undefined
}

interface OldRow {
  readonly seq: number
  readonly at: string
  readonly task: string | null
  readonly has_task: number
  readonly has_session: number
}

function readUpkeep(db: DatabaseSync, name: string): string | undefined {
  const row = db.prepare('select value from upkeep where name = ?').get(name) as { value: string } | undefined
  return row?.value
}

function writeUpkeep(db: DatabaseSync, name: string, value: string): void {
  db.prepare('insert or replace into upkeep (name, value) values (?, ?)').run(name, value)
}
