// Reads what a range of history, or a branch with all that is not committed, did to the yardstick. Runs nothing of it.
import type { ChangeNote, FileChange, Tampering } from '../../contract/change.ts'
import { FullstopError } from '../../contract/error.ts'
import type { GitDoor } from '../../adapters/workspace/git.ts'
import type { TextOrder } from '../../adapters/workspace/start.ts'
import type { Trees } from '../../adapters/workspace/trees.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { readMasked } from './read-masked.ts'
import { orderWith } from '../../domain/proof/yardstick/reading-order.ts'
import { isYardstick } from '../../domain/proof/yardstick/yardstick.ts'
import { gitDoor } from '../home/workspace.ts'
import type { World } from '../world.ts'
import { namedAt } from './named-at.ts'
import { readWorkspace } from './read-tree.ts'

/** As it was typed; without `head` the files as they are now. */
export interface Range {
  readonly base?: string
  readonly head?: string
  /** From where the two parted, not from the base itself: `BASE...HEAD`. */
  readonly isSinceParting?: boolean
}

export interface RangeRead {
  /** Commits; absent `head`: the files as they are now. */
  readonly base: string
  readonly head?: string
  /** How the base was found, where it is not simply the one that was named. */
  readonly how?: string
  readonly changed: number
  readonly yardstick: number
  readonly suspicions: readonly Tampering[]
  readonly notes: readonly ChangeNote[]
}

export async function readRange(world: World, cwd: string, range: Range): Promise<RangeRead> {
  const shop = await world.openWorkshop()
  const trees = await world.openTrees()
  const place: Place = { world, shop, trees, door: gitDoor(world, shop), folder: cwd }
  const { base, head, how } = await findEnds(place, range)
  const named = await namedAt(place, base)
  const order = orderWith(named)
  const changes = head === undefined ? await changesNow(place, base, order) : await between(place, [base, head], order)
  const { suspicions, notes } = readMasked(changes, { named })
  return {
    base,
    ...(head === undefined ? {} : { head }),
    ...(how === undefined ? {} : { how }),
    changed: changes.length,
    yardstick: changes.filter(({ path }) => isYardstick(path) || named.has(path)).length,
    suspicions,
    notes,
  }
}

interface Place {
  readonly world: World
  readonly shop: Workshop
  readonly trees: Trees
  readonly door: GitDoor
  readonly folder: string
}

interface Ends {
  readonly base: string
  readonly head?: string
  readonly how?: string
}

async function findEnds(place: Place, { base, head, isSinceParting = false }: Range): Promise<Ends> {
  if (base === undefined) return defaultBase(place)
  const from = await commitOf(place, base)
  if (head === undefined) return sinceParting(place, from, base)
  const to = await commitOf(place, head)
  if (!isSinceParting) return { base: from, head: to }
  const parting = await mergeBase(place, from, to)
  if (parting === undefined) throw unrelated(base, head)
  return { base: parting, head: to, how: `where ${head} left ${base}` }
}

/** Of a base that has moved on, what it got meanwhile was not taken out by this branch. */
async function sinceParting(place: Place, base: string, name: string): Promise<Ends> {
  const head = await place.trees.findCommit(place.door, place.folder, 'HEAD')
  const parting = head === undefined ? undefined : await mergeBase(place, base, head)
  if (parting === undefined || parting === base) return { base }
  return { base: parting, how: `where this branch left ${name}` }
}

const USUAL_BASES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']

/** The branch that this one goes back to; on that branch itself, its last commit. */
async function defaultBase(place: Place): Promise<Ends> {
  const { trees, door, folder } = place
  const head = await commitOf(place, 'HEAD')
  for (const name of USUAL_BASES) {
    const commit = await trees.findCommit(door, folder, name)
    const parting = commit === undefined ? undefined : await mergeBase(place, commit, head)
    if (parting === undefined) continue
    return { base: parting, how: parting === head ? 'the last commit' : `where this branch left ${name}` }
  }
  return { base: head, how: 'the last commit' }
}

async function mergeBase({ trees, door, folder }: Place, one: string, other: string): Promise<string | undefined> {
  return trees.findMergeBase(door, folder, [one, other])
}

async function commitOf({ trees, door, folder }: Place, name: string): Promise<string> {
  const commit = await trees.findCommit(door, folder, name)
  if (commit !== undefined) return commit
  const repository = await trees.runGit(door, folder, ['rev-parse', '--git-dir'])
  if (!repository.ok)
    throw new FullstopError('no-repository', `verify: ${repository.why}: ${folder}`, 'run it inside a git repository')
  throw new FullstopError(
    'unknown-commit',
    `verify: there is no commit "${name.slice(0, 80)}" in this repository`,
    'check the name; in a shallow clone, fetch more history first: git fetch --unshallow',
  )
}

function unrelated(base: string, head: string): FullstopError {
  return new FullstopError(
    'unknown-commit',
    `verify: ${base} and ${head} have no commit in common here`,
    `compare them directly with ${base}..${head}, or fetch more history: git fetch --unshallow`,
  )
}

async function changesNow(
  { world, shop, trees, door, folder }: Place,
  base: string,
  order: TextOrder,
): Promise<readonly FileChange[]> {
  const root = await trees.findTop(door, folder)
  if (root === undefined)
    throw new FullstopError(
      'no-repository',
      'verify: this repository has no files checked out',
      'name two commits: BASE..HEAD',
    )
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) throw unread(read.why)
  const start = { head: base, dirty: [], seen: true }
  const changed = await trees.changesIn(read.reading, start, order, trees.RANGE_TEXTS)
  if (!changed.ok) throw unread(changed.why)
  return changed.changes
}

async function between(
  { trees, door, folder }: Place,
  ends: readonly [string, string],
  order: TextOrder,
): Promise<readonly FileChange[]> {
  const changed = await trees.changesBetween(door, folder, ends, { order, bounds: trees.RANGE_TEXTS })
  if (!changed.ok) throw unread(changed.why)
  return changed.changes
}

function unread(why: string): FullstopError {
  return new FullstopError(
    'unreadable',
    `verify: the change cannot be read: ${why}`,
    'run `git status` to see what git says',
  )
}
