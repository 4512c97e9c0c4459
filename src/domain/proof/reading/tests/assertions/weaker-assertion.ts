// An assertion that was replaced by one that says less about the same subject. Another expected value is no finding
// here: the behaviour may have been asked for.
import type { Assertion } from '../../test-file/assertions.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { argumentsIn, closeOf, normalised } from '../../matchers/arguments.ts'
import { failureDemand } from '../../matchers/condition.ts'
import type { Demand } from '../../matchers/demand.ts'
import { isLiteral } from '../../matchers/demand.ts'
import type { MatcherTable } from '../../matchers/matcher.ts'
import { optionsIn, readDemand } from '../../matchers/read-demand.ts'
import { matchersFor } from '../../matchers/index.ts'
import { lineAt, lineEnd, lineStart } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'
import { isOfItself } from './of-itself.ts'

interface Stated {
  readonly assertion: Assertion
  readonly demand: Demand
}

const MOST = 60

const ANY_VALUE = 'takes any value now'

/** Only one that holds for every value. */
export function anyValue(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  return weakerAssertion(before, after)?.filter(({ what }) => what.includes(` ${ANY_VALUE} (`))
}

/** Undefined where none is weaker. */
export function weakerAssertion(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const all = statedOf(before, after).filter(({ demand }) => demand.level > 0)
  const { lost, came } = withoutTwins(all, statedOf(after, before))
  const weak =
    came.find(
      ({ demand, assertion }) =>
        !before.assertions.some(({ key }) => isSaidOtherwise(key, assertion.key)) &&
        lost.some(
          (old) =>
            isWeaker(old.demand, demand) &&
            !isSameCallWithMore(old.assertion.key, assertion.key) &&
            !isOnlyWithoutSize(old.assertion.key, assertion.key) &&
            !came.some((one) => makesUp(one.demand, old.demand)),
        ),
    ) ?? came.find((one) => isNoAnswer(one, before, after))
  if (!weak) return undefined
  const { path, source } = after.file
  const { at, end } = weak.assertion
  const says = weak.demand.level <= 1 || weak.demand.mode === 'throws' ? ANY_VALUE : 'is less strict now'
  const what = `test ${quote(after.title)} ${says} (${cut(source.text.slice(startOf(after.file, weak.assertion), end))})`
  return [finding('fewer-assertions', path, lineAt(source, at), what)]
}

const MOCKITO = /^verify\(.*\)\.\w+\(.*\)$/

/** Mockito: the call takes more arguments now, and those of before are still asked for, each as it was. */
function isSameCallWithMore(was: string, is: string): boolean {
  if (!MOCKITO.test(was) || !MOCKITO.test(is)) return false
  const [old, now] = [was, is].map(argumentsOfCall)
  if (!old || !now || old.length === 0 || now.length <= old.length) return false
  return old.every((one, index) => now[index] === one || now[index] === `eq(${one})`)
}

/** AssertJ: what must be exactly so has its size. */
function isOnlyWithoutSize(was: string, is: string): boolean {
  return /\)\.(?:containsExactly|isEqualTo)/.test(is) && was.replace(/\.hasSize\([^()]{1,40}\)/, '') === is
}

const KIND = /[iI]nstance_?[oO]f|IsInstance|isinstance|kind_of|IsType|BeOfType|IsAssignable/
const TYPE = /(?<![\w.])(?:[\w.]{1,80}\.)?([A-Z]\w{2,60})(?=\.class\b|[>),])/

function isSaidOtherwise(was: string, is: string): boolean {
  return isAskedByName(was, is) || isAskedByIsset(was, is)
}

