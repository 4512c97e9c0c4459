// Which part of an assertion names what is expected, which part what is looked at, and which is a mere message.
import type { SourceText } from '../../source/source.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import type { Assertion } from '../test-file/assertions.ts'
import { comparisonsIn, listedIn, type CodeRange } from './parts.ts'
import { isLiteral, isName, tokensBetween, type WrittenToken } from './written-tokens.ts'

export type Role = 'expected' | 'input' | 'neutral'

export interface Zone extends CodeRange {
  readonly role: Role
}

/** `expect(subject).toBe(…)`, `assertThat(subject).isEqualTo(…)` */
const ABOUT =
  /^(?:\w+\.)?(?:expect|expectTypeOf|assertThat\w{0,60}|then|assert_that|Expect|Eventually|Consistently|that)\b[.\w<>]{0,60}\s?[({]/
/** `subject.should.equal(…)` */
const BEHIND = /^\s?\.?(?:should|Should|must_|wont_)/
/** `.expect(200)`, `.andExpect(status().isOk())` */
const CHAINED = /^\.(?:expect|andExpect|expect[A-Z]\w*|verify[A-Z]\w*)\s?\(/
const RAISES = /raise|throw|warns|deprecat|expectException|should_panic/i
/** Prints a message: the condition above is the assertion. */
const REPORTS = /^(?:t|tb|b|f)\.(?:Errorf?|Fatalf?|Fail|FailNow)\b/

export function zonesOf(source: SourceText, assertion: Assertion): Zone[] {
  const { at, end } = assertion
  const head = source.code.slice(at, Math.min(end, at + 120))
  if (REPORTS.test(head)) return [{ start: at, end, role: 'neutral' }, ...conditionAbove(source, at)]
  if (CHAINED.test(head)) return [{ start: at, end, role: 'expected' }]
  if (BEHIND.test(head)) {
    return [
      { start: lineStart(source, lineAt(source, at)), end: at, role: 'input' },
      { start: at, end, role: 'expected' },
    ]
  }
  const about = ABOUT.exec(head)?.[0]
  const open = about === undefined ? -1 : at + about.length - 1
  const close = open < 0 ? -1 : (source.pairs[open] ?? -1)
  if (close > 0 && /^[\s\w]{0,40}[.\w]/.test(source.code.slice(close + 1, Math.min(end, close + 41)))) {
    return [
      { start: open, end: close + 1, role: 'input' },
      { start: close + 1, end, role: 'expected' },
      ...lookedFor(source, { start: open, end: close + 1 }),
      ...thrownBy(source, { start: close + 1, end }),
    ]
  }
  return calledZones(source, assertion, head)
}

/** Finds an element by what it shows, and fails where there is none: `getByText('3 items')`. */
const BY_TEXT = /\b(?:get|find|query)(?:All)?By(?:Text|DisplayValue|Title|AltText|LabelText)\s?\(/g

function lookedFor(source: SourceText, range: CodeRange): Zone[] {
  return argumentsOf(source, range, BY_TEXT).map((zone) => ({ ...zone, role: 'expected' }))
}

/** `assertThatIOException().isThrownBy(() -> …).withMessage("…")` */
const THROWN_BY = /\.(?:isThrownBy|raises|thrownBy)\s?\(/g

function thrownBy(source: SourceText, range: CodeRange): Zone[] {
  return argumentsOf(source, range, THROWN_BY).map((zone) => ({ ...zone, role: 'input' }))
}

/** What stands in the brackets that these calls open. */
function argumentsOf({ code, pairs }: SourceText, { start, end }: CodeRange, calls: RegExp): CodeRange[] {
  return Array.from(code.slice(start, end).matchAll(calls), ({ 0: written, index }) => {
    const open = start + index + written.length - 1
    return { start: open + 1, end: Math.max(open + 1, pairs[open] ?? open + 1) }
  })
}

const CONDITION = /^\s*(?:\} else )?if\s(?:.*;)?/

/** `if got != 5 {` in the line above. */
function conditionAbove(source: SourceText, at: number): Zone[] {
  const line = lineAt(source, at) - 1
  if (line < 1) return []
  const [start, end] = [lineStart(source, line), lineEnd(source, line)]
  const written = CONDITION.exec(source.code.slice(start, Math.min(end, start + 400)))?.[0]
  const brace = source.code.lastIndexOf('{', end)
  return written === undefined || brace < start ? [] : compared(source, { start: start + written.length, end: brace })
}

const OWN_HANDLE = /^(?:t|tb|b|self|assert|c|s\.T\(\)|suite\.T\(\)|T\(\))$/

function calledZones(source: SourceText, { at, end, helper }: Assertion, head: string): Zone[] {
  const name = /^(?:->|::|[\w$.:!?@#]|\s?<[\w, ]{0,60}>)+/.exec(head)?.[0] ?? ''
  const bracket = /^\s?[({]/.exec(source.code.slice(at + name.length, at + name.length + 2))
  const open = bracket ? at + name.length + bracket[0].length - 1 : -1
  const close = open < 0 ? -1 : (source.pairs[open] ?? -1)
  // `assert (a + b) == c` is no call.
  const isCall =
    close > 0 &&
    !/^\s{0,9}(?:[=!<>]=|[<>+*/-]|in\b|is\b|and\b|or\b|%)/.test(source.code.slice(close + 1, Math.min(end, close + 20)))
  const range = isCall ? { start: open + 1, end: close } : { start: at + name.length, end }
  const listed = listedIn(source, range).filter((one) => textIn(source, one) !== '')
  const args = listed.filter((one, index) => index > 0 || !OWN_HANDLE.test(textIn(source, one)))
  if (!isCall && name === 'assert') return [...compared(source, args[0] ?? range), ...args.slice(1).map(neutral)]
  const [condition, words] = args
  if (condition && !words) return compared(source, condition)
  if (condition && words && args.length === 2 && OF_CONDITION.test(name) && isText(source, words))
    return [...compared(source, condition), neutral(words)]
  return argumentZones(source, args, { name, isHelper: helper !== undefined })
}

function neutral(range: CodeRange): Zone {
  return { ...range, role: 'neutral' }
}

/** A single condition: its sides, or all of it. */
function compared(source: SourceText, range: CodeRange): Zone[] {
  return comparisonsIn(source, range).flatMap((sides) => {
    if (sides.length > 1) return sidesOf(source, sides)
    const [only] = sides
    if (!only) return []
    return [
      { ...only, role: kindOf(source, only) === 'value' ? 'expected' : 'input' } satisfies Zone,
      ...soughtIn(source, only),
    ]
  })
}

/** Asks whether something holds what is named last: `header.includes('basic')`, `hasattr(hook, 'world')`. */
const SEEKS =
  /(?:\.(?:includes|contains|[sS]tartsWith|[eE]ndsWith|starts_with|ends_with|startswith|endswith|Contains|include\?|start_with\?|end_with\?|key\?|has_key\?|has)|\bstrings\.(?:Contains|HasPrefix|HasSuffix)|\b(?:str_contains|str_starts_with|str_ends_with|hasattr))\s?\(/g

function soughtIn(source: SourceText, range: CodeRange): Zone[] {
  return argumentsOf(source, range, SEEKS).flatMap((inside) => {
    const last = listedIn(source, inside).at(-1)
    return last && kindOf(source, last) === 'value' ? [{ ...last, role: 'expected' as const }] : []
  })
}

function sidesOf(source: SourceText, sides: readonly CodeRange[]): Zone[] {
  const kinds = sides.map((side) => kindOf(source, side))
  const hasSubject = kinds.some(isSubject)
  return sides.map((side, index) => ({ ...side, role: hasSubject ? roleBeside(kinds, index) : lastIs(sides, index) }))
}

function lastIs(list: readonly unknown[], index: number): Role {
  return index === list.length - 1 ? 'expected' : 'input'
}

interface Called {
  readonly name: string
  readonly isHelper: boolean
}

function argumentZones(source: SourceText, args: readonly CodeRange[], { name, isHelper }: Called): Zone[] {
  const kinds = args.map((one) => kindOf(source, one))
  const message = isHelper ? -1 : messageAmong(source, args, kinds, name)
  const said = kinds.filter((_, index) => index !== message)
  const hasSubject = said.some(isSubject)
  return args.map((one, index) => {
    if (index === message) return neutral(one)
    if (RAISES.test(name))
      return {
        ...one,
        role: kinds[index] === 'value' || /^\s*match\s?=/.test(textIn(source, one)) ? 'expected' : 'input',
      }
    if (kinds[index] === 'wanted') return { ...one, role: 'expected' }
    if (hasSubject) return { ...one, role: roleBeside(said, index, kinds) }
    return { ...one, role: EXPECTED_FIRST.test(name) ? firstIs(index) : lastIs(said, index) }
  })
}

/** xUnit style: what is expected stands before what is looked at. */
const EXPECTED_FIRST =
  /^(?:(?:assert|require|suite|is|Assert|CollectionAssert|self|static|\$this)?(?:\.|::|->))?(?:assert_?)?(?:[eE]quals?\w*|Exactly|Same|AreEqual|AreSame|EqualValues|Count|same|JSONEq|YAMLEq|StrictEqual)$/

function firstIs(index: number): Role {
  return index === 0 ? 'expected' : 'input'
}

/** Values are expected beside names and calls, else the one that is made of values; a computed one is, beside a name. */
function roleBeside(said: readonly Kind[], index: number, kinds: readonly Kind[] = said): Role {
  const kind = kinds[index]
  if (kind === 'value' || kind === 'wanted') return 'expected'
  const made = said.includes('value') || said.includes('wanted') ? [] : said.filter((one) => one === 'made')
  if (made.length > 0) return kind === 'made' && made.length === 1 ? 'expected' : 'input'
  return (kind === 'call' || kind === 'made') && said.includes('name') ? 'expected' : 'input'
}

/** Takes one condition; there is nothing that it is compared with. */
const OF_CONDITION =
  /^(?:(?:assert|require|suite|is|t|Assert|self|this|\$this)(?:\.|->|::))?(?:assert!?|ok|notOk|isOk|isNotOk|[iI]sTrue|[iI]sFalse|True|False|(?:No)?Error|(?:Not)?Nil|(?:Not)?Empty|(?:Not)?Zero|ifError|assert_?(?:[tT]rue|[fF]alse|(?:Not)?(?:Null|Empty)|Is(?:Not)?None|(?:not_)?(?:nil|empty))|refute(?:_nil|_empty)?|XCTAssert(?:True|False|Nil|NotNil)?)$/

function isText(source: SourceText, range: CodeRange): boolean {
  return /^\$?[f@]?["'`]/.test(textIn(source, range))
}

/** The words for a failure: last of three, or first where the two behind it are compared. */
function messageAmong(source: SourceText, args: readonly CodeRange[], kinds: readonly Kind[], name: string): number {
  if (args.length < 3 || RAISES.test(name)) return -1
  const isWords = (one: CodeRange | undefined): boolean => one !== undefined && isText(source, one)
  if (
    /^(?:\w+\.)?assert\w*(?:Equals|Same|True|False|Null)$/.test(name) &&
    args.length === 3 &&
    isWords(args[0]) &&
    kinds[2] !== 'value'
  )
    return 0
  return isWords(args.at(-1)) && kinds.slice(0, -1).some((kind) => kind !== 'value') ? args.length - 1 : -1
}

function textIn(source: SourceText, { start, end }: CodeRange): string {
  return source.bare.slice(start, Math.min(end, start + 200)).trim()
}

/**
 * `wanted` is a name that says it; `name` a plain variable or field; `made` a variable and a number, or what a function
 * makes of values alone; `call` anything else that is computed.
 */
type Kind = 'value' | 'wanted' | 'name' | 'made' | 'call'

export const WANTED =
  /^(?:\$|@)?(?:want\w*|expected\w*|expect|exp|golden\w*|desired\w*|wanted)$|^\w+(?:Expected|_expected|Want|_want)$/i

function kindOf(source: SourceText, range: CodeRange): Kind {
  const tokens = tokensBetween(source, range.start, Math.min(range.end, range.start + 2000)) ?? []
  const names = tokens.filter(({ text }, index) => {
    const [next, after, further] = tokens.slice(index + 1, index + 4).map((token) => token.text)
    return isName(text) && !isQualifier(next, after, further) && !isKey(next) && !WORDS.test(text)
  })
  if (names.length === 0) return tokens.some(isMethod) ? 'call' : 'value'
  if (names.some(({ text }) => WANTED.test(text))) return 'wanted'
  const isCall = tokens.some(({ text }) => text === '(')
  if (isCall ? isOfValues(tokens, names) : isCounted(tokens)) return 'made'
  return isCall ? 'call' : 'name'
}

/** `stringify({ ok: 1 })`: no variable has a part in it. */
function isOfValues(tokens: readonly WrittenToken[], names: readonly WrittenToken[]): boolean {
  const isCalled = (name: WrittenToken): boolean => tokens[tokens.indexOf(name) + 1]?.text === '('
  return names.every(isCalled) && tokens.some(({ text }) => isLiteral(text))
}

/** `before + 2` */
function isCounted(tokens: readonly WrittenToken[]): boolean {
  const [left, sign, right] = tokens.map(({ text }) => text)
  return tokens.length === 3 && /^[+*-]$/.test(sign ?? '') && isLiteral(left ?? '') !== isLiteral(right ?? '')
}

function isSubject(kind: Kind): boolean {
  return kind === 'name' || kind === 'made' || kind === 'call'
}

/** `w.Body.String()` in Go: a name with a capital that is called on something. */
function isMethod({ text }: WrittenToken, index: number, tokens: readonly WrittenToken[]): boolean {
  if (!/^[A-Z]/.test(text) || tokens[index + 1]?.text !== '(' || tokens[index - 1]?.text !== '.') return false
  return /^[a-z]/.test(tokens[0]?.text ?? '')
}

const WORDS =
  /^(?:new|of|byte|int\d*|uint\d*|float\d*|string|str|list|dict|set|tuple|bytes|bool|rune|map|vec|r|b|f|u|L|to_string|as|usize|isize|[iu]\d+|i|match|eq|eql|be|not|and|or|typeof|mapOf|listOf|setOf|to|array|err|ok)$/

/** `http.StatusOK`: the package says nothing. `store.Len()` is a call. */
function isQualifier(next: string | undefined, after: string | undefined, further: string | undefined): boolean {
  if (next === ':' && after === ':') return true
  return next === '.' && after !== undefined && /^[A-Z]/.test(after) && further !== '('
}

/** `{ name: 1 }` */
function isKey(next: string | undefined): boolean {
  return next === ':' || next === '='
}
