// Contents of the yardstick as they stood at the start of a task, kept by their ids: what was there can be told without git.
import type { FileChange } from '../../contract/change.ts'
import { given } from '../../contract/given.ts'
import { type TreeEntry, readSmallFile, toBlobId, toText } from './tree/file-id.ts'
import { toName, toPath, visitLines } from './tree/index-lines.ts'
import type { TextOrder, TreeReading } from './start.ts'
import { blobOf } from './texts.ts'
import { toAbsolute } from './tree/walk.ts'

/** In bytes. Larger files are known by their ids alone, and so are those beyond the sum. */
export interface KeptBounds {
  readonly mostText: number
  readonly mostTexts: number
  readonly mostBinary: number
  readonly mostBinaries: number
  readonly mostFiles: number
}

export const KEPT_BOUNDS: KeptBounds = {
  mostText: 256 * 1024,
  mostTexts: 16 * 1024 * 1024,
  mostBinary: 5 * 1024 * 1024,
  mostBinaries: 50 * 1024 * 1024,
  mostFiles: 20_000,
}

export type KeptList = readonly (readonly [path: string, entry: TreeEntry])[]

/** Regular files that have a place in the order, the first places first. */
export function yardstickIn({ moment }: TreeReading, order: TextOrder, { mostFiles }: KeptBounds): KeptList {
  const { main, entryOf } = moment()
  const found: { path: string; entry: TreeEntry; place: number }[] = []
  const take = (name: string): void => {
    const path = toPath(name)
    const place = order(path)
    const entry = place === undefined ? undefined : entryOf(name)
    if (place !== undefined && entry !== undefined && blobOf(entry) !== undefined) found.push({ path, entry, place })
  }
  visitLines(main.lines, take)
  for (const { name, kind } of main.patches) if (kind !== 'changed') take(name)
  found.sort((one, other) => one.place - other.place)
  return found.slice(0, mostFiles).map(({ path, entry }) => [path, entry] as const)
}

export interface Keeping {
  readonly isKept: (id: string) => boolean
  /** Text with line ends as `\n`, or bytes. */
  readonly keep: (id: string, content: string | Buffer) => void
}

/** Hands over what is not kept yet. Only contents that the list names: a file may have changed since. Never rejects. */
export async function keepFiles(
  root: string,
  list: KeptList,
  { isKept, keep }: Keeping,
  bounds: KeptBounds,
): Promise<void> {
  let [texts, binaries] = [bounds.mostTexts, bounds.mostBinaries]
  for (const [path, entry] of list) {
    const id = blobOf(entry) ?? ''
    if (isKept(id)) continue
    const content = await readSmallFile(toAbsolute(root, toName(path)), bounds.mostBinary)
    if (content === undefined || !isContent(content, id)) continue
    const text = toText(content, bounds.mostText)
    if (text !== undefined && content.length <= texts) {
      texts -= content.length
      keep(id, text)
    } else if (text === undefined && content.length <= binaries) {
      binaries -= content.length
      keep(id, content)
    }
  }
}

/** As git stores it, or with the line ends of Windows. */
function isContent(content: Buffer, id: string): boolean {
  const kind = id.length === 64 ? 'sha256' : 'sha1'
  if (toBlobId(content, kind) === id) return true
  if (!content.includes('\r\n')) return false
  return toBlobId(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), kind) === id
}

/** Files of the list that are another now, or gone. What came since is not known. Never rejects. */
export async function changesFromKept(
  root: string,
  list: KeptList,
  read: (id: string) => Buffer | undefined,
  bounds: KeptBounds,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  for (const [path, entry] of list) {
    const id = blobOf(entry) ?? ''
    const content = await readSmallFile(toAbsolute(root, toName(path)), bounds.mostBinary)
    if (content && isContent(content, id)) continue
    const kept = read(id)
    const before = kept && toText(kept, bounds.mostText)
    const after = content && toText(content, bounds.mostText)
    changes.push({ path, how: content ? 'modified' : 'deleted', ...given({ before, after }) })
  }
  return changes
}
