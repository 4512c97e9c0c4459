// How often words or lines stand somewhere.

/** How often each of them stands there. */
export function countsOf(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
