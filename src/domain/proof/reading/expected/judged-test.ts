// One stretch of a test file before and now: which expected values are others, and whether what goes in is another too.
import type { Assertion } from '../test-file/assertions.ts'
import { countsOf } from '../../../text/counts.ts'
import type { Flip } from './flipped.ts'
import { flippedIn } from './flipped.ts'
import type { Role } from './assertion-zones.ts'
import { openAround } from './parts.ts'
import { type TestPlaces, roleAt } from './roles.ts'
import { type Hunk, hunksBetween } from './token-diff.ts'
import { isLiteral, isName, isValue, type WrittenToken, tokensBetween } from './written-tokens.ts'

export interface ChangedValue {
  /** In the text of now. */
  readonly at: number
  readonly was: string
  readonly is: string
}

export interface Judged {
  readonly values: readonly ChangedValue[]
  readonly flips: readonly Flip[]
  /** TestPlaces in the text of now where something else changed than what is expected. */
  readonly inputs: readonly number[]
}

/** Nothing is another. */
export const NOTHING: Judged = { values: [], flips: [], inputs: [] }

export interface Stretch {
  readonly places: TestPlaces
  readonly tokens: readonly WrittenToken[] | undefined
}

export function stretchOf(places: TestPlaces): Stretch {
  const { source, range } = places
  return { places, tokens: tokensBetween(source, range.start, range.end) }
}

/** Undefined: too different to compare. */
export function judge(before: Stretch, after: Stretch): Judged | undefined {
  const hunks = before.tokens && after.tokens && hunksBetween(before.tokens, after.tokens)
  if (!hunks) return undefined
  if (hunks.length === 0) return NOTHING
  const flips = flippedIn(before.places.assertions, after.places.assertions)
  const whole = hunks.filter((hunk) => !isOfFlip(hunk, flips) && !isWholeAssertion(hunk, before.places, after.places))
  if (whole.length === 0) return { ...NOTHING, flips }
  const isSwapped = swappedIn(before.places, after.places)
  const said = whole.filter(
    (hunk) =>
      !isSwapped(hunk) &&
      (!isRow(hunk) || isInSubject(hunk, before.places, after.places) || isOutOfExpected(hunk, before.places)),
  )
  const inputs = said.filter((hunk) => rolesOf(hunk, before.places, after.places).has('input'))
  const expected = said.filter(
    (hunk) => !inputs.includes(hunk) && rolesOf(hunk, before.places, after.places).has('expected'),
  )
  const matchers = expected.filter((hunk) => !isOtherValue(hunk) && !isOutOfExpected(hunk, before.places))
  const values = expected.filter(
    (hunk) =>
      isOutOfExpected(hunk, before.places) ||
      (isOtherValue(hunk) &&
        !isOtherMatcher(hunk, matchers, after.places) &&
        !isMore(hunk, after.places) &&
        !isOfInlineSnapshot(hunk, before.places)),
  )
  return {
    values: values.map(({ at, old, now }) => ({ at, was: textOf(old), is: textOf(now) })),
    flips,
    inputs: inputs.map(({ at }) => at),
  }
}

/** The same words in another order, such as what is expected before what is looked at; or one that could not fail. */
function swappedIn(before: TestPlaces, after: TestPlaces): (hunk: Hunk) => boolean {
  // Most assertions stand there as they did.
  const kept = new Map<string, string>()
  const sorted = ({ source }: TestPlaces, { at, end }: Assertion): string => {
    const written = `${source.code.slice(at, end)}\0${source.text.slice(at, end)}`
    const known = source.heredocs.length === 0 ? kept.get(written) : undefined
    if (known !== undefined) return known
    const words = (tokensBetween(source, at, end) ?? [])
      .map(({ text }) => text)
      .sort()
      .join(' ')
    if (source.heredocs.length === 0) kept.set(written, words)
    return words
  }
  const known = countsOf(before.assertions.map((one) => sorted(before, one)))
  const now = after.assertions.map((one) => ({ one, words: sorted(after, one) }))
  // One that says the same as another now stood there with other words.
  const counts = countsOf(now.map(({ words }) => words))
  const places = now.filter(({ words }) => (counts.get(words) ?? 0) <= (known.get(words) ?? 0)).map(({ one }) => one)
  const idle = before.assertions.filter(({ isVacuous }) => isVacuous)
  return ({ old, at }) =>
    places.some((one) => at >= one.at && at <= one.end) ||
    (old.length > 0 && old.every((token) => idle.some((one) => token.at >= one.at && token.at < one.end)))
}

