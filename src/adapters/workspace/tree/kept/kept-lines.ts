// The listing of an index as bytes, kept from one process to the next and found by the stamp of the index. It has a
// checksum, since it is written without a sync.
import { checksumOf } from './checksum.ts'
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
  return Buffer.concat([toHeader(stamp, lines), lines])
}

/** Undefined: of another index, or no whole listing. */
export function decodeLines(bytes: Buffer, stamp: string): IndexLines | undefined {
  const start = bytes.indexOf('\n') + 1
  // Mostly it is of another index: that is told by its first line, before all of it is summed up.
  if (!bytes.toString('latin1', 0, start).startsWith(`${MAGIC}\t${stamp}\t`)) return undefined
  const lines = bytes.subarray(start)
  return bytes.subarray(0, start).equals(toHeader(stamp, lines)) ? lines : undefined
}

function toHeader(stamp: string, lines: IndexLines): Buffer {
  return Buffer.from(`${MAGIC}\t${stamp}\t${checksumOf(lines).toString('hex')}\n`)
}
