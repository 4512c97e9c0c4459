// The word that was probably meant: the nearest of the known ones, or none if all are far.

/** Longer words are no slips of the pen, and comparing them costs the product of their lengths. */
const LONGEST = 64

export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined
  const most = word.length <= 3 ? 1 : Math.max(2, Math.floor(word.length / 3))
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= most ? best.candidate : undefined
}

/** Letters to put in, take out or replace; two that swapped places are a smaller slip than any of these. */
function distance(from: string, to: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 0.5 : replaced
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped)
    }
    ;[before, row] = [row, next]
  }
  return row[to.length] ?? 0
}
