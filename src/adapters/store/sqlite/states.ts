// The folded states as rows: one table for each kind, a version and the state as JSON.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { projections } from '../projection.ts'
import type { Versioned } from '../store.ts'
import { parseState } from './look-up.ts'

export type Table = keyof typeof projections

export function loadState<T>(db: DatabaseSync, table: Table, id: string): Versioned<T> {
  const row = prepared(db, `select version, state from ${table} where id = ?`).get(id) as
    | { version: number; state: string }
    | undefined
  return row ? { version: row.version, state: parseState<T>(row.state) } : { version: 0, state: undefined }
}

export function saveState(db: DatabaseSync, table: Table, id: string, { version, state }: Versioned<unknown>): void {
  if (state === undefined) return
  const put = prepared(db, `insert or replace into ${table} (id, version, state) values (?, ?, ?)`)
  put.run(id, version, JSON.stringify(state))
}

export function removeState(db: DatabaseSync, table: Table, id: string): void {
  prepared(db, `delete from ${table} where id = ?`).run(id)
}

/** The highest number that an event ever had. `upkeep` has it where the event was erased. */
export function newestNumber(db: DatabaseSync): number {
  const kept = "select cast(value as integer) from upkeep where name = 'newest'"
  const newest = `select max(coalesce((select max(seq) from events), 0), coalesce((${kept}), 0)) as seq`
  return (prepared(db, newest).get() as { seq: number }).seq
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** Compiling a statement costs more than running it; an import of many events runs these for each of them. */
export function prepared(db: DatabaseSync, text: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>()
  const statement = known.get(text) ?? db.prepare(text)
  statements.set(db, known.set(text, statement))
  return statement
}
