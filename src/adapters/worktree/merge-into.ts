// Merges a commit in our worktree of the result branch. The branch itself moves later, by `moveBranch`: until the checks
// passed on the merged files, nobody sees the merge.
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from '../workspace/git.ts'
import { adminFolderOf, type Checkout, readCommit, readCommits, readHeadFile } from './checkout.ts'
import { type CallAnswer, callGit } from './git-write.ts'
import { quietDown, type WorktreeTools } from './tools.ts'

export interface MergeWish {
  readonly checkout: Checkout
  /** Our worktree of the result branch; detached. */
  readonly path: string
  /** The result branch, as a whole name. */
  readonly into: string
  readonly commit: string
  readonly message: string
  readonly isTrusted?: boolean
}

export interface ConflictHunk {
  /** In the file with both sides. */
  readonly line: number
  readonly text: string
}

export interface ConflictFile {
  readonly path: string
  /** `both-changed` has hunks, unless the file is no text. */
  readonly kind: 'both-changed' | 'both-added' | 'deleted-here' | 'deleted-there' | 'other'
  readonly hunks: readonly ConflictHunk[]
}

export type Merged =
  /** The worktree stands at the merge. */
  | { readonly kind: 'merged'; readonly commit: string; readonly from: string }
  /** The worktree stands at the branch again. */
  | { readonly kind: 'conflict'; readonly files: readonly ConflictFile[] }
  /** The branch holds the commit already. */
  | { readonly kind: 'nothing'; readonly tip: string }
  | { readonly kind: 'failed'; /** For people. */ readonly why: string }

/** Never rejects. Whatever an interrupted call left in the worktree is cleared first. */
export async function mergeInto(tools: WorktreeTools, wish: MergeWish): Promise<Merged> {
  const { checkout, path, into, commit, message, isTrusted = false } = wish
  const admin = adminFolderOf(checkout, path)
  if (admin === undefined) return failed(`${path} is no worktree of this repository`)
  const busy = await quietDown(tools, path, admin)
  if (busy !== undefined) return failed(busy)
  const found = await readCommits(tools, checkout.top, [into, commit])
  const [tip, theirs] = [found.get(into), found.get(commit)]
  if (tip === undefined) return failed(`the branch ${into.replace('refs/heads/', '')} is gone`)
  if (theirs === undefined) return failed(`the commit ${commit} is gone`)
  const there = { path, admin, isTrusted }
  // A merge that is there already may be anybody's, with any files: it is made anew.
  const reset = await standAt(tools, there, tip)
  if (!reset.ok) return failed(reset.why)
  if (tip === theirs) return { kind: 'nothing', tip }
  // Where the branch holds the commit already, git merges nothing and says so with the same exit code.
  const ran = await callGit(tools, path, { name: 'merge', commit: theirs, message }, { isTrusted })
  if (ran.ok && ran.code === 0) {
    const made = readHeadFile(admin)?.commit ?? (await readCommit(tools, path, 'HEAD'))
    if (made === undefined) return failed('the merge left no commit')
    return made === tip ? { kind: 'nothing', tip } : { kind: 'merged', commit: made, from: tip }
  }
  const files = await conflictsIn(tools, path)
  const cleared = await standAt(tools, there, tip)
  if (!cleared.ok) return failed(cleared.why)
  if (files.length > 0) return { kind: 'conflict', files }
  return failed(ran.ok ? ran.stderr.trim() || 'git could not merge' : ran.why)
}

function failed(why: string): Merged & { readonly kind: 'failed' } {
  return { kind: 'failed', why }
}

/** Detached at this commit, with exactly its files and those that git ignores. */
async function standAt(
  tools: WorktreeTools,
  { path, admin, isTrusted }: { readonly path: string; readonly admin: string; readonly isTrusted: boolean },
  commit: string,
): Promise<CallAnswer> {
  const isThere = readHeadFile(admin)?.commit === commit
  const detached = isThere ? { ok: true as const } : await callGit(tools, path, { name: 'detach', commit })
  const reset = detached.ok ? await callGit(tools, path, { name: 'reset', commit }, { isTrusted }) : detached
  return reset.ok ? callGit(tools, path, { name: 'clean' }) : reset
}

const MOST_FILES = 50
const MOST_HUNKS = 10
const MOST_LINES = 80
const MOST_BYTES = 2_000_000

const KINDS: Readonly<Record<string, ConflictFile['kind']>> = {
  '123': 'both-changed',
  '23': 'both-added',
  '13': 'deleted-here',
  '12': 'deleted-there',
}

async function conflictsIn(tools: WorktreeTools, path: string): Promise<ConflictFile[]> {
  const listed = await runGit(tools, path, ['ls-files', '--unmerged', '-z'])
  const stages = new Map<string, string>()
  for (const line of listed.ok ? listed.stdout.toString('utf8').split('\0') : []) {
    const [, stage, name] = /^\d+ [0-9a-f]+ ([123])\t(.*)$/s.exec(line) ?? []
    if (stage !== undefined && name !== undefined) stages.set(name, `${stages.get(name) ?? ''}${stage}`)
  }
  return [...stages].slice(0, MOST_FILES).map(([name, found]) => ({
    path: name,
    kind: KINDS[found] ?? 'other',
    hunks: hunksIn(join(path, name)),
  }))
}

function hunksIn(path: string): ConflictHunk[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size > MOST_BYTES) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  const hunks: ConflictHunk[] = []
  let start: number | undefined
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('<<<<<<< ')) start = index
    if (!line.startsWith('>>>>>>> ') || start === undefined) continue
    hunks.push({ line: start + 1, text: lines.slice(start, Math.min(index + 1, start + MOST_LINES)).join('\n') })
    if (hunks.length === MOST_HUNKS) return hunks
    start = undefined
  }
  return hunks
}
