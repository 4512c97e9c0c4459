// A folder in which checks run, as the flows see it: its name in the store, its locks, its tree now.
import { join } from 'node:path'
import type { WorkspaceState } from '../contract/state.ts'
import type { Workshop } from '../platform/workshop.ts'
import type { GitDoor } from '../workspace/git.ts'
import { hashTree, isUntracked, type Tree, untrackedId } from '../workspace/tree.ts'
import type { World } from './world.ts'

export function workspaceId(world: Pick<World, 'hashOf'>, root: string): string {
  return `wsp_${world.hashOf(root)}`
}

export function gitDoor(world: Pick<World, 'env'>, shop: Pick<Workshop, 'runProgram'>): GitDoor {
  return { runProgram: shop.runProgram, env: world.env }
}

export function runFolder({ stateHome }: Pick<World, 'stateHome'>, run: string): string {
  return join(runsFolder({ stateHome }), run)
}

export function runsFolder({ stateHome }: Pick<World, 'stateHome'>): string {
  return join(stateHome, 'runs')
}

/** Held by the process of a run for as long as it lives. */
export function aliveFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(runFolder(world, run), 'alive.lock')
}

/** Checks of one folder never run twice at the same time. */
export function folderLock({ stateHome }: Pick<World, 'stateHome'>, workspace: string): string {
  return join(stateHome, 'locks', `${workspace}.lock`)
}

type Artefacts = WorkspaceState['artefacts']

/** So many runs wrote it, or one that the agent had to wait for to its end. */
export const SURELY_ARTEFACT = 2

/**
 * What checks themselves wrote, as long as it is what the last of them left: written by two runs, or by one of `runs`,
 * whose own result it must not void. Once is not enough for anybody else: an agent may have made the file while the
 * checks ran. Logs and reports that moved under a check are left out whatever they hold: a server may write them all the
 * while.
 */
export function artefactsIn(tree: Tree, artefacts: Artefacts, runs: readonly string[]): readonly string[] {
  return artefacts
    .filter(({ path, id, seen, run }) => {
      const isKnown = seen >= SURELY_ARTEFACT
      return isReport(path) || ((isKnown || runs.includes(run)) && untrackedId(tree, path) === id)
    })
    .map(({ path }) => path)
}

const REPORT_FOLDERS =
  /(?:^|\/)(?:coverage|\.nyc_output|htmlcov|test-results|playwright-report|\.cache|\.pytest_cache|__pycache__)\//i
const REPORT_FILES = /\.(?:log|pid|tmp|lcov|trace|prof|sqlite|(?:sqlite|db)-(?:wal|shm))$/i

/** Names that nobody gives to what is worked on. */
function isReport(path: string): boolean {
  return REPORT_FOLDERS.test(path) || REPORT_FILES.test(path)
}

/** The hash of a tree without these untracked files and folders. */
export function hashWithout(tree: Tree, paths: readonly string[]): string {
  if (paths.length === 0) return hashTree(tree)
  const files = new Set(paths.filter((path) => !path.endsWith('/')))
  const folders = paths.filter((path) => path.endsWith('/'))
  return hashTree(
    tree,
    (path) => isUntracked(tree, path) && (files.has(path) || folders.some((folder) => path.startsWith(folder))),
  )
}

/** The hash by which evidence is bound to a tree. */
export function hashNow(tree: Tree, artefacts: Artefacts, runs: readonly string[] = []): string {
  return hashWithout(tree, artefactsIn(tree, artefacts, runs))
}
