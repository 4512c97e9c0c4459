// How much of one text stands in another, by its lines.

export function codeLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 1)
}

/** From 0 to 1. */
export function sharedPart(text: string, other: string): number {
  const lines = codeLines(text)
  const known = new Set(codeLines(other))
  return lines.filter((line) => known.has(line)).length / Math.max(1, lines.length)
}
