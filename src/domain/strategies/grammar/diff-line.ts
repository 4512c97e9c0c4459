// Lines of a diff that stands in a message without a fence: what they hold is text of a file.
import type { Document } from './markdown.ts'
import { lineAt } from './markdown.ts'

const HUNK = /^@@ -\d/
const HEADER = /^(?:diff --git |--- \S|\+\+\+ \S|@@ -\d|index [0-9a-f]{7})/
/** So many lines above, a hunk that a line may belong to is looked for; so many around it, another changed line. */
const FARTHEST = 60
const NEAR = 3

export function isDiffLine(document: Document, at: number): boolean {
  const index = lineAt(document, at)
  const head = headOf(document, index)
  if (/^[+-][^\s+-]/.test(head) || /^\+\s+\S/.test(head)) return true
  if (/^-\s/.test(head) && isBesideChange(document, index)) return true
  return isInHunk(document, index)
}

function isBesideChange(document: Document, index: number): boolean {
  for (let near = index - NEAR; near <= index + NEAR; near++) {
    const head = headOf(document, near)
    if (near !== index && (head.startsWith('+') || HEADER.test(head))) return true
  }
  return false
}

/** Nothing but lines of a diff between it and the head of a hunk. */
function isInHunk(document: Document, index: number): boolean {
  if (!/^[ +-]/.test(headOf(document, index))) return false
  for (let above = index - 1; above >= 0 && index - above < FARTHEST; above--) {
    const head = headOf(document, above)
    if (HUNK.test(head)) return true
    if (!/^[ +\-\\]/.test(head)) return false
  }
  return false
}

function headOf({ text, lines }: Document, index: number): string {
  const line = lines.at(index)
  if (!line) return ''
  // A line's start may be moved behind hidden markup.
  const start = text.lastIndexOf('\n', line.start - 1) + 1
  return line.start === 0 ? text.slice(0, 40) : text.slice(start, Math.min(line.end, start + 40))
}