/** Of which kind it is, in the words of a predicate: `assertInstanceOf(Cart.class, x)`, `assertTrue(isCart(x))`. */
function isAskedByName(was: string, is: string): boolean {
  const type = KIND.test(was) ? TYPE.exec(was.replace(/^[\w.]+[(<]/, '('))?.[1]?.toLowerCase() : undefined
  if (type === undefined || KIND.test(is)) return false
  return Array.from(is.matchAll(/(?<!\w)(?:is|is_)(\w{3,60})\(/g)).some(
    ([, name = '']) => name.replaceAll('_', '').toLowerCase() === type,
  )
}

/** PHPUnit: `assertObjectHasProperty('a', $x)` and `assertTrue(isset($x->a))`. */
function isAskedByIsset(was: string, is: string): boolean {
  const [, not, name, owner] =
    /assertObject(Not)?Has(?:Attribute|Property)\("(\w{1,80})",(\$[\w>-]{1,80})\)/.exec(was) ?? []
  const sign = not === undefined ? '' : '!'
  return (
    is.includes(`assertTrue(${sign}isset(${owner}->${name}))`) ||
    (not !== undefined && is.includes(`assertFalse(isset(${owner}->${name}))`))
  )
}

/** Those of the last call. */
function argumentsOfCall(key: string): string[] {
  const subject = closeOf(key, key.indexOf('('))
  const open = key.indexOf('(', subject + 1)
  return argumentsIn(key.slice(open + 1, closeOf(key, open))).filter((one) => one !== '')
}

/** Asks whether there is one, or of which kind it is. */
const PRESENCE =
  /NotNull|toBeDefined|not\.toBeNull|IsNotNone|isnotNone|NotNil|refute_nil|not_nil|wont_be_nil|be_nil$|BeOfType|InstanceOf|kind_of|assertIsBool/
const ANSWER =
  /(?:true|false|True|False)\)?$|[iI]s(?:True|False)\(|Be(?:True|False)\(|assert(?:True|False)\(|\.(?:True|False)\(|be_(?:truthy|falsey)/

/** It had to be true or false, now it only has to be there: an answer always is. */
function isNoAnswer({ assertion, demand }: Stated, before: TestCase, after: TestCase): boolean {
  if (!PRESENCE.test(assertion.key) || demand.mode !== 'value') return false
  const kept = new Set(after.assertions.map(({ key }) => key))
  const subjects = demand.subjects.map((one) => one.replaceAll(/\s/g, '')).filter((one) => /[A-Za-z_]/.test(one))
  return before.assertions.some(
    ({ key }) =>
      !kept.has(key) &&
      ANSWER.test(key) &&
      subjects.some((one) => key.includes(`(${one})`) || key.startsWith(`${one}.`) || key.startsWith(`assert${one}is`)),
  )
}

/** Those that say as much of the same in other words are left out. */
function withoutTwins(lost: readonly Stated[], came: readonly Stated[]): { lost: Stated[]; came: Stated[] } {
  const open = [...came]
  const left = lost.filter(({ demand }) => {
    const twin = open.findIndex(
      (one) =>
        one.demand.level === demand.level &&
        one.demand.mode === 'value' &&
        demand.mode === 'value' &&
        one.demand.tolerance === demand.tolerance &&
        one.demand.isLoose === demand.isLoose &&
        one.demand.expected === demand.expected &&
        !isOpener(demand, one.demand) &&
        one.demand.subjects.some((subject) => demand.subjects.includes(subject)),
    )
    if (twin >= 0) open.splice(twin, 1)
    return twin < 0
  })
  return { lost: left, came: open }
}

/** The assertions of one test that the other does not have. */
function statedOf({ file, block, assertions }: TestCase, other: TestCase): Stated[] {
  const read = demandsOf(file)
  if (!read) return []
  const left = other.assertions.map(({ key }) => key)
  return assertions
    .filter(({ key }) => {
      const place = left.indexOf(key)
      if (place >= 0) left.splice(place, 1)
      return place < 0
    })
    .slice(0, MOST)
    .flatMap((assertion) => {
      const isCondition = file.language.failsUnderCondition !== undefined && assertion.key.endsWith('{')
      const demand = isCondition
        ? failed(conditionAbove(file, assertion), matchersFor(file.path))
        : read(file.source.bare.slice(startOf(file, assertion), Math.min(assertion.end, assertion.at + 4000)))
      return demand
        ? [
            {
              assertion,
              demand: isOfItself(demand, file.source.bare.slice(block.bodyStart, assertion.at))
                ? { ...demand, level: 0 }
                : demand,
            },
          ]
        : []
    })
}

function failed(condition: string, table: MatcherTable | undefined): Demand | undefined {
  const demand = failureDemand(condition)
  return demand && table ? { ...demand, ...optionsIn(condition, table) } : demand
}

const STRICT_ASSERT = /["'](?:node:)?assert\/strict["']|\bassert["']\)?\.strict\b|\bstrict as assert\b/

/** Node: in the strict mode of its assertions nothing is loose. */
function demandsOf({ path, source }: TestCase['file']): ((written: string) => Demand | undefined) | undefined {
  const table = matchersFor(path)
  if (!table) return undefined
  const { loose: _, ...strict } = table
  const own = STRICT_ASSERT.test(source.text) ? strict : table
  return (written) => readDemand(written, own)
}

/** Of a report in Go: `got := c.Len(); got != 3`. */
function conditionAbove({ source }: TestCase['file'], { at }: Assertion): string {
  const line = lineAt(source, at) - 1
  const written = source.bare.slice(lineStart(source, line), lineEnd(source, line)).slice(0, 1000)
  return normalised(
    written
      .trim()
      .replace(/^(?:\} else )?if\s+/, '')
      .replace(/\{$/, ''),
  )
}

/** What is asserted may stand before the word: `x.ShouldBe(5)`. */
function startOf({ source }: TestCase['file'], { at }: Assertion): number {
  if (!/[.\s:-]/.test(source.code.charAt(at)) && !source.code.startsWith('should', at)) return at
  const line = source.code.lastIndexOf('\n', at - 1) + 1
  return Math.max(line, at - 500)
}

function isWeaker(was: Demand, now: Demand): boolean {
  if (was.mode !== now.mode) return false
  if (was.mode === 'throws') return isBroader(was, now)
  const isSame = now.subjects.some((one) => /[A-Za-z_]/.test(one) && was.subjects.includes(one))
  if (isSame && isLooser(was, now)) return true
  if ((isSame || isSameExpected(was, now)) && isOpener(was, now)) return true
  const isAbout =
    isSame || isDerived(now, was) || (now.level === 1 && was.level > 2 && (isMeasured(was, now) || isOpened(was, now)))
  if (!isAbout || isOpposite(was, now)) return false
  if (now.level === 0) return true
  if (now.level === 1) return was.level > 1 && was.isState !== true
  if (isSame && was.tolerance !== undefined && now.tolerance !== undefined) return now.tolerance >= 100 * was.tolerance
  if (isSame && isLoosened(was, now)) return true
  if (now.level === 2) return was.level > 2 && now.isState !== true
  return (
    isSame &&
    (isPartOf(was, now) ||
      isSomeOf(was, now) ||
      (was.level === 3 && now.level === 3 && isShortened(was.expected, now.expected)))
  )
}

/** What is left open now had to be so as well: fields by name, an order, the last digits. */
function isOpener(was: Demand, now: Demand): boolean {
  if (now.isPartial === true && was.isPartial !== true && was.isStrict !== false && was.level === 4) return true
  return now.isUnordered === true && was.isUnordered !== true && was.level === 4 && isOrderedList(was.given ?? [])
}

/** Of several elements that are not all the same. */
function isOrderedList(given: readonly string[]): boolean {
  return given.some((one) => {
    const inside = /^(?:[\w.:<>]{0,40}(?:asList|[lL]istOf|\.of|vec!|\[\][\w.]{1,40}|new\[\])?)?[[({](.*)[\])}]$/.exec(
      one,
    )?.[1]
    return inside !== undefined && new Set(argumentsIn(inside)).size > 1
  })
}

const LITERALS = /"[^"]*"|(?<![\w.])-?\d[\d._]*(?!\w)/g

/** The same values in the same order are asked for, and more than one that could be anybody's. */
function isSameExpected({ given: was = [] }: Demand, { given: now = [] }: Demand): boolean {
  const [old, own] = [was.join().match(LITERALS) ?? [], now.join().match(LITERALS) ?? []]
  return old.length > 1 && old.join().length > 4 && old.join() === own.join()
}

/** Exactly this number, text or list was asked for; now what only compares as equal passes too. */
function isLooser({ isLoose: wasLoose = false, given = [] }: Demand, { isLoose = false }: Demand): boolean {
  return isLoose && !wasLoose && given.some((one) => isLiteral(one) || /^\[.*\]$/.test(one))
}

/** `x != 5` after `x == 5` says something else: that is looked at with the expected values. */
function isOpposite({ given: was = [] }: Demand, { level, tolerance, given: now = [] }: Demand): boolean {
  return level === 1 && tolerance === undefined && was.length > 0 && was.every((one) => now.includes(one))
}

const MEASURE =
  /^(?:len|count|strlen|sizeof|size)\((.{3,200})\)$|^(.{3,200})\.(?:length|size|len|count|Count|Length)(?:\(\))?$/

/** How many there are was asked before, now whether there are any. */
function isMeasured(was: Demand, now: Demand): boolean {
  return was.subjects.some((one) => {
    const [, inside, before] = MEASURE.exec(one) ?? []
    return now.subjects.some((subject) => subject === (inside ?? before))
  })
}

/** What it holds was asked before, now whether it holds something: `data.unwrap()`, `data`. That it holds none is another claim. */
function isOpened(was: Demand, now: Demand): boolean {
  if (now.isAbsence === true && !was.subjects.some((one) => /\.(?:unwrap|expect)_err\(/.test(one))) return false
  return was.subjects.some((one) => {
    const whole = /^(.{1,200}?)\.(?:unwrap|unwrap_err|expect|expect_err|get|orElseThrow)\(.{0,200}\)$/.exec(one)?.[1]
    return whole !== undefined && now.subjects.includes(whole)
  })
}

/** These and no others were asked for, now some of them: `containsExactly(1, 2)`, `contains(1)`. */
function isSomeOf(was: Demand, now: Demand): boolean {
  if (was.level !== 4 || now.level !== 3) return false
  const [all, some] = [elementsOf(was.given), elementsOf(now.given)]
  return some.length > 0 && some.length < all.length && some.every((one) => all.includes(one))
}

/** Those of the one list or object that is given; else all that is. */
function elementsOf(given: readonly string[] = []): readonly string[] {
  const inside = given.length === 1 ? /^[[{](.*)[\]}]$/.exec(given[0] ?? '')?.[1] : undefined
  return inside === undefined ? given : argumentsIn(inside)
}

/** `"total: 12"` must be there, now `"total"`. */
function isShortened(was: string | undefined, now: string | undefined): boolean {
  return was !== undefined && now !== undefined && now.length < was.length && was.includes(now)
}

/** All of it was expected, now one part of that: the beginning of a text, one element of a list. */
function isPartOf(was: Demand, now: Demand): boolean {
  if (was.level !== 4 || now.level !== 3 || now.tolerance !== undefined) return false
  const given = (now.given ?? []).filter((one) => isLiteral(one) && !now.subjects.includes(one)).map(unquoted)
  const parts = now.expected === undefined ? given : [...given, now.expected]
  const wholes = (was.given ?? []).filter((one) =>
    /^["[{(\d]|\[[\]\w]*\]?\{|^(?:Arrays|List|Set|listOf|vec!)/.test(one),
  )
  return parts.some((part) => part !== '' && wholes.some((one) => one.length > part.length + 2 && one.includes(part)))
}

/** It was one number, now whatever lies around it. */
function isLoosened(was: Demand, now: Demand): boolean {
  return was.level === 4 && now.level === 3 && (now.tolerance ?? 0) >= WIDE
}

const WIDE = 0.5

function unquoted(text: string): string {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text
}

function isBroader(was: Demand, now: Demand): boolean {
  const isSame = was.subjects.some((one) => now.subjects.includes(one))
  if (!isSame) return false
  const isAnyType = was.type !== '' && now.type === '' && (now.message ?? '') === ''
  const isAnyMessage = was.message !== '' && now.message === '' && (was.type === now.type || now.type === '')
  return isAnyType || isAnyMessage
}

/** `String(x)`, `x != null` and `x.length` are about `x`. */
function isDerived(now: Demand, was: Demand): boolean {
  return was.subjects.some(
    (subject) => subject.length > 2 && !/^["\d]/.test(subject) && now.subjects.some((one) => contains(one, subject)),
  )
}

function contains(text: string, part: string): boolean {
  const at = text.indexOf(part)
  if (at < 0 || text.length === part.length) return false
  const isWordBefore = /\w/.test(part.charAt(0)) && /[\w.]/.test(text.charAt(at - 1))
  const isWordAfter = /\w/.test(part.at(-1) ?? '') && /\w/.test(text.charAt(at + part.length))
  return !isWordBefore && !isWordAfter
}

/** Something else that came says as much about it, or about parts of it. */
function makesUp(now: Demand, was: Demand): boolean {
  if (now.mode !== was.mode || now.level < Math.min(was.level, 3) || now.isState === true) return false
  if (was.mode === 'throws') return !isBroader(was, now) && (now.type ?? '') !== ''
  return (
    (isMeasured(was, now) ||
      was.subjects.some((subject) => now.subjects.some((one) => one === subject || one.includes(subject)))) &&
    !isLooser(was, now) &&
    !isOpener(was, now) &&
    !(was.tolerance !== undefined && now.tolerance !== undefined && now.tolerance >= 100 * was.tolerance) &&
    !isShortened(was.expected, now.expected) &&
    !isPartOf(was, now) &&
    !isSomeOf(was, now) &&
    !isLoosened(was, now)
  )
}
