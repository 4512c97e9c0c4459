// Adds the machine to names of folders and processes that version 0.1 wrote bare, in events and in states. Stores use it
// where such events come in: in a migration, and from a spool that 0.1 left behind.
import type { Event, EventKind } from '../../contract/event.ts'
import { withMachine } from '../../contract/machine.ts'
import type { SessionState, WorkspaceState } from '../../contract/state.ts'
import { given } from '../../contract/given.ts'

/** The kinds of events that name a process. */
export const WITH_PROCESS: readonly EventKind[] = ['session.seen']

export function eventOnMachine(event: Event, machine: string): Event {
  const { workspace } = event
  const named = workspace === undefined ? event : { ...event, workspace: withMachine(workspace, machine) }
  return named.kind === 'session.seen' ? { ...named, ...processesOf(named, machine) } : named
}

export function sessionOnMachine(session: SessionState, machine: string): SessionState {
  return { ...session, ...processesOf(session, machine) }
}

export function workspaceOnMachine(workspace: WorkspaceState, machine: string): WorkspaceState {
  return { ...workspace, id: withMachine(workspace.id, machine) }
}

interface Processes {
  readonly host?: string | undefined
  readonly client?: string | undefined
}

function processesOf(
  { host, client }: Processes,
  machine: string,
): { readonly host?: string; readonly client?: string } {
  return given({ host, client }, (process) => withMachine(process, machine))
}
