// What changed in a workspace since a task began.
import type { FileChange, NamedFiles } from '../../../contract/change.ts'
import { changeOrder, orderWith } from '../../../domain/proof/yardstick/reading-order.ts'
import type { TreeReading, Start } from '../../../adapters/workspace/start.ts'
import { isStartLost, loadStart } from './load-start.ts'
import type { World } from '../../world.ts'
import { given } from '../../../contract/given.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'

/** A start that is still being read is there in a moment, or it never comes. */
const MOST_WAITED_MS = 10_000

export type Changes =
  | {
      readonly ok: true
      /** Texts as they stand there, with their secrets: nothing of them is kept or shown but what `readMasked` says. */
      readonly changes: readonly FileChange[]
      /** Of git's lists of what it does not see, other than .gitignore: no tree shows them. */
      readonly excludes: readonly FileChange[]
      /** Files that the checks used by name at the start. */
      readonly named: NamedFiles
      /** Compared with the start of the task, and with all of it. */
      readonly isSeen: boolean
      /** The start was read while git was at work. */
      readonly isUnsure: boolean
      /** So many files changed before the start was read: they are compared with the commit of the start. */
      readonly late: number
      /** What they are compared with, where git can say it. */
      readonly start: Start | undefined
      /** Git can no longer say what was there: these are the changes of what we kept of it ourselves. */
      readonly lost?: string
      /** The start was kept, and is gone. */
      readonly isLost: boolean
    }
  | { readonly ok: false; readonly why: string }

export interface Looking {
  /** So long a start that is still being read is waited for. */
  readonly until?: number
  /** Nobody reads the texts. */
  readonly isNamesOnly?: boolean
  /** A commit that is the start, where there is no task. */
  readonly base?: string | undefined
  /** Those whose files are looked for, where the start does not say which they are. */
  readonly checks?: readonly CheckConfig[]
}

/** `started`: the name of the start that was kept. Where it was not seen, the last commit stands in for it: what was not committed then looks like the agent's. */
export async function changesSince(
  world: World,
  started: string | undefined,
  reading: TreeReading,
  { until = world.now().getTime() + MOST_WAITED_MS, isNamesOnly = false, base, checks = [] }: Looking = {},
): Promise<Changes> {
  if (base !== undefined) return changesSinceBase(world, reading, base)
  const start = await loadStart(world, started, until)
  if (!start && !reading.tree.isRepository) return { ok: false, why: 'there is no repository' }
  const { changesIn, changedExcludes, SMALL_TEXTS } = await world.openTrees()
  const since = start ?? lastCommit(reading)
  const named = await namedAt(world, reading, since, checks)
  const read = await changesIn(reading, since, orderWith(named, changeOrder), isNamesOnly ? undefined : SMALL_TEXTS)
  if (!read.ok) return sinceKept(world, started, reading, { why: read.why, named })
  const isLost = start === undefined && isStartLost(world, started)
  const late = start?.dirty.filter(({ isLate }) => isLate).length ?? 0
  return {
    ok: true,
    changes: read.changes,
    excludes: isNamesOnly || !since.excludes ? [] : changedExcludes(reading.door, since.excludes),
    named,
    start: since,
    isSeen: start !== undefined && !start.isUnsure,
    isUnsure: start?.isUnsure === true,
    late,
    isLost,
  }
}

/** A person is asked whatever is found here; they see what was done to the yardstick. */
async function sinceKept(
  world: World,
  started: string | undefined,
  { tree }: TreeReading,
  { why, named }: { readonly why: string; readonly named: NamedFiles },
): Promise<Changes> {
  const { changesOfKept } = await import('./kept-yardstick.ts')
  const changes = await changesOfKept(world, started, tree.root)
  if (!changes) return { ok: false, why }
  const unknown = { start: undefined, isSeen: false, isUnsure: false, late: 0, isLost: false }
  return { ok: true, changes, excludes: [], named, lost: why, ...unknown }
}

/** Read as `verify` reads it, so that the same suspicions are found. */
async function changesSinceBase(world: World, reading: TreeReading, base: string): Promise<Changes> {
  const trees = await world.openTrees()
  const { namedAt: namedAtCommit } = await import('./named-at.ts')
  const named = await namedAtCommit({ trees, door: reading.door, folder: reading.tree.root }, base)
  const start: Start = { head: base, dirty: [], seen: true }
  const read = await trees.changesIn(reading, start, orderWith(named, changeOrder), trees.RANGE_TEXTS)
  if (!read.ok) return read
  const known = { start, isSeen: true, isUnsure: false, late: 0, isLost: false }
  return { ok: true, changes: read.changes, excludes: [], named, ...known }
}

/** As the start says; else as its commit and the files that are there say. */
async function namedAt(
  world: World,
  { door, tree }: TreeReading,
  start: Start,
  checks: readonly CheckConfig[],
): Promise<NamedFiles> {
  if (start.named) return new Map(Object.entries(start.named))
  const { textsThen, textsBelow } = await world.openTrees()
  const { findNamed } = await import('./named.ts')
  const { toNaming } = await import('./to-naming.ts')
  return findNamed(toNaming(checks), tree.root, async (paths) =>
    start.head === undefined ? textsThen(door, tree.root, paths) : textsBelow(door, tree.root, start.head, paths),
  )
}

function lastCommit({ tree: { head } }: TreeReading): Start {
  return { ...given({ head }), dirty: [], seen: false }
}
