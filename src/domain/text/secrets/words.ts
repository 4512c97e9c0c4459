// Lists of words as texts: a list or pattern would have to be built by every process that looks at one word.

/** Whether a list, with a space or line end around each word, holds the word. */
export function isIn(list: string, word: string): boolean {
  if (word === '') return false
  for (let at = list.indexOf(word); at !== -1; at = list.indexOf(word, at + 1)) {
    if (isBlank(list[at - 1]) && isBlank(list[at + word.length])) return true
  }
  return false
}

/** Far cheaper than to compile a pattern that then finds nothing. */
export function holdsOne(text: string, ...literals: readonly string[]): boolean {
  return literals.some((literal) => text.includes(literal))
}

function isBlank(letter: string | undefined): boolean {
  return letter === ' ' || letter === '\n'
}
