// What tells whole bytes from damaged ones: what we keep only to save time is written without a sync. It takes a thirtieth
// of the time of a digest, and nobody has to be kept from forging what they could write as well.
import { hash } from 'bun'

export const CHECKSUM_BYTES = 8

export function checksumOf(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(CHECKSUM_BYTES)
  sum.writeBigUInt64LE(hash.xxHash3(bytes))
  return sum
}

/** Behind a first line that says what it is, of which index, and what it sums up to. */
export function withHeader(magic: string, stamp: string, body: Buffer): Buffer {
  return Buffer.concat([toHeader(magic, stamp, body), body])
}

/** Undefined: of another index, or not whole. */
export function withoutHeader(magic: string, stamp: string, bytes: Buffer): Buffer | undefined {
  const start = bytes.indexOf('\n') + 1
  // Mostly it is of another index: that is told by its first line, before all of it is summed up.
  if (!bytes.toString('latin1', 0, start).startsWith(`${magic}\t${stamp}\t`)) return undefined
  const body = bytes.subarray(start)
  return bytes.subarray(0, start).equals(toHeader(magic, stamp, body)) ? body : undefined
}

function toHeader(magic: string, stamp: string, body: Buffer): Buffer {
  return Buffer.from(`${magic}\t${stamp}\t${checksumOf(body).toString('hex')}\n`)
}
