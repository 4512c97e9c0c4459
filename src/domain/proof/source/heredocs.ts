// Where texts end that begin below the line that announces them: `<<~TEXT` in Ruby, `<<<'TEXT'` in PHP.

/** Each line that could end such a text by its word, found once for the whole text. */
export interface Heredocs {
  readonly ends: ReadonlyMap<string, readonly number[]>
  /** For each word how many of its lines were passed. */
  readonly passed: Map<string, number>
}

const LAST_LINE = /^[ \t]{0,200}(\w{1,60})(?=[ \t]{0,9}(?:$|[;,)\]]))/gm

export function findHeredocs(text: string): Heredocs {
  const ends = new Map<string, number[]>()
  for (const { index, 0: line, 1: word = '' } of text.matchAll(LAST_LINE)) {
    const known = ends.get(word)
    if (known) known.push(index + line.length)
    else ends.set(word, [index + line.length])
  }
  return { ends, passed: new Map() }
}

/** Behind the word that ends a text; undefined where it is missing. Ask forwards only. */
export function heredocEnd({ ends, passed }: Heredocs, word: string, from: number): number | undefined {
  const known = ends.get(word) ?? []
  let at = passed.get(word) ?? 0
  while ((known[at] ?? from) < from) at++
  passed.set(word, at)
  return known[at]
}
