// All files of a folder that no repository lists, within bounds.
import { lstat, readdir } from 'node:fs/promises'
import { mapAtOnce } from './at-once.ts'

export type Walked =
  | { readonly ok: true; readonly names: readonly Buffer[] }
  | { readonly ok: false; readonly why: string }

const MOST_FILES = 20_000
const MOST_BYTES = 1024 * 1024 * 1024

/** Never part of the work: what version control, package managers and interpreters put there. Build results count. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__'])

/** Names relative to the folder, sorted, files and links only. Folders that cannot be opened count as empty. */
export async function walkFolder(folder: string | Buffer): Promise<Walked> {
  const names: Buffer[] = []
  const waiting: Buffer[] = [Buffer.alloc(0)]
  let bytes = 0
  for (let inner = waiting.pop(); inner; inner = waiting.pop()) {
    const found = await listFolder(toAbsolute(folder, inner))
    if (names.length + found.length > MOST_FILES) return { ok: false, why: tooMuch(folder) }
    const paths = found.map((name) => (inner.length === 0 ? name : Buffer.concat([inner, SLASH, name])))
    const stats = await mapAtOnce(paths, (path) => lstat(toAbsolute(folder, path)).catch(() => undefined))
    for (const [at, path] of paths.entries()) {
      const item = stats[at]
      if (item?.isDirectory() && !SKIPPED.has(found[at]?.toString('latin1') ?? '')) waiting.push(path)
      if (!item?.isFile() && !item?.isSymbolicLink()) continue
      names.push(path)
      bytes += item.size
    }
    if (bytes > MOST_BYTES) return { ok: false, why: tooMuch(folder) }
  }
  return { ok: true, names: names.sort(Buffer.compare) }
}

const SLASH = Buffer.from('/')

/** A name that is not UTF-8 stays a buffer: a string would name another file. */
export function toAbsolute(folder: string | Buffer, name: Buffer): string | Buffer {
  const text = name.toString('utf8')
  if (typeof folder === 'string' && !text.includes('\uFFFD')) return `${folder}/${text}`
  return Buffer.concat([Buffer.from(folder), SLASH, name])
}

/** Without file types: one runtime loses the names' bytes when it adds them. */
async function listFolder(folder: string | Buffer): Promise<readonly Buffer[]> {
  // A folder that went away or may not be read has no files for us.
  return readdir(folder, { encoding: 'buffer' }).catch(() => [])
}

function tooMuch(folder: string | Buffer): string {
  return `${String(folder)} is no git repository and holds more than ${MOST_FILES} files or 1 GiB; run \`git init\` there and ignore what is not source`
}
