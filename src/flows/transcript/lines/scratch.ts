// Memory that a transcript is read into. One buffer serves all readings in turn, because new memory costs more than
// searching it: each page of it costs a fault.
import type { OpenedFile } from '../../../adapters/platform/files/files.ts'
import { CHUNK, SCANNED } from './line.ts'

/** Room for what is searched at once, and for the end of the line before it. */
const LENGTH = SCANNED + CHUNK

let kept: Buffer | undefined

/** Bytes that are good until the next search. */
export function readScratch(file: OpenedFile, from: number, length: number): Buffer {
  return file.read(from, length, (kept ??= Buffer.allocUnsafe(LENGTH)))
}

/** A buffer of the taker's own, at least so long, until it is given back. */
export function takeScratch(length: number): Buffer {
  const taken = kept
  if (length > LENGTH) return Buffer.allocUnsafe(length)
  kept = undefined
  return taken ?? Buffer.allocUnsafe(LENGTH)
}

/** Larger ones are not kept: they served one long line. */
export function giveBack(scratch: Buffer): void {
  if (scratch.length === LENGTH) kept = scratch
}
