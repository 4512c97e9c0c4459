// Whether another worktree fits: within the limit of the user for all of them, and on the disk.
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runGit } from '../workspace/git.ts'
import type { WorktreeTools } from './tools.ts'

interface RoomWish {
  readonly checkout: { readonly top: string }
  readonly start: string
  readonly maxDisk?: number
}

/** Why there is no room; undefined: there is, or the user set no limit. */
export async function roomProblem(tools: WorktreeTools, wish: RoomWish): Promise<string | undefined> {
  const { maxDisk } = wish
  if (maxDisk === undefined) return undefined
  const needed = await sizeOf(tools, wish)
  const used = sizeOfFolder(tools.home)
  if (used + needed > maxDisk)
    return `another worktree needs ${inMegabytes(needed)}, and those in ${tools.home} take ${inMegabytes(used)} of the ${inMegabytes(maxDisk)} that worktree.maxDisk allows: raise it, or remove worktrees`
  const free = tools.freeBytes(nearestFolder(tools.home))
  if (free !== undefined && free < needed)
    return `another worktree needs ${inMegabytes(needed)}, and ${inMegabytes(free)} are free on the disk of ${tools.home}: make room there`
  return undefined
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`
}

/** The files of the commit. Filters can make them larger. */
async function sizeOf(tools: WorktreeTools, { checkout, start }: RoomWish): Promise<number> {
  const listed = await runGit(tools, checkout.top, ['ls-tree', '-r', '-l', '-z', '--full-tree', start])
  if (!listed.ok) return 0
  const sizes = listed.stdout.toString('latin1').matchAll(/ blob [0-9a-f]+ +(\d+)\t/g)
  return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0)
}

/** Links are not followed: what they lead to is not ours. */
function sizeOfFolder(folder: string): number {
  let bytes = 0
  for (const name of readNames(folder)) {
    const path = join(folder, name)
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats?.isDirectory()) bytes += sizeOfFolder(path)
    else if (stats?.isFile()) bytes += stats.size
  }
  return bytes
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Not there yet, or gone meanwhile: it takes nothing.
    return []
  }
}

function nearestFolder(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path))
}
