// What changed in a workspace since a task began.
import type { FileChange } from '../../contract/change.ts'
import type { TaskState } from '../../contract/state.ts'
import { readingOrder } from '../../domain/proof/yardstick/reading-order.ts'
import { maskSecretsInLines } from '../../domain/text/mask-secrets.ts'
import type { TreeReading, Start } from '../../adapters/workspace/start.ts'
import { isStartLost, loadStart } from './start.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

/** A start that is still being read is there in a moment, or it never comes. */
const MOST_WAITED_MS = 10_000

export type Changes =
  | {
      readonly ok: true
      readonly changes: readonly FileChange[]
      /** Compared with the start of the task, and with all of it. */
      readonly isSeen: boolean
      /** The start was read while git was at work. */
      readonly isUnsure: boolean
      /** So many files changed before the start was read: they are compared with the commit of the start. */
      readonly late: number
      /** The start was kept, and is gone. */
      readonly isLost: boolean
    }
  | { readonly ok: false; readonly why: string }

export interface Looking {
  /** So long a start that is still being read is waited for. */
  readonly until?: number
  /** Nobody reads the texts. */
  readonly isNamesOnly?: boolean
}

/** Where the start was not seen, the last commit stands in for it: what was not committed then looks like the agent's. */
export async function changesSince(
  world: World,
  task: TaskState | undefined,
  reading: TreeReading,
  { until = world.now().getTime() + MOST_WAITED_MS, isNamesOnly = false }: Looking = {},
): Promise<Changes> {
  const start = await loadStart(world, task?.start, until)
  if (!start && !reading.tree.isRepository) return { ok: false, why: 'there is no repository' }
  const { changesIn, SMALL_TEXTS } = await world.openTrees()
  const bounds = isNamesOnly ? undefined : SMALL_TEXTS
  const read = await changesIn(reading, start ?? lastCommit(reading), readingOrder, bounds)
  if (!read.ok) return read
  const changes = read.changes.map((change) => ({
    ...change,
    ...(change.before === undefined ? {} : { before: maskSecretsInLines(change.before) }),
    ...(change.after === undefined ? {} : { after: maskSecretsInLines(change.after) }),
  }))
  const isLost = start === undefined && isStartLost(world, task?.start)
  const late = start?.dirty.filter(({ isLate }) => isLate).length ?? 0
  return {
    ok: true,
    changes,
    isSeen: start !== undefined && !start.isUnsure,
    isUnsure: start?.isUnsure === true,
    late,
    isLost,
  }
}

function lastCommit({ tree: { head } }: TreeReading): Start {
  return { ...given({ head }), dirty: [], seen: false }
}
