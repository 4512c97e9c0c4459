// The two ends of a range as they were typed, found in the repository: the base by name, by where the branch left it, or by
// default; and now, where no other end is named.
import { FullstopError } from '../../../contract/error.ts'
import type { GitDoor } from '../../../adapters/workspace/git.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { quoteForSh } from '../../../domain/shell/words.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { gitDoor } from '../../home/workspace.ts'
import type { World } from '../../world.ts'

/** As it was typed; without `head` the files as they are now. */
export interface Range {
  readonly base?: string
  readonly head?: string
  /** From where the two parted, not from the base itself: `BASE...HEAD`. */
  readonly isSinceParting?: boolean
}

/** Commits. */
export interface Ends {
  readonly base: string
  readonly head?: string
  /** How the base was found, where it is not simply the one that was named. */
  readonly how?: string
}

export interface Place {
  readonly world: World
  readonly shop: Workshop
  readonly trees: Trees
  readonly door: GitDoor
  readonly folder: string
}

export async function openPlace(world: World, folder: string): Promise<Place> {
  const shop = await world.openWorkshop()
  return { world, shop, trees: await world.openTrees(), door: gitDoor(world, shop), folder }
}

export async function findEnds(place: Place, { base, head, isSinceParting = false }: Range): Promise<Ends> {
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
  if (parting === base) return { base }
  if (parting !== undefined) return { base: parting, how: `where this branch left ${name}` }
  const isShort = await isShallow(place)
  return isShort ? { base, how: `${name} itself: this shallow clone does not tell where the branch left it` } : { base }
}

/** By their full names: a tag of another repository may be called `origin/main`. */
const USUAL_BASES: readonly (readonly [name: string, ref: string])[] = [
  ['origin/HEAD', 'refs/remotes/origin/HEAD'],
  ['origin/main', 'refs/remotes/origin/main'],
  ['origin/master', 'refs/remotes/origin/master'],
  ['main', 'refs/heads/main'],
  ['master', 'refs/heads/master'],
]

/** The branch that this one goes back to; on that branch itself, its last commit. */
async function defaultBase(place: Place): Promise<Ends> {
  const { trees, door, folder } = place
  const head = await commitOf(place, 'HEAD')
  for (const [name, ref] of USUAL_BASES) {
    const commit = await trees.findCommit(door, folder, ref)
    const parting = commit === undefined ? undefined : await mergeBase(place, commit, head)
    if (parting === undefined) continue
    return { base: parting, how: parting === head ? 'the last commit' : `where this branch left ${name}` }
  }
  return { base: head, how: 'the last commit' }
}

async function mergeBase({ trees, door, folder }: Place, one: string, other: string): Promise<string | undefined> {
  return trees.findMergeBase(door, folder, [one, other])
}

async function commitOf(place: Place, name: string): Promise<string> {
  const { trees, door, folder } = place
  const commit = await trees.findCommit(door, folder, name)
  if (commit !== undefined) return commit
  const repository = await trees.runGit(door, folder, ['rev-parse', '--git-dir'])
  if (!repository.ok)
    throw new FullstopError('no-repository', `verify: ${repository.why}: ${folder}`, 'run it inside a git repository')
  const shown = oneLine(name, 80)
  if (!(await isShallow(place)) || name.startsWith('-'))
    throw new FullstopError(
      'unknown-commit',
      `verify: there is no commit "${shown}" in this repository`,
      'check the name, or leave it out: then the main branch is found; a branch of a remote must be fetched first: git fetch origin',
    )
  throw new FullstopError(
    'unknown-commit',
    `verify: there is no commit "${shown}" in this shallow clone`,
    `fetch it: ${fetchLine(name)}; in GitHub Actions, check out with fetch-depth: 0`,
  )
}

const ENOUGH_COMMITS = 1000

/** `origin/main` was typed, the remote calls it `main`. */
function fetchLine(name: string): string {
  const branch = /^origin\/([^~^@:]+)$/.exec(name)?.[1]
  const what = branch === undefined ? inLine(name) : `${inLine(branch)}:refs/remotes/origin/${inLine(branch)}`
  return `git fetch --depth=${ENOUGH_COMMITS} origin ${/^[\w./:-]+$/.test(what) ? what : quoteForSh(what)}`
}

async function isShallow({ trees, door, folder }: Place): Promise<boolean> {
  const answer = await trees.runGit(door, folder, ['rev-parse', '--is-shallow-repository'])
  return answer.ok && answer.stdout.toString('latin1').trim() === 'true'
}

function unrelated(base: string, head: string): FullstopError {
  return new FullstopError(
    'unknown-commit',
    `verify: ${base} and ${head} have no commit in common here`,
    `compare them directly with ${base}..${head}, or fetch more history: git fetch --unshallow`,
  )
}
