// Which rows of a long list are in sight: heights that are guessed until they are measured, and where each row begins.

export interface RowWindow {
  readonly first: number
  /** Not included. */
  readonly end: number
}

/** Where each row begins; one number more than there are rows: the last is where the list ends. */
export function toOffsets(heights: readonly number[]): Float64Array {
  const offsets = new Float64Array(heights.length + 1)
  let at = 0
  for (let index = 0; index < heights.length; index++) {
    at += heights[index] ?? 0
    offsets[index + 1] = at
  }
  return offsets
}

/** The row at this place; the first or last one where the place is outside. */
export function rowAt(offsets: Float64Array, place: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows between two places, and some more on either side. */
export function windowOf(
  offsets: Float64Array,
  { top, bottom, more }: { readonly top: number; readonly bottom: number; readonly more: number },
): RowWindow {
  const count = offsets.length - 1
  if (count === 0) return { first: 0, end: 0 }
  const first = Math.max(0, rowAt(offsets, top) - more)
  const end = Math.min(count, rowAt(offsets, bottom) + 1 + more)
  return { first, end: Math.max(first + 1, end) }
}
