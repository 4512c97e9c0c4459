// The repository that a list is carried out in, seen from the user's checkout, and the worktrees that belong to it.
import { CryptoHasher } from 'bun'
import { given } from '../../contract/given.ts'
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type GitDoor, runGit } from '../workspace/git.ts'
import { callGit, isBranchRef, type WriteDoor } from './git-write.ts'

export interface Checkout {
  /** The top of the user's checkout, which may be a worktree itself. */
  readonly top: string
  /** The folder of git that all worktrees share. */
  readonly common: string
  /** The commit checked out. */
  readonly head: string
  /** The branch checked out, as a whole name; undefined for a detached one. */
  readonly branch?: string
}

export type CheckoutRead =
  | { readonly ok: true; readonly checkout: Checkout }
  | { readonly ok: false; readonly why: string }

/** Never rejects. */
export async function readCheckout(door: GitDoor, cwd: string): Promise<CheckoutRead> {
  const read = async (...args: readonly string[]): Promise<string | undefined> => {
    const answer = await runGit(door, cwd, ['rev-parse', ...args])
    return answer.ok ? answer.stdout.toString('utf8').replace(/\n$/, '') : undefined
  }
  const common = await runGit(door, cwd, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  if (!common.ok)
    return { ok: false, why: `a list needs a git repository, and ${cwd} is in none that can be used: ${common.why}` }
  const top = await read('--path-format=absolute', '--show-toplevel')
  if (top === undefined)
    return { ok: false, why: `${cwd} has no files checked out (a bare repository): go to a checkout of it` }
  const folder = realpathSync(common.stdout.toString('utf8').replace(/\n$/, ''))
  // The config can name any folder as the one with the files. It is ours to use only if git finds the same repository there.
  const there = await runGit(door, top, ['rev-parse', '--path-format=absolute', '--git-common-dir'])
  if (!there.ok || realpathSync(there.stdout.toString('utf8').replace(/\n$/, '')) !== folder)
    return {
      ok: false,
      why: `${cwd} belongs to a repository whose files are in ${top} (core.worktree): use a plain clone`,
    }
  const head = await read('--verify', '--quiet', 'HEAD^{commit}')
  if (head === undefined)
    return { ok: false, why: `${top} has no commit yet: make the first one, then start the list again` }
  const branch = await read('--symbolic-full-name', 'HEAD')
  const isNamed = branch !== undefined && isBranchRef(branch)
  return { ok: true, checkout: { top, common: folder, head, ...(isNamed ? { branch } : {}) } }
}

export interface ListedWorktree {
  readonly path: string
  readonly head?: string
  readonly branch?: string
  readonly isDetached: boolean
}

export type WorktreesListed =
  | { readonly ok: true; readonly worktrees: readonly ListedWorktree[] }
  | { readonly ok: false; readonly why: string }

/** Never rejects. The user's own are among them. */
export async function listWorktrees(door: WriteDoor, { top }: Checkout): Promise<WorktreesListed> {
  const listed = await callGit(door, top, { name: 'list-worktrees' })
  if (!listed.ok) return listed
  const blocks = listed.stdout
    .toString('utf8')
    .split('\n\n')
    .filter((block) => block.trim() !== '')
  const worktrees = blocks.map((block): ListedWorktree => {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const cut = line.indexOf(' ')
        return cut === -1 ? [line, ''] : [line.slice(0, cut), line.slice(cut + 1)]
      }),
    )
    const [head, branch] = [fields.get('HEAD'), fields.get('branch')]
    return {
      path: fields.get('worktree') ?? '',
      ...given({ head, branch }),
      isDetached: fields.has('detached'),
    }
  })
  return { ok: true, worktrees }
}

/**
 * The folder of git that belongs to this worktree of ours alone; undefined where the two do not point at each other. An
 * agent works in there: a `.git` that leads elsewhere must not make us write elsewhere.
 */
export function adminFolderOf({ common }: Pick<Checkout, 'common'>, path: string): string | undefined {
  try {
    const file = join(path, '.git')
    if (!lstatSync(file).isFile()) return undefined
    const named = /^gitdir: (.+)\n?$/.exec(readFileSync(file, 'utf8'))?.[1]
    if (named === undefined) return undefined
    const admin = realpathSync(resolve(path, named))
    const back = readFileSync(join(admin, 'gitdir'), 'utf8').trim()
    const shared = resolve(admin, readFileSync(join(admin, 'commondir'), 'utf8').trim())
    const isOurs =
      dirname(admin) === join(common, 'worktrees') &&
      realpathSync(shared) === common &&
      realpathSync(resolve(admin, back)) === realpathSync(file)
    return isOurs ? admin : undefined
  } catch {
    // Something of it is not there.
    return undefined
  }
}

/**
 * What HEAD of this worktree holds, from its file: `ref: refs/heads/…`, or the commit of a detached one. Undefined where
 * git keeps it elsewhere, as in a reftable.
 */
export function readHeadFile(admin: string): { readonly branch?: string; readonly commit?: string } | undefined {
  try {
    const text = readFileSync(join(admin, 'HEAD'), 'utf8').replace(/\n$/, '')
    if (isWholeHash(text)) return { commit: text }
    const branch = /^ref: (.+)$/s.exec(text)?.[1]
    return branch !== undefined && isBranchRef(branch) ? { branch } : undefined
  } catch {
    // It is not there.
    return undefined
  }
}

export function isWholeHash(name: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name)
}

/** Undefined where there is no such commit. */
export async function readCommit(door: GitDoor, cwd: string, name: string): Promise<string | undefined> {
  const answer = await runGit(door, cwd, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  return answer.ok ? answer.stdout.toString('utf8').trim() : undefined
}

/** The commits of several names, asked in one process. A name holds no line break. */
export async function readCommits(
  door: GitDoor,
  cwd: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const input = names.map((name) => `${name}^{commit}\n`).join('')
  const answer = await runGit(door, cwd, ['cat-file', '--batch-check'], { input })
  const lines = answer.ok ? answer.stdout.toString('utf8').split('\n') : []
  return new Map(
    names.flatMap((name, index) => {
      const id = /^([0-9a-f]+) commit \d+$/.exec(lines[index] ?? '')?.[1]
      return id === undefined ? [] : [[name, id] as const]
    }),
  )
}

/** Git keeps no branch a/b beside a branch a: these must not exist. */
export function namesAbove(branch: string): readonly string[] {
  const parts = branch.replace('refs/heads/', '').split('/')
  return parts.slice(1).map((_, index) => `refs/heads/${parts.slice(0, index + 1).join('/')}`)
}

export function whyNoName(branch: string, found: ReadonlyMap<string, string>): string | undefined {
  const above = namesAbove(branch).find((name) => found.has(name))
  if (above === undefined) return undefined
  const [whole, name] = [branch, above].map((ref) => ref.replace('refs/heads/', ''))
  return `the branch ${name} exists, and git keeps no ${whole} beside it: rename it (git branch -m ${name} NAME)`
}

const LONGEST_NAME = 48

/** A folder's name from any text: readable, and never another text's. */
export function toFolderName(...texts: readonly string[]): string {
  const text = texts.at(-1) ?? ''
  const plain = text
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, LONGEST_NAME)
  const hash = new CryptoHasher('sha256').update(texts.join('\0')).digest('hex').slice(0, 8)
  return plain === text && texts.length === 1 ? plain : [plain, hash].filter(Boolean).join('-')
}
