// The stamp of a file on disk: device, inode, size and times. Files with the same stamp have the same content, as far
// as times can prove it.

/** Tells one state of a file from any other. */
export interface Stamp {
  readonly dev: number
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

/** For each file `LOOKED` numbers: mode, device, inode, size, mtime and ctime in ms; mode 0: no regular file is there. */
export type FileStamps = Float64Array

export const LOOKED = 6

export function stampAt(stats: FileStamps, at: number): Stamp {
  return {
    dev: stats[at + 1] ?? 0,
    ino: stats[at + 2] ?? 0,
    size: stats[at + 3] ?? 0,
    mtimeMs: stats[at + 4] ?? 0,
    ctimeMs: stats[at + 5] ?? 0,
  }
}

/** `how`: `''` for the id of the plain bytes, otherwise all that a conversion depends on beside them. */
export interface KnownIds {
  /** Undefined: the times cannot vouch for the content. */
  readonly stampOf: (stats: Stamp) => Stamp | undefined
  readonly find: (stamp: Stamp | undefined, how: string) => string | undefined
  /** The same for many files that were looked at together; undefined: no such file, or not known. */
  readonly findAll: (stats: FileStamps, how: string) => readonly (string | undefined)[]
  readonly add: (stamp: Stamp | undefined, how: string, id: string) => void
}
