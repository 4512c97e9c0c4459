// The assertions of a test file: each with a key that survives reformatting, and whether it can fail at all.
import type { Language } from '../../source/languages.ts'
import type { SourceText } from '../../source/source.ts'
import { endBelow, lineAt, lineEnd, lineStart } from '../../source/source.ts'
import { modifierAt } from './guards.ts'
import { argumentsIn, closeOf, isTupleAsserted } from '../matchers/arguments.ts'
import { isExpectedAsMessage } from './expected-as-message.ts'
import { ownNames } from './own-names.ts'
import { statementEnd } from './test-functions.ts'

export interface Assertion {
  readonly at: number
  readonly end: number
  /** The statement without white space, commas before brackets and kind of quotes. */
  readonly key: string
  readonly isVacuous: boolean
  /** It is a call of this function, which asserts. */
  readonly helper?: string
}

const LONGEST_KEY = 600

export function readAssertions(source: SourceText, language: Language): Assertion[] {
  const assertions: Assertion[] = []
  let last = -1
  const own = ownNames(source, language)
  for (const hit of hitsIn(source, language, own?.pattern)) {
    if (hit.index < last) continue
    const isHanded = hit[0] === '.expect(' && isOfContext(source, hit.index)
    const at = hit.index + (isHanded ? 1 : hit[0].length - hit[0].trimStart().length)
    if (isHead(source, language, at, hit.index + hit[0].length - 1)) continue
    const isCall = hit[0] === '.expect(' && !isHanded
    const stop = isCall
      ? (source.pairs[at + 7] ?? -1) + 1 || at + 8
      : endOf(source, language, hit.index + hit[0].length)
    const end = endBelow(source, at, stop)
    const condition = language.failsUnderCondition?.test(hit[0]) ? conditionAbove(source, at) : undefined
    const stated = language.hasModifiers ? withoutModifier(source, at, end) : isCall ? bodyIn(source, at, end) : end
    const written = keyOf(condition ?? source.bare.slice(subjectStart(source, at, isCall), Math.min(stated, at + 4000)))
    const key = (own?.usual(written) ?? written)
      .replace(BDD, 'assertThat')
      .replace(ONCE, '$1)')
      .replace(BY_CLASS, '$1<$2>$3{')
      .replace(MOCKERY_ONCE, '->expects$1')
      .replaceAll(GLOBAL, '')
      .replace(PLAIN, (_, owner: string, value: string) => `${owner}assert${PLAIN_NAMES[value] ?? ''}(`)
    if (STUB.test(key)) continue
    const isCut = key.length >= LONGEST_KEY
    // What a callback of supertest asserts are assertions of their own, and so is what a key is too short for.
    last = isCall || isCut ? bodyIn(source, at, end) : end
    if (!isCut && (language.hasTestCalls ? isUnfinished(key) : language.needsEnd && isBlockAlone(key))) continue
    assertions.push({ at, end, key, isVacuous: isVacuous(key) || saysNothing(key, language) })
  }
  return assertions
}

