// Copies of a whole workspace: blocks shared with the original where the disk can do that, else real ones within limits.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CopyMeans } from './copy-run.ts'
import { isWithin } from './mounts.ts'

export const MOST_BYTES = 2 * 1024 ** 3
export const MOST_MS = 20_000

/** Links are copied as links, never followed; nothing in the copy is linked to a file of the original. */
export function planTreeCopy(
  means: Exclude<CopyMeans, 'overlay'>,
  platform: string,
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  const paths = ['--', `${from}/.`, to]
  if (platform === 'darwin') return ['/bin/cp', means === 'clone' ? '-cRp' : '-Rp', ...paths.slice(1)]
  return ['/bin/cp', '-a', means === 'clone' ? '--reflink=always' : '--reflink=never', ...paths]
}

/** The same for one file, to learn whether the disk can do it. */
export function planFileClone(
  platform: string,
  { from, to }: { readonly from: string; readonly to: string },
): string[] {
  return platform === 'darwin' ? ['/bin/cp', '-c', from, to] : ['/bin/cp', '--reflink=always', '--', from, to]
}

export interface MeasuredTree {
  readonly bytes: number
  /** A path that, in a copy elsewhere, would still lead to the original or to its git folder. */
  readonly leadingBack: string | undefined
}

/** Undefined: larger than `most` bytes, or not measured in time. */
export function measureTree(root: string, most: number, isLate: () => boolean): MeasuredTree | undefined {
  let bytes = 0
  let leadingBack: string | undefined
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (isLate()) return undefined
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) folders.push(path)
      if (entry.isFile()) bytes += lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0
      if (bytes * BLOCK > most) return undefined
      if (leadsBack(root, path, entry)) leadingBack ??= path
    }
  }
  return { bytes: bytes * BLOCK, leadingBack }
}

const BLOCK = 512

interface TreeEntry {
  readonly name: string
  readonly isFile: () => boolean
  readonly isSymbolicLink: () => boolean
}

function leadsBack(root: string, path: string, entry: TreeEntry): boolean {
  if (entry.isSymbolicLink()) return isWithin(readlinkSync(path), root)
  if (entry.name !== '.git' || !entry.isFile()) return false
  const [, folder] = /^gitdir: (.+)\n?$/.exec(readFileSync(path, 'utf8')) ?? []
  return folder !== undefined && (folder.startsWith('/') || !isWithin(resolve(path, '..', folder), root))
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not ours to read: the copy will say so.
    return []
  }
}

/** A path of the workspace as it is in a copy elsewhere; other paths stay. */
export function toCopyPath(path: string, root: string, copy: string): string {
  return isWithin(path, root) ? `${copy}${path.slice(root.length)}` : path
}
