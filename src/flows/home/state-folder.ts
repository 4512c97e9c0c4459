// The entrance to our own folder, FULLSTOP_HOME: which folders lie in it. The store and its spool are left to the
// adapters.
//
//   workspace.ts       a folder in which checks run: its name, its locks, its rounds
//   rounds/            a round of checks: asked for, announced, started, and what is handed over to it
//   check-mark.ts      the mark on the processes of a check
//   own-command.ts     runs a command of the user's own config
//   read-json.ts       a small file of ours
//   stint-files.ts     the files of a stint, shared by supervisor and host
//   notify-folder.ts   the folder of notifications
//   presence.ts        that our server runs beside an agent
//   processes-here.ts  the processes of this machine, by names that no other machine uses
//   marks.ts           variables that show that a process runs inside an agent
//   take-lock.ts       a lock that others only look at
//   until-recorded.ts  the one retry loop
//   follow.ts          the one follower of the store
//   tasks/             which task is meant, what is recorded of it, and its end told to the tasks above and below
//   answer-by.ts       when a hook must have answered
//   in-time.ts         work that may take longer than a hook has
import { join } from 'node:path'

/** The folders below FULLSTOP_HOME. `docs/internals/store.md` says what each holds, and for how long. */
export const STATE_FOLDERS = [
  'acp',
  'declined',
  'ids',
  'install',
  'kept',
  'lists',
  'locks',
  'notify',
  'runs',
  'servers',
  'starts',
  'stints',
  'trust',
  'ui',
  'words',
] as const

export type StateFolder = (typeof STATE_FOLDERS)[number]

export function inState(
  { stateHome }: { readonly stateHome: string },
  folder: StateFolder,
  ...names: readonly string[]
): string {
  return join(stateHome, folder, ...names)
}