/** AssertJ: another word for the same. */
const BDD = /^(?:BDDAssertions\.)?then(?=(?:Code|ThrownBy|\w{0,30}Exception\w{0,20})?\()/

/** Mockito: once is what is meant where nothing is said. */
const ONCE = /^((?:Mockito\.)?verify\([\w.()]{1,80}),(?:Mockito\.)?times\(1\)\)/

/** Kotlin: `assertFailsWith(Bad::class) {` is `assertFailsWith<Bad> {`. */
const BY_CLASS = /^(assertFailsWith)\((\w{1,80})::class(?:,("[^"]{0,200}"))?\)\{/

/** PHP: `\is_resource(` with the name of its namespace, which is none. */
const GLOBAL = /(?<=[(,!=])\\(?=[a-z]\w{2,60}\()/g

/** Mockery: `shouldReceive('find')->once()` is `expects('find')`. */
const MOCKERY_ONCE = /->shouldReceive(\("\w{1,80}"\).{0,400}?)->once\(\)/
/** Mockery: an answer that nobody needs to ask for. */
const STUB = /->shouldReceive\((?!.*->(?:once|twice|thrice|times|never|atLeast|atMost|between|ordered)\()/

/** JUnit, PHPUnit: `assertEquals(null, x)` is `assertNull(x)`. */
const PLAIN = /^((?:Assert(?:ions)?\.|\$this->|self::|static::)?)assert(?:Equals|Same)\((null|true|false),/
const PLAIN_NAMES: Readonly<Record<string, string>> = { null: 'Null', true: 'True', false: 'False' }

function hitsIn({ code }: SourceText, { assertions }: Language, own: RegExp | undefined): RegExpExecArray[] {
  const usual = [...code.matchAll(assertions)]
  return own ? [...usual, ...code.matchAll(own)].sort((a, b) => a.index - b.index) : usual
}

const MATCHES = /^\s{0,99}\.\s{0,9}(?:to(?:[A-Z]\w*)?|not|resolves|rejects|(?:not)?(?:[oO]k|[eE]ql)|contains|match)\b/

/** Vitest hands it to the test: `t.expect(x).toBe(1)`. What follows a call, as in supertest, looks at its answer. */
function isOfContext({ code, pairs }: SourceText, index: number): boolean {
  const close = pairs[index + '.expect'.length] ?? -1
  return /\w/.test(code.charAt(index - 1)) && close > 0 && MATCHES.test(code.slice(close + 1, close + 120))
}

/** One that is an argument itself ends at the comma behind it: `later(() => expect(x).toBe(1), 50)`. */
function endOf(source: SourceText, { blocks }: Language, from: number): number {
  const last = source.code.charAt(from - 1)
  if (blocks === 'indent' && /\w/.test(last) && /^[ \t]*\n(?!\s{0,99}\.)/.test(source.code.slice(from, from + 200)))
    return from
  const end =
    blocks === 'indent' ? lastLineEnd(source, from) : statementEnd(source, /[([{<]/.test(last) ? from - 1 : from)
  const close = blocks === 'brackets' && last === '(' ? (source.pairs[from - 1] ?? -1) : -1
  if (close < 0) return end
  const tokens = /[,([{]/g
  tokens.lastIndex = close + 1
  for (let hit = tokens.exec(source.code); hit && hit.index < end; hit = tokens.exec(source.code)) {
    if (hit[0] === ',') return hit.index
    const pair = source.pairs[hit.index] ?? -1
    if (pair > 0) tokens.lastIndex = pair + 1
  }
  return end
}

/** Ruby, Elixir: behind a comma the call continues on the next line, behind an operator the expression. */
const CONTINUES = /(?:,|[=!]==?|=~|<>|(?<![=<>!~|])=|\|\||&&|\b(?:in|and|or))[ \t]*$/

function lastLineEnd(source: SourceText, from: number): number {
  const { code } = source
  let end = statementEnd(source, /[([{<]/.test(code.charAt(from - 1)) ? from - 1 : from)
  for (let lines = 0; lines < MOST_LINES && code.charAt(end) === '\n'; lines++) {
    if (!CONTINUES.test(code.slice(Math.max(from, end - 20), end))) break
    end = statementEnd(source, end + 1)
  }
  return end
}

const MOST_LINES = 9

const BODY = /(?:\bfunction\b[^(){}]{0,60}\([^()]{0,120}\)\s{0,9}|=>\s{0,9})\{/g

/** Where the body of a function begins that is one of the arguments; else the end. */
function bodyIn({ code }: SourceText, at: number, end: number): number {
  BODY.lastIndex = at
  const hit = BODY.exec(code)
  return hit && hit.index < end ? hit.index + hit[0].length : end
}

/** `assert x if y` says the same as `assert x`; when it does so is another question. */
function withoutModifier({ code }: SourceText, at: number, end: number): number {
  const modifier = modifierAt(code.slice(at, Math.min(end, at + 2000)))
  return modifier < 0 ? end : at + modifier
}

/** Words about a failure that nothing can bring about. */
const DESCRIBES = /^(?:\.(?:as|describedAs|withFailMessage|overridingErrorMessage)\([^()]*\))?$/

/** It is compiled out, or the matcher that should follow is missing. */
function saysNothing(key: string, { idle, needsMatcher, takesMessage, blocks }: Language): boolean {
  if (idle?.test(key) === true || (blocks === 'indent' && isTupleAsserted(key))) return true
  if (takesMessage?.test(key) === true && isExpectedAsMessage(key.replace(takesMessage, ''))) return true
  const head = needsMatcher?.exec(key)?.[0]
  if (head === undefined) return false
  const close = closeOf(key, head.length - 1)
  const [, second] = argumentsIn(key.slice(head.length, close))
  return close > 0 && second === undefined && DESCRIBES.test(key.slice(close + 1))
}

/** `expect(x)` and `expect(x).toBe` without a call look at nothing. */
function isUnfinished(key: string): boolean {
  // unexpected.js: `expect(x, 'to equal', 1)`.
  if (!key.startsWith('expect(') || /,"(?:not)?(?:to|when)[a-z]/.test(key)) return false
  return (
    /\)\.(?:\w+\.)*to[A-Z]\w*$/.test(key.slice(-80)) || /^expect\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/.test(key)
  )
}

/** RSpec: `expect { x == 1 }` is never called, `expect(x)` is never compared. */
function isBlockAlone(key: string): boolean {
  return /^expect[({]/.test(key) && closeOf(key, 'expect'.length) === key.length - 1
}

const DECLARES = /\b(?:function\*?|func|def|fn|fun|void)\s{1,9}$/

/** A helper's own name, such as `function expectCart(`, asserts nothing. */
function isHead({ code, pairs }: SourceText, language: Language, at: number, last: number): boolean {
  if (DECLARES.test(code.slice(Math.max(0, at - 20), at))) return true
  const close = language.hasTestCalls && code.charAt(last) === '(' ? (pairs[last] ?? -1) : -1
  return close > 0 && /^\s{0,9}(?::[^;\n(){}=]{1,80})?\{/.test(code.slice(close + 1, close + 100))
}

function conditionAbove(source: SourceText, at: number): string | undefined {
  const line = lineAt(source, at) - 1
  const above = source.bare.slice(lineStart(source, line), lineEnd(source, line)).trim()
  return line > 0 && /^(?:\} else )?if\b.*\{$/.test(above.slice(0, 500))
    ? above.replace(/^(?:\} else )?if\s+/, '')
    : undefined
}

/** A call of a helper that asserts is an assertion where it stands. */
export function withHelperCalls(
  source: SourceText,
  written: readonly Assertion[],
  names: readonly string[],
): Assertion[] {
  if (names.length === 0) return [...written]
  const inside = coveredBy(written)
  const calls = new RegExp(
    `(?<![\\w$])(${names.map((name) => name.replaceAll(/\W/g, '\\$&')).join('|')})(?=\\s{0,9}\\()`,
    'g',
  )
  const found = Array.from(source.code.matchAll(calls), ({ index, 1: helper = '' }) => {
    const end = endBelow(source, index, statementEnd(source, index + helper.length))
    return {
      at: index,
      end,
      key: keyOf(source.bare.slice(index, Math.min(end, index + 4000))),
      isVacuous: false,
      helper,
    }
  }).filter(({ at, helper }) => !inside(at) && !(helper === 'expect' && isOfResult(source.code, at)))
  return [...written, ...found].sort((a, b) => a.at - b.at)
}

/** A call of a function of another file that asserts is one by itself: it does not stand for several. */
export function withKitCalls(source: SourceText, written: readonly Assertion[], names: readonly string[]): Assertion[] {
  return withHelperCalls(source, written, names.slice(0, MOST_NAMES)).map(({ at, end, key, isVacuous }) => ({
    at,
    end,
    key,
    isVacuous,
  }))
}

const MOST_NAMES = 100

/** Rust: `connect().expect("…")` calls no helper of that name. */
function isOfResult(code: string, at: number): boolean {
  return (
    /[)?\w]\s{0,60}\.$/.test(code.slice(Math.max(0, at - 80), at)) &&
    !/\b(?:self|this)\.$/.test(code.slice(Math.max(0, at - 8), at))
  )
}

function coveredBy(written: readonly Assertion[]): (at: number) => boolean {
  return (at) => {
    let low = 0
    let high = written.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((written[middle]?.at ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return at < (written[low - 1]?.end ?? -1)
  }
}

/** `x.should.equal(1)` is about x: the line belongs to it. */
function subjectStart(source: SourceText, at: number, isCall: boolean): number {
  const char = source.code.charAt(at)
  if (isCall || (char !== '.' && char !== '-' && char !== ':' && !/^\s?should/.test(source.code.slice(at, at + 7))))
    return at
  const owner = /(?:\$this|self|static|parent|Assert)$/.exec(source.code.slice(Math.max(0, at - 12), at))
  if (owner) return at - owner[0].length
  return Math.max(lineStart(source, lineAt(source, at)), at - 500)
}

export function keyOf(code: string): string {
  return code
    .replaceAll(/[\s;]+/g, '')
    .replaceAll(/['`]/g, '"')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replace(/,$/, '')
    .slice(0, LONGEST_KEY)
}

const LITERAL = '(?:true|false|null|None|nil|undefined|True|False|\\d+(?:\\.\\d+)?|"[^"]{0,80}")'
const EXPECTED = new RegExp(`^(?:expect|assertThat)\\((${LITERAL})\\)([.\\w]*?)(?:\\((${LITERAL})?\\)|(${LITERAL}))?$`)
const CALLED = new RegExp(`^([\\w.:>$-]+!?)\\((?:t,|self,)?(${LITERAL})(?:,(${LITERAL}))?(?:,"[^"]{0,200}")?\\)$`)
const PYTHON = new RegExp(`^(?:assert(?:[Tt]rue|1|notFalse|(${LITERAL})==\\1)|refute(?:false|nil))(?:,.*)?$`)
const SAME_TWICE =
  /^(?:expect\(([^(),]{1,80})\)\.(?:toBe|toEqual|toStrictEqual|to\.equal|to\.eql|to\.be)\(\1\)|(?:assert|self\.assert|Assert)[\w.]{0,30}(?:[eE]q\w*|Same)!?\(([^(),]{1,80}),\2\)|assert([^(),=]{1,80})==\3|assertTrue\(([\w.]{1,80})\.equals\(\4\)\))$/
/** `assert x == 1 or True`, `expect(x || true)` */
const OR_TRUE =
  /^assert.*(?:orTrue|\|\|true\)?)$|^(?:expect|assert[\w.]*|Assert\.\w+)\(.*\|\|true\)|^\(.*\|\|true\)\.(?:Should|should|must_)/
/** `expect(1 + 1).toBe(2)`: no name of anything. */
const CONSTANT = /^expect\([^A-Za-z_$]*\)\.(?:not\.)?to[.\w]*\([^A-Za-z_$]*\)$/
/** `true.ShouldBeTrue()`, `true shouldBe true` */
const TRUE_IS_TRUE = /^true(?:\.Should\(\))?\.?(?:Should)?Be(?:True)?\((?:true)?\)$|^trueshouldBetrue$/
/** testify: `assert.False(t, false, f())`: what is looked at stands where a message would. */
const STATED = /^(?:assert|require)\.(?:(True)\w*\(t,true|(?:False\w*\(t,false)|Nil\w*\(t,nil)[,)]/
const ALWAYS_FALSE = /^(?:false|False|null|None|nil|undefined|0|"")$/

function isVacuous(key: string): boolean {
  if (key.length > 200) return false
  if (
    key.startsWith('t.pass(') ||
    STATED.test(key) ||
    TRUE_IS_TRUE.test(key) ||
    OR_TRUE.test(key) ||
    PYTHON.test(key) ||
    SAME_TWICE.test(key)
  )
    return true
  // A text with something in it is no constant.
  if (/"[^"]{0,200}\$\{/.test(key)) return false
  if (CONSTANT.test(key.replaceAll(/"[^"]{0,200}"/g, '""')) && !EXPECTED.test(key)) return true
  const [, subject, matcher = '', inBrackets, bare] = EXPECTED.exec(key) ?? []
  if (subject !== undefined) return holds(subject, matcher, inBrackets ?? bare)
  const [, name = '', first, second] = CALLED.exec(key) ?? []
  // A mock is asked what it was called with.
  if (/\.assert_(?:any_|has_|not_)?(?:call|awai)/.test(name)) return false
  if (first === undefined || !/assert|require|^t\.|^is\./i.test(name) || /\.should/i.test(name)) return false
  return (
    !/fail|error|fatal|throw|raise|snapshot|^t\.(?:log|run|skip)/i.test(name) &&
    holds(first, name, isMessage(name, second) ? undefined : second)
  )
}

function isMessage(name: string, second: string | undefined): boolean {
  return second?.startsWith('"') === true && !/eq|same|is$|be$|match/i.test(name)
}

/** A claim about literals only: does it hold? One that never holds is a way to fail, no emptiness. */
function holds(subject: string, matcher: string, argument: string | undefined): boolean {
  const isNegated = /not|ne$|_ne!|false|falsy|null|nil|undefined/i.test(matcher)
  if (argument !== undefined) return (subject === argument) !== /not|_ne!|Ne$/i.test(matcher)
  return ALWAYS_FALSE.test(subject) === isNegated
}
