// Texts of files, bounded and with line ends as `\n`: the current ones from disk, earlier ones from git.
import { lstat } from 'node:fs/promises'
import { MOST_SHOWN_BYTES } from '../../contract/view/review.ts'
import {
  type TreeEntry,
  LINK_MODE,
  SUBMODULE_MODE,
  readSmallFile,
  toBlobId,
  toPointerId,
  toText,
} from './tree/file-id.ts'
import { type GitDoor, runGit } from './git.ts'
import { type GitObject, readObjects } from './read-objects.ts'
import { toName } from './tree/index-lines.ts'
import { toAbsolute } from './tree/walk.ts'

/** In bytes. A larger file has no text, and neither have files beyond the sum. */
export interface TextBounds {
  readonly mostText: number
  readonly mostTexts: number
}

/** For what is read at every stop. */
export const SMALL_TEXTS: TextBounds = { mostText: 256 * 1024, mostTexts: 8 * 1024 * 1024 }
/** For a person who looks at the change. */
export const LARGE_TEXTS: TextBounds = { mostText: MOST_SHOWN_BYTES, mostTexts: 16 * 1024 * 1024 }

/** For a branch that is read by hand or in CI. */
export const RANGE_TEXTS: TextBounds = { mostText: 512 * 1024, mostTexts: 64 * 1024 * 1024 }

/** How many characters may still be read. */
export interface Budget {
  readonly mostText: number
  left: number
}

export function newBudget({ mostText, mostTexts }: TextBounds): Budget {
  return { mostText, left: mostTexts }
}

/** The id of a regular file's content. */
export function blobOf(entry: TreeEntry | undefined): string | undefined {
  return isRegular(entry ?? '') ? entry?.slice(7) : undefined
}

function isRegular(entry: TreeEntry): boolean {
  return entry !== '' && !entry.startsWith(LINK_MODE) && !entry.startsWith(SUBMODULE_MODE)
}

/** Only the content that the entry names: a check may have overwritten the file meanwhile, and that is not work. */
export async function readTextNow(
  door: GitDoor,
  root: string,
  path: string,
  entry: TreeEntry,
  budget: Budget,
): Promise<string | undefined> {
  if (!isRegular(entry)) return undefined
  const most = Math.min(budget.mostText, budget.left)
  const content = await readSmallFile(toAbsolute(root, toName(path)), most)
  const text = content && toText(content, most)
  if (content === undefined || text === undefined) return undefined
  if (!(await isContentOf(door, { root, path, entry }, content))) return undefined
  budget.left -= text.length
  return text
}

/** By its bytes, else as git would store it: with other line ends, without `$Id$`, as a pointer. */
async function isContentOf(
  door: GitDoor,
  { root, path, entry }: { readonly root: string; readonly path: string; readonly entry: TreeEntry },
  content: Buffer,
): Promise<boolean> {
  const id = entry.slice(7)
  const kind = id.length === 64 ? 'sha256' : 'sha1'
  if (id === toBlobId(content, kind) || id === toPointerId(content, kind)) return true
  // The usual conversion, without a process for each of many files.
  const withLineEnds = content.toString('latin1').replaceAll('\r\n', '\n')
  if (id === toBlobId(Buffer.from(withLineEnds, 'latin1'), kind)) return true
  const answer = await runGit(door, root, ['hash-object', '--stdin', `--path=${path}`], { input: content })
  return answer.ok && answer.stdout.toString('latin1').trim() === id
}

export interface BlobTexts {
  readonly texts: ReadonlyMap<string, string>
  /** Of every blob, in bytes. */
  readonly sizes: ReadonlyMap<string, number>
}

/** By blob id, raw as they were committed. Of many the sizes are asked first: a text that is too large is not printed. */
export async function readBlobs(
  door: GitDoor,
  root: string,
  ids: readonly string[],
  bounds: TextBounds,
): Promise<BlobTexts> {
  const none = new Map<string, string>()
  if (ids.length === 0) return { texts: none, sizes: new Map() }
  const atOnce = ids.length > FEW ? undefined : await readObjects(door, root, [...new Set(ids)], AT_ONCE)
  if (atOnce && atOnce.length > 0) return toTexts(atOnce, bounds)
  const sized = await runGit(door, root, ['cat-file', '--batch-check'], { input: `${ids.join('\n')}\n` })
  const sizes = toSizes(sized.ok ? sized.stdout.toString('latin1') : '')
  const small = toSmall(sizes, bounds)
  if (small.length === 0) return { texts: none, sizes }
  return { ...toTexts(await readObjects(door, root, small), bounds), sizes }
}

/** So many are read without a look at their sizes, up to so many bytes: most changes are small, and each call costs. */
const FEW = 100
const AT_ONCE = 2 * 1024 * 1024

function toTexts(objects: readonly GitObject[], bounds: TextBounds): BlobTexts {
  const blobs = objects.filter(({ kind }) => kind === 'blob')
  const sizes = new Map(blobs.map(({ id, content }) => [id, content.length]))
  const small = new Set(toSmall(sizes, bounds))
  const texts = blobs.flatMap(({ id, content }) => {
    const text = small.has(id) ? toText(content, bounds.mostText) : undefined
    return text === undefined ? [] : [[id, text] as const]
  })
  return { texts: new Map(texts), sizes }
}

function toSizes(listing: string): Map<string, number> {
  const fields = listing.split('\n').map((line) => line.split(' '))
  return new Map(fields.flatMap(([id = '', kind, size]) => (kind === 'blob' ? [[id, Number(size)] as const] : [])))
}

function toSmall(sizes: ReadonlyMap<string, number>, { mostText, mostTexts }: TextBounds): string[] {
  let left = mostTexts
  return [...sizes].flatMap(([id, bytes]) => {
    if (bytes > mostText || bytes > left) return []
    left -= bytes
    return [id]
  })
}

/** In bytes; undefined where there is no such file. */
export async function sizeNow(root: string, path: string): Promise<number | undefined> {
  const stats = await lstat(toAbsolute(root, toName(path))).catch(() => undefined)
  return stats?.isFile() ? stats.size : undefined
}
