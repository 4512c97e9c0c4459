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
  /** 0: no regular file is there, or nothing at all where all kinds were asked for. */
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

/** A change so soon after a look could leave the times as they were: git has the same rule for its index. */
export const RACY_MS = 2000

/**
 * Every change that comes after `now` must give the file another stamp. So its times lie far enough back for any clock
 * that ticks, and their rounding to fractions of a microsecond does not matter. Whole seconds are those of a file
 * system that may keep no change time at all.
 */
export function isTelling(stamp: Stamp, now: Date): boolean {
  return isCalm(stamp, now) && isFine(stamp)
}

/** It lies so far back. */
export function isCalm({ ino, mtimeMs, ctimeMs }: Stamp, now: Date): boolean {
  const calmSince = now.getTime() - RACY_MS
  return mtimeMs < calmSince && ctimeMs < calmSince && Number.isSafeInteger(ino)
}

/** It is not from a file system that keeps whole seconds. */
export function isFine({ ctimeMs }: Stamp): boolean {
  return ctimeMs % 1000 !== 0
}

export function areSame(one: FileStamps, other: FileStamps): boolean {
  return bytesOf(one.modes).equals(bytesOf(other.modes)) && bytesOf(one.stamps).equals(bytesOf(other.stamps))
}

/** So many bytes are the stamps of one file, handed to another process. */
export const STAMP_BYTES = STAMP_NUMBERS * 8 + 2

export function encodeStamps({ modes, stamps }: FileStamps): readonly Buffer[] {
  return [bytesOf(stamps), bytesOf(modes)]
}

export function decodeStamps(files: number, take: (count: number) => Buffer): FileStamps {
  // Numbers can be read only where they are aligned, which a copy is.
  const stamps = new Float64Array(new Uint8Array(take(files * STAMP_NUMBERS * 8)).buffer)
  const modes = new Uint16Array(new Uint8Array(take(files * 2)).buffer)
  return { modes, stamps }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
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
