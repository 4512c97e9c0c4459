// Makes a worktree with its branch. Every step can be repeated: killed anywhere, the next call continues there.
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runGit } from '../workspace/git.ts'
import {
  adminFolderOf,
  type Checkout,
  type ListedWorktree,
  listWorktrees,
  namesAbove,
  readCommits,
  readHeadFile,
  toFolderName,
  whyNoName,
} from './checkout.ts'
import { roomProblem } from './disk-room.ts'
import { callGit, isBranchRef } from './git-write.ts'
import { type Unlinked, linkPaths } from './link-paths.ts'
import { quietDown, type WorktreeTools } from './tools.ts'

export interface WorktreeWish {
  readonly checkout: Checkout
  /** Names the folder, together with the item. */
  readonly list: string
  readonly item: string
  /** A whole name; without one the worktree is detached, and no branch moves with it. */
  readonly branch?: string
  /** The commit to begin at, or the whole name of a branch that stands there. */
  readonly start: string
  /** The branch was begun for this item before: it is taken up again where it stands. */
  readonly isRepeat?: boolean
  readonly isTrusted?: boolean
  /** Relative paths to bring along from the checkout. */
  readonly links?: readonly string[]
  /** Bytes that our worktrees may take together. */
  readonly maxDisk?: number
}

export type WorktreeMade =
  | {
      readonly kind: /** It was there already. */ 'there' | 'made'
      readonly path: string
      readonly unlinked: readonly Unlinked[]
      /** Submodules: their folders are empty. */
      readonly submodules: readonly string[]
    }
  | { readonly kind: 'refused'; /** For people. */ readonly why: string }

export function worktreePath(home: string, { common }: Pick<Checkout, 'common'>, list: string, item: string): string {
  return join(home, toFolderName(common, list), toFolderName(item))
}

/** Never rejects. */
export async function addWorktree(tools: WorktreeTools, wish: WorktreeWish): Promise<WorktreeMade> {
  try {
    return await make(tools, wish)
  } catch (error) {
    // A full disk, or a folder that must not be written.
    return refuse(`the worktree cannot be made: ${(error as Error).message}`)
  }
}

function refuse(why: string): WorktreeMade & { readonly kind: 'refused' } {
  return { kind: 'refused', why }
}

async function make(tools: WorktreeTools, wish: WorktreeWish): Promise<WorktreeMade> {
  const { checkout, branch } = wish
  if (branch !== undefined && !isBranchRef(branch)) return refuse(`${branch} is no name of a branch`)
  const path = worktreePath(tools.home, checkout, wish.list, wish.item)
  const admin = adminFolderOf(checkout, path)
  const isWhole = admin !== undefined && existsSync(join(admin, 'index'))
  if (isWhole && isOn(admin, branch)) return answer(tools, { path, kind: 'there' })
  const listed = await listWorktrees(tools, checkout)
  if (!listed.ok) return refuse(listed.why)
  const known = listed.worktrees.find((one) => one.path === path)
  if (known && isWhole && known.branch === branch) return answer(tools, { path, kind: 'there' })
  const start = await startOf(tools, wish, { known, worktrees: listed.worktrees })
  if (!start.ok) return refuse(start.why)
  // An agent may have switched to another branch, or have left all of them: its files stay as they are.
  if (isWhole && known?.head !== start.commit) return answer(tools, { path, kind: 'there' })
  if (admin === undefined) {
    const problem =
      (await roomProblem(tools, wish)) ?? (await begin(tools, checkout, { path, known, start: start.commit }))
    if (problem !== undefined) return refuse(problem)
  }
  return finish(tools, wish, { path, start })
}

/** Told by the file of its HEAD, which spares a process. */
function isOn(admin: string, branch: string | undefined): boolean {
  const head = readHeadFile(admin)
  return branch === undefined ? head?.commit !== undefined : head?.branch === branch
}

interface Start {
  readonly commit: string
  /** The branch has to be made. */
  readonly isNew: boolean
}

type StartRead = ({ readonly ok: true } & Start) | { readonly ok: false; readonly why: string }

