// Removes a worktree of ours, unless something in it would be lost.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMerged } from './branches.ts'
import { adminFolderOf, type Checkout, listWorktrees, readCommit } from './checkout.ts'
import { callGit } from './git-write.ts'
import { sayLiving, type WorktreeTools } from './tools.ts'

export interface RemovalWish {
  readonly checkout: Checkout
  readonly path: string
  /** The branch that must hold its work, as a whole name. */
  readonly into: string
  readonly isTrusted?: boolean
}

export type WorktreeRemoved =
  | { readonly kind: 'removed' }
  /** It was gone already. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'kept'; /** For people. */ readonly why: string }

const LEFT = '.removed'

/** Never rejects. It is moved aside in one step before it is deleted, so that half of one is never mistaken for work. */
export async function removeWorktree(tools: WorktreeTools, wish: RemovalWish): Promise<WorktreeRemoved> {
  const { checkout, path } = wish
  try {
    rmSync(`${path}${LEFT}`, { recursive: true, force: true })
    const listed = await listWorktrees(tools, checkout)
    if (!listed.ok) return keep(listed.why)
    const isListed = listed.worktrees.some((one) => one.path === path)
    if (!existsSync(path)) return isListed ? await forget(tools, checkout, path) : { kind: 'nothing' }
    const why = await whyKeep(tools, wish)
    if (why !== undefined) return keep(why)
    renameSync(path, `${path}${LEFT}`)
    const forgotten = await forget(tools, checkout, path)
    rmSync(`${path}${LEFT}`, { recursive: true, force: true })
    return forgotten
  } catch (error) {
    return keep(`${path} cannot be removed: ${(error as Error).message}`)
  }
}

function keep(why: string): WorktreeRemoved {
  return { kind: 'kept', why }
}

/** Git's own record of it. The folder is gone by then. */
async function forget(tools: WorktreeTools, { top }: Checkout, path: string): Promise<WorktreeRemoved> {
  const removed = await callGit(tools, top, { name: 'remove-worktree', path })
  return removed.ok ? { kind: 'removed' } : keep(removed.why)
}

async function whyKeep(
  tools: WorktreeTools,
  { checkout, path, into, isTrusted = false }: RemovalWish,
): Promise<string | undefined> {
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return `${path} is no worktree of this repository any more: look at it, then remove it`
  const living = await tools.processesIn(path)
  if (living.length > 0) return sayLiving(path, living)
  const files = await uncommittedFiles(tools, path, isTrusted)
  if (!files.ok) return files.why
  const [first] = files.files
  if (first !== undefined)
    return `${files.files.length === 1 ? `${first} is` : `${first} and ${files.files.length - 1} more are`} not committed in ${path}`
  const modules = join(admin, 'modules')
  if (existsSync(modules) && readdirSync(modules).length > 0) return `${path} holds submodules of its own`
  const head = await readCommit(tools, path, 'HEAD')
  if (head === undefined || (await isMerged(tools, { checkout, commit: head, into })) !== true)
    return `${path} holds commits that ${into.replace('refs/heads/', '')} does not`
  return undefined
}

export type Uncommitted =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly why: string }

/** Changed, staged and untracked files of a worktree of ours; ignored ones do not count. Never rejects. */
export async function uncommittedFiles(tools: WorktreeTools, path: string, isTrusted = false): Promise<Uncommitted> {
  const status = await callGit(tools, path, { name: 'status' }, { isTrusted })
  if (!status.ok) return status
  const fields = status.stdout.toString('utf8').split('\0').filter(Boolean)
  const files: string[] = []
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? ''
    files.push(field.slice(3))
    // A renamed file is followed by its old name.
    if (/^[RC]|^.[RC]/.test(field)) at += 1
  }
  return { ok: true, files }
}
