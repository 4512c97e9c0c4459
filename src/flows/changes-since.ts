// What changed in a workspace since a task began.
import type { FileChange } from '../contract/change.ts'
import type { TaskState } from '../contract/state.ts'
import type { Workshop } from '../platform/workshop.ts'
import { isYardstick } from '../tamper/yardstick.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import type { GitDoor } from '../workspace/git.ts'
import { readChanges, readStart, type Start } from '../workspace/start.ts'
import { loadStart } from './start.ts'
import { gitDoor } from './workspace.ts'
import type { World } from './world.ts'

export type Changes =
  | { readonly ok: true; readonly changes: readonly FileChange[]; readonly isSeen: boolean }
  | { readonly ok: false; readonly why: string }

/** Where the start was not seen, the last commit stands in for it: what was not committed then looks like the agent's. */
export async function changesSince(
  world: World,
  shop: Workshop,
  task: TaskState | undefined,
  root: string,
): Promise<Changes> {
  const door = gitDoor(world, shop)
  const start = loadStart(world, task?.start)
  const from = start ?? (await lastCommit(door, root))
  if (!from) return { ok: false, why: 'there is no repository' }
  const read = await readChanges(door, root, from, isYardstick)
  if (!read.ok) return read
  const changes = read.changes.map((change) => ({
    ...change,
    ...(change.before === undefined ? {} : { before: maskSecrets(change.before) }),
    ...(change.after === undefined ? {} : { after: maskSecrets(change.after) }),
  }))
  return { ok: true, changes, isSeen: start !== undefined }
}

async function lastCommit(door: GitDoor, root: string): Promise<Start | undefined> {
  const now = await readStart(door, root, () => false)
  return now && { ...(now.head === undefined ? {} : { head: now.head }), dirty: [], seen: false }
}
