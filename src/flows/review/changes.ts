// What changed between a moment that was kept and now, as files of a review.
import type { DiffFile, ReviewDiff } from '../../contract/view/review.ts'
import type { TaskState } from '../../contract/state.ts'
import type { TreeReading, Start } from '../../adapters/workspace/start.ts'
import { lookingOrder, orderWith } from '../../domain/proof/yardstick/reading-order.ts'
import { isYardstick } from '../../domain/proof/yardstick/yardstick.ts'
import { toDiffFiles } from '../../domain/review/diff-files.ts'
import { maskSecretsInLines } from '../../domain/text/mask-secrets.ts'
import { given } from '../../contract/given.ts'
import { loadStart } from '../verify/start/load-start.ts'
import type { World } from '../world.ts'

const MOST_FILES = 3000
/** A start that is still being read is there in a moment, or it never comes. */
const MOST_WAITED_MS = 10_000

/** All that the task changed. Where its start is not known, the last commit stands in for it. */
export async function diffOf(world: World, task: TaskState, reading: TreeReading): Promise<ReviewDiff> {
  const start = await loadStart(world, task.start, world.now().getTime() + MOST_WAITED_MS)
  if (!start && !reading.tree.isRepository) return { kind: 'unknown', why: 'there is no repository' }
  const read = await filesSince(
    world,
    reading,
    start ?? { ...given({ head: reading.tree.head }), dirty: [], seen: false },
  )
  if (!read.ok) return { kind: 'unknown', why: read.why }
  const files = read.files.slice(0, MOST_FILES)
  return { kind: 'known', files, left: read.files.length - files.length, from: start ? 'start' : 'last-commit' }
}

/** Undefined where that moment was not kept, or can no longer be compared. */
export async function changedSince(
  world: World,
  name: string | undefined,
  reading: TreeReading,
): Promise<readonly DiffFile[] | undefined> {
  const look = await loadStart(world, name, 0)
  const read = look && (await filesSince(world, reading, look))
  return read?.ok ? read.files.slice(0, MOST_FILES) : undefined
}

type FilesRead =
  | { readonly ok: true; readonly files: readonly DiffFile[] }
  | { readonly ok: false; readonly why: string }

async function filesSince(world: World, reading: TreeReading, start: Start): Promise<FilesRead> {
  const { changesIn, LARGE_TEXTS } = await world.openTrees()
  const named = new Map(Object.entries(start.named ?? {}))
  const read = await changesIn(reading, start, orderWith(named, lookingOrder), LARGE_TEXTS)
  if (!read.ok) return read
  const changes = read.changes.map((change) => ({
    ...change,
    ...given({ before: change.before, after: change.after }, maskSecretsInLines),
  }))
  const files = toDiffFiles(changes, isYardstick)
  return {
    ok: true,
    files: files.map((file) => (file.isOpaque ? { ...file, ...given({ commit: start.head }) } : file)),
  }
}
