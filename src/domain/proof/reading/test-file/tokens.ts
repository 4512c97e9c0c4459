// Words and literals of code, to see whether something that was said before is still said in another form.
import { keyOf } from './assertions.ts'
import { holds, type SearchedText, toSearched } from './parts-of-text.ts'

export interface Tokens {
  readonly literals: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  /** All of it without white space and quotes: a literal may be part of a larger one. */
  readonly text: string
}

const TOKEN = /"[^"]{0,400}"|\d+(?:\.\d+)?|[A-Za-z_$][\w$]*/g

/** Words that belong to frameworks and languages, not to what is tested. */
export const COMMON =
  /^(?:expect\w*|[aA]ssert\w*|ASSERT\w*|EXPECT\w*|require|should\w*|Should|to[A-Z]\w*|to|be|eq\w*|[eE]qual\w*|is\w*|not|self|\$?this|t|it|tests?|describe|async|return|const|let|var|new|in|true|false|True|False|null|None|nil|undefined|resolves|rejects|Errorf?|Fatalf?|got|want|strictEqual|deepEqual|ok|and|have|function|def|fn|func|void)$/

export function tokensOf(code: string): Tokens {
  const literals = new Set<string>()
  const words = new Set<string>()
  for (const [token] of unified(code).matchAll(TOKEN)) {
    if (/^["\d]/.test(token)) for (const literal of literalsIn(token)) literals.add(literal)
    else if (!COMMON.test(token)) words.add(token.replace(GLUED_NEW, ''))
  }
  return { literals, words, text: code.replaceAll(/[\s"'`]+/g, '') }
}

/** A row may be one string, such as `"1,IV"`, and so may a snapshot: their cells and numbers count too. */
function literalsIn(token: string): string[] {
  const cells = token.startsWith('"') && token.includes(',') ? token.slice(1, -1).split(',') : []
  const numbers = /^".*[,:]/.test(token) ? (token.match(/\d+(?:\.\d+)?/g) ?? []) : []
  return [token, ...cells.flatMap((cell) => [`"${cell}"`, cell]), ...numbers]
}

/** RSpec in a key: `.toeq2` */
const GLUED = /\.(to|not_to|to_not)(eq|eql|equal|be)(?=[\d"[({:-])/g

/** `new Cart(1)` in a key: `newCart(1)` */
const GLUED_NEW = /^new(?=[A-Z])/

/** A pattern that stands for one text: `, /not a number: 4\\.2/)` */
const PLAIN_PATTERN = /(?<=[(,:]\s{0,9})\/((?:[^\\/\s"*+?()[\]{}|^$.]|\\[^\w\s]| ){3,200})\/[a-z]{0,3}(?=\s{0,9}[),}])/g

/** `200_000` */
const GROUPED = /(?<![\w$."])\d{1,20}(?:_\d{1,20}){1,8}(?![\w"])/g

/** One kind of quotes, strings and numbers without white space, as in the keys of assertions. */
function unified(code: string): string {
  return code
    .replaceAll(GROUPED, (number) => number.replaceAll('_', ''))
    .replaceAll(/['`]/g, '"')
    .replaceAll(PLAIN_PATTERN, (_, text: string) => `"${text.replaceAll('\\', '')}"`)
    .replaceAll(GLUED, '.$1 $2 ')
    .replaceAll(/"[^"\n]{0,400}"/g, (text) => keyOf(text))
}

/** Is all that this assertion names still named there? Literals must be; names may change a little. */
export function isSaidIn(said: Tokens, there: Tokens): boolean {
  const literals = [...said.literals].filter((token) => token !== '""')
  const words = [...said.words]
  if (!literals.every((token) => there.literals.has(token) || isPart(token, there))) return false
  const kept = words.filter((word) => there.words.has(word)).length
  if (literals.length === 0)
    return words.length > 0 && kept === words.length && (!DENIES.test(said.text) || DENIES.test(there.text))
  return kept * 2 >= words.length
}

/** That something is not so is said by such a word. */
const DENIES = /false|falsy|not|none|null|nil|undefined|refute|empty|absent|missing|never|wont|!|==0/i

/** Nothing need be made ready to search it. */
const SHORT = 20_000
const searched = new WeakMap<Tokens, SearchedText>()

function isPart(literal: string, there: Tokens): boolean {
  const content = literal.replaceAll('"', '')
  if (!literal.startsWith('"') || content.length <= 2) return false
  if (there.text.length < SHORT) return there.text.includes(content)
  const known = searched.get(there) ?? toSearched(there.text)
  searched.set(there, known)
  return holds(known, content)
}
