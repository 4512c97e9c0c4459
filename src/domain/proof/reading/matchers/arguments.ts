// Brackets and arguments in the text of one assertion; strings are stepped over.

const TOKEN = /"(?:\\.|[^"\\]){0,600}"|[()[\]{},]/g

/** Where the bracket at `open` closes; -1 if nowhere. */
export function closeOf(text: string, open: number): number {
  let depth = 0
  for (const { 0: token, index } of text.slice(open).matchAll(TOKEN)) {
    if (token.startsWith('"') || token === ',') continue
    depth += '([{'.includes(token) ? 1 : -1
    if (depth === 0) return open + index
  }
  return -1
}

export function argumentsIn(list: string): string[] {
  return splitAt(list, TOKEN, (token) => token === ',').map((one) => one.trim())
}

/** Python: `assert (x == 1, "words")` is a tuple with two parts, which always holds. Without spaces behind `assert`. */
export function isTupleAsserted(text: string): boolean {
  if (!text.startsWith('assert(') || closeOf(text, 'assert'.length) !== text.length - 1) return false
  return argumentsIn(text.slice('assert('.length, -1)).length > 1
}

/** Split where one of these stands outside of brackets and strings. */
export function splitOn(text: string, separator: '||' | '&&'): string[] {
  const tokens = /"(?:\\.|[^"\\]){0,600}"|[()[\]{}]|\|\||&&|(?<![\w.])(?:or|and)(?![\w.])/g
  const words = separator === '||' ? ['||', 'or'] : ['&&', 'and']
  return splitAt(text, tokens, (token) => words.includes(token)).map((one) => one.trim())
}

function splitAt(text: string, tokens: RegExp, isCut: (token: string) => boolean): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if ('([{'.includes(token)) depth++
    else if (')]}'.includes(token)) depth--
    else if (depth === 0 && isCut(token)) {
      found.push(text.slice(from, index))
      from = index + token.length
    }
  }
  return [...found, text.slice(from)]
}

/** The first of these operators outside of brackets and strings. */
export function operatorIn(
  text: string,
): { readonly left: string; readonly sign: string; readonly right: string } | undefined {
  const tokens =
    /"(?:\\.|[^"\\]){0,600}"|=>|->|::<|[()[\]{}]|[=!]==?|[<>]=?|(?<=[\s)\]"])(?:is not|is|not in|in)(?=[\s(["])/g
  let depth = 0
  for (const { 0: sign, index } of text.matchAll(tokens)) {
    if (sign.startsWith('"') || sign === '=>' || sign === '->' || sign === '::<') continue
    if ('([{'.includes(sign)) depth++
    else if (')]}'.includes(sign)) depth--
    else if (depth === 0 && sign !== '=')
      return { left: text.slice(0, index).trim(), sign, right: text.slice(index + sign.length).trim() }
  }
  return undefined
}

/** One kind of quotes, no white space but between words. */
export function normalised(text: string): string {
  return text
    .slice(0, 4000)
    .replaceAll(/['`]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([^\w\s"$@:#\\]) ?/g, '$1')
    .replace(/[;\s]+$/, '')
    .trimStart()
}
