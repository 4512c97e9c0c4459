// Whether a long text holds a short one, asked thousands of times of the same text: most are not there, and none of them may
// cost a walk over all of it.

const GRAM = 4
const BITS = 1 << 20
/** Of all walks over one text together, in characters. Who looks for more is told that it is not there. */
const MOST_WALKED = 200_000_000

export interface SearchedText {
  readonly text: string
  /** One bit for each hash of characters that follow each other somewhere in it. */
  readonly grams: Uint8Array
  walked: number
}

export function toSearched(text: string): SearchedText {
  const grams = new Uint8Array(BITS >> 3)
  for (let at = 0; at + GRAM <= text.length; at++) {
    const bit = gramAt(text, at)
    grams[bit >> 3] = (grams[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return { text, grams, walked: 0 }
}

export function holds(searched: SearchedText, part: string): boolean {
  const { text, grams } = searched
  for (let at = 0; at + GRAM <= part.length; at++) {
    const bit = gramAt(part, at)
    if (((grams[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  if (searched.walked > MOST_WALKED) return false
  const at = text.indexOf(part)
  searched.walked += at < 0 ? text.length : at
  return at >= 0
}

function gramAt(text: string, at: number): number {
  let hash = 0
  for (let next = at; next < at + GRAM; next++) hash = Math.imul(hash, 31) + text.charCodeAt(next)
  return (Math.imul(hash, 0x9e3779b1) >>> 12) & (BITS - 1)
}
