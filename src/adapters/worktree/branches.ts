// Branches, each moved or removed only from the commit where we saw it.
import {
  type Checkout,
  isWholeHash,
  listWorktrees,
  namesAbove,
  readCommit,
  readCommits,
  whyNoName,
} from './checkout.ts'
import { callGit } from './git-write.ts'
import type { WorktreeTools } from './tools.ts'

export type BranchDone =
  | { readonly kind: 'done' }
  /** It was so already. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; /** For people. */ readonly why: string }

interface BranchWish {
  readonly checkout: Checkout
  /** A whole name. */
  readonly branch: string
}

/** Never rejects. `nothing`: it stands there already. */
export async function createBranch(
  tools: WorktreeTools,
  { checkout, branch, at }: BranchWish & { readonly at: string },
): Promise<BranchDone> {
  const found = await readCommits(tools, checkout.top, [branch, ...namesAbove(branch)])
  const tip = found.get(branch)
  if (tip === at) return { kind: 'nothing' }
  if (tip !== undefined) return refuse(`the branch ${plain(branch)} exists already: name another one with --branch`)
  const why = whyNoName(branch, found)
  return why === undefined
    ? toDone(await callGit(tools, checkout.top, { name: 'create-branch', ref: branch, to: at }))
    : refuse(why)
}

/** Never rejects. A branch that is checked out does not move: the files there would seem to undo the merge. */
export async function moveBranch(
  tools: WorktreeTools,
  { checkout, branch, from, to }: BranchWish & { readonly from: string; readonly to: string },
): Promise<BranchDone> {
  const user = await whereCheckedOut(tools, checkout, branch)
  const moved =
    user === undefined
      ? toDone(await callGit(tools, checkout.top, { name: 'move-branch', ref: branch, from, to }))
      : refuse(user)
  if (moved.kind !== 'refused') return moved
  return (await readCommit(tools, checkout.top, branch)) === to ? { kind: 'nothing' } : moved
}

/** Why a branch that is checked out somewhere cannot be moved; undefined: it can. */
export async function whereCheckedOut(
  tools: WorktreeTools,
  checkout: Checkout,
  branch: string,
): Promise<string | undefined> {
  const listed = await listWorktrees(tools, checkout)
  if (!listed.ok) return listed.why
  const at = listed.worktrees.find((one) => one.branch === branch)
  return (
    at && `the branch ${plain(branch)} is checked out in ${at.path}: switch to another one there, or name another one`
  )
}

/** Never rejects. Undefined where git cannot tell. */
export async function isMerged(
  tools: WorktreeTools,
  { checkout, commit, into }: { readonly checkout: Checkout; readonly commit: string; readonly into: string },
): Promise<boolean | undefined> {
  // A whole hash needs no look of its own: where there is no such commit, the question below has no answer either.
  const read = async (name: string): Promise<string | undefined> =>
    isWholeHash(name) ? name : readCommit(tools, checkout.top, name)
  const [one, tip] = await Promise.all([commit, into].map(read))
  if (one === undefined || tip === undefined) return undefined
  const asked = await callGit(tools, checkout.top, { name: 'is-ancestor', commit: one, of: tip })
  return asked.ok ? asked.code === 0 : undefined
}

/** Git was asked before whether the one commit is an ancestor of the other, and it is. */
export interface KnownMerge {
  readonly commit: string
  readonly into: string
}

export interface BranchRemoval extends BranchWish {
  readonly into: string
  /** Not asked again where both branches stand there. */
  readonly merged?: KnownMerge | undefined
}

/** Never rejects. Only a branch whose work the other one holds. */
export async function removeBranch(
  tools: WorktreeTools,
  { checkout, branch, into, merged }: BranchRemoval,
): Promise<BranchDone> {
  const found = await readCommits(tools, checkout.top, [branch, into])
  const [tip, result] = [found.get(branch), found.get(into)]
  if (tip === undefined) return { kind: 'nothing' }
  if (branch === into) return refuse(`the branch ${plain(branch)} is the result`)
  const isKnown = merged?.commit === tip && merged.into === result
  if (result === undefined || (!isKnown && (await isMerged(tools, { checkout, commit: tip, into: result })) !== true))
    return refuse(`the branch ${plain(branch)} holds work that ${plain(into)} does not`)
  const user = await whereCheckedOut(tools, checkout, branch)
  if (user !== undefined) return refuse(user)
  return toDone(await callGit(tools, checkout.top, { name: 'delete-branch', ref: branch, from: tip }))
}

function plain(branch: string): string {
  return branch.replace('refs/heads/', '')
}

function refuse(why: string): BranchDone {
  return { kind: 'refused', why }
}

function toDone(answer: { readonly ok: true } | { readonly ok: false; readonly why: string }): BranchDone {
  return answer.ok ? { kind: 'done' } : refuse(answer.why)
}
