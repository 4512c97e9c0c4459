// Tables that are made when they are first asked for. A hook loads the code of every rule and uses few of them, so what
// they look up must not cost time when the program starts.

export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** A set of words that are written with white space between them. */
export function lazyWords(text: string): () => ReadonlySet<string> {
  // Compiling a pattern would take longer than splitting.
  return lazily(() => {
    const words = new Set(text.replaceAll('\n', ' ').split(' '))
    words.delete('')
    return words
  })
}
