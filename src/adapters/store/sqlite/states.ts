// The folded states as rows: one table for each kind with a version and the state as JSON, and beside it a narrow table
// with the columns that states are found by. The projection fills the columns.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type Projection, projections } from '../projection.ts'
import type { Versioned } from '../store.ts'

export type StateTable = keyof typeof projections

export const TABLES = Object.keys(projections) as readonly StateTable[]

const INDEXES = {
  sessions: { name: 'session_index', keys: ['folder', 'lastSeen', 'task', 'host', 'hostSince'] },
  tasks: {
    name: 'task_index',
    keys: [
      'session',
      'isWithdrawn',
      'openedAt',
      'updatedAt',
      'folder',
      'runCwd',
      'dueAt',
      'isErased',
      'waitsSince',
      'parent',
      'concerns',
    ],
  },
  workspaces: { name: 'workspace_index', keys: ['ranAt'] },
  contexts: { name: 'context_index', keys: ['savedAt'] },
  lists: { name: 'list_index', keys: ['openedAt', 'endedAt'] },
  items: { name: 'item_index', keys: ['list'] },
} as const satisfies {
  readonly [T in StateTable]: {
    readonly name: string
    readonly keys: readonly (keyof ReturnType<(typeof projections)[T]['columnsOf']>)[]
  }
}

type Columns = Readonly<Record<string, string | boolean | undefined>>

export function loadState<T>(db: DatabaseSync, table: StateTable, id: string): Versioned<T> {
  const row = rowOf(db, table, id)
  return row ? { version: row.version, state: parseState<T>(row.state) } : { version: 0, state: undefined }
}

/** One statement for every use: compiling a second one would cost more than reading the state with it. */
export function rowOf(
  db: DatabaseSync,
  table: StateTable,
  id: string,
): { readonly version: number; readonly state: string } | undefined {
  return prepared(db, `select version, state from ${table} where id = ?`).get(id) as
    | { version: number; state: string }
    | undefined
}

/** The columns come first: a trigger notes every state whose columns are of another version. */
export function saveState(
  db: DatabaseSync,
  table: StateTable,
  id: string,
  { version, state }: Versioned<unknown>,
): void {
  if (state === undefined) return
  saveColumns(db, table, id, { version, state })
  const put = prepared(db, `insert or replace into ${table} (id, version, state) values (?, ?, ?)`)
  put.run(id, version, JSON.stringify(state))
}

export function removeState(db: DatabaseSync, table: StateTable, id: string): void {
  prepared(db, `delete from ${INDEXES[table].name} where id = ?`).run(id)
  prepared(db, `delete from ${table} where id = ?`).run(id)
}

function saveColumns(db: DatabaseSync, table: StateTable, id: string, { version, state }: Versioned<unknown>): void {
  const { name, keys } = INDEXES[table]
  const projection: Projection<unknown> = projections[table]
  const columns = projection.columnsOf(state) as Columns
  const marks = keys.map(() => '?').join(', ')
  const put = `insert or replace into ${name} (id, version, ${keys.map(toColumn).join(', ')}) values (?, ?, ${marks})`
  prepared(db, put).run(id, version, ...keys.map((key) => toValue(columns[key])))
}

/** Most are one word; the others are taken apart by a pattern. */
function toColumn(key: string): string {
  return key === key.toLowerCase() ? key : key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function toValue(value: Columns[string]): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : (value ?? null)
}

export function hasUnindexed(db: DatabaseSync): boolean {
  return prepared(db, 'select 1 from unindexed limit 1').get() !== undefined
}

/** Writes the columns of states that another version of this program wrote, or that a migration changed. */
export function indexAll(db: DatabaseSync): void {
  const rows = db.prepare('select kind, id from unindexed').all() as { kind: StateTable; id: string }[]
  for (const { kind, id } of rows) {
    const { version, state } = loadState<unknown>(db, kind, id)
    if (state === undefined) removeState(db, kind, id)
    else saveColumns(db, kind, id, { version, state })
  }
  db.exec('delete from unindexed')
}

/** The highest number that an event ever had. `upkeep` has it where the event was erased. */
export function newestNumber(db: DatabaseSync): number {
  const kept = "select cast(value as integer) from upkeep where name = 'newest'"
  const newest = `select max(coalesce((select max(seq) from events), 0), coalesce((${kept}), 0)) as seq`
  return (prepared(db, newest).get() as { seq: number }).seq
}

/** A row that cannot be read is damage like any other: the file is set aside whole. */
export function parseState<T>(text: string): T {
  try {
    return JSON.parse(text) as T
  } catch {
    throw new Error('malformed state: the row is not JSON')
  }
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>()

/** Compiling a statement costs more than running it; an import of many events runs these for each of them. */
export function prepared(db: DatabaseSync, text: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>()
  const statement = known.get(text) ?? db.prepare(text)
  statements.set(db, known.set(text, statement))
  return statement
}
