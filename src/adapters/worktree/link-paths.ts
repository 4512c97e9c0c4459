// Brings files along that git does not keep, such as node_modules and .env. A file is copied. A folder becomes a folder
// of links: patterns such as "node_modules/" ignore folders alone, and a link in its place would be committed.
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path'
import type { Checkout } from './checkout.ts'
import { callGit } from './git-write.ts'
import type { WorktreeTools } from './tools.ts'

export interface Unlinked {
  readonly path: string
  /** For people. */
  readonly why: string
}

interface LinkWish {
  readonly checkout: Checkout
  /** The worktree. */
  readonly path: string
  readonly links: readonly string[]
}

/** Never rejects. Can be repeated: what is there already stays. */
export async function linkPaths(
  tools: WorktreeTools,
  { checkout, path, links }: LinkWish,
): Promise<readonly Unlinked[]> {
  const unlinked: Unlinked[] = []
  for (const link of links) {
    const why = (await whyNot(tools, { checkout, path, link })) ?? bring(checkout.top, path, link)
    if (why !== undefined) unlinked.push({ path: link, why })
  }
  return unlinked
}

async function whyNot(
  tools: WorktreeTools,
  { checkout, path, link }: Omit<LinkWish, 'links'> & { readonly link: string },
): Promise<string | undefined> {
  if (!isInside(link)) return 'it is not a relative path inside the repository'
  const source = realPath(join(checkout.top, link))
  if (source === undefined) return 'it is not in the checkout'
  if (!isWithin(source, realPath(checkout.top))) return 'it leads out of the repository'
  const parent = nearest(dirname(join(path, link)))
  if (!isWithin(parent, realPath(path), { orSame: true })) return 'its place leads out of the worktree'
  // A folder is named as one: only then do patterns for folders count.
  const name = lstatSync(source).isDirectory() ? `${normalize(link).replace(/\/$/, '')}/` : normalize(link)
  const ignored = await callGit(tools, path, { name: 'is-ignored', file: name })
  if (!ignored.ok) return ignored.why
  return ignored.code === 0 ? undefined : 'git does not ignore it, so it would be committed: add it to .gitignore'
}

export function isInside(link: string): boolean {
  if (link === '' || link.includes('\0') || isAbsolute(link)) return false
  const parts = normalize(link).split(sep)
  return !parts.includes('..') && parts[0] !== '.git' && parts[0] !== '.' && parts[0] !== ''
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    // Not there.
    return undefined
  }
}

function isWithin(path: string | undefined, folder: string | undefined, { orSame = false } = {}): boolean {
  if (path === undefined || folder === undefined) return false
  return path.startsWith(`${folder}${sep}`) || (orSame && path === folder)
}

/** The real path of the closest folder that exists. */
function nearest(path: string): string | undefined {
  return realPath(path) ?? (path === dirname(path) ? undefined : nearest(dirname(path)))
}

function bring(top: string, worktree: string, link: string): string | undefined {
  try {
    const target = join(worktree, link)
    mkdirSync(dirname(target), { recursive: true })
    if (lstatSync(realpathSync(join(top, link))).isDirectory()) return fill(top, worktree, link)
    if (!isThere(target)) copyFileSync(join(top, link), target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Entries that lead out of the repository are left out. */
function fill(top: string, worktree: string, link: string): string | undefined {
  const target = join(worktree, link)
  mkdirSync(target, { recursive: true })
  let left = 0
  for (const name of readdirSync(join(top, link))) {
    const entry = join(link, name)
    const source = join(top, entry)
    const isScope = name.startsWith('@') && lstatSync(source).isDirectory()
    if (isScope) fill(top, worktree, entry)
    else if (!isWithin(realPath(source), realPath(top))) left += 1
    else if (!isThere(join(worktree, entry))) symlinkSync(leadOf(source, join(worktree, entry)), join(worktree, entry))
  }
  return left === 0 ? undefined : `${left} of its entries lead out of the repository and were left out`
}

/** A package of the same repository is linked to the worktree's own sources, everything else to the checkout. */
function leadOf(source: string, place: string): string {
  if (!lstatSync(source).isSymbolicLink()) return source
  const lead = readlinkSync(source)
  return !isAbsolute(lead) && isThere(resolve(dirname(place), lead)) ? lead : source
}
