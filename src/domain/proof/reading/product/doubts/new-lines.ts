// Whether a file may hold a doubtful line that is new, told by single words: to mask a whole file for that takes longer.
import { sameLinesTo } from '../../../source/changed-part.ts'

export interface LookedFor {
  readonly files: RegExp
  readonly pattern: RegExp
  /** Each match of the pattern holds a match of these. */
  readonly words: RegExp
  readonly comments: 'slashes' | 'hash'
}

/** Without its comment a line is another, and so may look new. One that is nothing else has no code to look at. */
const COMMENTS = {
  slashes: {
    any: /\/\/|\/\*|\*\//,
    whole: /^\s*(?:\/\/(?:(?!\/\/|\/\*|\*\/).)*|\/\*(?:(?!\/\/|\/\*|\*\/).)*\*\/\s*)$/,
  },
  hash: { any: /#/, whole: /^\s*#[^#]*$/ },
} as const

/** `words` is global. Both texts have plain line ends. */
export function mayBeNew(
  before: string,
  after: string,
  { words, comments }: Omit<LookedFor, 'files' | 'pattern'>,
): boolean {
  const { any, whole } = COMMENTS[comments]
  const from = sameLinesTo(before, after)
  let known: ReadonlySet<string> | undefined
  words.lastIndex = 0
  for (let hit = words.exec(after); hit; hit = words.exec(after)) {
    const start = hit.index === 0 ? 0 : after.lastIndexOf('\n', hit.index - 1) + 1
    const next = after.indexOf('\n', hit.index)
    const end = next < 0 ? after.length : next
    const line = after.slice(start, end)
    if (any.test(line) && !whole.test(line)) return true
    if (start >= from) {
      known ??= new Set(before.split('\n').map((one) => one.trim()))
      if (!known.has(line.trim())) return true
    }
    words.lastIndex = Math.max(end, words.lastIndex)
  }
  return false
}
