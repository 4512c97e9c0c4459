// What changed in a workspace since a task began.
import type { FileChange } from '../contract/change.ts'
import type { TaskState } from '../contract/state.ts'
import { isYardstick } from '../tamper/yardstick.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import { changesIn, type Reading, type Start } from '../workspace/start.ts'
import { loadStart } from './start.ts'
import type { World } from './world.ts'

export type Changes =
  | { readonly ok: true; readonly changes: readonly FileChange[]; readonly isSeen: boolean }
  | { readonly ok: false; readonly why: string }

/** Where the start was not seen, the last commit stands in for it: what was not committed then looks like the agent's. */
export async function changesSince(world: World, task: TaskState | undefined, reading: Reading): Promise<Changes> {
  const start = loadStart(world, task?.start)
  if (!start && !reading.tree.isRepository) return { ok: false, why: 'there is no repository' }
  const read = await changesIn(reading, start ?? lastCommit(reading), isYardstick)
  if (!read.ok) return read
  const changes = read.changes.map((change) => ({
    ...change,
    ...(change.before === undefined ? {} : { before: maskSecrets(change.before) }),
    ...(change.after === undefined ? {} : { after: maskSecrets(change.after) }),
  }))
  return { ok: true, changes, isSeen: start !== undefined }
}

function lastCommit({ tree: { head } }: Reading): Start {
  return { ...(head === undefined ? {} : { head }), dirty: [], seen: false }
}
