// The listing of an index as bytes, kept from one process to the next and found by the stamp of the index. It has a
// checksum, since it is written without a sync.
import { withHeader, withoutHeader } from './checksum.ts'
import type { IndexLines } from '../index-lines.ts'

/** Keeps the listing of one workspace's index. No call throws. */
export interface LinesKeeper {
  /** Undefined: none is kept for an index with this stamp. */
  readonly load: (stamp: string) => IndexLines | undefined
  /** False: it is not kept. */
  readonly save: (stamp: string, lines: IndexLines) => boolean
}

const MAGIC = 'fullstop lines 2'

export function encodeLines(stamp: string, lines: IndexLines): Buffer {
  return withHeader(MAGIC, stamp, lines)
}

/** Undefined: of another index, or no whole listing. */
export function decodeLines(bytes: Buffer, stamp: string): IndexLines | undefined {
  return withoutHeader(MAGIC, stamp, bytes)
}
