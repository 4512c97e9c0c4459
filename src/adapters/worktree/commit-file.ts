// Commits one file, and nothing else, in a worktree of ours that is on no branch.
import { lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { runGit } from '../workspace/git.ts'
import { adminFolderOf, type Checkout } from './checkout.ts'
import { commitStaged } from './commit-staged.ts'
import { callGit } from './git-write.ts'
import { isInside } from './link-paths.ts'
import { quietDown, type WorktreeTools } from './tools.ts'

export interface FileWish {
  readonly checkout: Checkout
  /** The worktree. */
  readonly path: string
  /** Relative to its top. */
  readonly file: string
  readonly text: string
  /** The commit that the worktree must stand at: on any other one nothing is committed. */
  readonly onto: string
  readonly message: string
  readonly isTrusted?: boolean
}

export type FileCommitted =
  | { readonly kind: 'committed'; readonly commit: string }
  /** The newest commit holds this text already. */
  | { readonly kind: 'nothing'; readonly commit: string }
  | { readonly kind: 'failed'; /** For people. */ readonly why: string }

/** Never rejects. */
export async function commitFile(tools: WorktreeTools, wish: FileWish): Promise<FileCommitted> {
  const { checkout, path, file, text, onto, message, isTrusted = false } = wish
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return failed(`${path} is no worktree of this repository`)
  if (!isInside(file)) return failed(`${file} is not in the repository`)
  const busy = await quietDown(tools, path, admin)
  if (busy !== undefined) return failed(busy)
  const problem = write(path, file, text)
  if (problem !== undefined) return failed(problem)
  const added = await callGit(tools, path, { name: 'add', file }, { isTrusted })
  if (!added.ok) return failed(added.why)
  const staged = await runGit(tools, path, ['diff-index', '--cached', '--name-only', '-z', 'HEAD'])
  if (!staged.ok) return failed(staged.why)
  const names = staged.stdout.toString('utf8').split('\0').filter(Boolean)
  const other = names.find((name) => name !== file)
  if (other !== undefined) return failed(`${other} is staged in ${path} too: nothing was committed`)
  const made = await commitStaged(tools, { path, onto, message, isTrusted })
  return made.ok ? { kind: made.isNew ? 'committed' : 'nothing', commit: made.commit } : failed(made.why)
}

function failed(why: string): FileCommitted & { readonly kind: 'failed' } {
  return { kind: 'failed', why }
}

/** Never through a link: the repository can hold one in place of the file or of a folder. */
function write(worktree: string, file: string, text: string): string | undefined {
  try {
    const path = join(worktree, file)
    mkdirSync(dirname(path), { recursive: true })
    const folder = realpathSync(dirname(path))
    if (!`${folder}${sep}`.startsWith(`${realpathSync(worktree)}${sep}`)) return `${file} leads out of the repository`
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isFile()) return `${file} is not a plain file`
    if (!stats || readFileSync(path, 'utf8') !== text) writeFileSync(path, text)
    return undefined
  } catch (error) {
    return `${file} cannot be written: ${(error as Error).message}`
  }
}
