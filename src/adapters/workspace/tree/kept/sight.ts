// What a reading saw beside the index. Where the next one sees the same, nothing happened to the files in between, and all
// that was found out about them still holds.
import type { Name } from '../index-lines.ts'
import type { FileStamps } from '../stamp.ts'

export interface Sight {
  /** The untracked files as git listed them: in order, and no folder among them. */
  readonly listing: Buffer
  readonly untracked: readonly Name[]
  /** The files that differ from the index as git named them. */
  readonly differing: Buffer
  /** All untracked files. What is known of each was known by this stamp: any change of it gives it another one. */
  readonly looked: FileStamps
}

export function isSameSight(before: Sight, now: Omit<Sight, 'untracked'>): boolean {
  return (
    before.listing.equals(now.listing) &&
    before.differing.equals(now.differing) &&
    bytesOf(before.looked.modes).equals(bytesOf(now.looked.modes)) &&
    bytesOf(before.looked.stamps).equals(bytesOf(now.looked.stamps))
  )
}

/** So that it can be handed to another process. */
export function sightToBytes({ listing, differing, looked }: Sight): readonly Buffer[] {
  return [bytesOf(looked.stamps), bytesOf(looked.modes), listing, differing]
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