/** Where the branch stands if it is ours already. A branch of that name that we did not begin is somebody else's. */
async function startOf(
  tools: WorktreeTools,
  { checkout, branch, start, isRepeat = false }: WorktreeWish,
  { known, worktrees }: { readonly known: ListedWorktree | undefined; readonly worktrees: readonly ListedWorktree[] },
): Promise<StartRead> {
  const names = branch === undefined ? [] : [branch, ...namesAbove(branch)]
  const found = await readCommits(tools, checkout.top, [start, ...names])
  const begin = found.get(start)
  if (begin === undefined) return { ok: false, why: `there is no commit ${start} to begin at` }
  if (branch === undefined) return { ok: true, commit: begin, isNew: false }
  const tip = found.get(branch)
  if (tip === undefined) {
    const why = whyNoName(branch, found)
    return why === undefined ? { ok: true, commit: begin, isNew: true } : { ok: false, why }
  }
  const name = branch.replace('refs/heads/', '')
  const other = worktrees.find((one) => one.branch === branch && one.path !== known?.path)
  if (other)
    return { ok: false, why: `the branch ${name} is checked out in ${other.path}: switch to another one there` }
  const isOurs = isRepeat || known?.branch === branch || (known !== undefined && tip === begin)
  if (isOurs) return { ok: true, commit: tip, isNew: false }
  return { ok: false, why: `the branch ${name} exists already: rename or delete it (git branch -m ${name} NAME)` }
}

/** Registers the worktree, without its files. */
async function begin(
  tools: WorktreeTools,
  checkout: Checkout,
  { path, known, start }: { readonly path: string; readonly known: ListedWorktree | undefined; readonly start: string },
): Promise<string | undefined> {
  if (existsSync(path)) {
    if (!isBlank(path)) return `${path} is in the way and is no worktree of this repository: look at it, then remove it`
    rmSync(path, { recursive: true, force: true })
  }
  if (known) {
    const removed = await callGit(tools, checkout.top, { name: 'remove-worktree', path })
    if (!removed.ok) return removed.why
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const added = await callGit(tools, checkout.top, { name: 'add-worktree', path, commit: start })
  return added.ok ? undefined : added.why
}

/** As a killed `git worktree add` leaves it. */
function isBlank(path: string): boolean {
  return (
    lstatSync(path).isDirectory() &&
    readdirSync(path).every((name) => name === '.git' && lstatSync(join(path, name)).isFile())
  )
}

const DONE = { ok: true } as const

/** The branch comes last: a worktree that is on it has its files and links. */
async function finish(
  tools: WorktreeTools,
  wish: WorktreeWish,
  { path, start: { commit: start, isNew } }: { readonly path: string; readonly start: Start },
): Promise<WorktreeMade> {
  const { checkout, branch, isTrusted = false } = wish
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return refuse(`${path} is no worktree of this repository any more`)
  const busy = await quietDown(tools, path, admin)
  if (busy !== undefined) return refuse(busy)
  // Git writes the index once all files are there.
  const isWhole = existsSync(join(admin, 'index'))
  const filled = isWhole ? DONE : await callGit(tools, path, { name: 'reset', commit: start }, { isTrusted })
  if (!filled.ok) return refuse(filled.why)
  const unlinked = await linkPaths(tools, { checkout, path, links: wish.links ?? [] })
  if (branch !== undefined) {
    const created = isNew ? await callGit(tools, checkout.top, { name: 'create-branch', ref: branch, to: start }) : DONE
    const switched = created.ok ? await callGit(tools, path, { name: 'switch-to', ref: branch }) : created
    if (!switched.ok) return refuse(switched.why)
  }
  return answer(tools, { path, kind: 'made', unlinked })
}

async function answer(
  tools: WorktreeTools,
  {
    path,
    kind,
    unlinked = [],
  }: { readonly path: string; readonly kind: 'there' | 'made'; readonly unlinked?: readonly Unlinked[] },
): Promise<WorktreeMade> {
  return { kind, path, unlinked, submodules: await submodulesIn(tools, path) }
}

async function submodulesIn(tools: WorktreeTools, path: string): Promise<readonly string[]> {
  if (!existsSync(join(path, '.gitmodules'))) return []
  const listed = await runGit(tools, path, ['ls-files', '--stage', '-z'])
  if (!listed.ok) return []
  const lines = listed.stdout.toString('utf8').split('\0')
  return lines.filter((line) => line.startsWith('160000 ')).map((line) => line.slice(line.indexOf('\t') + 1))
}
