// Commits what is staged in a worktree of ours, step by step: no hook is run, and files are read only where git must write
// the index anew, with all filters switched off.
import { runGit } from '../workspace/git.ts'
import { callGit } from './git-write.ts'
import type { WorktreeTools } from './tools.ts'

export interface StagedWish {
  /** The worktree. */
  readonly path: string
  readonly message: string
  /** The branch that moves if it is checked out there, as a whole name. With any other one HEAD alone moves. */
  readonly branch?: string
  readonly isTrusted: boolean
  /** The commit that HEAD must stand at; absent: any. */
  readonly onto?: string
}

export type StagedCommitted =
  /** `isNew` is false where the newest commit holds all of it already. */
  | { readonly ok: true; readonly commit: string; readonly isNew: boolean }
  | { readonly ok: false; /** For people. */ readonly why: string }

/** Never rejects. Killed before its last step, it has changed nothing that anybody sees. */
export async function commitStaged(
  tools: WorktreeTools,
  { path, message, branch, isTrusted, onto }: StagedWish,
): Promise<StagedCommitted> {
  const written = await callGit(tools, path, { name: 'write-tree' }, { isTrusted })
  if (!written.ok) return written
  const tree = written.stdout.toString('utf8').trim()
  const read = await runGit(tools, path, ['rev-parse', 'HEAD', 'HEAD^{tree}', '--symbolic-full-name', 'HEAD'])
  if (!read.ok) return { ok: false, why: `${path} has no commit` }
  const [head = '', before, name] = read.stdout.toString('utf8').split('\n')
  if (onto !== undefined && head !== onto) return { ok: false, why: `${path} was moved from ${onto} to ${head}` }
  if (tree === before) return { ok: true, commit: head, isNew: false }
  const made = await callGit(tools, path, { name: 'commit-tree', tree, commit: head, message })
  if (!made.ok) return made
  const commit = made.stdout.toString('utf8').trim()
  const moved =
    branch !== undefined && name === branch
      ? await callGit(tools, path, { name: 'move-branch', ref: branch, from: head, to: commit })
      : await callGit(tools, path, { name: 'detach', commit })
  return moved.ok ? { ok: true, commit, isNew: true } : moved
}
