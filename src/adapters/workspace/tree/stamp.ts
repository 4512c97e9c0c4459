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

/** Files that were looked at together. */
export interface FileStamps {
  /** 0: no regular file is there. */
  readonly modes: Uint16Array
  /** For each file `STAMP_NUMBERS`: device, inode, size, mtime and ctime in ms. */
  readonly stamps: Float64Array
}

export const STAMP_NUMBERS = 5

export function stampAt(stamps: Float64Array, place: number): Stamp {
  const at = place * STAMP_NUMBERS
  return {
    dev: stamps[at] ?? 0,
    ino: stamps[at + 1] ?? 0,
    size: stamps[at + 2] ?? 0,
    mtimeMs: stamps[at + 3] ?? 0,
    ctimeMs: stamps[at + 4] ?? 0,
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
