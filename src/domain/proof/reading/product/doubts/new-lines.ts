// Whether a file may hold a doubtful line that is new, told by single words: to mask a whole file for that takes longer.
import { sameLinesTo } from '../../../source/changed-part.ts'

export interface LookedFor {
  readonly files: RegExp
  readonly pattern: RegExp
  /** Each match of the pattern holds a match of these. */
  readonly words: RegExp
}

/** What can make a line look new that is not: without its comment it is another. */
const COMMENT = /\/\/|\/\*|\*\/|#/

/** `words` is global. Both texts have plain line ends. */
export function mayBeNew(before: string, after: string, words: RegExp): boolean {
  const from = sameLinesTo(before, after)
  let known: ReadonlySet<string> | undefined
  words.lastIndex = 0
  for (let hit = words.exec(after); hit; hit = words.exec(after)) {
    const start = hit.index === 0 ? 0 : after.lastIndexOf('\n', hit.index - 1) + 1
    const next = after.indexOf('\n', hit.index)
    const end = next < 0 ? after.length : next
    const line = after.slice(start, end)
    if (COMMENT.test(line)) return true
    if (start >= from) {
      known ??= new Set(before.split('\n').map((one) => one.trim()))
      if (!known.has(line.trim())) return true
    }
    words.lastIndex = Math.max(end, words.lastIndex)
  }
  return false
}
