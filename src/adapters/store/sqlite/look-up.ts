// Finds tasks, sessions and contexts by their columns: a look-up costs the same however many there are.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ContextState } from '../../../contract/context.ts'
import type { ItemState, ListState } from '../../../contract/list.ts'
import type { SessionState, TaskState } from '../../../contract/state.ts'
import { isLookDue } from '../projection.ts'
import { parseState, prepared } from './states.ts'

/** Sorts after every character that an id may contain. */
const LAST = '\u{10ffff}'
/** Where a session began, or where it was when its task opened: an agent's shell may have moved in between. */
const TASKS_IN = `select id from (
  select id, updated_at from (select id, updated_at from task_index where folder = ?1 order by updated_at desc limit ?2)
  union
  select task_index.id, task_index.updated_at
  from (select task from session_index where folder = ?1 order by last_seen desc limit ?2) as ours
  join task_index on task_index.id = ours.task
) order by updated_at desc limit ?2`
/** The states of the ids that the rest of the query finds, in its order. */
const STATES = 'select (select state from tasks where tasks.id = task_index.id) as state from task_index'
const CONTEXTS = 'select (select state from contexts where contexts.id = context_index.id) as state from context_index'
const LISTS = 'select (select state from lists where lists.id = list_index.id) as state from list_index'
const ITEMS = 'select (select state from items where items.id = item_index.id) as state from item_index'
const NEWEST_SESSION = `select state from sessions where id =
  (select id from session_index where host = ? order by host_since desc limit 1)`

export function listTasks(db: DatabaseSync, most: number): TaskState[] {
  return statesOf(db, `${STATES} where is_withdrawn = 0 order by opened_at desc, id limit ?`, [most])
}

export function tasksSince(db: DatabaseSync, opened: string): TaskState[] {
  return statesOf(db, `${STATES} where is_withdrawn = 0 and opened_at >= ? order by opened_at desc, id`, [opened])
}

export function listWaiting(db: DatabaseSync): TaskState[] {
  return statesOf(db, `${STATES} where waits_since > '' order by waits_since, id`, [])
}

export function listSubtasks(db: DatabaseSync, parent: string, most: number): TaskState[] {
  return statesOf(db, `${STATES} where parent = ? order by opened_at, id limit ?`, [parent, most])
}

export function listConcerns(db: DatabaseSync, parent: string): TaskState[] {
  return statesOf(db, `${STATES} where concerns = ? and concerns > '' order by opened_at, id`, [parent])
}

export function countTasks(db: DatabaseSync): number {
  const row = db.prepare('select count(*) as tasks from task_index where is_withdrawn = 0').get() as { tasks: number }
  return row.tasks
}

export function findTasks(db: DatabaseSync, beginning: string, most: number): string[] {
  const found = 'select id from task_index where id >= ? and id < ? order by opened_at desc, id limit ?'
  return idsOf(db, found, [beginning, `${beginning}${LAST}`, most])
}

export function tasksIn(db: DatabaseSync, folder: string, most: number): string[] {
  return idsOf(db, TASKS_IN, [folder, most])
}

export function listRuns(db: DatabaseSync, isMeant: (cwd: string) => boolean, most: number): TaskState[] {
  const rows = db.prepare('select distinct run_cwd as cwd from task_index where run_cwd is not null').all()
  const folders = (rows as { cwd: string }[]).map(({ cwd }) => cwd).filter(isMeant)
  const marks = folders.map(() => '?').join(', ')
  return statesOf(db, `${STATES} where run_cwd in (${marks}) order by opened_at desc, id limit ?`, [...folders, most])
}

export function listContexts(db: DatabaseSync): ContextState[] {
  return statesOf(db, `${CONTEXTS} order by saved_at desc, id`, [])
}

export function oldContexts(db: DatabaseSync, before: string, most: number): ContextState[] {
  return statesOf(db, `${CONTEXTS} where saved_at < ? order by saved_at limit ?`, [before, most])
}

export function listLists(db: DatabaseSync, most: number): ListState[] {
  return statesOf(db, `${LISTS} order by opened_at desc, id limit ?`, [most])
}

export function itemsOf(db: DatabaseSync, list: string): ItemState[] {
  return statesOf(db, `${ITEMS} where list = ?`, [list])
}

export function newestSession(db: DatabaseSync, host: string): SessionState | undefined {
  return statesOf<SessionState>(db, NEWEST_SESSION, [host])[0]
}

export function hasOld(db: DatabaseSync, now: string): boolean {
  const row = db.prepare("select value from upkeep where name = 'looked'").get() as { value: string } | undefined
  const due = 'select 1 from task_index where due_at < ?1 union all select 1 from erasing limit 1'
  return isLookDue(Date.parse(now) - Date.parse(row?.value ?? ''), () => db.prepare(due).get(now) !== undefined)
}

function statesOf<T>(db: DatabaseSync, query: string, values: readonly SQLInputValue[]): T[] {
  const rows = prepared(db, query).all(...values) as { state: string }[]
  return rows.map(({ state }) => parseState<T>(state))
}

function idsOf(db: DatabaseSync, query: string, values: readonly SQLInputValue[]): string[] {
  return (prepared(db, query).all(...values) as { id: string }[]).map(({ id }) => id)
}
