// Small readers of numbers that runners print.

/** `1 failed | 2 passed` or `1 failed, 2 passed` by word; undefined where a part is something else. */
export function countsIn(text: string, words: ReadonlySet<string>): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>()
  for (const part of text.split(/, | \| /)) {
    const found = /^(\d{1,9}) ([a-z ]{1,30})$/.exec(part)
    const word = found?.[2] ?? ''
    if (!words.has(word)) return undefined
    counts.set(word, (counts.get(word) ?? 0) + Number(found?.[1]))
  }
  return counts
}

export function sumOf(counts: ReadonlyMap<string, number>, ...words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
}

/** Marks in a line of dots and letters, with a file before them or the progress behind. */
export function dotsIn(line: string, dots: RegExp): number {
  return dots.exec(line)?.[1]?.length ?? 0
}

export const oneIf = (pattern: RegExp) => (line: string) => (pattern.test(line) ? 1 : 0)

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))
