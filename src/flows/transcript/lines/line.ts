// What all searches for lines in a transcript share. They work on bytes, chunk by chunk, and do not interpret what a line says.

export interface ByteSpan {
  readonly from: number
  readonly to: number
}

export interface TranscriptLine {
  readonly start: number
  readonly text: string
}

/** Asked between chunks: true once the time limit of reading has passed. */
export type IsOver = () => boolean

/** How much is read at once from the end, where most is found soon, and how much where all is searched. */
export const CHUNK = 64 * 1024
export const SCANNED = 256 * 1024
/** Chunks overlap by this much, so that a mark across their border is found. Marks are shorter. */
export const OVERLAP = 256
/** Longer lines are skipped. */
export const LONGEST_LINE = 16 * 1024 * 1024
export const NEWLINE = 10

/** Not by `Buffer.from`: its first call costs as much as 60 functions of ours. */
export function needleOf(mark: string): Uint8Array {
  return new TextEncoder().encode(mark)
}
