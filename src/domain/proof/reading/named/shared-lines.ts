// How much of one text stands in another, by its lines.
import type { FileChange } from '../../../../contract/change.ts'

export function codeLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 1)
}

/** At least this part of the lines, from 0 to 1, stands in the text. */
export function isShared(lines: readonly string[], text: ReadonlySet<string>, part: number): boolean {
  let missing = 0
  const isEnough = (): boolean => (lines.length - missing) / Math.max(1, lines.length) >= part
  for (const line of lines) if (!text.has(line) && (missing++, !isEnough())) return false
  return isEnough()
}

const linesAfter = new WeakMap<FileChange, ReadonlySet<string>>()

/** Of the file as it is now: many others are looked for in it. */
export function linesNow(change: FileChange): ReadonlySet<string> {
  const lines = linesAfter.get(change) ?? new Set(codeLines(change.after ?? ''))
  linesAfter.set(change, lines)
  return lines
}
