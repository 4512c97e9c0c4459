// What a reading saw beside the index. Where the next one sees the same, nothing happened to the files in between, and all
// that was found out about them still holds.
import { type Name, splitListing } from '../index-lines.ts'
import { areSame, decodeStamps, encodeStamps, type FileStamps, STAMP_BYTES } from '../stamp.ts'

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
    before.listing.equals(now.listing) && before.differing.equals(now.differing) && areSame(before.looked, now.looked)
  )
}

/** Of what a sight is made of as bytes. */
export interface SightSizes {
  readonly files: number
  readonly listing: number
  readonly differing: number
}

export function sizesOf({ looked, listing, differing }: Sight): SightSizes {
  return { files: looked.modes.length, listing: listing.length, differing: differing.length }
}

export function bytesIn({ files, listing, differing }: SightSizes): number {
  return files * STAMP_BYTES + listing + differing
}

/** So that it can be handed to another process. */
export function encodeSight({ listing, differing, looked }: Sight): readonly Buffer[] {
  return [...encodeStamps(looked), listing, differing]
}

export function decodeSight({ files, listing, differing }: SightSizes, take: (count: number) => Buffer): Sight {
  const looked = decodeStamps(files, take)
  const listed = take(listing)
  const { untracked } = splitListing(listed)
  return { looked, listing: listed, untracked, differing: take(differing) }
}
