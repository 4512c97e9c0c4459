// Lists of patterns of which a clause mostly calls for none. A pattern is made only where the clause holds one of the words
// that it needs: to make one takes longer than to look for hundreds of words. Which words, is derived from the patterns
// (`needed-words.txt`, written by `npm run generate`; a test compares).
import neededWords from './needed-words.txt' with { type: 'text' }

interface Worded {
  /** Empty: no word is known that it always needs. */
  readonly words: readonly string[]
  readonly source: string
  pattern?: RegExp
}

/** Whether one of these patterns matches. The name is that of the list in `needed-words.txt`. */
export function anyOf(name: string, sources: readonly string[]): (clause: string) => boolean {
  let list: readonly Worded[] | undefined
  return (clause) => {
    list ??= withWords(name, sources)
    return list.some((one) => mayMatch(one, clause) && (one.pattern ??= new RegExp(one.source)).test(clause))
  }
}

function mayMatch({ words }: Worded, clause: string): boolean {
  return words.length === 0 || words.some((word) => clause.includes(word))
}

/** A row for each pattern: the name of its list, and its words. */
function withWords(list: string, sources: readonly string[]): readonly Worded[] {
  const rows = neededWords.split('\n').map((row) => row.split('\t'))
  const own = rows.filter(([name]) => name === list)
  return sources.map((source, at) => ({ source, words: own[at]?.slice(1) ?? [] }))
}
