// Untracked files that checks themselves write: known by their content, and left out of the tree that evidence is bound to.
import type { Artefact } from '../../../contract/evidence.ts'
import type { WorkspaceState } from '../../../contract/state.ts'
import type { Tree } from '../../../adapters/workspace/tree/tree.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import { isReport } from '../../../domain/checks/report-files.ts'
import type { Carrying } from './round-files.ts'

const MOST_ARTEFACTS = 300
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

type Artefacts = WorkspaceState['artefacts']

/** So many runs wrote it, or one that the agent had to wait for to its end. */
const SURELY_ARTEFACT = 2

/**
 * What checks themselves wrote, as long as it is what the last of them left: written by two runs, or by one of `runs`,
 * whose own result it must not void. Once is not enough for anybody else: an agent may have made the file while the
 * checks ran. Logs and reports that moved under a check are left out whatever they hold: a server may write them all the
 * while.
 */
export function artefactsIn(
  { untrackedId }: Pick<Trees, 'untrackedId'>,
  tree: Tree,
  artefacts: Artefacts,
  runs: readonly string[],
): readonly string[] {
  return artefacts
    .filter(({ path, id, seen, run }) => {
      const isKnown = seen >= SURELY_ARTEFACT
      return isReport(path) || ((isKnown || runs.includes(run)) && untrackedId(tree, path) === id)
    })
    .map(({ path }) => path)
}

type Hashing = Pick<Trees, 'hashTree' | 'isUntracked'>

/** The hash of a tree without these untracked files and folders. */
export function hashWithout(trees: Hashing, tree: Tree, paths: readonly string[]): string {
  if (paths.length === 0) return trees.hashTree(tree)
  const known = hashes.get(tree) ?? new Map<string, string>()
  hashes.set(tree, known)
  const key = paths.join('\0')
  const hash = known.get(key) ?? hashLeaving(trees, tree, paths)
  known.set(key, hash)
  return hash
}

/** One round of checks asks for the same few again and again. */
const hashes = new WeakMap<Tree, Map<string, string>>()

function hashLeaving({ hashTree, isUntracked }: Hashing, tree: Tree, paths: readonly string[]): string {
  const files = new Set(paths.filter((path) => !path.endsWith('/')))
  const folders = paths.filter((path) => path.endsWith('/'))
  return hashTree(
    tree,
    (path) => isUntracked(tree, path) && (files.has(path) || folders.some((folder) => path.startsWith(folder))),
  )
}

/** The hash by which evidence is bound to a tree. */
export function hashNow(trees: Trees, tree: Tree, artefacts: Artefacts, runs: readonly string[] = []): string {
  return hashWithout(trees, tree, artefactsIn(trees, tree, artefacts, runs))
}

/** What moved under a check of this run; while the agent that asked is free again, that may be its own work. */
export function written({ world, trees, request }: Carrying, tree: Tree, untracked: readonly string[]): Artefact[] {
  const at = world.now().toISOString()
  const isTheirs = request.heldUntil === undefined || at < request.heldUntil
  const common = { at, run: request.run, seen: isTheirs ? SURELY_ARTEFACT : 1 }
  return trees.collapse(tree, untracked).map((path) => ({ path, id: trees.untrackedId(tree, path) ?? '', ...common }))
}

export function merged(artefacts: Artefacts, fresh: readonly Artefact[]): Artefacts {
  const paths = new Set(fresh.map(({ path }) => path))
  const counted = fresh.map((one) => {
    const before = artefacts.find(({ path }) => path === one.path)
    return { ...one, seen: Math.max(one.seen, before ? before.seen + (before.run === one.run ? 0 : 1) : 0) }
  })
  return [...counted, ...artefacts.filter(({ path }) => !paths.has(path))]
}

export function keptUntil(artefacts: Artefacts, now: Date): Artefact[] {
  return artefacts.filter(({ at }) => now.getTime() - Date.parse(at) < KEPT_MS).slice(0, MOST_ARTEFACTS)
}
