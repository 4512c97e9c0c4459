// Several assertions about parts of a value that became one about the whole of it.
import type { Assertion } from '../../test-file/assertions.ts'
import { tokensOf } from '../../test-file/tokens.ts'

/** Says what the whole value is. */
const EQUALS =
  /toEqual|toStrictEqual|toMatchObject|toThrow|deep|[eE]quals?\b|Equal\w*\(|assert_eq|assertEqual|assert_equal|==|!=|cmp\.Diff|containsExactly|isEqualTo|hasSize|have_attributes|contain_exactly|match_array|\.toeq/
/** `r[0]`, `r.get(0)`, `r.first()` */
const PART = /(?<=[\w\])])\[-?\d+\]|\.(?:get|at|nth|elementAt|charAt)\(\d+\)|\.(?:first|last|second)\b(?:\(\))?/g
const LENGTH =
  /\.size\(\)|\.len\(\)|\.length\b|\.size\b|\.count\b|\.Count\b|(?<!\w)len\(|(?<!\w)count\(|toHaveLength|lengthOf|assertCount|hasSize|have_length|\.Len\(/

/** Is everything that this one expected of a part held by what the new ones say of the whole? */
export function isFolded({ key }: Assertion, gained: readonly Assertion[], said: string, around = ''): boolean {
  if (gained.some((one) => isSameEmptiness(key, one.key, around))) return true
  if (!gained.some((one) => EQUALS.test(one.key))) return false
  if (isField(key, gained) || isAbsent(key, gained) || isKindOfPart(key, gained)) return true
  const whole = key.replaceAll(PART, '')
  const isLength = LENGTH.test(key)
  if (whole === key && !isLength) return false
  const there = tokensOf(said)
  const expected = [...tokensOf(whole).literals]
  if (expected.length === 0) return false
  const sizes = isLength ? listSizes(said) : new Set<string>()
  return expected.every((literal) => there.literals.has(literal) || sizes.has(literal))
}

const EMPTY =
  /(?:isEmpty|is_empty|empty\?|toBeEmpty|beEmpty|be_empty|[bB]eEmpty|assertEmpty|\.Empty|IsEmpty|must_be_empty|assert_empty)\b|toHaveLength\(0\)|(?:toEqual|eq|isEqualTo|Equal)\(\[\]\)|==\[\]$|hasSize\(0\)|assertCount\(0,|have_size\(0\)|(?:len\([^()]{1,80}\)|\.(?:size|length|count|len|Count|Length)(?:\(\))?\)?)(?:===?0|\)?\.(?:toBe|toEqual|toeq|toequal|isEqualTo)\(0\))|[eE]quals?\w*\((?:t,)?0,|\.(?:to|should)eq\(?\[\]|List\.of\(\),|emptyList\(\)|\(t,0,len|toeq\(0\)/
const ROOT = /[A-Za-z_$][\w$]*/g
const OF_ASSERTIONS =
  /^(?:assert\w*|expect|to|be|eq|self|this|t|len|size|length|count|Assert\w*|That|is\w*|not|toBe\w*|toEqual|toHaveLength|List|of|Empty|Equal|[eE]mpty\w*|be_\w+|hasSize|0)$/

/** That it has no items was said twice, in two ways; once is enough. */
function isSameEmptiness(lost: string, now: string, around: string): boolean {
  if (!EMPTY.test(lost) || !EMPTY.test(now)) return false
  const subjects = (lost.match(ROOT) ?? []).filter((word) => !OF_ASSERTIONS.test(word))
  const [first] = subjects
  if (first === undefined) return false
  if (new RegExp(`(?<![\\w$])${first.replaceAll('$', '\\$')}(?![\\w$])`).test(now)) return true
  // The name was given up for what it stood for.
  const made = new RegExp(`(?<![\\w$.])${first.replaceAll('$', '\\$')}:?=([^=;\\n][^;\\n]{2,200})`).exec(around)?.[1]
  return made !== undefined && now.includes(made.replace(/^a(?:wait)/, ''))
}

/** `entry.host`, `entry.host()`, `entry["host"]` */
const FIELD = /[\w$)\]](?:\.|\?\.|->)[A-Za-z_]\w*(?:\(\))?(?=[),=]|\.to|$)|\w\["\w+"\]/

/** One field was looked at, now all of them at once: what was expected of it stands in what is expected of the whole. */
function isField(key: string, gained: readonly Assertion[]): boolean {
  if (!FIELD.test(key) || !EQUALS.test(key)) return false
  const expected = [...tokensOf(key.replace(/\["\w+"\]/, '')).literals]
  return (
    expected.length > 0 && gained.some(({ key: one }) => EQUALS.test(one) && isWhole(tokensOf(one).literals, expected))
  )
}

const IS_LIST = /^expect\(Array\.isArray\(([A-Za-z_$][\w$]*)\.(\w{1,80})\)\)\.toBe(?:Truthy\(\)|\(true\))$/

const HAS_FIELD = /^expect\(([A-Za-z_$][\w$]*)[\w.$[\]]{0,80}\)\.toHaveProperty\("(\w+)"\)$/

/** A part was to be a list, or to have a field, and the whole is written out with one. */
function isKindOfPart(key: string, gained: readonly Assertion[]): boolean {
  const [, name, field = ''] = IS_LIST.exec(key) ?? HAS_FIELD.exec(key) ?? []
  return (
    name !== undefined &&
    gained.some(
      (one) =>
        one.key.startsWith(`expect(${name})`) &&
        /\.to(?:Strict)?Equal\(\{.*:\[/.test(one.key) &&
        new RegExp(`[{,]${field}:`).test(one.key),
    )
  )
}

const ABSENT =
  /be_nil|beNil|isNull|toBeNull|toBeUndefined|isNone$|assertNull|assertIsNone|wont_include|not_toinclude|notin|not\.toHaveProperty|not\.toContain|assertNotIn|assertArrayNotHasKey|assert\.NotContains|refute_includes|doesNotContain/
const LITERAL_WHOLE = /[=(,]\(?\{"[^{}]{1,400}\}\)?$|[=(,]\[[^[\]]{1,400}\]\)?$/

/** Something was not to be there, and the whole is written out without it. */
function isAbsent(key: string, gained: readonly Assertion[]): boolean {
  const names = ABSENT.test(key) ? [...tokensOf(key).literals].filter((one) => one.length > 4) : []
  return (
    names.length > 0 &&
    gained.some(
      ({ key: one }) => EQUALS.test(one) && LITERAL_WHOLE.test(one) && !names.some((name) => one.includes(name)),
    )
  )
}

/** A value of several parts, these among them. */
function isWhole(there: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return there.size > wanted.length && wanted.every((literal) => there.has(literal))
}

const MESSAGE = /\b(?:getMessage|getLocalizedMessage|message|Message|what)\b|str\([\w.]+\)|\.args\[0\]/
const THROWS =
  /[tT]hrow|[rR]aise|[wW]arns|rejects|isThrownBy|catchThrowable|FailsWith|assertThat\w*Exception|expectException/

/** kotlin.test: what it says where nothing was thrown. */
const OWN_WORDS = /^assertFailsWith<\w{1,80}>\(/

/** The words of an error that was caught are asked for where it is thrown. */
export function isMessage({ key }: Assertion, gained: readonly Assertion[], lost: readonly Assertion[] = []): boolean {
  if (!MESSAGE.test(key)) return false
  const thrown = gained.filter((one) => THROWS.test(one.key) && !OWN_WORDS.test(one.key))
  const expected = [...tokensOf(key).literals].filter((one) => one.startsWith('"') && one.length > 4)
  if (expected.length > 0)
    return thrown.some(({ key: one }) => expected.every((words) => one.includes(words.slice(1, -1))))
  const name = NAMED_MESSAGE.exec(key)
    ?.slice(1)
    .find((one) => one !== undefined)
  const classes = lost.flatMap(
    (one) =>
      CLASS.exec(one.key)
        ?.slice(1)
        .find((word) => word !== undefined) ?? [],
  )
  return (
    name !== undefined &&
    classes.length > 0 &&
    thrown.some(
      ({ key: one }) =>
        new RegExp(`\\.(?:has|with)Message\\(${name}\\)`).test(one) &&
        classes.every((type) => new RegExp(`(?<!\\w)${type}(?!\\w)`).test(one)),
    )
  )
}

/** The message is the value of a name, such as a parameter. */
const NAMED_MESSAGE =
  /^(?:[\w.]{1,40}\.)?assertEquals\((?:([A-Za-z_]\w*),\w{1,60}\.(?:getMessage\(\)|message)|\w{1,60}\.(?:getMessage\(\)|message),([A-Za-z_]\w*))\)$/
const CLASS =
  /^(?:[\w.]{1,40}\.)?(?:assertThrows(?:Exactly)?\((\w{1,80})(?:\.class|::class)|assertFailsWith<(\w{1,80})>)/

const LONGEST_SAID = 20_000

/** How many items the lists written there have. */
function listSizes(said: string): Set<string> {
  const sizes = new Set<string>()
  const open: { commas: number; isEmpty: boolean }[] = []
  const code = said.slice(0, LONGEST_SAID).replaceAll(/"[^"\n]{0,400}"|'[^'\n]{0,400}'/g, '_')
  for (const [token] of code.matchAll(/[()[\]{}]|,(?!\s*[)\]}])|[^\s()[\]{},]+/g)) {
    const top = open.at(-1)
    if (top && !')]}'.includes(token)) top.isEmpty = false
    if ('([{'.includes(token)) open.push({ commas: 0, isEmpty: true })
    else if (token === ',' && top) top.commas++
    else if (')]}'.includes(token)) {
      const done = open.pop()
      if (done) sizes.add(String(done.isEmpty ? 0 : done.commas + 1))
    }
  }
  return sizes
}
