// A migration: stores of version 0.1 knew one machine. Their folders and processes get the name of that machine, in the
// events and in the states folded from them.
import type { DatabaseSync } from 'node:sqlite'
import type { Event } from '../../../contract/event.ts'
import type { SessionState, WorkspaceState } from '../../../contract/state.ts'
import { eventOnMachine, sessionOnMachine, WITH_PROCESS, workspaceOnMachine } from '../machine-names.ts'
import { loadState, removeState, saveState, type StateTable } from './states.ts'

const AT_ONCE = 1000

export function addMachine(db: DatabaseSync, machine: string): void {
  if (machine === '') return
  renameEvents(db, machine)
  for (const id of idsOf(db, 'sessions')) {
    const { version, state } = loadState<SessionState>(db, 'sessions', id)
    if (state) saveState(db, 'sessions', id, { version, state: sessionOnMachine(state, machine) })
  }
  for (const id of idsOf(db, 'workspaces')) {
    const { version, state } = loadState<WorkspaceState>(db, 'workspaces', id)
    if (!state) continue
    removeState(db, 'workspaces', id)
    const named = workspaceOnMachine(state, machine)
    saveState(db, 'workspaces', named.id, { version, state: named })
  }
}

function idsOf(db: DatabaseSync, table: StateTable): string[] {
  return (db.prepare(`select id from ${table}`).all() as { id: string }[]).map(({ id }) => id)
}

function renameEvents(db: DatabaseSync, machine: string): void {
  const kinds = WITH_PROCESS.map(() => '?').join(', ')
  const named = `seq > ? and (workspace is not null or kind in (${kinds}))`
  const read = db.prepare(`select seq, body from events where ${named} order by seq limit ${AT_ONCE}`)
  const write = db.prepare('update events set workspace = ?, body = ? where seq = ?')
  for (let after = 0; ;) {
    const rows = read.all(after, ...WITH_PROCESS) as { seq: number; body: string }[]
    for (const { seq, body } of rows) {
      after = seq
      const event = parseEvent(body)
      if (!event) continue
      const named = eventOnMachine(event, machine)
      write.run(named.workspace ?? null, JSON.stringify(named), seq)
    }
    if (rows.length < AT_ONCE) return
  }
}

function parseEvent(body: string): Event | undefined {
  try {
    return JSON.parse(body) as Event
  } catch {
    // A damaged row is no reason to refuse the whole store: it stays as it is.
    return undefined
  }
}
