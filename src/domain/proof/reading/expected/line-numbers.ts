// Expected values that name lines of the test file itself: they move with the lines.
import type { SourceText } from '../../source/source.ts'
import { lineEnd, lineStart } from '../../source/source.ts'

const NUMBER = /\d+/g
const SHORTEST_LINE = 6

/** Nothing but numbers differ, and each is the place of a line then and the place of the same line now. */
export function isOfMovedLines(
  { was, is }: { readonly was: string; readonly is: string },
  before: SourceText,
  after: SourceText,
): boolean {
  const [old, now] = [was.match(NUMBER) ?? [], is.match(NUMBER) ?? []]
  if (old.length === 0 || old.length !== now.length || was.replaceAll(NUMBER, '#') !== is.replaceAll(NUMBER, '#'))
    return false
  return old.every((number, index) => {
    const other = now[index] ?? ''
    if (number === other) return true
    if (Number(number) === Number(other) || number.startsWith('0') || other.startsWith('0')) return false
    const line = lineOf(before, Number(number))
    return line.length >= SHORTEST_LINE && line === lineOf(after, Number(other))
  })
}

function lineOf(source: SourceText, line: number): string {
  return line < 1 || line > source.starts.length
    ? ''
    : source.text.slice(lineStart(source, line), lineEnd(source, line)).trim()
}