function rolesOf({ old, now }: Hunk, before: TestPlaces, after: TestPlaces): Set<Role> {
  return new Set([...rolesIn(old, before), ...rolesIn(now, after)])
}

/** One more argument asks for more. */
function isMore({ old, now, at }: Hunk, { source, range }: TestPlaces): boolean {
  if (old.length > 0 || !now.some(({ text }) => text === ',')) return false
  return source.code.charAt(openAround(source, at, range.start)[0] ?? 0) === '('
}

/** `toBe(null)` became `toBeNull()`: the value did not change, the way to say it did. */
function isOtherMatcher({ old, now, at }: Hunk, matchers: readonly Hunk[], { assertions }: TestPlaces): boolean {
  if (old.length > 0 && now.length > 0) return false
  const around = assertions.find((one) => at >= one.at && at <= one.end)
  return around !== undefined && matchers.some((other) => other.at >= around.at && other.at <= around.end)
}

function rolesIn(tokens: readonly WrittenToken[], places: TestPlaces): Role[] {
  const telling = tokens.filter(({ text }) => /[\w"]/.test(text))
  return telling.slice(0, MOST_LOOKED_AT).map(({ at }) => roleAt(places, at))
}

const MOST_LOOKED_AT = 40

function textOf(tokens: readonly WrittenToken[]): string {
  return tokens
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 200)
}

/** One value in place of another; not one that is computed now, a wider type, or the same in another form. */
function isOtherValue({ old, now }: Hunk): boolean {
  const tokens = [...old, ...now]
  // `warns(None)` takes any warning, and so does `warns()`.
  if (tokens.length === 1 && tokens[0]?.text === 'None') return false
  if (!tokens.some(({ text }) => isValue(text)) || now.some(({ text }) => isName(text))) return false
  if (tokens.some(({ text }) => MATCHER.test(text)) && noesIn(old) === noesIn(now)) return false
  // `Point(1, 2)` in the place of `(1, 2)` asks for more.
  if (old.length === 0 && now.length === 1 && /^[A-Z]\w*[a-z]\w*$/.test(now[0]?.text ?? '')) return false
  if (tokens.some(({ text }) => text === '|') || !isWhole(old) || !isWhole(now)) return false
  // An error by its type instead of its words.
  if (old.some(({ text }) => text.startsWith('"')) && now.length > 0 && !now.some(({ text }) => isLiteral(text)))
    return false
  return sameForm(old) !== sameForm(now)
}

/** Where matchers begin with a capital: Shouldly, FluentAssertions. What they ask is looked at with the assertions. */
const MATCHER =
  /^(?:Should[A-Z]\w*|(?:Not)?(?:BeEquivalentTo|BeInOrder|BeSameAs|BeInAscendingOrder|BeInDescendingOrder|ContainSingle|OnlyContain|HaveCount|Equal|StartWith|EndWith))$/

/** `"a " + "b"` is `"a b"`. */
function inOnePiece(tokens: readonly WrittenToken[]): readonly WrittenToken[] {
  const found: WrittenToken[] = []
  for (const [index, token] of tokens.entries()) {
    const last = found.at(-1)
    const isJoin = /^[+.]$/.test(token.text) && isText(last) && isText(tokens[index + 1])
    if (isJoin) continue
    const isJoined = isText(token) && isText(last) && /^[+.]$/.test(tokens[index - 1]?.text ?? '')
    if (isJoined && last)
      found[found.length - 1] = { ...last, text: `${last.text.slice(0, -1)}${token.text.slice(1)}`, end: token.end }
    else found.push(token)
  }
  return found
}

function isText(token: WrittenToken | undefined): boolean {
  return token !== undefined && token.text.length > 1 && token.text.startsWith('"') && token.text.endsWith('"')
}

function noesIn(tokens: readonly WrittenToken[]): number {
  return tokens.filter(({ text }) => MATCHER.test(text) && /Not(?=[A-Z])/.test(text)).length
}

/** Every bracket that opens there closes there, and it is no list of arguments as such. */
function isWhole(tokens: readonly WrittenToken[]): boolean {
  let depth = 0
  for (const { text } of tokens) {
    if (/^[([{]$/.test(text)) depth++
    if (/^[)\]}]$/.test(text) && --depth < 0) return false
  }
  return depth === 0 && tokens[0]?.text !== '('
}

/** `Boolean.TRUE` is true, `1.0` is 1, `"0"` is what a strict comparison wants of a text that holds `0`; a year is a year, and the indent of a text says nothing. */
function sameForm(tokens: readonly WrittenToken[]): string {
  return inOnePiece(tokens)
    .map(({ text }) =>
      text.startsWith('"')
        ? withoutYears(text).replace(/^"(-?\d+(?:\.\d+)?)"$/, '$1')
        : text.replaceAll(/\.0+$|[fFdDlL]$|(?<=\d)_(?=\d)/g, ''),
    )
    .join('')
    .replaceAll(/\bBoolean\.(TRUE|FALSE)/g, (_, word: string) => word.toLowerCase())
}

const INLINE = /\.(?:toMatchInlineSnapshot|matchInlineSnapshot)\(\s*$/

/** An inline snapshot shows a text with its quotes, a matcher takes it without. */
function isOfInlineSnapshot({ old, now }: Hunk, { source }: TestPlaces): boolean {
  const [was] = old
  if (was === undefined || !INLINE.test(source.code.slice(Math.max(0, was.at - 60), was.at))) return false
  const bare = (text: string): string => text.replaceAll(/\\(?=["'`])/g, '')
  return now.length === 1 && old.length === 1 && bare(was.text) === `"${bare(now[0]?.text ?? '')}"`
}

function withoutYears(text: string): string {
  return text.replaceAll(/\b20\d\d\b/g, 'year').replaceAll(/\n\s*/g, '\n')
}

function isOfFlip({ old, now }: Hunk, flips: readonly Flip[]): boolean {
  return flips.some(
    (flip) =>
      old.every(({ at }) => at >= flip.old.at - REACH && at < flip.old.end) &&
      now.every(({ at }) => at >= flip.now.at - REACH && at < flip.now.end),
  )
}

/** The condition above a report belongs to it. */
const REACH = 120

/** An assertion that came or went as a whole says nothing about the others. */
function isWholeAssertion({ old, now }: Hunk, before: TestPlaces, after: TestPlaces): boolean {
  if (old.length > 0 && now.length > 0) return false
  const tokens = old.length > 0 ? old : now
  const { assertions } = old.length > 0 ? before : after
  const [first, last] = [tokens[0]?.at ?? 0, tokens.at(-1)?.end ?? 0]
  // Tokens of a hunk may begin one assertion and end in the next: as long as the row is.
  return (
    assertions.some(({ at, end }) => Math.abs(at - first) <= 20 && last >= end - 2) ||
    assertions.some(({ at, end }) => first > at && first < end && last > end)
  )
}

/** `expect([a(), b()])` became `expect([a()])`: no row, but less that is looked at. */
function isInSubject(hunk: Hunk, before: TestPlaces, after: TestPlaces): boolean {
  const { assertions } = hunk.old.length > 0 ? before : after
  const [first] = hunk.old.length > 0 ? hunk.old : hunk.now
  const isInside = first !== undefined && assertions.some(({ at, end }) => first.at > at && first.at < end)
  return isInside && !rolesOf(hunk, before, after).has('expected')
}

/** `expect(rows()).toEqual([a, b])` became `expect(rows()).toEqual([a])`: less is expected than before. */
function isOutOfExpected({ old, now }: Hunk, places: TestPlaces): boolean {
  const [first] = old
  if (first === undefined || now.length > 0 || !old.some(({ text }) => isLiteral(text))) return false
  const { source, range, assertions } = places
  const around = assertions.find(({ at, end, isVacuous }) => !isVacuous && first.at > at && first.at < end)
  if (!around) return false
  const count = (bracket: RegExp): number => old.filter(({ text }) => bracket.test(text)).length
  const isBalanced = count(/^[([{]$/) === count(/^[)\]}]$/)
  // Which of the rows went cannot always be told by the tokens alone: it may begin inside of the one before.
  const lowest = Math.max(range.start, around.at)
  const isOfList = openAround(source, first.at, lowest).some((at) => /[[{]/.test(source.code.charAt(at)))
  return isBalanced && isOfList && rolesIn(old, places).every((role) => role === 'expected')
}

/** A row of a table that came or went. */
function isRow({ old, now }: Hunk): boolean {
  const tokens = old.length === 0 ? now : now.length === 0 ? old : []
  return (
    tokens.some(({ text }) => /^[{[(]$/.test(text)) &&
    tokens.some(({ text }) => /^[}\])]$/.test(text)) &&
    tokens.some(({ text }) => text === ',')
  )
}
