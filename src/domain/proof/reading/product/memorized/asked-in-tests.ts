// Whether a test asks for exactly this pair: an argument, and behind it or before it what is expected.

/** Code without spaces outside of texts, with one kind of quotes. */
export function compact(bare: string): string {
  return bare
    .replaceAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|\s+/g, (all, one, two, three) => {
      if (/^\s/.test(all)) return ''
      return `"${String(one ?? two ?? three).replaceAll(/\\?"/g, '\\"')}"`
    })
    .replaceAll(/,(?=[\])}])/g, '')
}

const BETWEEN = 60
const MOST_PLACES = 50
const ANOTHER = /;|assert\w*[.(!]|expect\(|\b(?:test|it|def|func)\b/
/** What stands between an argument and what is expected, or the other way round: a matcher, a comma, the end of a call. */
const LINKS = /^(?:\)*(?:,|==+|\.\w+(?:\.\w+)*\(|,?\w+:)|,)+$|^[\])},]*(?:,|==)(?:\w+:|\w+\()?$/
const BACK = /^(?:,|==+)(?:[\w.]+\()+$/

/** `text`: tests, compact; so are the two literals. */
export function asksFor(text: string, key: string, value: string): boolean {
  return places(text, key).some((at) => {
    const after = text.slice(at + key.length, at + key.length + BETWEEN + value.length)
    const next = places(after, value)[0]
    if (next !== undefined && isLink(after.slice(0, next), LINKS)) return true
    const before = text.slice(Math.max(0, at - BETWEEN - value.length), at)
    const last = places(before, value).at(-1)
    return last !== undefined && isLink(before.slice(last + value.length), BACK)
  })
}

export function holds(text: string, value: string): boolean {
  return places(text, value).length > 0
}

function isLink(between: string, links: RegExp): boolean {
  return between.length <= BETWEEN && !ANOTHER.test(between) && links.test(between)
}

/** Not as a part of a longer word or number. */
function places(text: string, literal: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(literal); at >= 0 && found.length < MOST_PLACES; at = text.indexOf(literal, at + 1)) {
    const isWhole = !/[\w.-]/.test(text.charAt(at - 1)) || !/^[\w.-]/.test(literal)
    // Spaces are gone: a word may follow at once.
    if (isWhole && !(/\d$/.test(literal) && /[\d_.]/.test(text.charAt(at + literal.length)))) found.push(at)
  }
  return found
}
