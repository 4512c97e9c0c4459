// Removes a worktree of ours, unless something in it would be lost.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isMerged, type KnownMerge } from './branches.ts'
import { adminFolderOf, type Checkout, listWorktrees, readCommits } from './checkout.ts'
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
  /** `merged` is the commit that it stood at, which `into` holds. */
  | { readonly kind: 'removed'; readonly merged?: KnownMerge }
  /** It was gone already. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'kept'; /** For people. */ readonly why: string }

const LEFT = '.removed'

/** Never rejects. It is moved aside in one step before it is deleted, so that half of one is never mistaken for work. */
export async function removeWorktree(tools: WorktreeTools, wish: RemovalWish): Promise<WorktreeRemoved> {
  const { checkout, path } = wish
  try {
    rmSync(`${path}${LEFT}`, { recursive: true, force: true })
    if (!existsSync(path)) {
      const listed = await listWorktrees(tools, checkout)
      if (!listed.ok) return keep(listed.why)
      const isListed = listed.worktrees.some((one) => one.path === path)
      return isListed ? await forget(tools, checkout, path) : { kind: 'nothing' }
    }
    const looked = await lookInside(tools, wish)
    if (!looked.ok) return keep(looked.why)
    renameSync(path, `${path}${LEFT}`)
    const forgotten = await forget(tools, checkout, path)
    rmSync(`${path}${LEFT}`, { recursive: true, force: true })
    return forgotten.kind === 'removed' ? { kind: 'removed', merged: looked.merged } : forgotten
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

type Looked = { readonly ok: true; readonly merged: KnownMerge } | { readonly ok: false; readonly why: string }

/** Nothing in it would be lost, or why it is kept. */
async function lookInside(
  tools: WorktreeTools,
  { checkout, path, into, isTrusted = false }: RemovalWish,
): Promise<Looked> {
  const because = (why: string): Looked => ({ ok: false, why })
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined)
    return because(`${path} is no worktree of this repository any more: look at it, then remove it`)
  const living = await tools.processesIn(path)
  if (living.length > 0) return because(sayLiving(path, living))
  const files = await uncommittedFiles(tools, path, isTrusted)
  if (!files.ok) return files
  const [first] = files.files
  if (first !== undefined)
    return because(
      `${files.files.length === 1 ? `${first} is` : `${first} and ${files.files.length - 1} more are`} not committed in ${path}`,
    )
  const modules = join(admin, 'modules')
  if (existsSync(modules) && readdirSync(modules).length > 0) return because(`${path} holds submodules of its own`)
  const found = await readCommits(tools, path, ['HEAD', into])
  const [commit, tip] = [found.get('HEAD'), found.get(into)]
  const isHeld =
    commit !== undefined && tip !== undefined && (await isMerged(tools, { checkout, commit, into: tip })) === true
  return isHeld
    ? { ok: true, merged: { commit, into: tip } }
    : because(`${path} holds commits that ${into.replace('refs/heads/', '')} does not`)
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
