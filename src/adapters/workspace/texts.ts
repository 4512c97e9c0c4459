// Texts of files, bounded and with line ends as `\n`: the current ones from disk, earlier ones from git.
import { type TreeEntry, LINK_MODE, SUBMODULE_MODE, readSmallFile, toBlobId, toPointerId, toText } from './file-id.ts'
import { type GitDoor, runGit } from './git.ts'
import { toName } from './index-lines.ts'
import { toAbsolute } from './walk.ts'

const MOST_TEXT = 256 * 1024
const MOST_TEXTS = 8 * 1024 * 1024

/** How many characters may still be read. */
export interface Budget {
  left: number
}

export function newBudget(): Budget {
  return { left: MOST_TEXTS }
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
  const most = Math.min(MOST_TEXT, budget.left)
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

/** Texts by blob id, raw as they were committed. Sizes are asked first: what is too large is never printed. */
export async function readBlobs(door: GitDoor, root: string, ids: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  if (ids.length === 0) return texts
  const sized = await runGit(door, root, ['cat-file', '--batch-check'], { input: `${ids.join('\n')}\n` })
  if (!sized.ok) return texts
  const small = toSmall(sized.stdout.toString('latin1'))
  if (small.length === 0) return texts
  const answer = await runGit(door, root, ['cat-file', '--batch'], { input: `${small.join('\n')}\n` })
  if (!answer.ok) return texts
  const { stdout } = answer
  for (let at = 0; at < stdout.length;) {
    const end = stdout.indexOf('\n', at)
    const [id = '', kind, size] = stdout.toString('latin1', at, end).split(' ')
    const length = kind === 'blob' ? Number(size) : -1
    const text = length < 0 ? undefined : toText(stdout.subarray(end + 1, end + 1 + length), MOST_TEXT)
    if (text !== undefined) texts.set(id, text)
    at = end + 2 + length
  }
  return texts
}

function toSmall(listing: string): string[] {
  let left = MOST_TEXTS
  return listing.split('\n').flatMap((line) => {
    const [id = '', kind, size] = line.split(' ')
    const bytes = Number(size)
    if (kind !== 'blob' || bytes > MOST_TEXT || bytes > left) return []
    left -= bytes
    return [id]
  })
}
