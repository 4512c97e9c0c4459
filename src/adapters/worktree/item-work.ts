// The work of an item in its own worktree: all of it is committed to its branch, and other work is brought in, with the
// conflicts left in the files for the agent.
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from '../workspace/git.ts'
import { adminFolderOf, type Checkout, readCommit, readHeadFile } from './checkout.ts'
import { commitStaged } from './commit-staged.ts'
import { callGit } from './git-write.ts'
import { quietDown, type WorktreeTools } from './tools.ts'

export interface WorkWish {
  readonly checkout: Checkout
  /** The worktree of the item, on its branch. */
  readonly path: string
  /** Its branch, as a whole name. */
  readonly branch: string
  readonly message: string
  readonly isTrusted?: boolean
}

export type WorkCommitted =
  /** `head` holds everything that is in the worktree, but what git ignores. */
  | { readonly kind: 'committed' | 'nothing'; readonly head: string }
  /** Marks of a conflict are left in these files: nothing was committed. */
  | { readonly kind: 'unresolved'; readonly files: readonly string[] }
  | { readonly kind: 'failed'; /** For people. */ readonly why: string }

/** Never rejects. */
export async function commitWork(tools: WorktreeTools, wish: WorkWish): Promise<WorkCommitted> {
  const { checkout, path, branch, message, isTrusted = false } = wish
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return failed(`${path} is no worktree of this repository`)
  const busy = await quietDown(tools, path, admin)
  if (busy !== undefined) return failed(busy)
  const problem = await leaveOthers(tools, { path, admin, branch })
  if (problem !== undefined) return failed(problem)
  const unmerged = await unmergedIn(tools, path)
  const marked = unmerged.filter((file) => isMarked(join(path, file)))
  if (marked.length > 0) return { kind: 'unresolved', files: marked }
  const added = await callGit(tools, path, { name: 'add', file: '.' }, { isTrusted })
  if (!added.ok) return failed(added.why)
  const isMidway = MIDWAY.some((name) => existsSync(join(admin, name)))
  if (isMidway) return concludeWork(tools, { path, message, isTrusted })
  const made = await commitStaged(tools, { path, message, branch, isTrusted })
  return made.ok ? { kind: made.isNew ? 'committed' : 'nothing', head: made.commit } : failed(made.why)
}

/** Where one of these is left, git commits what was begun, with both parents where it was a merge. */
const MIDWAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD']

async function concludeWork(
  tools: WorktreeTools,
  { path, message, isTrusted }: { readonly path: string; readonly message: string; readonly isTrusted: boolean },
): Promise<WorkCommitted> {
  const staged = await runGit(tools, path, ['diff-index', '--cached', '--name-only', '-z', 'HEAD'])
  if (!staged.ok) return failed(staged.why)
  const isMerging = (await readCommit(tools, path, 'MERGE_HEAD')) !== undefined
  const isWork = staged.stdout.length > 0 || isMerging
  const made = isWork ? await callGit(tools, path, { name: 'commit', message }, { isTrusted }) : staged
  if (!made.ok) return failed(made.why)
  const head = await readCommit(tools, path, 'HEAD')
  if (head === undefined) return failed(`${path} has no commit`)
  return { kind: isWork ? 'committed' : 'nothing', head }
}

/** An agent may have switched to a branch of the user, who did not ask for commits on it: HEAD stays where it is, alone. */
async function leaveOthers(
  tools: WorktreeTools,
  { path, admin, branch }: { readonly path: string; readonly admin: string; readonly branch: string },
): Promise<string | undefined> {
  const held = readHeadFile(admin)?.branch
  if (held === undefined || held === branch) return undefined
  const commit = await readCommit(tools, path, 'HEAD')
  if (commit === undefined) return `${path} has no commit`
  const left = await callGit(tools, path, { name: 'detach', commit })
  return left.ok ? undefined : left.why
}

export type BroughtIn =
  | { readonly kind: 'merged' | 'nothing' }
  /** Both sides stand in these files, between marks. */
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  | { readonly kind: 'failed'; /** For people. */ readonly why: string }

/** Never rejects. Everything in the worktree must be committed. Called again after a conflict, it changes nothing. */
export async function bringIn(
  tools: WorktreeTools,
  { checkout, path, branch, message, isTrusted = false, commit }: WorkWish & { readonly commit: string },
): Promise<BroughtIn> {
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return failed(`${path} is no worktree of this repository`)
  const busy = await quietDown(tools, path, admin)
  if (busy !== undefined) return failed(busy)
  const problem = await leaveOthers(tools, { path, admin, branch })
  if (problem !== undefined) return failed(problem)
  const before = await unmergedIn(tools, path)
  if (before.length > 0 || existsSync(join(admin, 'MERGE_HEAD'))) return { kind: 'conflict', files: before }
  const head = await readCommit(tools, path, 'HEAD')
  if (head === undefined) return failed(`${path} has no commit`)
  const held = await callGit(tools, path, { name: 'is-ancestor', commit, of: head })
  if (!held.ok) return failed(held.why)
  if (held.code === 0) return { kind: 'nothing' }
  const ran = await callGit(tools, path, { name: 'merge', commit, message }, { isTrusted })
  if (!ran.ok) return failed(ran.why)
  if (ran.code === 0) return { kind: 'merged' }
  const files = await unmergedIn(tools, path)
  return files.length > 0 ? { kind: 'conflict', files } : failed(ran.stderr.trim() || 'git could not merge')
}

function failed(why: string): { readonly kind: 'failed'; readonly why: string } {
  return { kind: 'failed', why }
}

async function unmergedIn(tools: WorktreeTools, path: string): Promise<string[]> {
  const listed = await runGit(tools, path, ['ls-files', '--unmerged', '-z'])
  const names = (listed.ok ? listed.stdout.toString('utf8').split('\0') : []).flatMap(
    (line) => /^\d+ [0-9a-f]+ [123]\t(.*)$/s.exec(line)?.[1] ?? [],
  )
  return [...new Set(names)]
}

const MOST_BYTES = 20_000_000

/** All three marks, as git writes them: a file may show one of them for reasons of its own. */
function isMarked(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size > MOST_BYTES) return false
  const text = readFileSync(path, 'latin1')
  return /^<{7} /m.test(text) && /^={7}\r?$/m.test(text) && /^>{7} /m.test(text)
}
