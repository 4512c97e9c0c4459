// Short texts in a line that is looked at without being parsed.

const LONGEST = 100

/** The text before the next mark, such as an id or a name, if it is short and nothing in it is escaped. */
export function plainUpTo(line: string, start: number, mark: string): string | undefined {
  const end = line.indexOf(mark, start)
  if (end <= start || end - start > LONGEST) return undefined
  const found = line.slice(start, end)
  return found.includes('\\') || found.includes('"') ? undefined : found
}
