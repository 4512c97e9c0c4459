// All files of a folder that no repository lists, within bounds.
import { lstat, readdir } from 'node:fs/promises'
import { mapAtOnce } from './at-once.ts'
import { isAscii, type Name } from './index-lines.ts'

export type Walked =
  | { readonly ok: true; readonly names: readonly Name[] }
  | { readonly ok: false; readonly why: string }

const MOST_FILES = 20_000
const MOST_BYTES = 1024 * 1024 * 1024

/** Never part of the work: what version control, package managers and interpreters put there. Build results count. */
const SKIPPED = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__'])

/** Names relative to the folder, sorted, files and links only. Folders that cannot be opened count as empty. */
export async function walkFolder(folder: string | Buffer): Promise<Walked> {
  const names: Name[] = []
  const waiting: Name[] = ['']
  let bytes = 0
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    const found = await listFolder(toAbsolute(folder, inner))
    if (names.length + found.length > MOST_FILES) return { ok: false, why: tooMuch(folder) }
    const paths = found.map((name) => (inner === '' ? name : `${inner}/${name}`))
    const stats = await mapAtOnce(paths, (path) => lstat(toAbsolute(folder, path)).catch(() => undefined))
    for (const [at, path] of paths.entries()) {
      const item = stats[at]
      if (item?.isDirectory() && !SKIPPED.has(found[at] ?? '')) waiting.push(path)
      if (!item?.isFile() && !item?.isSymbolicLink()) continue
      names.push(path)
      bytes += item.size
    }
    if (bytes > MOST_BYTES) return { ok: false, why: tooMuch(folder) }
  }
  return { ok: true, names: names.sort() }
}

const SLASH = Buffer.from('/')

/** A name that is not UTF-8 stays a buffer: a string would name another file. */
export function toAbsolute(folder: string | Buffer, name: Name): string | Buffer {
  if (typeof folder === 'string' && isAscii(name)) return `${folder}/${name}`
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  if (typeof folder === 'string' && !text.includes('\uFFFD')) return `${folder}/${text}`
  return Buffer.concat([Buffer.from(folder), SLASH, bytes])
}

/** Without file types: one runtime loses the names' bytes when it adds them. */
async function listFolder(folder: string | Buffer): Promise<readonly Name[]> {
  // A folder that went away or may not be read has no files for us.
  const found = await readdir(folder, { encoding: 'buffer' }).catch(() => [])
  return found.map((name) => name.toString('latin1'))
}

function tooMuch(folder: string | Buffer): string {
  return `${String(folder)} is no git repository and holds more than ${MOST_FILES} files or 1 GiB; run \`git init\` there and ignore what is not source`
}
