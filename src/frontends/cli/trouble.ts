// What the system refused us, in our words: what happened, where, and what to do next.
import { FullstopError } from '../../contract/error.ts'

const WORDS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of this path is a file',
  EEXIST: 'a file is in the way',
  EISDIR: 'a folder is in the way',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the path is too long',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
}
const FULL: readonly string[] = ['ENOSPC', 'EDQUOT']

/** Undefined: no refusal of the system, but a bug of ours. */
export function troubleOf(error: unknown, home: string): FullstopError | undefined {
  const { code, path, message = '' } = (error ?? {}) as { code?: unknown; path?: unknown; message?: string }
  const words = typeof code === 'string' && Object.hasOwn(WORDS, code) ? WORDS[code] : undefined
  if (typeof code !== 'string' || words === undefined) return undefined
  const where = typeof path === 'string' ? path : (/'([^']+)'/.exec(message)?.[1] ?? home)
  const fix = FULL.includes(code) ? 'free some space' : 'make it writable'
  const isOurs = where.startsWith(home) || home.startsWith(where)
  return new FullstopError(
    'store-unwritable',
    `${where} cannot be written: ${words}${isOurs && where !== home ? ` (our state folder is ${home})` : ''}`,
    isOurs ? `${fix}, or point FULLSTOP_HOME at another folder` : fix,
  )
}
