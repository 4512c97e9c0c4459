// Which files changed since a moment shortly before, by their change times, which no program can set.
import { lstatSync, type Stats } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { SUBMODULE_MODE } from './file-id.ts'
import { toName } from './index-lines.ts'
import type { TreePart, Tree } from './tree.ts'
import { toAbsolute } from './walk.ts'

/** The clock behind the times of files ticks up to a hundred times in a second. */
const TICK_MS = 15
/** So far apart are the times that coarse file systems keep. */
const COARSE_MS = 2000

interface Listed {
  readonly path: string
  /** Mode and content; `''`: no file is there. */
  readonly id: string
}

/** Paths that may have changed since; in doubt they have. */
export async function findLate(tree: Tree, files: readonly Listed[], at: Date): Promise<string[]> {
  const late: string[] = []
  for (const { path, id } of files) {
    const isLate = id.startsWith(SUBMODULE_MODE)
      ? await isInnerLate(tree, path, at)
      : await changedSince(toAbsolute(tree.root, toName(path.replace(/\/$/, ''))), at)
    if (isLate) late.push(path)
  }
  return late
}

/** Where there is nothing, the folder that it is missing from tells when that was. Never throws. */
export function changedSince(path: string | Buffer, at: Date): boolean {
  const stats = look(path)
  if (!stats) {
    const text = path.toString()
    const parent = dirname(text)
    return parent === text || changedSince(parent, at)
  }
  const isCoarse = stats.ctimeMs % 1000 === 0
  const changed = isCoarse ? Math.max(stats.ctimeMs, stats.mtimeMs) + COARSE_MS : stats.ctimeMs + TICK_MS
  return changed >= at.getTime()
}

/** At once: for thousands of files, waiting for each takes several times as long. */
function look(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // A folder on the way may not be opened, or is a file by now.
    return undefined
  }
}

/** A repository inside: its own files that differ from its index, and whatever git wrote there. */
async function isInnerLate(tree: Tree, path: string, at: Date): Promise<boolean> {
  const folder = `${tree.root}/${path}`
  if (await changedSince(await gitFolder(folder), at)) return true
  for (const part of tree.parts.filter((one) => one.path === path || one.path.startsWith(`${path}/`)))
    if (await isPartLate(tree, part, at)) return true
  return false
}

async function isPartLate({ root }: Tree, { path, patches }: TreePart, at: Date): Promise<boolean> {
  for (const { name } of patches) if (await changedSince(toAbsolute(`${root}/${path}`, name), at)) return true
  return false
}

/** A submodule's `.git` is a file that names the folder. */
async function gitFolder(folder: string): Promise<string> {
  const path = `${folder}/.git`
  const text = await readFile(path, 'utf8').catch(() => '')
  const named = /^gitdir: (.*)$/m.exec(text.slice(0, 5000))?.[1]
  return named === undefined ? path : resolve(folder, named)
}
