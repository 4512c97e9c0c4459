// The door to this room: worktrees and branches of ours, and nothing of the user's. Loaded only where a list is run.
import { mkdirSync, realpathSync } from 'node:fs'
import { addWorktree, type WorktreeMade, type WorktreeWish, worktreePath } from './add-worktree.ts'
import {
  type BranchDone,
  type BranchRemoval,
  createBranch,
  isMerged,
  moveBranch,
  removeBranch,
  whereCheckedOut,
} from './branches.ts'
import { type Checkout, type CheckoutRead, readCheckout, readCommit } from './checkout.ts'
import { commitFile, type FileCommitted, type FileWish } from './commit-file.ts'
import { callGit } from './git-write.ts'
import { bringIn, type BroughtIn, commitWork, type WorkCommitted, type WorkWish } from './item-work.ts'
import { type Merged, mergeInto, type MergeWish } from './merge-into.ts'
import {
  type WorktreeRemoved,
  type RemovalWish,
  removeWorktree,
  type Uncommitted,
  uncommittedFiles,
} from './remove-worktree.ts'
import { setUp, type SetUp, type SetupWish } from './set-up.ts'
import type { WorktreeTools } from './tools.ts'

/** No function rejects. Branches are whole names: `refs/heads/fullstop/…`. Each can be repeated after a crash. */
export interface Worktrees {
  /** The repository around this folder, or why a list cannot be run there. */
  readonly checkout: (cwd: string) => Promise<CheckoutRead>
  /** Why commits cannot be made: git does not know the user. Undefined: it does. */
  readonly whyNobody: (checkout: Checkout) => Promise<string | undefined>
  /** Where the worktree of an item is, or will be. */
  readonly pathOf: (checkout: Checkout, list: string, item: string) => string
  readonly addWorktree: (wish: WorktreeWish) => Promise<WorktreeMade>
  /** The user's own command in a new worktree, once. */
  readonly setUp: (wish: SetupWish) => Promise<SetUp>
  readonly uncommitted: (path: string, isTrusted?: boolean) => Promise<Uncommitted>
  /** Everything in the worktree of an item goes to its branch. */
  readonly commitWork: (wish: WorkWish) => Promise<WorkCommitted>
  /** A commit is merged into the worktree of an item; conflicts stay in its files. */
  readonly bringIn: (wish: WorkWish & { commit: string }) => Promise<BroughtIn>
  readonly mergeInto: (wish: MergeWish) => Promise<Merged>
  readonly commitFile: (wish: FileWish) => Promise<FileCommitted>
  readonly createBranch: (wish: { checkout: Checkout; branch: string; at: string }) => Promise<BranchDone>
  readonly moveBranch: (wish: { checkout: Checkout; branch: string; from: string; to: string }) => Promise<BranchDone>
  /** Why a branch cannot be the result: it is checked out somewhere. */
  readonly whereCheckedOut: (checkout: Checkout, branch: string) => Promise<string | undefined>
  /** Undefined where there is no such commit. Takes a branch too. */
  readonly commitAt: (cwd: string, name: string) => Promise<string | undefined>
  readonly isMerged: (wish: { checkout: Checkout; commit: string; into: string }) => Promise<boolean | undefined>
  readonly removeWorktree: (wish: RemovalWish) => Promise<WorktreeRemoved>
  readonly removeBranch: (wish: BranchRemoval) => Promise<BranchDone>
}

/** `home` is made where it is missing. Throws as the system does. */
export function openWorktrees(given: WorktreeTools): Worktrees {
  mkdirSync(given.home, { recursive: true, mode: 0o700 })
  const tools = { ...given, home: realpathSync(given.home) }
  return {
    checkout: (cwd) => readCheckout(tools, cwd),
    whyNobody: async ({ top }) => {
      const asked = await callGit(tools, top, { name: 'who-am-i' })
      return asked.ok ? undefined : asked.why
    },
    pathOf: (checkout, list, item) => worktreePath(tools.home, checkout, list, item),
    addWorktree: (wish) => addWorktree(tools, wish),
    setUp: (wish) => setUp(tools, wish),
    uncommitted: (path, isTrusted) => uncommittedFiles(tools, path, isTrusted),
    commitWork: (wish) => commitWork(tools, wish),
    bringIn: (wish) => bringIn(tools, wish),
    mergeInto: (wish) => mergeInto(tools, wish),
    commitFile: (wish) => commitFile(tools, wish),
    createBranch: (wish) => createBranch(tools, wish),
    moveBranch: (wish) => moveBranch(tools, wish),
    whereCheckedOut: (checkout, branch) => whereCheckedOut(tools, checkout, branch),
    commitAt: (cwd, name) => readCommit(tools, cwd, name),
    isMerged: (wish) => isMerged(tools, wish),
    removeWorktree: (wish) => removeWorktree(tools, wish),
    removeBranch: (wish) => removeBranch(tools, wish),
  }
}
